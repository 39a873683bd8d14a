import type { Review } from '../../../models/feedback/Review.ts';
import { addToCounters, ensureRow, selectRows } from '../../platform/db/sql.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { moveCounts } from './counts.ts';

/** The sums that are kept of reviews: `review_stats` of the approved ones per item, and the project's counts of all. */

const RATINGS = [1, 2, 3, 4, 5] as const;
const COLUMNS = RATINGS.map((rating) => `rating_${rating}`);
const STATS = { table: 'review_stats', key: ['project_id', 'item_type', 'item_id'], add: COLUMNS };

/** The approved reviews of an item, by rating. */
type Distribution = Readonly<Record<(typeof RATINGS)[number], number>>;

/** What the sums know of a review. */
type CountedReview = Readonly<Pick<Review, 'status' | 'itemType' | 'itemId' | 'rating'>>;

/** A review as the sums count it now, whatever becomes of it. */
export function countedAs({ status, itemType, itemId, rating }: Review): CountedReview {
  return { status, itemType, itemId, rating };
}

interface Move {
  /** null for a review that is new. */
  readonly before: CountedReview | null;
  /** null for one that is deleted. */
  readonly after: CountedReview | null;
  /** The live comments that went with a deleted one. */
  readonly comments?: number;
}

/** Takes a review out of the sums as it was and puts it in as it is; its item stays the same. Belongs at the end of the transaction. */
export async function moveReviewSums(projectId: number, { before, after, comments = 0 }: Move): Promise<void> {
  await moveStats(projectId, before, after);
  const counts: Record<string, number> = { comments: -comments };
  for (const [review, delta] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (review === null) continue;
    const name = `reviews:${review.status}:${review.itemType}:${review.rating}`;
    counts[name] = (counts[name] ?? 0) + delta;
  }
  await moveCounts(projectId, counts);
}

/** Makes whoever reviews this item next wait until the transaction ends. */
export async function lockItem(projectId: number, { itemType, itemId }: Pick<Review, 'itemType' | 'itemId'>): Promise<void> {
  const zeros = Object.fromEntries(COLUMNS.map((column) => [column, 0]));
  await ensureRow(STATS.table, STATS.key, { project_id: projectId, item_type: itemType, item_id: itemId, ...zeros });
}

export interface ReviewStats {
  readonly itemType: ItemType;
  readonly itemId: number;
  readonly distribution: Distribution;
  readonly total: number;
  /** To 2 decimals; 0 when there is none. */
  readonly average: number;
}

/** The statistics of an item, from one row. One without reviews has zeros. */
export async function readReviewStats(projectId: number, item: { itemType: ItemType; itemId: number }): Promise<ReviewStats> {
  const distribution = await readDistribution(projectId, [item.itemType], item.itemId);
  const total = RATINGS.reduce((sum, rating) => sum + distribution[rating], 0);
  const stars = RATINGS.reduce((sum, rating) => sum + rating * distribution[rating], 0);
  return { ...item, distribution, total, average: total === 0 ? 0 : Math.round((stars * 100) / total) / 100 };
}

/** The approved reviews by rating of the items that have this id among these types. */
export async function readDistribution(projectId: number, itemTypes: readonly ItemType[], itemId: number): Promise<Distribution> {
  const rows = await selectRows<Record<string, number>>(
    `SELECT ${COLUMNS.join(', ')} FROM review_stats WHERE project_id = :projectId AND item_type IN (:itemTypes) AND item_id = :itemId`,
    { projectId, itemTypes, itemId },
  );
  const sum = (rating: number): number => rows.reduce((total, row) => total + (row[`rating_${rating}`] ?? 0), 0);
  return { 1: sum(1), 2: sum(2), 3: sum(3), 4: sum(4), 5: sum(5) };
}

async function moveStats(projectId: number, before: CountedReview | null, after: CountedReview | null): Promise<void> {
  const item = after ?? before;
  if (item === null) return;
  const deltas = RATINGS.map((rating) => shownAt(after, rating) - shownAt(before, rating));
  if (deltas.every((delta) => delta === 0)) return;
  const added = Object.fromEntries(COLUMNS.map((column, index) => [column, deltas[index] ?? 0]));
  await addToCounters(STATS, [{ project_id: projectId, item_type: item.itemType, item_id: item.itemId, ...added }]);
}

function shownAt(review: CountedReview | null, rating: number): number {
  return review?.status === 'approved' && review.rating === rating ? 1 : 0;
}
