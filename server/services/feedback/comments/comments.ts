import { Comment, type ModerationState } from '../../../../models/feedback/Comment.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { incrementDays } from '../../../platform/db/records/daily-counts.ts';
import { findInProject } from '../../../platform/db/tenancy/models.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { NewEvent } from '../../../platform/outgoing/record.ts';
import { auditFeedback } from '../audit.ts';
import { isAuthor, isStaff, requireAuthor, requireAuthorId, requireAuthorOrStaff } from '../authors.ts';
import { incrementCounters } from '../counts/counts.ts';
import { commentDigest } from '../duplicates/content-digest.ts';
import { saveDigested } from '../duplicates/insert-originals.ts';
import type { FeedbackContext } from '../feedback.ts';
import { noteDeleted, noteShownReply } from '../inbox/own-content.ts';
import { endCases } from '../moderation/ended-cases.ts';
import { commentAttempt, isRefused } from '../moderation/refusals.ts';
import { judgeAnew } from '../moderation/report-cases.ts';
import { hasBlockedWords } from '../moderation/word-filter.ts';
import { recordEvent } from '../outgoing.ts';
import { searchKeyOf } from '../search.ts';
import { carryUp, type Place, placeOf, savePlace } from './comment-places.ts';
import { readVisibility, viewerOf } from './comment-targets.ts';
import { commentCounters, type EntityType, incrementThreads, lockThreads } from './threads.ts';

export interface NewComment {
  entityType: EntityType;
  entityId: number;
  content: string;
  /** The comment that this one replies to; null at the top level. */
  parentId: number | null;
}

export type CommentChanges = Partial<Pick<NewComment, 'content'>>;

/**
 * Adds a comment to a record or an item, or a reply to a comment on it. It waits for a moderator if it has a blocked word or was refused
 * before.
 * @throws ApiError 404 `<entityType>_not_found`; 400 `invalid_parent` for a parent that does not exist, is on another target, was
 *   deleted or hidden, or is on the deepest level; 409 `duplicate_content` for a text that the caller wrote there in the last 24 hours
 */
export async function createComment(ctx: FeedbackContext, { entityType, entityId, content, parentId }: NewComment): Promise<Comment> {
  const author = { ...viewerOf(ctx), userId: requireAuthorId(ctx) };
  const moderation = (await hasBlockedWords(ctx, [content])) ? 'pending' : 'visible';
  const contentDigest = commentDigest({ userId: author.userId, entityType, entityId, content });
  const draft = { entityType, entityId, content, parentId, author, contentDigest, moderation, createdAt: ctx.now } as const;
  return ctx.service.writes.comments.add(projectIdOf(ctx), draft);
}

/**
 * Changes the text of the caller's own comment. A visible one waits as a new one does.
 * @throws ApiError 404 `comment_not_found`, 403 `not_owner` for other callers
 */
export async function editComment(ctx: FeedbackContext, id: number, changes: CommentChanges): Promise<Comment> {
  return inTransaction(ctx.db, async () => {
    const comment = await lockComment(ctx, id);
    requireAuthor(ctx, comment.userId);
    const { content = comment.content } = changes;
    const { moderation: status } = comment;
    if (content === comment.content) return comment;
    await judgeAnew(ctx, { entityType: 'comment', entityId: id });
    const tried = commentAttempt({ userId: comment.userId, content });
    if (comment.moderation === 'visible' && ((await hasBlockedWords(ctx, [content])) || (await isRefused(ctx, tried)))) {
      comment.pendingSince = ctx.now;
      await moveComment(ctx, comment, 'pending');
    }
    comment.set({ content, searchKey: searchKeyOf(content), editedAt: ctx.now });
    comment.contentDigest = commentDigest(comment);
    await saveDigested(ctx.db, comment);
    const data = { before: { status }, after: { status: comment.moderation } };
    await recordComment(ctx, comment, { type: 'comment.updated', data });
    return comment;
  });
}

/**
 * Deletes a comment. Authors delete their own comments, staff delete any comment. A comment with replies becomes a tombstone, which is
 * deleted together with its last reply.
 * @throws ApiError 404 `comment_not_found`, 403 `not_owner`
 */
