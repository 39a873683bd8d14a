import { Bulkhead } from '../../../platform/concurrency/bulkhead.ts';
import { BatchQueue } from '../../../platform/db/batch-queue.ts';
import type { Batches } from '../../../platform/db/batches.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type NewEvent, writeEvents } from './event-batch.ts';

/** Below the size of the connection pool, so that events never starve other work. Apps beyond it wait, each with all of its events. */
const WRITERS = { slots: 4, queue: 5_000, waitMs: 1_500 };

/** Events by the id of their app; `add` resolves to whether the event was a duplicate. */
export type EventQueue = BatchQueue<NewEvent, boolean>;

const EVENTS: Batches<NewEvent, boolean> = {
  name: 'events',
  sizeOf: ({ eventData }) => 256 + (eventData?.length ?? 0) * 2,
  write: writeEvents,
};

export function createEventQueue(db: Database): EventQueue {
  return new BatchQueue(db, EVENTS, new Bulkhead(WRITERS));
}
