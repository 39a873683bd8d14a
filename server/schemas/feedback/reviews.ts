import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { email, integer, multilineText, oneOf, patch, queryInteger, singleLineText, webUrl } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { Item } from '../../services/feedback/favorites.ts';
import type { PublicReviewQuery, ReviewPageQuery } from '../../services/feedback/reviews/review-lists.ts';
import type { NewReview, ReviewChanges, ReviewStatus } from '../../services/feedback/reviews/reviews.ts';
import { authorField, authorId, contentHash, itemId, itemType, order, queryItemId } from './fields.ts';

export const reviewStatus = () => oneOf<ReviewStatus>('pending', 'approved', 'rejected');
/** A rating in a query. */
export const queryRating = () => queryInteger(1, 5);

const rating = () => integer(1, 5);
const optional = {
  title: singleLineText({ max: 200 }).allow(null).description('The title of the review.'),
  comment: multilineText({ max: 5_000 }).allow(null).description('The text of the review.'),
  images: Joi.array().items(webUrl(2_048)).max(10).allow(null).description('Addresses of pictures, at most 10.'),
};

export const ReviewCreate = Joi.object<NewReview, true>({
  itemId: itemId().required().description('The id of the item in the system that keeps it.'),
  itemType: itemType().required().description('The kind of the item.'),
  rating: rating().required().description('From 1 (bad) to 5 (good).'),
  ...optional,
  guestEmail: email().allow(null).description('Required without a token, and without effect with one'),
  guestName: singleLineText({ max: 100 }).allow(null).description('Without effect with a token'),
})
  .id('ReviewCreate')
  .description('A new review.');
export const ReviewPatch = patch<ReviewChanges, true>({ rating: rating().description('From 1 (bad) to 5 (good).'), ...optional })
  .id('ReviewPatch')
  .description('The changes of a review; absent fields stay.');

export const ReviewListQuery = Joi.object<PublicReviewQuery, true>({
  itemType: itemType().description('Only reviews of this kind of item.'),
  itemId: queryItemId().description('Only reviews of the item with this id.'),
  rating: queryRating().description('Only reviews with this rating.'),
  userId: authorId().description('The author: a UUID, operator:<id>, or for staff guest:<email>'),
  sort: oneOf<PublicReviewQuery['sort']>('newest', 'oldest', 'rating').default('newest').description('The order of the list.'),
  order: order().description('desc unless given, and asc with sort=oldest'),
  ...pageFields,
});

export const OwnReviewsQuery = Joi.object<ReviewPageQuery, true>(pageFields);

export const ItemParams = Joi.object<Item, true>({
  itemType: itemType().required().description('The kind of the item.'),
  itemId: queryItemId().required().description('The id of the item in the system that keeps it.'),
});

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
  id: idField.description('The id of the review.'),
  itemId: idField.description('The id of the item in the system that keeps it.'),
  itemType: itemType().required().description('The kind of the item.'),
  userId: authorField.description('The author: the id of a user, or such as `operator:7`.'),
  rating: ratingField.description('From 1 (bad) to 5 (good).'),
  title: nullableText.description('The title of the review.'),
  comment: nullableText.description('The text of the review.'),
  images: Joi.array().items(Joi.string()).required().description('Addresses of pictures.'),
  status: reviewStatus().required().description('The decision of the moderators; everyone sees approved reviews only.'),
  statusReason: nullableText.description('The moderator’s reason for the last decision; for the author and staff'),
  guestEmail: nullableText.description('In full for the guest who just left it and for staff'),
  guestName: nullableText.description('The name that a guest gave.'),
  isGuest: flagField.description('Whether a guest wrote the review.'),
  source: oneOf<ReviewBody['source']>('authenticated', 'email_guest')
    .required()
    .description('Whether a signed-in user or a guest wrote it.'),
  projectId: idField.description('The project that it belongs to.'),
  editedAt: nullableInstant.description('When its author last changed it; null when that never happened.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
  contentHash: contentHash().description('For staff: the value for `If-Match` of a decision, there in double quotes'),
})
  .id('Review')
  .description('A review of an item.');

export const ReviewBody = envelopeOf(Review, 'ReviewEnvelope').description('One review.');
export const ReviewPage = pageOf(Review, 'ReviewPage').description('A page of reviews.');

export interface ReviewStatsBody {
  itemType: string;
  itemId: number;
  averageRating: number;
  totalReviews: number;
  distribution: Record<'1' | '2' | '3' | '4' | '5', number>;
}

const ReviewStats = Joi.object<ReviewStatsBody, true>({
  itemType: itemType().required().description('The kind of the item.'),
  itemId: idField.description('The id of the item in the system that keeps it.'),
  averageRating: Joi.number().min(0).max(5).required().description('The average of the approved reviews; 0 when there are none.'),
  totalReviews: countField.description('The number of approved reviews.'),
  distribution: Joi.object({
    1: countField.description('Reviews with rating 1.'),
    2: countField.description('Reviews with rating 2.'),
    3: countField.description('Reviews with rating 3.'),
    4: countField.description('Reviews with rating 4.'),
    5: countField.description('Reviews with rating 5.'),
  })
    .required()
    .description('The number of approved reviews with each rating.'),
})
  .id('ReviewStats')
  .description('The approved reviews of an item in numbers.');

export const ReviewStatsBody = envelopeOf(ReviewStats, 'ReviewStatsEnvelope').description('The reviews of an item in numbers.');
