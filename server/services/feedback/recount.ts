import { type Drift, type RecountOptions, recountSums } from '../../platform/db/recount.ts';
import { FEEDBACK_SUMS } from './recount-sums.ts';
import { recountTrending } from './recount-trending.ts';

/** Counts everything that feedback keeps anew and tells what differs; with `repair` puts it right too (design §4.6). */
export async function recountFeedback(options: RecountOptions): Promise<Drift[]> {
  const drifts = await recountSums(FEEDBACK_SUMS, options);
  // goes by the votes that are kept
  return [...drifts, ...(await recountTrending(options))];
}
