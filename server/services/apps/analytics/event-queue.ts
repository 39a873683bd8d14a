import type { Clock } from '../../../platform/clock.ts';
import { Bulkhead } from '../../../platform/concurrency/bulkhead.ts';
import type { Database } from '../../../platform/db/database.ts';
import { BatchQueue } from '../../../platform/db/transactions/batch-queue.ts';
import { DailyBytes } from './daily-bytes.ts';
import { writeEvents } from './event-batch.ts';
import type { NewEvent } from './new-event.ts';

/** Below the size of the connection pool, so that events never starve other work. Apps beyond it wait, each with all of its events. */
const WRITERS = { slots: 4, queue: 5_000, waitMs: 1_500 };

/** Why an event was refused that may be sent again, as the metrics name it. */
export type RefusalReason = 'rate_limit' | 'daily_bytes' | 'unavailable';

export interface EventSettings {
  /** 0 is no limit. */
  readonly dailyBytes: number;
  onRefusal(reason: RefusalReason): void;
}

/** The events that wait to be committed, and what bounds them. */
export interface Events {
  /** By the id of their app; `add` resolves to whether the event was a duplicate, and rejects with the refusal of the quota. */
  readonly queue: BatchQueue<NewEvent, boolean>;
  readonly quota: DailyBytes;
  readonly onRefusal: EventSettings['onRefusal'];
}

export function createEvents(db: Database, clock: Clock, { dailyBytes, onRefusal }: EventSettings): Events {
  const quota = new DailyBytes(dailyBytes, clock);
  const queue = new BatchQueue<NewEvent, boolean>(
    db,
    {
      name: 'events',
      sizeOf: ({ eventData }) => 256 + (eventData?.length ?? 0) * 2,
      write: (database, appId, events) => writeEvents(database, appId, { events, quota }),
    },
    new Bulkhead(WRITERS),
  );
  return { queue, quota, onRefusal };
}
