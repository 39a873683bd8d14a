import type { Review, ReviewStatus } from '../../../../models/feedback/Review.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { validationError } from '../../../platform/errors.ts';
import { auditFeedback } from '../audit.ts';
import { countedAs, incrementReviewSums } from '../counts/review-sums.ts';
import type { FeedbackContext } from '../feedback.ts';
import { noteReviewDecided } from '../inbox/own-content.ts';
import { mailReviewStatus } from '../mail/status-mail.ts';
import { type Decided, requireStatus, type StatedDecision } from '../moderation/decision.ts';
import { pendingAgain } from '../moderation/queue/waiting-since.ts';
import { noteDecision, reviewAttempt } from '../moderation/refusals.ts';
import { settleCase } from '../moderation/report-cases.ts';
import { requireUnchanged } from '../moderation/unchanged.ts';
import { contentHashOf } from './review-content.ts';
import { lockReview } from './reviews.ts';

export interface ReviewDecision {
  status?: ReviewStatus;
  /** Shown to the author, and kept in the audit row. */
  reason?: string | null;
}

/**
 * Sets the status of a review, with an audit row and a mail to a guest. The present status changes nothing, not even the reason. If
 * the request has `If-Match`, the content must still be the one that the moderator read.
 * @throws ApiError 400 without a status, 404 `review_not_found`, 412 `content_changed`
 */
export async function decideReview(ctx: FeedbackContext, id: number, { status, reason = null }: ReviewDecision): Promise<Review> {
  if (status === undefined) throw validationError([{ field: 'status', message: 'status is required, in the query or in the body' }]);
  return (await settleReview(ctx, id, { status, reason, tags: ctx.ifMatch })).record;
}

/** Like `decideReview`, for a decision that names its status. @throws ApiError 404 `review_not_found`, 412 `content_changed` */
export async function settleReview(ctx: FeedbackContext, id: number, decision: StatedDecision<ReviewStatus>): Promise<Decided<Review>> {
  const { status, reason, tags, ifStatus } = decision;
  const projectId = projectIdOf(ctx);
  return inTransaction(ctx.db, async () => {
    const review = await lockReview(ctx.db, projectId, id);
    requireStatus(ifStatus, review.status);
    requireUnchanged(tags, contentHashOf(review));
    const before = countedAs(review);
    if (before.status === status) return { record: review, isChanged: false, before: status };
    await review.update({ status, isSettled: status !== 'pending', statusReason: reason, ...pendingAgain(review, status, ctx.now) });
    const details = { before: before.status, after: status, reason };
    await auditFeedback(ctx, { action: 'review.status_changed', subject: `review:${id}`, details, revision: review.revision });
    await noteDecision(ctx, reviewAttempt(review), status);
    await settleCase(ctx, { entityType: 'review', entityId: id }, { before: before.status, after: status });
    await mailReviewStatus(ctx, review);
    await noteReviewDecided(ctx, review);
    await incrementReviewSums(ctx.db, projectId, [{ before, after: review }]);
    return { record: review, isChanged: true, before: before.status };
  });
}
