import type { Post } from '../../../../models/feedback/Post.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { authorIdOf, isAuthor, requireAuthorId } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';
import { lockShownPost } from '../posts/posts.ts';
import { isMailed, storeChoice } from './stored-subscriptions.ts';

/** Whether the caller follows the post now. */
export interface SubscriptionState {
  readonly postId: number;
  readonly subscribed: boolean;
}

/** Makes the caller follow the post, also after the caller has unsubscribed. @throws ApiError 404 `post_not_found` */
export function subscribe(ctx: FeedbackContext, postId: number): Promise<SubscriptionState> {
  return choose(ctx, { postId, subscribed: true });
}

/** Ends what the caller gets about the post, also as its author or voter, until `subscribe`. @throws ApiError 404 `post_not_found` */
export function unsubscribe(ctx: FeedbackContext, postId: number): Promise<SubscriptionState> {
  return choose(ctx, { postId, subscribed: false });
}

async function choose(ctx: FeedbackContext, state: SubscriptionState): Promise<SubscriptionState> {
  const userId = requireAuthorId(ctx);
  await inTransaction(ctx.db, async () => {
    const post = await lockShownPost(ctx, state.postId);
    await storeChoice(ctx.db, { projectId: post.projectId, postId: post.id, userId }, state.subscribed, ctx.now);
  });
  return state;
}

/** Whether the caller follows the post and gets mails about it; null for a caller who is not signed in. */
export async function isSubscribed(ctx: FeedbackContext, post: Post, ownVotes: ReadonlySet<number> | null): Promise<boolean | null> {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return null;
  const isAutomatic = isAuthor(ctx, post.userId) || ownVotes?.has(post.id) === true;
  return isMailed(ctx.db, { projectId: projectIdOf(ctx), postId: post.id, userId }, isAutomatic);
}
