import { Comment } from '../../../models/feedback/Comment.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { findInOrder, findPage } from '../../platform/db/page.ts';
import { lengthOf, selectRows } from '../../platform/db/sql.ts';
import { notFound } from '../../platform/errors.ts';
import { requireTarget } from './comment-targets.ts';
import { readThread, type Target } from './threads.ts';

export interface CommentsAsked {
  entityType: Target['entityType'];
  entityId: number;
  /** From 1. */
  page: number;
  limit: number;
}

/** A top-level comment with what hangs below it, however deep. */
export interface Thread {
  readonly top: Comment;
  /** Oldest first, so that each stands behind what it replies to. */
  readonly replies: readonly Comment[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}

/** What a page shows below one top-level comment, and in all. */
const MAX_REPLIES = 50;
const MAX_REPLIES_OF_PAGE = 1_000;
/** In characters, of the replies of a page in all: a thousand of the longest would make an answer of 20 MB. */
const MAX_TEXT_OF_PAGE = 100_000;

/** A page of the top-level comments on a target, newest first, with their replies. @throws ApiError 404 `<entityType>_not_found` */
export async function listThreads(ctx: Context, asked: CommentsAsked): Promise<{ threads: Thread[]; total: number }> {
  const target = await findTarget(ctx, asked);
  const { topLevel: total } = await readThread(target);
  const tops = await findPage(Comment, { where: { ...target, parentId: null }, order: [['id', 'DESC']], total, ...pageOf(asked) });
  const most = Math.min(MAX_REPLIES, Math.floor(MAX_REPLIES_OF_PAGE / asked.limit));
  return { threads: await withReplies(target.projectId, tops, most), total };
}

/** A page of all comments on a target, newest first, tombstones too. @throws ApiError 404 `<entityType>_not_found` */
export async function listComments(ctx: Context, asked: CommentsAsked): Promise<{ comments: Comment[]; total: number }> {
  const target = await findTarget(ctx, asked);
  const { shown: total } = await readThread(target);
  const comments = await findPage(Comment, { where: { ...target }, order: [['id', 'DESC']], total, ...pageOf(asked) });
  return { comments, total };
}

/**
 * A page of the direct replies to one comment on the target, oldest first, tombstones too.
 * @throws ApiError 404 `<entityType>_not_found`, 404 `comment_not_found`
 */
export async function listReplies(
  ctx: Context,
  asked: CommentsAsked & { parentId: number },
): Promise<{ comments: Comment[]; total: number }> {
  const target = await findTarget(ctx, asked);
  const parent = await Comment.findOne({ where: { ...target, id: asked.parentId } });
  if (parent === null) throw notFound('comment');
  const total = parent.children;
  const where = { projectId: target.projectId, parentId: parent.id };
  const comments = await findPage(Comment, { where, order: [['id', 'ASC']], total, ...pageOf(asked) });
  return { comments, total };
}

async function findTarget(ctx: Context, { entityType, entityId }: CommentsAsked): Promise<Target> {
  const target = { projectId: projectIdOf(ctx), entityType, entityId };
  await requireTarget(ctx, target, { lock: false });
  return target;
}

function pageOf({ page, limit }: CommentsAsked): { page: number; limit: number } {
  return { page, limit };
}

/** A parent is older than its replies: leaving out the youngest leaves none without the one it replies to. */
async function withReplies(projectId: number, tops: readonly Comment[], most: number): Promise<Thread[]> {
  const found = byRoot(await measureReplies(projectId, tops, most + 1));
  const below = ({ id }: Comment) => found.get(id) ?? [];
  const fitting = fitOnPage(tops.flatMap((top) => below(top).slice(0, most)));
  const shown = byRoot(fitting);
  const replies = byRoot(
    await findInOrder(
      Comment,
      projectId,
      fitting.map(({ id }) => id),
    ),
  );
  return tops.map((top) => ({
    top,
    replies: replies.get(top.id) ?? [],
    hasMore: below(top).length > (shown.get(top.id)?.length ?? 0),
  }));
}

interface Measured {
  readonly id: number;
  readonly rootId: number;
  /** In characters; null for a tombstone. */
  readonly length: number | null;
}

/** The oldest replies below each, in order and in one statement. */
async function measureReplies(projectId: number, tops: readonly Comment[], most: number): Promise<Measured[]> {
  if (tops.length === 0) return [];
  const belowOne = (_: Comment, index: number) =>
    `SELECT * FROM (SELECT id, root_id AS rootId, ${lengthOf('content')} AS length FROM comments
     WHERE project_id = :projectId AND root_id = :root${index} ORDER BY id LIMIT ${most}) replies${index}`;
  const roots = Object.fromEntries(tops.map(({ id }, index) => [`root${index}`, id]));
  const found = await selectRows<Measured>(tops.map(belowOne).join(' UNION ALL '), { projectId, ...roots });
  return found.sort((left, right) => left.id - right.id);
}

/** The first of them, as far as the texts of one page go. */
function fitOnPage(replies: readonly Measured[]): Measured[] {
  let left = MAX_TEXT_OF_PAGE;
  return replies.filter(({ length }) => {
    left -= length ?? 0;
    return left >= 0;
  });
}

function byRoot<T extends { readonly rootId: number | null }>(replies: readonly T[]): Map<number | null, T[]> {
  const groups = new Map<number | null, T[]>();
  for (const reply of replies) {
    const group = groups.get(reply.rootId) ?? [];
    group.push(reply);
    groups.set(reply.rootId, group);
  }
  return groups;
}
