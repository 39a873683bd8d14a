import { Comment } from '../../../../models/feedback/Comment.ts';
import type { Post } from '../../../../models/feedback/Post.ts';
import type { Review } from '../../../../models/feedback/Review.ts';
import type { FeedbackContext } from '../feedback.ts';
import { DELETED } from './item-types.ts';
import { noteItems } from './note-items.ts';
import { noteReplies } from './replies.ts';

/** Items for the author of a record. Call each function in the transaction that locked the record, after its change. */

/** Tells the author how moderators decided on a review. The status `pending` is no decision. */
export async function noteReviewDecided({ db, now }: FeedbackContext, review: Review): Promise<void> {
  const { id: entityId, projectId, userId, revision, status, statusReason: reason } = review;
  if (status === 'pending') return;
  const item = { userId, type: 'review.decided', entityType: 'review', entityId, revision, data: { status, reason }, createdAt: now };
  await noteItems(db, projectId, [item]);
}

/** Tells the author that moderators removed a post or comment. */
export async function noteRemoved({ db, now }: FeedbackContext, record: Post | Comment): Promise<void> {
  const { id: entityId, projectId, userId, revision } = record;
  const entityType = record instanceof Comment ? 'comment' : 'post';
  await noteItems(db, projectId, [{ userId, type: 'content.removed', entityType, entityId, revision, createdAt: now }]);
}

interface DeletedRecord {
  readonly type: 'post' | 'comment' | 'review';
  readonly id: number;
  readonly projectId: number;
  readonly userId: string | null;
}

/** Tells the author that staff deleted a text of theirs. The item has no target. */
export async function noteDeleted({ db, now }: FeedbackContext, { type, id, projectId, userId }: DeletedRecord): Promise<void> {
  const target = { entityType: `${DELETED}${type}`, entityId: id, revision: 0 };
  await noteItems(db, projectId, [{ userId, type: 'content.removed', ...target, createdAt: now }]);
}

/** Tells the author of the parent about a reply that moderators made visible. */
export async function noteShownReply({ db, now }: FeedbackContext, { id, projectId, userId, parentId }: Comment): Promise<void> {
  if (parentId === null) return;
  const parent = await db.model(Comment).findOne({ attributes: ['userId'], where: { projectId, id: parentId }, raw: true });
  await noteReplies(db, projectId, [{ id, parentAuthor: parent?.userId ?? null, userId, createdAt: now }]);
}
