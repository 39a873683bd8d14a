import type { PostCategory, PostStatus } from '../../../models/feedback/Post.ts';
import type { ReviewStatus } from '../../../models/feedback/Review.ts';
import type { RoadmapStatus } from '../../../models/feedback/RoadmapItem.ts';
import { asDate, selectRows } from '../../platform/db/sql.ts';
import { type Count, readCounts, sumOf } from './counts.ts';

/** How much a project has gathered (contract §3, `/admin/stats`). */
export interface Statistics {
  readonly reviews: Readonly<Record<ReviewStatus, number>>;
  /** Of approved reviews, to 2 decimals; 0 when there are none. */
  readonly averageRating: number;
  readonly postsByStatus: Readonly<Record<PostStatus, number>>;
  readonly postsByCategory: Readonly<Record<PostCategory, number>>;
  readonly roadmapByStatus: Readonly<Record<RoadmapStatus, number>>;
  readonly comments: number;
  readonly votes: number;
  readonly favorites: number;
  /** Entries of the future too. */
  readonly changelog: number;
  readonly oldestPendingAt: Date | null;
}

const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const;
const POST_STATUSES = ['under_review', 'planned', 'in_progress', 'completed', 'declined'] as const;
const POST_CATEGORIES = ['bug', 'feature', 'improvement', 'other'] as const;
const ROADMAP_STATUSES = ['planned', 'in_progress', 'completed'] as const;

/** Two statements, however much there is: the counts that are kept, and the first review of the queue. */
export async function readStatistics(projectId: number): Promise<Statistics> {
  const counts = await readCounts(projectId);
  const totalOf = (kind: string): number => sumOf(counts, ([counted]) => counted === kind);
  return {
    reviews: spread(counts, 'reviews', { part: 1, values: REVIEW_STATUSES }),
    averageRating: averageOf(counts),
    postsByStatus: spread(counts, 'posts', { part: 1, values: POST_STATUSES }),
    postsByCategory: spread(counts, 'posts', { part: 2, values: POST_CATEGORIES }),
    roadmapByStatus: spread(counts, 'roadmap', { part: 1, values: ROADMAP_STATUSES }),
    comments: totalOf('comments'),
    votes: totalOf('votes'),
    favorites: totalOf('favorites'),
    changelog: totalOf('changelog'),
    oldestPendingAt: await findOldestPending(projectId),
  };
}

/** The counts of a kind by one part of their names; every value has one. */
function spread<V extends string>(
  counts: readonly Count[],
  kind: string,
  { part, values }: { part: number; values: readonly V[] },
): Record<V, number> {
  const ofValue = (value: V): number => sumOf(counts, (parts) => parts[0] === kind && parts[part] === value);
  return Object.fromEntries(values.map((value) => [value, ofValue(value)])) as Record<V, number>;
}

function averageOf(counts: readonly Count[]): number {
  const approved = counts.filter(({ parts }) => parts[0] === 'reviews' && parts[1] === 'approved');
  const stars = approved.reduce((sum, { parts, total }) => sum + Number(parts[3]) * total, 0);
  const reviews = sumOf(approved, () => true);
  return reviews === 0 ? 0 : Math.round((stars * 100) / reviews) / 100;
}

/** The lowest id is the oldest. Asked for by itself the index on the status ends at it; sorted by it, MariaDB would walk the whole table. */
async function findOldestPending(projectId: number): Promise<Date | null> {
  const [oldest] = await selectRows<{ created_at: Date | string }>(
    `SELECT created_at FROM reviews WHERE project_id = :projectId
     AND id = (SELECT MIN(id) FROM reviews WHERE project_id = :projectId AND status = 'pending')`,
    { projectId },
  );
  return oldest === undefined ? null : asDate(oldest.created_at);
}
