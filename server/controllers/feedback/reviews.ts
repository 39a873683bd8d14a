import { type Context, projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/envelope.ts';
import type { PageQuery } from '../../platform/http/input/page.ts';
import { presentReview, presentReviewStats } from '../../presenters/feedback/review.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { ItemParams, ReviewBody, ReviewCreate, ReviewListQuery, ReviewPatch } from '../../schemas/feedback/reviews.ts';
import { isStaff } from '../../services/feedback/authors.ts';
import { contentHashOf } from '../../services/feedback/review-content.ts';
import * as lists from '../../services/feedback/review-lists.ts';
import { readReviewStats } from '../../services/feedback/review-sums.ts';
import * as reviews from '../../services/feedback/reviews.ts';

type Review = Awaited<ReturnType<typeof reviews.findReview>>;

export const createReview: Handler<unknown, unknown, ReviewCreate> = async (ctx, { body }) => {
  const review = await reviews.createReview(ctx, body);
  return envelopedCreated('Review created.', presentReview(review, { isInsider: true }));
};

export const listReviews: Handler<unknown, ReviewListQuery, unknown> = async (ctx, { query }) => {
  const found = await lists.listReviews(ctx, query);
  return envelopedPage('Reviews.', found.reviews.map(shownTo(ctx)), { ...query, total: found.total });
};

export const listOwnReviews: Handler<unknown, PageQuery, unknown> = async (ctx, { query }) => {
  const found = await lists.listOwnReviews(ctx, query);
  return envelopedPage('Your reviews.', found.reviews.map(shownTo(ctx)), { ...query, total: found.total });
};

export const showStats: Handler<ItemParams, unknown, unknown> = async (ctx, { params }) => {
  const stats = await readReviewStats(projectIdOf(ctx), params);
  return enveloped('Review statistics.', presentReviewStats(stats));
};

export const showReview: Handler<IdParams, unknown, unknown> = async (ctx, { params }) => {
  const review = await reviews.findReview(ctx, params.id);
  if (!isStaff(ctx)) return enveloped('Review.', shownTo(ctx)(review));
  return enveloped('Review.', presentReview(review, { isInsider: true, contentHash: contentHashOf(review) }));
};

export const editReview: Handler<IdParams, unknown, ReviewPatch> = async (ctx, { params, body }) => {
  const review = await reviews.editReview(ctx, params.id, body);
  return enveloped('Review updated.', shownTo(ctx)(review));
};

export const deleteReview: Handler<IdParams, unknown, unknown> = async (ctx, { params }) => {
  await reviews.deleteReview(ctx, params.id);
  return enveloped('Review deleted.', { id: params.id });
};

function shownTo(ctx: Context): (review: Review) => ReviewBody {
  return (review) => presentReview(review, { isInsider: reviews.isInsider(ctx, review) });
}
