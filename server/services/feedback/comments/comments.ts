// Raw SQL: one statement changes both counters of a parent by relative updates.
import { Comment } from '../../../../models/feedback/Comment.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { execute } from '../../../platform/db/sql.ts';
import { findInProject } from '../../../platform/db/tenancy.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { auditFeedback } from '../audit.ts';
import { isAuthor, requireAuthor, requireAuthorId, requireAuthorOrStaff } from '../authors.ts';
import { incrementCounters } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { readVisibility, viewerOf } from './comment-targets.ts';
import { type EntityType, incrementThreads, lockThreads } from './threads.ts';

export interface NewComment {
  entityType: EntityType;
  entityId: number;
  content: string;
  /** The comment that this one replies to; null at the top level. */
  parentId: number | null;
}

export type CommentChanges = Partial<Pick<NewComment, 'content'>>;

/**
 * Adds a comment to a record or an item, or a reply to a comment on it.
 * @throws ApiError 404 `<entityType>_not_found`; 400 `invalid_parent` for a parent that does not exist, is on another target, was
 *   deleted or is on the deepest level
 */
export async function createComment(ctx: FeedbackContext, { entityType, entityId, content, parentId }: NewComment): Promise<Comment> {
  const author = { ...viewerOf(ctx), userId: requireAuthorId(ctx) };
  const draft = { entityType, entityId, content, parentId, author, createdAt: ctx.now };
  return ctx.service.writes.comments.add(projectIdOf(ctx), draft);
}

/** Changes the text of the caller's own comment. @throws ApiError 404 `comment_not_found`, 403 `not_owner` for other callers */
export async function editComment(ctx: FeedbackContext, id: number, changes: CommentChanges): Promise<Comment> {
  return inTransaction(ctx.db, async () => {
    const comment = await lockComment(ctx, id);
    requireAuthor(ctx, comment.userId);
    const { content = comment.content } = changes;
    return content === comment.content ? comment : comment.update({ content, editedAt: ctx.now });
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
    if (!isAuthor(ctx, comment.userId)) await auditDeletion(ctx, comment);
    const removed = await rowsToRemove(ctx.db, comment);
    await countAtParent(ctx.db, comment, { replies: -1, children: 0 });
    await remove(ctx.db, comment, removed);
    const topLevel = removed.filter(({ parentId }) => parentId === null).length;
    const { entityType, entityId } = comment;
    await incrementThreads(ctx.db, comment.projectId, [{ entityType, entityId, live: -1, topLevel: -topLevel, shown: -removed.length }]);
    await incrementCounters(ctx.db, comment.projectId, { comments: -1 });
  });
}

/**
 * Locks the target and its thread, and reads the comment under these locks. If the caller may not see the target, only the caller's own
 * comments are found: authors keep access to their comments when the target is hidden later.
 */
async function lockComment(ctx: FeedbackContext, id: number): Promise<Comment> {
  const projectId = projectIdOf(ctx);
  const found = await findInProject(ctx.db.model(Comment), projectId, id, 'comment');
  const visibility = await readVisibility(ctx, found, { lock: true });
  if (visibility === 'gone' || (visibility === 'hidden' && !isAuthor(ctx, found.userId))) throw notFound('comment');
  await lockThreads(ctx.db, projectId, [found]);
  const comment = await ctx.db.model(Comment).findOne({ where: { projectId, id, isDeleted: false } });
  if (comment === null) throw notFound('comment');
  return comment;
}

/** Adds to the counters of the parent: `replies` are counted without tombstones, `children` with them. `updatedAt` does not change. */
async function countAtParent(db: Database, { projectId, parentId }: Comment, added: { replies: number; children: number }): Promise<void> {
  if (parentId === null) return;
  await execute(
    db,
    `UPDATE comments SET replies_count = replies_count + :replies, children = children + :children
     WHERE project_id = :projectId AND id = :parentId`,
    { projectId, parentId, ...added },
  );
}

/** The rows to delete: the comment, and the tombstones above it that have no other reply. Empty when the comment has replies. */
async function rowsToRemove(db: Database, comment: Comment): Promise<Comment[]> {
  if (comment.children > 0) return [];
  const removed = [comment];
  let above = await tombstoneAbove(db, comment);
  while (above !== null && above.children === 1) {
    removed.push(above);
    above = await tombstoneAbove(db, above);
  }
  return removed;
}

async function tombstoneAbove(db: Database, { projectId, parentId }: Comment): Promise<Comment | null> {
  return parentId === null ? null : db.model(Comment).findOne({ where: { projectId, id: parentId, isDeleted: true } });
}

/** Deletes the rows `removed`. If there are none, turns the comment into a tombstone. */
async function remove(db: Database, comment: Comment, removed: readonly Comment[]): Promise<void> {
  const highest = removed.at(-1);
  if (highest === undefined) {
    await comment.update({ content: null, userId: null, isDeleted: true });
    return;
  }
  await countAtParent(db, highest, { replies: 0, children: -1 });
  await db.model(Comment).destroy({ where: { projectId: comment.projectId, id: removed.map(({ id }) => id) } });
}

function auditDeletion(ctx: FeedbackContext, { id, userId, entityType, entityId }: Comment): Promise<void> {
  return auditFeedback(ctx, { action: 'comment.deleted', subject: `comment:${id}`, details: { userId, entityType, entityId } });
}
