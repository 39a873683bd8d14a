import { Post, type PostCategory, type PostStatus } from '../../../../models/feedback/Post.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findInOrder, findPage } from '../../../platform/db/page.ts';
import { notAuthenticated } from '../../../platform/errors.ts';
import { authorIdOf } from '../authors.ts';
import { readCounts, sumOf } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { searchIds } from '../search.ts';

export type PostSort = 'votes' | 'newest' | 'oldest' | 'comments' | 'trending';

/** The filters and the page that the public list and the moderators' list share. */
export interface PostFilterQuery {
  /** Search text; a post must contain all words of it. */
  q?: string;
  category?: PostCategory;
  status?: PostStatus;
  /** From 1. */
  page: number;
  limit: number;
}

export interface PostListQuery extends PostFilterQuery {
  /** Only posts of the caller. */
  mine?: boolean;
  /** Default: newest first. */
  sort?: PostSort;
  /** Default: `asc` for the sort `oldest`, else `desc`. */
  order?: 'asc' | 'desc';
}

export interface PostPage {
  posts: Post[];
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

/** A page of the project's posts. @throws ApiError 401 `not_authenticated` for `mine` without a token */
export async function listPosts(ctx: FeedbackContext, query: PostListQuery): Promise<PostPage> {
  const filters = filtersOf(ctx, query);
  return query.q === undefined ? readPage(ctx.db, filters, query) : searchPage(ctx.db, filters, { ...query, q: query.q });
}

interface Filters {
  readonly projectId: number;
  readonly category?: PostCategory;
  readonly status?: PostStatus;
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

async function readPage(db: Database, filters: Filters, query: PostListQuery): Promise<PostPage> {
  const total = await totalOf(db, filters);
  const order = columnsOf(query).map((column) => [column, directionOf(query)] as const);
  const posts = await findPage(db.model(Post), {
    where: { ...filters },
    order,
    total,
    isSelective: filters.userId !== undefined,
    page: query.page,
    limit: query.limit,
  });
  return { posts, total };
}

/** There is a counter for each combination of status and category. The few posts of one author are counted by a query. */
async function totalOf(db: Database, filters: Filters): Promise<number> {
  if (filters.userId !== undefined) return db.model(Post).count({ where: { ...filters } });
  const { projectId, status, category } = filters;
  const counts = await readCounts(db, projectId, status === undefined ? 'posts' : `posts:${status}`);
  return sumOf(counts, ([, ofStatus, ofCategory]) => (status ?? ofStatus) === ofStatus && (category ?? ofCategory) === ofCategory);
}

async function searchPage(db: Database, filters: Filters, query: PostListQuery & { q: string }): Promise<PostPage> {
  const { projectId, userId, ...rest } = filters;
  const ids = await searchIds(db, {
    table: 'posts',
    where: { ...rest, ...(userId === undefined ? {} : { user_id: userId }), project_id: projectId },
    q: query.q,
    order: columnsOf(query)
      .map((column) => `${COLUMNS[column]} ${directionOf(query)}`)
      .join(', '),
  });
  const start = (query.page - 1) * query.limit;
  const posts = await findInOrder(db.model(Post), projectId, ids.slice(start, start + query.limit));
  return { posts, total: ids.length };
}

function columnsOf({ sort = 'newest' }: PostListQuery): readonly (keyof typeof COLUMNS)[] {
  return SORTS[sort];
}

function directionOf({ sort, order = sort === 'oldest' ? 'asc' : 'desc' }: PostListQuery): 'ASC' | 'DESC' {
  return order === 'asc' ? 'ASC' : 'DESC';
}
