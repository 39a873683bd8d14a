import { Op } from 'sequelize';
import { Comment } from '../../../../models/feedback/Comment.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { findPage, type PlainRow } from '../../../platform/db/records/page.ts';
import { notFound } from '../../../platform/errors.ts';
import { isAuthor } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';
import { isHeld } from '../moderation/caller-rows.ts';
import { type CallerView, readCallerView } from './caller-view.ts';
import { requireTarget } from './comment-targets.ts';
import { readReplies, type Thread } from './thread-replies.ts';
import { type EntityType, readThread, type Target, type ThreadCounts } from './threads.ts';

export interface CommentsQuery {
  entityType: EntityType;
  entityId: number;
  /** From 1. */
  page: number;
  limit: number;
}

export interface CommentPage {
  comments: readonly PlainRow<Comment>[];
  /** The number of comments on all pages. */
  total: number;
}

/** A page of the top-level comments on a target, newest first, with their replies. @throws ApiError 404 `<entityType>_not_found` */
export async function listThreads(ctx: FeedbackContext, query: CommentsQuery): Promise<{ threads: Thread[]; total: number }> {
  const { target, counts, shown, view } = await openThread(ctx, query);
  const total = counts.topLevel + view.differenceBelow(null);
  const where = { ...target, parentId: null, ...shown };
  const tops = await findPage(ctx.db.model(Comment), { where, order: [['id', 'DESC']], total, ...pageOf(query) });
  const threads = await readReplies(ctx.db, target.projectId, tops, view);
  return {
    threads: threads.map(({ top, replies, hasMore }) => ({ top: view.show(top), replies: replies.map(view.show), hasMore })),
    total,
  };
}

/** A page of all comments on a target, including tombstones, newest first. @throws ApiError 404 `<entityType>_not_found` */
export async function listComments(ctx: FeedbackContext, query: CommentsQuery): Promise<CommentPage> {
  const { target, counts, shown, view } = await openThread(ctx, query);
  const total = counts.shown + view.held.length - view.leftOut.length;
  const where = { ...target, ...shown };
  const comments = await findPage(ctx.db.model(Comment), { where, order: [['id', 'DESC']], total, ...pageOf(query) });
  return { comments: comments.map(view.show), total };
}

/**
 * A page of the direct replies to one comment on the target, including tombstones, oldest first.
 * @throws ApiError 404 `<entityType>_not_found`, 404 `comment_not_found`
 */
export async function listReplies(ctx: FeedbackContext, query: CommentsQuery & { parentId: number }): Promise<CommentPage> {
  const target = await findTarget(ctx, query);
  const parent = await ctx.db.model(Comment).findOne({ where: { ...target, id: query.parentId } });
  const isListed = parent !== null && (!parent.isAbsent || (isHeld(parent.moderation) && isAuthor(ctx, parent.userId)));
  if (!isListed) throw notFound('comment');
  const view = await readCallerView(ctx, target, await readThread(ctx.db, target));
  const total = parent.children + view.differenceBelow(parent.id);
  const where = { projectId: target.projectId, parentId: parent.id, ...shownOnly(parent.absentChildren, view) };
  const comments = await findPage(ctx.db.model(Comment), { where, order: [['id', 'ASC']], total, ...pageOf(query) });
  return { comments: comments.map(view.show), total };
}

interface OpenThread {
  readonly target: Target;
  readonly counts: ThreadCounts;
  /** The condition of the lists. */
  readonly shown: ShownOnly;
  readonly view: CallerView;
}

interface ShownOnly {
  readonly isAbsent?: false;
  readonly [Op.or]?: readonly object[];
  readonly id?: { readonly [Op.notIn]: readonly number[] };
}

async function openThread(ctx: FeedbackContext, query: CommentsQuery): Promise<OpenThread> {
  const target = await findTarget(ctx, query);
  const counts = await readThread(ctx.db, target);
  const view = await readCallerView(ctx, target, counts);
  return { target, counts, view, shown: shownOnly(counts.pending + counts.hidden + counts.removed, view) };
}

/** No index has the column `isAbsent`: the condition is left out where no comment can be absent. */
function shownOnly(hidden: number, { leftOut, held }: CallerView): ShownOnly {
  const isListed = held.length > 0 ? { [Op.or]: [{ isAbsent: false }, { id: held }] } : { isAbsent: false as const };
  return { ...(hidden > 0 ? isListed : {}), ...(leftOut.length > 0 ? { id: { [Op.notIn]: leftOut } } : {}) };
}

async function findTarget(ctx: FeedbackContext, { entityType, entityId }: CommentsQuery): Promise<Target> {
  const target = { projectId: projectIdOf(ctx), entityType, entityId };
  await requireTarget(ctx, target);
  return target;
}

function pageOf({ page, limit }: CommentsQuery): { page: number; limit: number } {
  return { page, limit };
}
