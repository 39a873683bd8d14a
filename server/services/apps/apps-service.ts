import type { ProjectDirectory } from '../../platform/auth/tenant.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createEventQueue, type EventQueue } from './analytics/event-queue.ts';
import { StoredApiKeys } from './api-key-directory.ts';
import { AppProjects } from './app-projects.ts';
import { Snapshots } from './snapshots.ts';

export interface AppsDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The projects, which belong to platform administration. */
  readonly projects: ProjectDirectory;
  readonly defaultProjectId: number;
}

/** App management of one runtime: its database and its caches and queues in memory. */
export interface Apps extends Omit<AppsDeps, 'defaultProjectId'> {
  readonly snapshots: Snapshots;
  readonly eventQueue: EventQueue;
  readonly apiKeys: StoredApiKeys;
  readonly appProjects: AppProjects;
}

export function createApps({ db, clock, projects, defaultProjectId }: AppsDeps): Apps {
  return {
    db,
    clock,
    projects,
    snapshots: new Snapshots(db, clock),
    eventQueue: createEventQueue(db),
    apiKeys: new StoredApiKeys(db),
    appProjects: new AppProjects(db, defaultProjectId),
  };
}
