import { Post, type PostCategory, type PostStatus } from '../../../models/feedback/Post.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { findInOrder, findPage } from '../../platform/db/page.ts';
import { notAuthenticated } from '../../platform/errors.ts';
import { authorIdOf } from './authors.ts';
import { readCounts, sumOf } from './counts.ts';
import { searchIds } from './search.ts';

export type PostSort = 'votes' | 'newest' | 'oldest' | 'comments' | 'trending';

export interface PostQuery {
  /** All of its words must be found. */
  q?: string;
  category?: PostCategory;
  status?: PostStatus;
  /** The caller's own. */
  mine?: boolean;
  /** Newest first when not given. */
  sort?: PostSort;
  /** Downwards when not given, but for `oldest`. */
  order?: 'asc' | 'desc';
  /** From 1. */
  page: number;
  limit: number;
}

export interface PostPage {
  posts: Post[];
  /** How many there are on all pages. */
  total: number;
}

/** What each sort goes by; ids rise with time. All columns of one go in the same direction, as in the indexes. */
const SORTS = {
  votes: ['votesCount', 'id'],
  comments: ['commentsCount', 'id'],
  trending: ['trending', 'id'],
  newest: ['id'],
  oldest: ['id'],
} as const;

/** How the search, which asks in SQL, calls them. */
const COLUMNS = { votesCount: 'votes_count', commentsCount: 'comments_count', trending: 'trending', id: 'id' } as const;

/** A page of the project's posts. @throws ApiError 401 `not_authenticated` for `mine` of nobody */
export async function listPosts(ctx: Context, query: PostQuery): Promise<PostPage> {
  const filters = filtersOf(ctx, query);
  return query.q === undefined ? pageOfAll(filters, query) : pageOfFound(filters, { ...query, q: query.q });
}

interface Filters {
  readonly projectId: number;
  readonly category?: PostCategory;
  readonly status?: PostStatus;
  readonly userId?: string;
}

function filtersOf(ctx: Context, { category, status, mine = false }: PostQuery): Filters {
  const userId = mine ? authorIdOf(ctx.actor) : undefined;
  if (userId === null) throw notAuthenticated();
  return {
    projectId: projectIdOf(ctx),
    ...(category === undefined ? {} : { category }),
    ...(status === undefined ? {} : { status }),
    ...(userId === undefined ? {} : { userId }),
  };
}

async function pageOfAll(filters: Filters, query: PostQuery): Promise<PostPage> {
  const total = await totalOf(filters);
  const order = columnsOf(query).map((column) => [column, directionOf(query)] as const);
  const posts = await findPage(Post, {
    where: { ...filters },
    order,
    total,
    few: filters.userId !== undefined,
    page: query.page,
    limit: query.limit,
  });
  return { posts, total };
}

/** Sums are kept by status and category; of one author there are few enough to count. */
async function totalOf(filters: Filters): Promise<number> {
  if (filters.userId !== undefined) return Post.count({ where: { ...filters } });
  const { projectId, status, category } = filters;
  const counts = await readCounts(projectId, 'posts');
  return sumOf(counts, ([, of, kind]) => (status ?? of) === of && (category ?? kind) === kind);
}

async function pageOfFound(filters: Filters, query: PostQuery & { q: string }): Promise<PostPage> {
  const { projectId, userId, ...rest } = filters;
  const ids = await searchIds({
    table: 'posts',
    where: { ...rest, ...(userId === undefined ? {} : { user_id: userId }), project_id: projectId },
    q: query.q,
    order: columnsOf(query)
      .map((column) => `${COLUMNS[column]} ${directionOf(query)}`)
      .join(', '),
  });
  const start = (query.page - 1) * query.limit;
  const posts = await findInOrder(Post, projectId, ids.slice(start, start + query.limit));
  return { posts, total: ids.length };
}

function columnsOf({ sort = 'newest' }: PostQuery): readonly (keyof typeof COLUMNS)[] {
  return SORTS[sort];
}

function directionOf({ sort, order = sort === 'oldest' ? 'asc' : 'desc' }: PostQuery): 'ASC' | 'DESC' {
  return order === 'asc' ? 'ASC' : 'DESC';
}
