import { projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentReview, presentReviewStats } from '../../presenters/feedback/review.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { ReviewBody } from '../../schemas/feedback/reviews.ts';
import { isInsider, isStaff } from '../../services/feedback/authors.ts';
import { readReviewStats } from '../../services/feedback/counts/review-sums.ts';
import type { Item } from '../../services/feedback/favorites.ts';
import type { Feedback, FeedbackContext } from '../../services/feedback/feedback.ts';
import { contentHashOf } from '../../services/feedback/reviews/review-content.ts';
import * as lists from '../../services/feedback/reviews/review-lists.ts';
import * as reviews from '../../services/feedback/reviews/reviews.ts';

export const createReview: Handler<unknown, unknown, reviews.NewReview, Feedback> = async (ctx, { body }) => {
  const review = await reviews.createReview(ctx, body);
  return envelopedCreated('Review created.', presentReview(review, { isInsider: true }));
};

export const listReviews: Handler<unknown, lists.PublicReviewQuery, unknown, Feedback> = async (ctx, { query }) => {
  const found = await lists.listReviews(ctx, query);
  return envelopedPage('Reviews.', found.reviews.map(presentTo(ctx)), { ...query, total: found.total });
};

export const listOwnReviews: Handler<unknown, lists.ReviewPageQuery, unknown, Feedback> = async (ctx, { query }) => {
  const found = await lists.listOwnReviews(ctx, query);
  return envelopedPage('Your reviews.', found.reviews.map(presentTo(ctx)), { ...query, total: found.total });
};

export const getReviewStats: Handler<Item, unknown, unknown, Feedback> = async (ctx, { params }) => {
  const stats = await readReviewStats(ctx.db, projectIdOf(ctx), params);
  return enveloped('Review statistics.', presentReviewStats(stats));
};

export const getReview: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  const review = await reviews.findReview(ctx, params.id);
  if (!isStaff(ctx)) return enveloped('Review.', presentTo(ctx)(review));
  return enveloped('Review.', presentReview(review, { isInsider: true, contentHash: contentHashOf(review) }));
};

export const updateReview: Handler<IdParams, unknown, reviews.ReviewChanges, Feedback> = async (ctx, { params, body }) => {
  const review = await reviews.editReview(ctx, params.id, body);
  return enveloped('Review updated.', presentTo(ctx)(review));
};

export const deleteReview: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  await reviews.deleteReview(ctx, params.id);
  return enveloped('Review deleted.', { id: params.id });
};

function presentTo(ctx: FeedbackContext): (review: lists.ReviewPage['reviews'][number]) => ReviewBody {
  return (review) => presentReview(review, { isInsider: isInsider(ctx, review.userId) });
}
