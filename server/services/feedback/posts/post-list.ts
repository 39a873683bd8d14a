import { literal, Op } from 'sequelize';
import { Post, type PostCategory, type PostStatus } from '../../../../models/feedback/Post.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findInOrder, findPage, type PlainRow } from '../../../platform/db/records/page.ts';
import { notAuthenticated } from '../../../platform/errors.ts';
import { authorIdOf } from '../authors.ts';
import { readCounts, sumOf } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { findBlockedRows, notWrittenByBlocked } from '../moderation/blocked-authors.ts';
import { readCaller, shownTo } from '../moderation/caller-rows.ts';
import { searchIds } from '../search.ts';

export type PostSort = 'votes' | 'newest' | 'oldest' | 'comments' | 'trending';

/** The filters and the page that the public list and the moderators' list share. */
export interface PostFilterQuery {
  /** Search text; a post must contain all words of it. */
  q?: string;
  category?: PostCategory;
  status?: PostStatus;
  /** Default: newest first. */
  sort?: PostSort;
  /** From 1. */
  page: number;
  limit: number;
}

export interface PostListQuery extends PostFilterQuery {
  /** Only posts of the caller. */
  mine?: boolean;
  /** Default: `asc` for the sort `oldest`, else `desc`. */
  order?: 'asc' | 'desc';
}

export interface PostPage {
  posts: readonly PlainRow<Post>[];
  /** Number of posts on all pages. */
  total: number;
}

/** The columns of each sort. Ids increase with time. All columns of a sort have the same direction, so that an index can be used. */
const SORTS = {
  votes: ['votesCount', 'id'],
  comments: ['commentsCount', 'id'],
  trending: ['trending', 'id'],
  newest: ['id'],
  oldest: ['id'],
} as const;

/** The same columns in SQL, for the search. */
const COLUMNS = { votesCount: 'votes_count', commentsCount: 'comments_count', trending: 'trending', id: 'id' } as const;

/**
 * A page of the posts that everyone sees and the caller's own held ones, or of all of the caller's own.
 * @throws ApiError 401 `not_authenticated` for `mine` without a token
 */
export async function listPosts(ctx: FeedbackContext, query: PostListQuery): Promise<PostPage> {
  const filters = filtersOf(ctx, query);
  return query.q === undefined ? readPage(ctx, filters, query) : searchPage(ctx, filters, { ...query, q: query.q });
}

interface Filters {
  readonly projectId: number;
  readonly category?: PostCategory;
  readonly status?: PostStatus;
  /** An author sees their posts in every moderation state. */
  readonly userId?: string;
}

function filtersOf(ctx: FeedbackContext, { category, status, mine = false }: PostListQuery): Filters {
  const userId = mine ? authorIdOf(ctx.actor) : undefined;
  if (userId === null) throw notAuthenticated();
  return {
    projectId: projectIdOf(ctx),
    ...(category === undefined ? {} : { category }),
    ...(status === undefined ? {} : { status }),
    ...(userId === undefined ? {} : { userId }),
  };
}

async function readPage(ctx: FeedbackContext, filters: Filters, query: PostListQuery): Promise<PostPage> {
  const { db } = ctx;
  if (filters.userId !== undefined) return readOwn(db, filters, query);
  const { total, hidden } = await countPosts(db, filters);
  const { projectId, ...columns } = filters;
  const { blocks, held } = await readCaller(ctx, hidden === 0 ? null : { table: 'posts', where: columns });
  const where = { ...columns, moderation: 'visible' };
  const { page, limit } = query;
  const order = orderOf(query);
  const list = { table: 'posts', index: 'posts_author_status', where, order, total, blocks, page, limit } as const;
  const blocked = await findBlockedRows(ctx, list);
  const kept = held.map(({ id }) => id);
  const conditions = [...(hidden === 0 ? [] : [withoutHidden(projectId, kept)]), ...blocked.conditions];
  const shown = total + kept.length - blocked.count;
  const posts = await findPage(db.model(Post), {
    where: { ...filters, ...(conditions.length === 0 ? {} : { [Op.and]: conditions }) },
    order,
    total: shown,
    leftOut: blocked.leftOut,
    page,
    limit,
  });
  return { posts, total: shown };
}

