// Raw SQL: MariaDB uses the index on the status only with this subquery.
import type { PostCategory, PostStatus } from '../../../../models/feedback/Post.ts';
import type { ReviewStatus } from '../../../../models/feedback/Review.ts';
import type { RoadmapStatus } from '../../../../models/feedback/RoadmapItem.ts';
import type { Database } from '../../../platform/db/database.ts';
import { asDate, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { type Count, readCounts, sumOf } from './counts.ts';

/** The numbers on the dashboard of a project. */
export interface Statistics {
  /** By status. */
  readonly reviews: Readonly<Record<ReviewStatus, number>>;
  /** The average of the approved reviews, rounded to 2 decimals; 0 when there are none. */
  readonly averageRating: number;
  readonly postsByStatus: Readonly<Record<PostStatus, number>>;
  readonly postsByCategory: Readonly<Record<PostCategory, number>>;
  readonly roadmapByStatus: Readonly<Record<RoadmapStatus, number>>;
  readonly comments: number;
  readonly votes: number;
  readonly favorites: number;
  /** Includes entries that are not published yet. */
  readonly changelog: number;
  /** When the oldest pending review was created. */
  readonly oldestPendingAt: Date | null;
}

/** Reads the counters and the oldest pending review: two statements, however many rows there are. */
export async function readStatistics(db: Database, projectId: number): Promise<Statistics> {
  const counts = await readCounts(db, projectId);
  const totalOf = (kind: string): number => sumOf(counts, ([counted]) => counted === kind);
  return {
    reviews: reviewsByStatus(counts),
    averageRating: averageOf(counts),
    postsByStatus: postsByStatus(counts),
    postsByCategory: postsByCategory(counts),
    roadmapByStatus: roadmapByStatus(counts),
    comments: totalOf('comments'),
    votes: totalOf('votes'),
    favorites: totalOf('favorites'),
    changelog: totalOf('changelog'),
    oldestPendingAt: await findOldestPending(db, projectId),
  };
}

function reviewsByStatus(counts: readonly Count[]): Record<ReviewStatus, number> {
  const count = counter(counts, 'reviews', 1);
  return { pending: count('pending'), approved: count('approved'), rejected: count('rejected') };
}

function postsByStatus(counts: readonly Count[]): Record<PostStatus, number> {
  const count = counter(counts, 'posts', 1);
  return {
    under_review: count('under_review'),
    planned: count('planned'),
    in_progress: count('in_progress'),
    completed: count('completed'),
    declined: count('declined'),
  };
}

function postsByCategory(counts: readonly Count[]): Record<PostCategory, number> {
  const count = counter(counts, 'posts', 2);
  return { bug: count('bug'), feature: count('feature'), improvement: count('improvement'), other: count('other') };
}

function roadmapByStatus(counts: readonly Count[]): Record<RoadmapStatus, number> {
  const count = counter(counts, 'roadmap', 1);
  return { planned: count('planned'), in_progress: count('in_progress'), completed: count('completed') };
}

/** Returns a function that sums the counters of `kind` for one value of the name part with the index `part`. */
function counter(counts: readonly Count[], kind: string, part: number): (value: string) => number {
  return (value) => sumOf(counts, (parts) => parts[0] === kind && parts[part] === value);
}

function averageOf(counts: readonly Count[]): number {
  const approved = counts.filter(({ parts }) => parts[0] === 'reviews' && parts[1] === 'approved');
  const stars = approved.reduce((sum, { parts, total }) => sum + Number(parts[3]) * total, 0);
  const reviews = sumOf(approved, () => true);
  return reviews === 0 ? 0 : Math.round((stars * 100) / reviews) / 100;
}

/** The lowest id is the oldest review. MIN(id) is read from the index on the status; with ORDER BY, MariaDB would read the whole table. */
async function findOldestPending(db: Database, projectId: number): Promise<Date | null> {
  const [oldest] = await selectRows<{ created_at: Date | string }>(
    withTenant(db, projectId),
    `SELECT created_at FROM reviews WHERE project_id = :projectId
     AND id = (SELECT MIN(id) FROM reviews WHERE project_id = :projectId AND status = 'pending')`,
  );
  return oldest === undefined ? null : asDate(oldest.created_at);
}
