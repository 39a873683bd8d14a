import type { Review, ReviewStatus } from '../../../models/feedback/Review.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { preconditionFailed, validationError } from '../../platform/errors.ts';
import { auditFeedback } from './audit.ts';
import { contentHashOf } from './review-content.ts';
import { countedAs, moveReviewSums } from './review-sums.ts';
import { lockReview } from './reviews.ts';
import { mailReviewStatus } from './status-mail.ts';

interface Decision {
  status?: ReviewStatus;
  /** What the author is told. */
  reason?: string | null;
}

/**
 * Gives a review any status; the one that it has changes nothing, not even the reason. With `If-Match` only when it still reads as
 * the moderator saw it.
 * @throws ApiError 400 without a status, 404 `review_not_found`, 412 `content_changed`
 */
export async function decideReview(ctx: Context, id: number, { status, reason = null }: Decision): Promise<Review> {
  if (status === undefined) throw validationError([{ field: 'status', message: 'status is required, in the query or in the body' }]);
  const projectId = projectIdOf(ctx);
  return inTransaction(async () => {
    const review = await lockReview(projectId, id);
    requireUnchanged(ctx, review);
    const before = countedAs(review);
    if (before.status === status) return review;
    await review.update({ status, isSettled: status !== 'pending', statusReason: reason });
    const details = { before: before.status, after: status, reason };
    await auditFeedback(ctx, { action: 'review.status_changed', subject: `review:${id}`, details });
    await mailReviewStatus(ctx, review);
    await moveReviewSums(projectId, { before, after: review });
    return review;
  });
}

function requireUnchanged({ ifMatch }: Context, review: Review): void {
  if (ifMatch === null || ifMatch.includes(`"${contentHashOf(review)}"`)) return;
  throw preconditionFailed('content_changed', 'The review was changed after you read it. Read it again.');
}
