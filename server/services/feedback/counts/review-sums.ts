// Raw SQL: one statement changes the counters of an item by relative updates, and lists of reviews read them.
import type { Review } from '../../../../models/feedback/Review.ts';
import type { ItemType } from '../../../domain/project-settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type DailyChange, incrementDays } from '../../../platform/db/records/daily-counts.ts';
import { addToCounters, ensureRows, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { incrementCounters } from './counts.ts';

/**
 * The counters of reviews: `review_stats` counts the approved reviews of each item, `feedback_counts` and `daily_counts` all reviews of the
 * project.
 */

const RATINGS = [1, 2, 3, 4, 5] as const;
const COLUMNS = RATINGS.map((rating) => `rating_${rating}`);
const NO_REVIEWS: Readonly<Record<string, number>> = Object.fromEntries(COLUMNS.map((column) => [column, 0]));
const STATS = { table: 'review_stats', key: ['project_id', 'item_type', 'item_id'], add: COLUMNS };

/** The number of approved reviews for each rating. */
type Distribution = Readonly<Record<(typeof RATINGS)[number], number>>;

type ReviewedItem = Pick<Review, 'itemType' | 'itemId'>;

/** The fields of a review that decide which counters include it. */
type CountedReview = Readonly<Pick<Review, 'status' | 'itemType' | 'itemId' | 'rating' | 'createdAt'>>;

/** Copies these fields, so that they are still known after the review has changed. */
export function countedAs({ status, itemType, itemId, rating, createdAt }: Review): CountedReview {
  return { status, itemType, itemId, rating, createdAt };
}

export interface ReviewMove {
  /** null for a new review. */
  readonly before: CountedReview | null;
  /** null for a deleted review. */
  readonly after: CountedReview | null;
  /** The changes of other counters, such as those of the comments that were deleted with the review. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Updates the counters for new, changed or deleted reviews. The item of a review never changes. Call it at the end of the transaction. */
export async function incrementReviewSums(db: Database, projectId: number, moves: readonly ReviewMove[]): Promise<void> {
  await incrementStats(db, projectId, moves);
  const counts: Record<string, number> = {};
  const add = (name: string, delta: number): void => {
    counts[name] = (counts[name] ?? 0) + delta;
  };
  for (const { before, after, counts: others = {} } of moves) {
    for (const [name, delta] of Object.entries(others)) add(name, delta);
    if (before !== null) add(counterOf(before), -1);
    if (after !== null) add(counterOf(after), 1);
  }
  await incrementCounters(db, projectId, counts);
  await incrementDays(
    db,
    projectId,
    moves.flatMap(({ before, after }) => [...dailyChange(before, -1), ...dailyChange(after, 1)]),
  );
}

function dailyChange(review: CountedReview | null, by: 1 | -1): DailyChange[] {
  if (review === null) return [];
  const { createdAt: at, status, rating } = review;
  return [status === 'approved' ? { at, reviews: by, approved: by, stars: by * rating } : { at, reviews: by }];
}

function counterOf({ status, itemType, rating }: CountedReview): string {
  return `reviews:${status}:${itemType}:${rating}`;
}

/** Locks the counter rows of the items, which it creates if needed: the next reviewer of an item waits until the transaction ends. */
export async function lockItems(db: Database, projectId: number, items: readonly ReviewedItem[]): Promise<void> {
  const inOrder = items.toSorted((left, right) => left.itemType.localeCompare(right.itemType) || left.itemId - right.itemId);
  const rows = inOrder.map(({ itemType, itemId }) => ({ project_id: projectId, item_type: itemType, item_id: itemId, ...NO_REVIEWS }));
  await ensureRows(db, STATS.table, STATS.key, rows);
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
    withTenant(db, projectId),
    `SELECT ${COLUMNS.join(', ')} FROM review_stats WHERE project_id = :projectId AND item_type IN (:itemTypes) AND item_id = :itemId`,
    { itemTypes, itemId },
  );
  const sum = (rating: number): number => rows.reduce((total, row) => total + (row[`rating_${rating}`] ?? 0), 0);
  return { 1: sum(1), 2: sum(2), 3: sum(3), 4: sum(4), 5: sum(5) };
}

async function incrementStats(db: Database, projectId: number, moves: readonly ReviewMove[]): Promise<void> {
  const rows = new Map<string, { project_id: number; item_type: string; item_id: number } & Record<string, number | string>>();
  for (const { before, after } of moves) {
    for (const [review, delta] of [
      [before, -1],
      [after, 1],
    ] as const) {
      if (review?.status !== 'approved') continue;
      const { itemType, itemId, rating } = review;
      const key = `${itemType} ${itemId}`;
      const row = rows.get(key) ?? { project_id: projectId, item_type: itemType, item_id: itemId, ...NO_REVIEWS };
      row[`rating_${rating}`] = Number(row[`rating_${rating}`]) + delta;
      rows.set(key, row);
    }
  }
  const changed = [...rows.values()].filter((row) => COLUMNS.some((column) => row[column] !== 0));
  await addToCounters(db, STATS, changed);
}
