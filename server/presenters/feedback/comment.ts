import type { Comment } from '../../../models/feedback/Comment.ts';
import type { PlainRow } from '../../platform/db/records/page.ts';
import type { ModeratedCommentBody } from '../../schemas/feedback/comment-moderation.ts';
import type { CommentBody, ReplyBody, ThreadBody } from '../../schemas/feedback/comments.ts';
import type { Thread } from '../../services/feedback/comments/thread-replies.ts';

/** `isInsider`: the reader is the author or staff, who are told when not everyone sees the comment. */
export function presentComment(comment: PlainRow<Comment>, isInsider: boolean): CommentBody {
  return {
    id: comment.id,
    entityType: comment.entityType,
    entityId: comment.entityId,
    content: comment.content,
    parentId: comment.parentId,
    userId: comment.userId,
    isDeleted: comment.isDeleted,
    editedAt: comment.editedAt?.toISOString() ?? null,
    repliesCount: comment.repliesCount,
    projectId: comment.projectId,
    createdAt: comment.createdAt.toISOString(),
    updatedAt: comment.updatedAt.toISOString(),
    ...(isInsider && comment.moderation !== 'visible' ? { moderation: comment.moderation } : {}),
  };
}

/** A comment as moderators see it. */
export function presentModerated(comment: PlainRow<Comment>, contentHash: string): ModeratedCommentBody {
  return { ...presentComment(comment, true), moderation: comment.moderation, contentHash };
}

/** A top-level comment with its replies nested. `replies` is oldest first, so that each parent precedes its replies. */
export function presentThread({ top, replies, hasMore }: Thread, present: (comment: PlainRow<Comment>) => CommentBody): ThreadBody {
  const thread: ThreadBody = { ...present(top), replies: [], hasMoreReplies: hasMore };
  const bodies = new Map<number | null, ReplyBody>([[top.id, thread]]);
  for (const reply of replies) {
    const body: ReplyBody = { ...present(reply), replies: [] };
    bodies.get(reply.parentId)?.replies.push(body);
    bodies.set(reply.id, body);
  }
  return thread;
}