export async function deleteComment(ctx: FeedbackContext, id: number): Promise<void> {
  await inTransaction(ctx.db, async () => {
    const comment = await lockComment(ctx, id);
    requireAuthorOrStaff(ctx, comment.userId);
    const { userId, moderation: status } = comment;
    if (!isAuthor(ctx, userId)) await noteDeleted(ctx, { type: 'comment', id, projectId: comment.projectId, userId });
    const before = placeOf(comment);
    const hasReplies = comment.children > 0 || comment.absentChildren > 0;
    if (hasReplies) await becomeTombstone(comment);
    else {
      await comment.destroy();
      comment.revision += 1;
    }
    if (isAuthor(ctx, userId)) await recordComment(ctx, comment, { type: 'comment.deleted', data: { before: { status } } });
    else await auditDeletion(ctx, comment, { userId, status });
    await endCases(ctx.db, comment.projectId, 'comment', [id]);
    await countMove(ctx, comment, before, hasReplies ? placeOf(comment) : null);
    await incrementDays(ctx.db, comment.projectId, [{ at: comment.createdAt, comments: -1 }]);
  });
}

/** Sets the state of a comment that `lockComment` returned, with all counters. */
export async function moveComment(ctx: FeedbackContext, comment: Comment, status: ModerationState): Promise<void> {
  const before = placeOf(comment);
  comment.moderation = status;
  await savePlace(comment);
  if (status === 'visible') await noteShownReply(ctx, comment);
  await countMove(ctx, comment, before, placeOf(comment));
}

/** Adds what the move of a comment changes to all counters above it. Call it at the end of the transaction that holds the thread's lock. */
async function countMove(ctx: FeedbackContext, comment: Comment, before: Place, after: Place | null): Promise<void> {
  const { projectId, entityType, entityId } = comment;
  const change = { entityType, entityId, ...(await carryUp(ctx.db, comment, before, after)) };
  await incrementThreads(ctx.db, projectId, [change]);
  await incrementCounters(ctx.db, projectId, commentCounters([change]));
}

/**
 * Locks the target and its thread, and reads the comment under these locks. If the caller may not see the target, only the caller's own
 * comments are found: authors keep access to their comments when the target is hidden later. The same holds for a hidden comment.
 * Moderators, an API key among them, find all.
 */
export async function lockComment(ctx: FeedbackContext, id: number, isModerator = isStaff(ctx)): Promise<Comment> {
  const projectId = projectIdOf(ctx);
  const found = await findInProject(ctx.db.model(Comment), projectId, id, 'comment');
  const visibility = await readVisibility(ctx, found, { lock: true });
  if (visibility === 'gone' || (visibility === 'hidden' && !isModerator && !isAuthor(ctx, found.userId))) throw notFound('comment');
  await lockThreads(ctx.db, projectId, [found]);
  const comment = await ctx.db.model(Comment).findOne({ where: { projectId, id, isDeleted: false } });
  if (comment === null || (comment.moderation !== 'visible' && !isModerator && !isAuthor(ctx, comment.userId))) throw notFound('comment');
  return comment;
}

async function becomeTombstone(comment: Comment): Promise<void> {
  const nothing = { content: null, userId: null, searchKey: null, contentDigest: null };
  await comment.update({ ...nothing, isDeleted: true, moderation: 'visible', isAbsent: false });
}

function auditDeletion(
  ctx: FeedbackContext,
  { id, entityType, entityId, parentId, revision }: Comment,
  { userId, status }: { userId: string | null; status: ModerationState },
): Promise<void> {
  const details = { before: { userId, entityType, entityId, parentId, status } };
  return auditFeedback(ctx, { action: 'comment.deleted', subject: `comment:${id}`, details, revision });
}

function recordComment(ctx: FeedbackContext, comment: Comment, { type, data }: Pick<NewEvent, 'type' | 'data'>): Promise<void> {
  const { id, entityType, entityId, parentId, revision } = comment;
  return recordEvent(ctx, { type, subject: `comment:${id}`, revision, data: { entityType, entityId, parentId, ...data } });
}