/** The caller's own posts in every moderation state. */
async function readOwn(db: Database, filters: Filters, query: PostListQuery): Promise<PostPage> {
  const { page, limit } = query;
  const where = { ...filters };
  const total = await db.model(Post).count({ where });
  const posts = await findPage(db.model(Post), { where, order: orderOf(query), total, isSelective: true, page, limit });
  return { posts, total };
}

/** The order of the list, for `findPage`. */
export function orderOf(query: PostListQuery): [column: keyof typeof COLUMNS, direction: 'ASC' | 'DESC'][] {
  return columnsOf(query).map((column) => [column, directionOf(query)]);
}

/** The same order in SQL, for the search. */
export function sqlOrderOf(query: PostListQuery): string {
  return columnsOf(query)
    .map((column) => `${COLUMNS[column]} ${directionOf(query)}`)
    .join(', ');
}

/**
 * Posts that not everyone sees are few, and an index has their ids; the indexes of the lists need not contain the state. `kept` are the ids
 * of those that stay.
 */
export function withoutHidden(projectId: number, kept: readonly number[] = []): ReturnType<typeof literal> {
  const others = kept.length === 0 ? '' : ` AND hidden.id NOT IN (${kept.map(Number).join(', ')})`;
  return literal(
    `\`id\` NOT IN (SELECT id FROM posts hidden WHERE hidden.project_id = ${Number(projectId)} AND hidden.moderation <> 'visible'${others})`,
  );
}

export interface PostTotals {
  /** The posts that everyone sees. */
  readonly total: number;
  /** All others. */
  readonly hidden: number;
}

/** There is a counter for each combination of moderation state, status and category. `moderation` narrows the hidden ones. */
export async function countPosts(
  db: Database,
  { projectId, status, category, moderation }: Pick<Filters, 'projectId' | 'status' | 'category'> & { moderation?: string | undefined },
): Promise<PostTotals> {
  const counts = await readCounts(db, projectId, 'posts', 'posts_hidden');
  const matches = (ofStatus = '', ofCategory = '') => (status ?? ofStatus) === ofStatus && (category ?? ofCategory) === ofCategory;
  return {
    total: sumOf(counts, ([kind, ofStatus, ofCategory]) => kind === 'posts' && matches(ofStatus, ofCategory)),
    hidden: sumOf(
      counts,
      ([kind, state = '', ofStatus, ofCategory]) =>
        kind === 'posts_hidden' && (moderation ?? state) === state && matches(ofStatus, ofCategory),
    ),
  };
}

async function searchPage(ctx: FeedbackContext, filters: Filters, query: PostListQuery & { q: string }): Promise<PostPage> {
  const { projectId, userId, ...rest } = filters;
  const author = userId === undefined ? {} : { user_id: userId };
  const unblocked = notWrittenByBlocked(ctx, 'posts', 'posts');
  const ids = await searchIds(ctx.db, {
    table: 'posts',
    where: { ...rest, ...author, project_id: projectId },
    q: query.q,
    condition: userId === undefined ? `${shownTo(ctx)}${unblocked === null ? '' : ` AND ${unblocked}`}` : undefined,
    order: sqlOrderOf(query),
  });
  const start = (query.page - 1) * query.limit;
  const posts = await findInOrder(ctx.db.model(Post), projectId, ids.slice(start, start + query.limit));
  return { posts, total: ids.length };
}

function columnsOf({ sort = 'newest' }: PostListQuery): readonly (keyof typeof COLUMNS)[] {
  return SORTS[sort];
}

function directionOf({ sort, order = sort === 'oldest' ? 'asc' : 'desc' }: PostListQuery): 'ASC' | 'DESC' {
  return order === 'asc' ? 'ASC' : 'DESC';
}
