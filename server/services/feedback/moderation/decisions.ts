import { ApiError } from '../../../platform/errors.ts';
import { settleComment } from '../comments/comment-moderation.ts';
import type { FeedbackContext } from '../feedback.ts';
import { settlePost } from '../posts/post-moderation.ts';
import { settleReview } from '../reviews/review-moderation.ts';
import type { Decided, ModerationState, ReviewStatus, StatedDecision } from './decision.ts';

/** The kinds of record that moderators decide on. */
export type ModeratedType = 'review' | 'comment' | 'post';

interface ItemBase {
  readonly id: number;
  readonly reason?: string | null;
  /** The decision is made only if the content is the one with this hash. */
  readonly contentHash?: string;
}

export type DecisionItem =
  | (ItemBase & { readonly entityType: 'review'; readonly status: ReviewStatus })
  | (ItemBase & { readonly entityType: 'comment' | 'post'; readonly status: ModerationState });

export interface DecisionOutcome {
  readonly outcome: 'done' | 'unchanged' | 'failed';
  /** The error code of a decision that failed. */
  readonly code?: string;
}

/** Makes one decision, in its own transaction. A refusal is an outcome, so that it does not stop the decisions after it. */
export async function decideItem(ctx: FeedbackContext, item: DecisionItem): Promise<DecisionOutcome> {
  try {
    const { isChanged } = await settle(ctx, item);
    return { outcome: isChanged ? 'done' : 'unchanged' };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { outcome: 'failed', code: error.code };
    throw error;
  }
}

function settle(ctx: FeedbackContext, item: DecisionItem): Promise<Decided<unknown>> {
  const { id, reason = null, contentHash } = item;
  const decision = { reason, tags: contentHash === undefined ? null : [`"${contentHash}"`] };
  if (item.entityType === 'review') return settleReview(ctx, id, { ...decision, status: item.status });
  const stated: StatedDecision<ModerationState> = { ...decision, status: item.status };
  return item.entityType === 'post' ? settlePost(ctx, id, stated) : settleComment(ctx, id, stated);
}
