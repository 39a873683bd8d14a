import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createEventQueue, type EventQueue } from './analytics/event-queue.ts';
import { StoredApiKeys } from './api-key-directory.ts';
import { Snapshots } from './snapshots.ts';

/** App management of one runtime: its database and its caches and queues in memory. */
export interface Apps {
  readonly db: Database;
  readonly clock: Clock;
  readonly snapshots: Snapshots;
  readonly eventQueue: EventQueue;
  readonly apiKeys: StoredApiKeys;
}

export function createApps(db: Database, clock: Clock): Apps {
  return {
    db,
    clock,
    snapshots: new Snapshots(db),
    eventQueue: createEventQueue(db),
    apiKeys: new StoredApiKeys(db),
  };
}
