import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedPage } from '../../platform/http/envelope.ts';
import { presentReview } from '../../presenters/feedback/review.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { Decision, ModerationQuery } from '../../schemas/feedback/review-moderation.ts';
import type { ReviewBody } from '../../schemas/feedback/reviews.ts';
import { contentHashOf } from '../../services/feedback/review-content.ts';
import { type Found, listQueue } from '../../services/feedback/review-lists.ts';
import { decideReview } from '../../services/feedback/review-moderation.ts';

export const listForModeration: Handler<unknown, ModerationQuery, unknown> = async (ctx, { query }) => {
  const { reviews, total } = await listQueue(ctx, query);
  return envelopedPage('Reviews for moderation.', reviews.map(shownToStaff), { ...query, total });
};

export const setStatus: Handler<IdParams, Decision, Decision> = async (ctx, { params, query, body }) => {
  const review = await decideReview(ctx, params.id, { ...body, ...query });
  return enveloped(`Review ${review.status}.`, shownToStaff(review));
};

function shownToStaff(review: Found['reviews'][number]): ReviewBody {
  return presentReview(review, { isInsider: true, contentHash: contentHashOf(review) });
}
