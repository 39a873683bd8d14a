import type { Database } from '../../platform/db/database.ts';
import { writeEvents } from './analytics/event-batch.ts';
import { EventWriter } from './analytics/event-writer.ts';
import { StoredApiKeys } from './api-key-directory.ts';
import { Snapshots } from './snapshots.ts';

/** App management of one runtime: its database and its caches and queues in memory. */
export interface Apps {
  readonly db: Database;
  readonly snapshots: Snapshots;
  readonly eventWriter: EventWriter;
  readonly apiKeys: StoredApiKeys;
}

export function createApps(db: Database): Apps {
  return {
    db,
    snapshots: new Snapshots(db),
    eventWriter: new EventWriter((appId, events) => writeEvents(db, appId, events)),
    apiKeys: new StoredApiKeys(db),
  };
}
