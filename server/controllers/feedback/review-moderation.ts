import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentReview } from '../../presenters/feedback/review.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { ReviewBody } from '../../schemas/feedback/reviews.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import { contentHashOf } from '../../services/feedback/reviews/review-content.ts';
import { listQueue, type ReviewPage, type ReviewQueueQuery } from '../../services/feedback/reviews/review-lists.ts';
import { decideReview, type ReviewDecision } from '../../services/feedback/reviews/review-moderation.ts';

export const listReviewsForModeration: Handler<unknown, ReviewQueueQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { reviews, total } = await listQueue(ctx, query);
  return envelopedPage('Reviews for moderation.', reviews.map(presentToStaff), { ...query, total });
};

export const setReviewStatus: Handler<IdParams, ReviewDecision, ReviewDecision, Feedback> = async (ctx, { params, query, body }) => {
  const review = await decideReview(ctx, params.id, { ...body, ...query });
  return enveloped(`Review ${review.status}.`, presentToStaff(review));
};

function presentToStaff(review: ReviewPage['reviews'][number]): ReviewBody {
  return presentReview(review, { isInsider: true, contentHash: contentHashOf(review) });
}
