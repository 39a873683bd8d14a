import type { Post } from '../../../models/feedback/Post.ts';
import type { PlainRow } from '../../platform/db/records/page.ts';
import type { PostBody } from '../../schemas/feedback/posts.ts';

interface Reader {
  /** The author and staff are told when not everyone sees the post. */
  readonly isInsider: boolean;
  /** The ids of the posts that the reader voted for; null for a reader without a token. */
  readonly ownVotes: ReadonlySet<number> | null;
  /** Whether the reader follows the post; null when the answer does not say it. */
  readonly isSubscribed?: boolean | null;
}

export function presentPost(post: PlainRow<Post>, { isInsider, ownVotes, isSubscribed = null }: Reader): PostBody {
  return {
    id: post.id,
    title: post.title,
    description: post.description,
    category: post.category,
    status: post.status,
    userId: post.userId,
    votesCount: post.votesCount,
    commentsCount: post.commentsCount,
    projectId: post.projectId,
    editedAt: post.editedAt?.toISOString() ?? null,
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    ...(ownVotes === null ? {} : { hasVoted: ownVotes.has(post.id) }),
    ...(isSubscribed === null ? {} : { subscribed: isSubscribed }),
    ...(isInsider && post.moderation !== 'visible' ? { moderation: post.moderation } : {}),
  };
}

/** A post as moderators see it. */
export function presentModeratedPost(
  post: PlainRow<Post>,
  contentHash: string,
  reader: Omit<Reader, 'isInsider'> = { ownVotes: null },
): PostBody {
  return { ...presentPost(post, { ...reader, isInsider: true }), moderation: post.moderation, contentHash };
}
