import { Review, type ReviewStatus } from '../../../models/feedback/Review.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { findInOrder, findPage, type PageAsked } from '../../platform/db/page.ts';
import type { SqlValue } from '../../platform/db/sql.ts';
import { permissionDenied } from '../../platform/errors.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { isStaff, requireAuthorId } from './authors.ts';
import { readCounts, sumOf } from './counts.ts';
import { readDistribution } from './review-sums.ts';
import { searchIds } from './search.ts';

interface Page {
  /** From 1. */
  page: number;
  limit: number;
}

export interface ReviewQuery extends Page {
  itemType?: ItemType;
  itemId?: number;
  rating?: number;
  /** A UUID, `operator:<id>` or `guest:<email>`. */
  userId?: string;
  sort: 'newest' | 'oldest' | 'rating';
  order?: 'asc' | 'desc';
}

export interface QueueQuery extends Page {
  status?: ReviewStatus;
  itemType?: ItemType;
  rating?: number;
  q?: string;
}

/** One page, and how many there are in all. */
export interface Found {
  reviews: Review[];
  total: number;
}

const EVERY_ITEM_TYPE = Object.keys({
  auction: true,
  product: true,
  order: true,
  driver: true,
  store: true,
  group_deal: true,
} satisfies Record<ItemType, true>) as ItemType[];

/** The approved reviews, whoever asks. @throws ApiError 403 `permission_denied` to others than staff who ask for those of a guest */
export async function listReviews(ctx: Context, query: ReviewQuery): Promise<Found> {
  const { page, limit, userId } = query;
  if (userId?.startsWith('guest:') && !isStaff(ctx)) throw permissionDenied('Only staff may ask for the reviews of a guest.');
  const where = publicConditions(projectIdOf(ctx), query);
  const total = await countPublic(where, query);
  const few = userId !== undefined;
  return { reviews: await findPage(Review, { where, order: publicOrder(query), total, few, page, limit }), total };
}

/** What the caller wrote, whatever became of it, newest first. */
export async function listOwnReviews(ctx: Context, { page, limit }: Page): Promise<Found> {
  const where = { projectId: projectIdOf(ctx), userId: requireAuthorId(ctx) };
  const total = await Review.count({ where });
  return { reviews: await findPage(Review, { where, order: [['id', 'DESC']], total, page, limit }), total };
}

/**
 * What moderators go through: pending reviews oldest first, decided ones newest first; of all statuses, the pending ones and then the
 * decided ones, oldest first.
 */
export async function listQueue(ctx: Context, query: QueueQuery): Promise<Found> {
  const projectId = projectIdOf(ctx);
  const { q, page, limit } = query;
  const order = queueOrder(query.status);
  if (q !== undefined) return searchQueue(projectId, { ...query, q }, order);
  const { status, itemType, rating } = query;
  const where = { projectId, ...given({ status, itemType, rating }) };
  const total = await countAll(projectId, { status, itemType, rating });
  return { reviews: await findPage(Review, { where, order, total, page, limit }), total };
}

type Order = PageAsked['order'];
type Conditions = Readonly<Record<string, SqlValue>> & { readonly projectId: number };

function publicConditions(projectId: number, { itemType, itemId, rating, userId }: ReviewQuery): Conditions {
  // e-mails are kept in this spelling; other author ids have no capitals
  const author = userId?.normalize('NFC').toLowerCase();
  return { projectId, status: 'approved', ...given({ itemType, itemId, rating, userId: author }) };
}

function publicOrder({ sort, order = sort === 'oldest' ? 'asc' : 'desc' }: ReviewQuery): Order {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return sort === 'rating'
    ? [
        ['rating', direction],
        ['id', direction],
      ]
    : [['id', direction]];
}

async function countPublic(where: Conditions, { itemType, itemId, rating, userId }: ReviewQuery): Promise<number> {
  if (userId !== undefined) return Review.count({ where });
  if (itemId === undefined) return countAll(where.projectId, { status: 'approved', itemType, rating });
  const distribution = await readDistribution(where.projectId, itemType === undefined ? EVERY_ITEM_TYPE : [itemType], itemId);
  const kept = Object.entries(distribution).filter(([stars]) => rating === undefined || Number(stars) === rating);
  return kept.reduce((sum, [, count]) => sum + count, 0);
}

interface Kind {
  readonly status: string | undefined;
  readonly itemType: string | undefined;
  readonly rating: number | undefined;
}

/** From the project's counts. */
async function countAll(projectId: number, { status, itemType, rating }: Kind): Promise<number> {
  const wanted = [status, itemType, rating?.toString()];
  return sumOf(await readCounts(projectId, 'reviews'), ([, ...parts]) =>
    wanted.every((value, index) => value === undefined || value === parts[index]),
  );
}

function queueOrder(status: ReviewStatus | undefined): Order {
  if (status !== undefined) return [['id', status === 'pending' ? 'ASC' : 'DESC']];
  return [
    ['is_settled', 'ASC'],
    ['id', 'ASC'],
  ];
}

async function searchQueue(projectId: number, query: QueueQuery & { q: string }, order: Order): Promise<Found> {
  const { q, status, itemType, rating, page, limit } = query;
  const where = { project_id: projectId, ...given({ status, item_type: itemType, rating }) };
  const ids = await searchIds({ table: 'reviews', where, q, order: order.map((part) => part.join(' ')).join(', ') });
  const reviews = await findInOrder(Review, projectId, ids.slice((page - 1) * limit, page * limit));
  return { reviews, total: ids.length };
}

/** The filters that were asked for. */
function given<T>(filters: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(Object.entries(filters).filter((filter): filter is [string, T] => filter[1] !== undefined));
}
