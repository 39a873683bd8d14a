import { Comment, type ModerationState } from '../../../../models/feedback/Comment.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findInOrder, findPage } from '../../../platform/db/records/page.ts';
import type { SqlValue } from '../../../platform/db/statements/sql.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound, validationError } from '../../../platform/errors.ts';
import { auditFeedback } from '../audit.ts';
import { readCounts, sumOf } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { noteRemoved } from '../inbox/own-content.ts';
import { type Decided, requireStatus, type StatedDecision } from '../moderation/decision.ts';
import { pendingAgain } from '../moderation/queue/waiting-since.ts';
import { commentAttempt, noteDecision } from '../moderation/refusals.ts';
import { settleCase } from '../moderation/report-cases.ts';
import { hashOf, requireUnchanged } from '../moderation/unchanged.ts';
import { given, searchIds } from '../search.ts';
import type { CommentPage } from './comment-lists.ts';
import { lockComment, moveComment } from './comments.ts';
import type { EntityType } from './threads.ts';

export interface CommentQueueQuery {
  status?: ModerationState;
  entityType?: EntityType;
  entityId?: number;
  q?: string;
  /** A UUID or `operator:<id>`. */
  authorId?: string;
  from?: Date;
  to?: Date;
  /** Default: the oldest first among those that wait, else the newest. */
  sort?: 'newest' | 'oldest';
  /** From 1. */
  page: number;
  limit: number;
}

export interface CommentDecision {
  status?: ModerationState;
  /** Kept in the audit row. */
  reason?: string | null;
}

/** The comments that moderators see, in every state but without tombstones. Most filters search a bounded number of them. */
export async function listCommentQueue(ctx: FeedbackContext, query: CommentQueueQuery): Promise<CommentPage> {
  const projectId = projectIdOf(ctx);
  const { status, entityType, sort = status === 'pending' ? 'oldest' : 'newest', page, limit } = query;
  if (isSearch(query)) return searchQueue(ctx.db, projectId, { ...query, sort });
  const total = await countComments(ctx.db, projectId, query);
  const where = { projectId, isDeleted: false, ...given({ moderation: status, entityType }) };
  const order = [['id', sort === 'oldest' ? 'ASC' : 'DESC']] as const;
  return { comments: await findPage(ctx.db.model(Comment), { where, order, total, page, limit }), total };
}

/** A comment in any state; deleted ones are not found. @throws ApiError 404 `comment_not_found` */
export async function findModerated(ctx: FeedbackContext, id: number): Promise<Comment> {
  const comment = await ctx.db.model(Comment).findOne({ where: { projectId: projectIdOf(ctx), id, isDeleted: false } });
  if (comment === null) throw notFound('comment');
  return comment;
}

/**
 * Sets the moderation state of a comment, with an audit row. The present state changes nothing.
 * @throws ApiError 400 without a status, 404 `comment_not_found`, 412 `content_changed`
 */
export async function decideComment(ctx: FeedbackContext, id: number, { status, reason = null }: CommentDecision): Promise<Comment> {
  if (status === undefined) throw validationError([{ field: 'status', message: 'status is required, in the query or in the body' }]);
  return (await settleComment(ctx, id, { status, reason, tags: ctx.ifMatch })).record;
}

/** Like `decideComment`, for a decision that names its status. @throws ApiError 404 `comment_not_found`, 412 `content_changed` */
export async function settleComment(
  ctx: FeedbackContext,
  id: number,
  decision: StatedDecision<ModerationState>,
): Promise<Decided<Comment>> {
  const { status, reason, tags, ifStatus } = decision;
  return inTransaction(ctx.db, async () => {
    const comment = await lockComment(ctx, id, true);
    requireStatus(ifStatus, comment.moderation);
    requireUnchanged(tags, commentHashOf(comment));
    const before = comment.moderation;
    if (before === status) return { record: comment, isChanged: false, before };
    await noteDecision(ctx, commentAttempt(comment), status);
    await settleCase(ctx, { entityType: 'comment', entityId: id }, { before, after: status });
    comment.set(pendingAgain(comment, status, ctx.now));
    await moveComment(ctx, comment, status);
    if (status === 'removed') await noteRemoved(ctx, comment);
    const details = { before, after: status, reason };
    await auditFeedback(ctx, { action: 'comment.moderated', subject: `comment:${id}`, details, revision: comment.revision });
    return { record: comment, isChanged: true, before };
  });
}

/** The hash of what a moderator judges. */
export function commentHashOf({ content }: Pick<Comment, 'content'>): string {
  return hashOf([content]);
}

/** Whether the query has a part that no index carries together with the others: it searches a bounded number of comments. */
function isSearch({ q, authorId, from, to, entityId }: CommentQueueQuery): boolean {
  return [q, authorId, from, to, entityId].some((part) => part !== undefined);
}

async function searchQueue(
  db: Database,
  projectId: number,
  query: CommentQueueQuery & { sort: 'newest' | 'oldest' },
): Promise<CommentPage> {
  const { q, from, to, status, entityType, entityId, authorId, sort, page, limit } = query;
  const isOldest = sort === 'oldest';
  const filters = { moderation: status, entity_type: entityType, entity_id: entityId, user_id: authorId };
  const ids = await searchIds(db, {
    table: 'comments',
    where: { project_id: projectId, is_deleted: 0, ...given<SqlValue>(filters) },
    q,
    from,
    to,
    isOldest,
    order: isOldest ? 'id ASC' : 'id DESC',
  });
  return { comments: await findInOrder(db.model(Comment), projectId, ids.slice((page - 1) * limit, page * limit)), total: ids.length };
}

async function countComments(db: Database, projectId: number, query: Pick<CommentQueueQuery, 'status' | 'entityType'>): Promise<number> {
  const { status, entityType } = query;
  const counts = await readCounts(db, projectId, status === undefined ? 'comment_states' : `comment_states:${status}`);
  return sumOf(counts, ([, , type]) => (entityType ?? type) === type);
}
