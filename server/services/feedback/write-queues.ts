import { Bulkhead } from '../../platform/concurrency/bulkhead.ts';
import type { Database } from '../../platform/db/database.ts';
import { BatchQueue } from '../../platform/db/transactions/batch-queue.ts';
import type { Batches } from '../../platform/db/transactions/batches.ts';
import { COMMENTS } from './comments/comment-batch.ts';
import { FAVORITES } from './favorite-batch.ts';
import { POSTS } from './posts/post-batch.ts';
import { VOTES } from './posts/vote-batch.ts';
import { REVIEWS } from './reviews/review-batch.ts';

/** Below the size of the connection pool, so that these writes never starve other work. Batches beyond it wait. */
const WRITERS = { slots: 4, queue: 25_000, waitMs: 1_500 };

/** The frequent writes of users, by project: those that arrive together share a transaction. */
export type WriteQueues = ReturnType<typeof createWriteQueues>;

export function createWriteQueues(db: Database) {
  const slots = new Bulkhead(WRITERS);
  const queue = <T, R>(batches: Batches<T, R>) => new BatchQueue(db, batches, slots);
  return {
    reviews: queue(REVIEWS),
    comments: queue(COMMENTS),
    posts: queue(POSTS),
    votes: queue(VOTES),
    favorites: queue(FAVORITES),
  };
}
