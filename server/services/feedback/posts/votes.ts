import type { Post } from '../../../../models/feedback/Post.ts';
import { PostVote } from '../../../../models/feedback/PostVote.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { authorIdOf, requireAuthorId } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';
import type { VoteState } from './vote-batch.ts';

export type { VoteState } from './vote-batch.ts';

/** Casts the caller's vote; a repeated vote changes nothing. @throws ApiError 404 `post_not_found`, 409 `voting_closed` */
export function castVote(ctx: FeedbackContext, postId: number): Promise<VoteState> {
  return sendBallot(ctx, postId, true);
}

/** Withdraws the caller's vote, whatever the post's status; without a vote nothing changes. @throws ApiError 404 `post_not_found` */
export function withdrawVote(ctx: FeedbackContext, postId: number): Promise<VoteState> {
  return sendBallot(ctx, postId, false);
}

/** The ids of those `posts` that the caller voted for, read in one statement; null for a caller who is not signed in. */
export async function findOwnVotes(ctx: FeedbackContext, posts: readonly Pick<Post, 'id'>[]): Promise<ReadonlySet<number> | null> {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return null;
  if (posts.length === 0) return new Set();
  const where = { projectId: projectIdOf(ctx), postId: posts.map(({ id }) => id), userId };
  const votes = await ctx.db.model(PostVote).findAll({ attributes: ['postId'], where, raw: true });
  return new Set(votes.map(({ postId }) => postId));
}

async function sendBallot(ctx: FeedbackContext, postId: number, wantsVote: boolean): Promise<VoteState> {
  const ballot = { postId, userId: requireAuthorId(ctx), wantsVote, createdAt: ctx.now };
  return ctx.service.writes.votes.add(projectIdOf(ctx), ballot);
}
