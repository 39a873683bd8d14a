import type { Comment } from '../../../models/feedback/Comment.ts';
import type { ModeratedCommentBody } from '../../schemas/feedback/comment-moderation.ts';
import type { CommentBody, ReplyBody, ThreadBody } from '../../schemas/feedback/comments.ts';

export function presentComment(comment: Comment): CommentBody {
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
  };
}

/** A comment as moderators see it. */
export function presentModerated(comment: Comment, contentHash: string): ModeratedCommentBody {
  return { ...presentComment(comment), moderation: comment.moderation, contentHash };
}

/** A top-level comment with its replies nested. `replies` is oldest first, so that each parent precedes its replies. */
export function presentThread({ top, replies, hasMore }: { top: Comment; replies: readonly Comment[]; hasMore: boolean }): ThreadBody {
  const thread: ThreadBody = { ...presentComment(top), replies: [], hasMoreReplies: hasMore };
  const bodies = new Map<number | null, ReplyBody>([[top.id, thread]]);
  for (const reply of replies) {
    const body: ReplyBody = { ...presentComment(reply), replies: [] };
    bodies.get(reply.parentId)?.replies.push(body);
    bodies.set(reply.id, body);
  }
  return thread;
}
