import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { email, integer, multilineText, oneOf, patch, queryInteger, singleLineText, webUrl } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { Item } from '../../services/feedback/favorites.ts';
import type { PublicReviewQuery, ReviewPageQuery } from '../../services/feedback/reviews/review-lists.ts';
import type { NewReview, ReviewChanges, ReviewStatus } from '../../services/feedback/reviews/reviews.ts';
import { authorField, authorId, itemId, itemType, order, queryItemId } from './fields.ts';

export const reviewStatus = () => oneOf<ReviewStatus>('pending', 'approved', 'rejected');
/** A rating in a query. */
export const queryRating = () => queryInteger(1, 5);

const rating = () => integer(1, 5);
const optional = {
  title: singleLineText({ max: 200 }).allow(null),
  comment: multilineText({ max: 5_000 }).allow(null),
  images: Joi.array().items(webUrl(2_048)).max(10).allow(null),
};

export const ReviewCreate = Joi.object<NewReview, true>({
  itemId: itemId().required(),
  itemType: itemType().required(),
  rating: rating().required(),
  ...optional,
  guestEmail: email().allow(null).description('Required without a token, and without effect with one'),
  guestName: singleLineText({ max: 100 }).allow(null).description('Without effect with a token'),
});
export const ReviewPatch = patch<ReviewChanges, true>({ rating: rating(), ...optional });

export const ReviewListQuery = Joi.object<PublicReviewQuery, true>({
  itemType: itemType(),
  itemId: queryItemId(),
  rating: queryRating(),
  userId: authorId().description('The author: a UUID, operator:<id>, or for staff guest:<email>'),
  sort: oneOf<PublicReviewQuery['sort']>('newest', 'oldest', 'rating').default('newest'),
  order: order().description('desc unless given, and asc with sort=oldest'),
  ...pageFields,
});

export const OwnReviewsQuery = Joi.object<ReviewPageQuery, true>(pageFields);

export const ItemParams = Joi.object<Item, true>({ itemType: itemType().required(), itemId: queryItemId().required() });

export interface ReviewBody {
  id: number;
  itemId: number;
  itemType: string;
  userId: string;
  rating: number;
  title: string | null;
  comment: string | null;
  images: string[];
  status: ReviewStatus;
  statusReason: string | null;
  guestEmail: string | null;
  guestName: string | null;
  isGuest: boolean;
  source: 'authenticated' | 'email_guest';
  projectId: number;
  editedAt: string | null;
  createdAt: string;
  updatedAt: string;
  contentHash?: string;
}

const ratingField = Joi.number().integer().min(1).max(5).required();

const Review = Joi.object<ReviewBody, true>({
  id: idField,
  itemId: idField,
  itemType: itemType().required(),
  userId: authorField,
  rating: ratingField,
  title: nullableText,
  comment: nullableText,
  images: Joi.array().items(Joi.string()).required(),
  status: reviewStatus().required(),
  statusReason: nullableText.description('The moderator’s reason for the last decision; for the author and staff'),
  guestEmail: nullableText.description('In full for the guest who just left it and for staff'),
  guestName: nullableText,
  isGuest: flagField,
  source: oneOf<ReviewBody['source']>('authenticated', 'email_guest').required(),
  projectId: idField,
  editedAt: nullableInstant,
  createdAt: instantField,
  updatedAt: instantField,
  contentHash: Joi.string()
    .pattern(/^[0-9a-f]{64}$/)
    .description('For staff: the value for `If-Match` of a decision, there in double quotes'),
}).id('Review');

export const ReviewBody = envelopeOf(Review, 'ReviewEnvelope');
export const ReviewPage = pageOf(Review, 'ReviewPage');

export interface ReviewStatsBody {
  itemType: string;
  itemId: number;
  averageRating: number;
  totalReviews: number;
  distribution: Record<'1' | '2' | '3' | '4' | '5', number>;
}

const ReviewStats = Joi.object<ReviewStatsBody, true>({
  itemType: itemType().required(),
  itemId: idField,
  averageRating: Joi.number().min(0).max(5).required(),
  totalReviews: countField,
  distribution: Joi.object({ 1: countField, 2: countField, 3: countField, 4: countField, 5: countField }).required(),
}).id('ReviewStats');

export const ReviewStatsBody = envelopeOf(ReviewStats, 'ReviewStatsEnvelope');
