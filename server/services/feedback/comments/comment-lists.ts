import { Comment } from '../../../../models/feedback/Comment.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { findPage } from '../../../platform/db/page.ts';
import { notFound } from '../../../platform/errors.ts';
import type { FeedbackContext } from '../feedback.ts';
import { requireTarget } from './comment-targets.ts';
import { readReplies, type Thread } from './thread-replies.ts';
import { type EntityType, readThread, type Target } from './threads.ts';

export interface CommentsQuery {
  entityType: EntityType;
  entityId: number;
  /** From 1. */
  page: number;
  limit: number;
}

export interface CommentPage {
  comments: Comment[];
  /** The number of comments on all pages. */
  total: number;
}

/** A page of the top-level comments on a target, newest first, with their replies. @throws ApiError 404 `<entityType>_not_found` */
export async function listThreads(ctx: FeedbackContext, query: CommentsQuery): Promise<{ threads: Thread[]; total: number }> {
  const target = await findTarget(ctx, query);
  const { topLevel: total } = await readThread(ctx.db, target);
  const tops = await findPage(ctx.db.model(Comment), {
    where: { ...target, parentId: null },
    order: [['id', 'DESC']],
    total,
    ...pageOf(query),
  });
  return { threads: await readReplies(ctx.db, target.projectId, tops), total };
}

/** A page of all comments on a target, including tombstones, newest first. @throws ApiError 404 `<entityType>_not_found` */
export async function listComments(ctx: FeedbackContext, query: CommentsQuery): Promise<CommentPage> {
  const target = await findTarget(ctx, query);
  const { shown: total } = await readThread(ctx.db, target);
  const comments = await findPage(ctx.db.model(Comment), { where: { ...target }, order: [['id', 'DESC']], total, ...pageOf(query) });
  return { comments, total };
}

/**
 * A page of the direct replies to one comment on the target, including tombstones, oldest first.
 * @throws ApiError 404 `<entityType>_not_found`, 404 `comment_not_found`
 */
export async function listReplies(ctx: FeedbackContext, query: CommentsQuery & { parentId: number }): Promise<CommentPage> {
  const target = await findTarget(ctx, query);
  const parent = await ctx.db.model(Comment).findOne({ where: { ...target, id: query.parentId } });
  if (parent === null) throw notFound('comment');
  const total = parent.children;
  const where = { projectId: target.projectId, parentId: parent.id };
  const comments = await findPage(ctx.db.model(Comment), { where, order: [['id', 'ASC']], total, ...pageOf(query) });
  return { comments, total };
}

async function findTarget(ctx: FeedbackContext, { entityType, entityId }: CommentsQuery): Promise<Target> {
  const target = { projectId: projectIdOf(ctx), entityType, entityId };
  await requireTarget(ctx, target);
  return target;
}

function pageOf({ page, limit }: CommentsQuery): { page: number; limit: number } {
  return { page, limit };
}
