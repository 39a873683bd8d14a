import { Op } from 'sequelize';
import { Review, type ReviewStatus } from '../../../../models/feedback/Review.ts';
import { ITEM_TYPES, type ItemType } from '../../../domain/project-settings.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findInOrder, findPage, type PageQuery, type PlainRow } from '../../../platform/db/records/page.ts';
import type { SqlValue } from '../../../platform/db/statements/sql.ts';
import { permissionDenied } from '../../../platform/errors.ts';
import { isStaff, requireAuthorId } from '../authors.ts';
import { readCounts, sumOf } from '../counts/counts.ts';
import { readDistribution } from '../counts/review-sums.ts';
import type { FeedbackContext } from '../feedback.ts';
import { findBlockedRows } from '../moderation/blocked-authors.ts';
import { readCaller } from '../moderation/caller-rows.ts';
import { given, searchIds } from '../search.ts';

export interface ReviewPageQuery {
  /** From 1. */
  page: number;
  limit: number;
}

export interface PublicReviewQuery extends ReviewPageQuery {
  itemType?: ItemType;
  itemId?: number;
  rating?: number;
  /** A UUID, `operator:<id>` or `guest:<email>`. */
  userId?: string;
  sort: 'newest' | 'oldest' | 'rating';
  order?: 'asc' | 'desc';
}

export interface ReviewQueueQuery extends ReviewPageQuery {
  status?: ReviewStatus;
  itemType?: ItemType;
  itemId?: number;
  rating?: number;
  /** A UUID, `operator:<id>` or `guest:<email>`. */
  authorId?: string;
  from?: Date;
  to?: Date;
  q?: string;
  /** Default: the order of the queue. */
  sort?: 'newest' | 'oldest' | 'rating';
}

export interface ReviewPage {
  reviews: readonly PlainRow<Review>[];
  /** The number of reviews on all pages. */
  total: number;
}

/** The approved reviews. @throws ApiError 403 `permission_denied` for the reviews of a guest, unless the caller is staff */
export async function listReviews(ctx: FeedbackContext, query: PublicReviewQuery): Promise<ReviewPage> {
  const { page, limit, userId } = query;
  if (userId?.startsWith('guest:') && !isStaff(ctx)) throw permissionDenied('Only staff may list the reviews of a guest.');
  const where = publicConditions(projectIdOf(ctx), query);
  const { itemType, itemId, rating } = query;
  const author = userId && storedAuthor(userId);
  const filters = { status: 'approved', ...given<SqlValue>({ item_type: itemType, item_id: itemId, rating, user_id: author }) };
  const all = await countPublic(ctx.db, where, query);
  const order = publicOrder(query);
  const { blocks } = await readCaller(ctx, null);
  const list = { table: 'reviews', index: 'reviews_author_status', where: filters, order, total: all, page, limit, blocks } as const;
  const { count, conditions, leftOut } = await findBlockedRows(ctx, list);
  const total = all - count;
  const shown = { ...where, ...(conditions.length === 0 ? {} : { [Op.and]: conditions }) };
  const isSelective = userId !== undefined;
  return { reviews: await findPage(ctx.db.model(Review), { where: shown, order, total, isSelective, leftOut, page, limit }), total };
}

/** The caller's own reviews in every status, newest first. */
export async function listOwnReviews(ctx: FeedbackContext, { page, limit }: ReviewPageQuery): Promise<ReviewPage> {
  const where = { projectId: projectIdOf(ctx), userId: requireAuthorId(ctx) };
  const total = await ctx.db.model(Review).count({ where });
  return { reviews: await findPage(ctx.db.model(Review), { where, order: [['id', 'DESC']], total, page, limit }), total };
}

/**
 * The reviews that moderators see. For the status `pending` the oldest are first, for another status the newest. Without a status the
 * pending reviews come before the decided ones, and in both groups the oldest are first.
 */
