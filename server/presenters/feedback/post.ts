import type { Post } from '../../../models/feedback/Post.ts';
import type { PostBody } from '../../schemas/feedback/posts.ts';

/** `ownVotes`: the ids of the posts that the caller voted for; null for a caller without a token. */
export function presentPost(post: Post, ownVotes: ReadonlySet<number> | null): PostBody {
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
  };
}

/** A post as moderators see it. */
export function presentModeratedPost(post: Post, contentHash: string, ownVotes: ReadonlySet<number> | null = null): PostBody {
  return { ...presentPost(post, ownVotes), moderation: post.moderation, contentHash };
}
