import type { Database } from '../../../platform/db/database.ts';
import { type Drift, type RecountOptions, recountSums } from '../../../platform/db/records/recount-steps.ts';
import { DAILY_SUMS } from './daily-sums.ts';
import { FEEDBACK_SUMS } from './recount-sums.ts';
import { recountTrending } from './recount-trending.ts';

/** Compares every counter of feedback with the counted rows and returns the differences; with `repair` it also corrects them. */
export async function recountFeedback(db: Database, options: RecountOptions): Promise<Drift[]> {
  const drifts = await recountSums(db, [...FEEDBACK_SUMS, ...DAILY_SUMS], options);
  // after the counters: the trending value depends on the number of votes
  return [...drifts, ...(await recountTrending(db, options))];
}