export async function listQueue(ctx: FeedbackContext, query: ReviewQueueQuery): Promise<ReviewPage> {
  const projectId = projectIdOf(ctx);
  const { status, itemType, rating, page, limit } = query;
  if (isSearch(query)) return searchQueue(ctx.db, projectId, query);
  const where = { projectId, ...given({ status, itemType, rating }) };
  const total = await countAll(ctx.db, projectId, { status, itemType, rating });
  return { reviews: await findPage(ctx.db.model(Review), { where, order: queueOrder(status), total, page, limit }), total };
}

/** Whether the query has a part that no index carries together with the others: it searches a bounded number of reviews. */
function isSearch({ q, authorId, from, to, itemId, sort }: ReviewQueueQuery): boolean {
  return [q, authorId, from, to, itemId, sort].some((part) => part !== undefined);
}

type Order = PageQuery['order'];
type Conditions = Readonly<Record<string, SqlValue>> & { readonly projectId: number };

function publicConditions(projectId: number, { itemType, itemId, rating, userId }: PublicReviewQuery): Conditions {
  return { projectId, status: 'approved', ...given({ itemType, itemId, rating, userId: userId && storedAuthor(userId) }) };
}

/** Stored e-mails are in NFC and lower case; other author ids have no capital letters. */
function storedAuthor(authorId: string): string {
  return authorId.normalize('NFC').toLowerCase();
}

function publicOrder({ sort, order = sort === 'oldest' ? 'asc' : 'desc' }: Pick<PublicReviewQuery, 'sort' | 'order'>): Order {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return sort === 'rating'
    ? [
        ['rating', direction],
        ['id', direction],
      ]
    : [['id', direction]];
}

async function countPublic(db: Database, where: Conditions, { itemType, itemId, rating, userId }: PublicReviewQuery): Promise<number> {
  if (userId !== undefined) return db.model(Review).count({ where });
  if (itemId === undefined) return countAll(db, where.projectId, { status: 'approved', itemType, rating });
  const distribution = await readDistribution(db, where.projectId, itemType === undefined ? ITEM_TYPES : [itemType], itemId);
  const kept = Object.entries(distribution).filter(([stars]) => rating === undefined || Number(stars) === rating);
  return kept.reduce((sum, [, count]) => sum + count, 0);
}

interface CountFilters {
  readonly status: string | undefined;
  readonly itemType: string | undefined;
  readonly rating: number | undefined;
}

/** The number of reviews in the project that match the filters, read from the counters. */
async function countAll(db: Database, projectId: number, { status, itemType, rating }: CountFilters): Promise<number> {
  const filters = [status, itemType, rating?.toString()];
  return sumOf(await readCounts(db, projectId, status === undefined ? 'reviews' : `reviews:${status}`), ([, ...parts]) =>
    filters.every((value, index) => value === undefined || value === parts[index]),
  );
}

function queueOrder(status: ReviewStatus | undefined): Order {
  if (status !== undefined) return [['id', status === 'pending' ? 'ASC' : 'DESC']];
  return [
    ['is_settled', 'ASC'],
    ['id', 'ASC'],
  ];
}

async function searchQueue(db: Database, projectId: number, query: ReviewQueueQuery): Promise<ReviewPage> {
  const { q, from, to, status, itemType, itemId, rating, authorId, sort, page, limit } = query;
  const filters = { status, item_type: itemType, item_id: itemId, rating, user_id: authorId && storedAuthor(authorId) };
  const order = sort === undefined ? queueOrder(status) : publicOrder({ sort });
  const ids = await searchIds(db, {
    table: 'reviews',
    where: { project_id: projectId, ...given<SqlValue>(filters) },
    q,
    from,
    to,
    order: order.map((part) => part.join(' ')).join(', '),
    isOldest: sort === 'oldest',
  });
  const reviews = await findInOrder(db.model(Review), projectId, ids.slice((page - 1) * limit, page * limit));
  return { reviews, total: ids.length };
}
