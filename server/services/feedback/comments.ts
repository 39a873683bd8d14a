import { Comment } from '../../../models/feedback/Comment.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { execute } from '../../platform/db/sql.ts';
import { findInProject } from '../../platform/db/tenancy.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type ApiError, badRequest, notFound } from '../../platform/errors.ts';
import { auditFeedback } from './audit.ts';
import { isAuthor, requireAuthor, requireAuthorId, requireAuthorOrStaff } from './authors.ts';
import { lookAtTarget, requireTarget } from './comment-targets.ts';
import { moveCounts } from './counts.ts';
import { lockThread, moveThread, type Target } from './threads.ts';

export interface NewComment {
  entityType: Target['entityType'];
  entityId: number;
  content: string;
  /** The comment that this one replies to; null at the top level. */
  parentId: number | null;
}

/** A top-level comment is on level 1. */
const MAX_LEVEL = 5;

/**
 * Comments on a record or an item, or replies to a comment on it.
 * @throws ApiError 404 `<entityType>_not_found`; 400 `invalid_parent` for a parent that is not there, stands elsewhere, was deleted or
 *   is as deep as replies go
 */
export async function createComment(ctx: Context, { entityType, entityId, content, parentId }: NewComment): Promise<Comment> {
  const target = { projectId: projectIdOf(ctx), entityType, entityId };
  return inTransaction(async () => {
    await requireTarget(ctx, target, { lock: true });
    await moveThread(target, { live: 1, topLevel: parentId === null ? 1 : 0, shown: 1 });
    const place = parentId === null ? { rootId: null, level: 1 } : await placeBelow(parentId, target);
    const comment = await Comment.create({
      ...target,
      ...place,
      parentId,
      content,
      userId: requireAuthorId(ctx),
      createdAt: ctx.now,
    });
    await countBelow(comment, { replies: 1, children: 1 });
    await moveCounts(target.projectId, { comments: 1 });
    return comment;
  });
}

/** @throws ApiError 404 `comment_not_found`, 403 `not_owner` for all but the author */
export async function editComment(ctx: Context, id: number, changes: { content?: string }): Promise<Comment> {
  return inTransaction(async () => {
    const comment = await lockComment(ctx, id);
    requireAuthor(ctx, comment.userId);
    const { content = comment.content } = changes;
    return content === comment.content ? comment : comment.update({ content, editedAt: ctx.now });
  });
}

/**
 * Deletes a comment of one's own, as staff anybody's. With replies below it leaves a tombstone in its place, which goes with the last
 * of them.
 * @throws ApiError 404 `comment_not_found`, 403 `not_owner`
 */
export async function deleteComment(ctx: Context, id: number): Promise<void> {
  await inTransaction(async () => {
    const comment = await lockComment(ctx, id);
    requireAuthorOrStaff(ctx, comment.userId);
    if (!isAuthor(ctx, comment.userId)) await auditDeletion(ctx, comment);
    const going = await rowsToGo(comment);
    await countBelow(comment, { replies: -1, children: 0 });
    await remove(comment, going);
    const topLevel = going.filter(({ parentId }) => parentId === null).length;
    await moveThread(targetOf(comment), { live: -1, topLevel: -topLevel, shown: -going.length });
    await moveCounts(comment.projectId, { comments: -1 });
  });
}

async function placeBelow(parentId: number, target: Target): Promise<{ rootId: number; level: number }> {
  const parent = await Comment.findOne({ where: { ...target, id: parentId, isDeleted: false } });
  if (parent === null) throw invalidParent('parentId must be a comment on the same entity that was not deleted');
  if (parent.level >= MAX_LEVEL) throw invalidParent(`parentId must be above level ${MAX_LEVEL}, where replies end`);
  return { rootId: parent.rootId ?? parent.id, level: parent.level + 1 };
}

function invalidParent(message: string): ApiError {
  return badRequest('invalid_parent', 'There is no replying to this comment.', [{ field: 'parentId', message }]);
}

/**
 * The comment and all that it hangs on, locked. Below something that the caller is not shown there are no comments but their own,
 * which stay theirs when it is hidden later.
 */
async function lockComment(ctx: Context, id: number): Promise<Comment> {
  const projectId = projectIdOf(ctx);
  const found = await findInProject(Comment, projectId, id, 'comment');
  const target = targetOf(found);
  const sight = await lookAtTarget(ctx, target, { lock: true });
  if (sight === 'gone' || (sight === 'hidden' && !isAuthor(ctx, found.userId))) throw notFound('comment');
  await lockThread(target);
  const comment = await Comment.findOne({ where: { projectId, id, isDeleted: false } });
  if (comment === null) throw notFound('comment');
  return comment;
}

function targetOf({ projectId, entityType, entityId }: Comment): Target {
  return { projectId, entityType: entityType as Target['entityType'], entityId };
}

/** Adds to what is counted at the parent: `replies` without tombstones, `children` with them. Neither edits it nor makes it younger. */
async function countBelow({ projectId, parentId }: Comment, added: { replies: number; children: number }): Promise<void> {
  if (parentId === null) return;
  await execute(
    `UPDATE comments SET replies_count = replies_count + :replies, children = children + :children
     WHERE project_id = :projectId AND id = :parentId`,
    { projectId, parentId, ...added },
  );
}

/** The comment and the tombstones above that nothing else hangs below; none when there are replies below the comment itself. */
async function rowsToGo(comment: Comment): Promise<Comment[]> {
  if (comment.children > 0) return [];
  const going = [comment];
  let above = await tombstoneAbove(comment);
  while (above !== null && above.children === 1) {
    going.push(above);
    above = await tombstoneAbove(above);
  }
  return going;
}

async function tombstoneAbove({ projectId, parentId }: Comment): Promise<Comment | null> {
  return parentId === null ? null : Comment.findOne({ where: { projectId, id: parentId, isDeleted: true } });
}

/** Deletes what goes, or leaves a tombstone. */
async function remove(comment: Comment, going: readonly Comment[]): Promise<void> {
  const highest = going.at(-1);
  if (highest === undefined) {
    await comment.update({ content: null, userId: null, isDeleted: true });
    return;
  }
  await countBelow(highest, { replies: 0, children: -1 });
  await Comment.destroy({ where: { projectId: comment.projectId, id: going.map(({ id }) => id) } });
}

function auditDeletion(ctx: Context, { id, userId, entityType, entityId }: Comment): Promise<void> {
  return auditFeedback(ctx, { action: 'comment.deleted', subject: `comment:${id}`, details: { userId, entityType, entityId } });
}
