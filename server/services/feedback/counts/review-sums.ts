// Raw SQL: one statement changes the counters of an item by relative updates, and lists of reviews read them.
import type { Review } from '../../../../models/feedback/Review.ts';
import type { ItemType } from '../../../domain/project-settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, ensureRow, selectRows } from '../../../platform/db/sql.ts';
import { incrementCounters } from './counts.ts';

/** The counters of reviews: `review_stats` counts the approved reviews of each item, `feedback_counts` all reviews of the project. */

const RATINGS = [1, 2, 3, 4, 5] as const;
const COLUMNS = RATINGS.map((rating) => `rating_${rating}`);
const STATS = { table: 'review_stats', key: ['project_id', 'item_type', 'item_id'], add: COLUMNS };

/** The number of approved reviews for each rating. */
type Distribution = Readonly<Record<(typeof RATINGS)[number], number>>;

/** The fields of a review that decide which counters include it. */
type CountedReview = Readonly<Pick<Review, 'status' | 'itemType' | 'itemId' | 'rating'>>;

/** Copies these fields, so that they are still known after the review has changed. */
export function countedAs({ status, itemType, itemId, rating }: Review): CountedReview {
  return { status, itemType, itemId, rating };
}

interface Move {
  /** null for a new review. */
  readonly before: CountedReview | null;
  /** null for a deleted review. */
  readonly after: CountedReview | null;
  /** The number of comments, without tombstones, that were deleted with the review. */
  readonly comments?: number;
}

/** Updates the counters for a new, changed or deleted review. The item of a review never changes. Call it at the end of the transaction. */
export async function incrementReviewSums(db: Database, projectId: number, { before, after, comments = 0 }: Move): Promise<void> {
  await incrementStats(db, projectId, before, after);
  const counts: Record<string, number> = { comments: -comments };
  for (const [review, delta] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (review === null) continue;
    const name = `reviews:${review.status}:${review.itemType}:${review.rating}`;
    counts[name] = (counts[name] ?? 0) + delta;
  }
  await incrementCounters(db, projectId, counts);
}

/** Locks the counter row of the item, which it creates if needed: the next reviewer of the item waits until the transaction ends. */
export async function lockItem(db: Database, projectId: number, { itemType, itemId }: Pick<Review, 'itemType' | 'itemId'>): Promise<void> {
  const zeros = Object.fromEntries(COLUMNS.map((column) => [column, 0]));
  await ensureRow(db, STATS.table, STATS.key, { project_id: projectId, item_type: itemType, item_id: itemId, ...zeros });
}

export interface ReviewStats {
  readonly itemType: ItemType;
  readonly itemId: number;
  readonly distribution: Distribution;
  readonly total: number;
  /** Rounded to 2 decimals; 0 when there are no reviews. */
  readonly average: number;
}

/** The statistics of an item, from one row; zeros when it has no reviews. */
export async function readReviewStats(db: Database, projectId: number, item: { itemType: ItemType; itemId: number }): Promise<ReviewStats> {
  const distribution = await readDistribution(db, projectId, [item.itemType], item.itemId);
  const total = RATINGS.reduce((sum, rating) => sum + distribution[rating], 0);
  const stars = RATINGS.reduce((sum, rating) => sum + rating * distribution[rating], 0);
  return { ...item, distribution, total, average: total === 0 ? 0 : Math.round((stars * 100) / total) / 100 };
}

/** The number of approved reviews for each rating, summed over the items that have this id and one of these types. */
export async function readDistribution(
  db: Database,
  projectId: number,
  itemTypes: readonly ItemType[],
  itemId: number,
): Promise<Distribution> {
  const rows = await selectRows<Record<string, number>>(
    db,
    `SELECT ${COLUMNS.join(', ')} FROM review_stats WHERE project_id = :projectId AND item_type IN (:itemTypes) AND item_id = :itemId`,
    { projectId, itemTypes, itemId },
  );
  const sum = (rating: number): number => rows.reduce((total, row) => total + (row[`rating_${rating}`] ?? 0), 0);
  return { 1: sum(1), 2: sum(2), 3: sum(3), 4: sum(4), 5: sum(5) };
}

async function incrementStats(db: Database, projectId: number, before: CountedReview | null, after: CountedReview | null): Promise<void> {
  const item = after ?? before;
  if (item === null) return;
  const deltas = RATINGS.map((rating) => shownAt(after, rating) - shownAt(before, rating));
  if (deltas.every((delta) => delta === 0)) return;
  const added = Object.fromEntries(COLUMNS.map((column, index) => [column, deltas[index] ?? 0]));
  await addToCounters(db, STATS, [{ project_id: projectId, item_type: item.itemType, item_id: item.itemId, ...added }]);
}

function shownAt(review: CountedReview | null, rating: number): number {
  return review?.status === 'approved' && review.rating === rating ? 1 : 0;
}
