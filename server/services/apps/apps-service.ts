import type { App } from '../../../models/apps/App.ts';
import type { ProjectDirectory } from '../../platform/auth/tenant.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Act } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AuditInput } from '../../platform/db/records/audit.ts';
import { createEvents, type EventSettings, type Events } from './analytics/event-queue.ts';
import { StoredApiKeys } from './api-key-directory.ts';
import { AppProjects } from './app-projects.ts';
import { ChangeStreams, type Feed } from './change-streams.ts';
import { UnknownFlags } from './flags/unknown-flags.ts';
import { Snapshots } from './snapshots.ts';

export interface AppsDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The projects, which belong to platform administration. */
  readonly projects: ProjectDirectory;
  readonly defaultProjectId: number;
  readonly events: EventSettings;
  readonly feed: Feed;
  /** Those of some users whose data is erased; users belong to phone auth. */
  erasedUsers(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** An audit row that waits for the revision of its app. */
export interface PendingAudit {
  readonly act: Act;
  readonly input: AuditInput;
}

/** App management of one runtime: its database and its caches and queues in memory. */
export interface Apps extends Omit<AppsDeps, 'defaultProjectId' | 'events' | 'feed'> {
  readonly snapshots: Snapshots;
  readonly unknownFlags: UnknownFlags;
  readonly changeStreams: ChangeStreams;
  readonly events: Events;
  readonly apiKeys: StoredApiKeys;
  readonly appProjects: AppProjects;
  /** The audit rows of changes under way. */
  readonly pendingAudits: WeakMap<App, readonly PendingAudit[]>;
}

export function createApps({ db, clock, projects, defaultProjectId, events, feed, erasedUsers }: AppsDeps): Apps {
  const snapshots = new Snapshots(db, clock);
  return {
    db,
    clock,
    projects,
    erasedUsers,
    snapshots,
    unknownFlags: new UnknownFlags(db, snapshots),
    changeStreams: new ChangeStreams({ snapshots, clock, feed }),
    events: createEvents(db, clock, events),
    apiKeys: new StoredApiKeys(db),
    appProjects: new AppProjects(db, defaultProjectId),
    pendingAudits: new WeakMap(),
  };
}
