import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { email, integer, line, oneOf, paragraphs, patch, queryInteger, webUrl } from '../../platform/http/input/fields.ts';
import { type PageQuery, pageFields } from '../../platform/http/input/page.ts';
import { countField, flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { authorField, authorId, ITEM_TYPES, itemId, itemType, order, queryItemId } from './fields.ts';

type ReviewStatus = 'pending' | 'approved' | 'rejected';

export const reviewStatus = () => oneOf<ReviewStatus>('pending', 'approved', 'rejected');
/** The rating asked for in a query. */
export const queryRating = () => queryInteger(1, 5);

export interface ReviewCreate {
  itemId: number;
  itemType: ItemType;
  rating: number;
  title?: string | null;
  comment?: string | null;
  images?: string[] | null;
  guestEmail?: string | null;
  guestName?: string | null;
}

export interface ReviewPatch {
  rating?: number;
  title?: string | null;
  comment?: string | null;
  images?: string[] | null;
}

const rating = () => integer(1, 5);
const optional = {
  title: line({ max: 200 }).allow(null),
  comment: paragraphs({ max: 5_000 }).allow(null),
  images: Joi.array().items(webUrl(2_048)).max(10).allow(null),
};

export const ReviewCreate = Joi.object<ReviewCreate>({
  itemId: itemId().required(),
  itemType: itemType().required(),
  rating: rating().required(),
  ...optional,
  guestEmail: email().allow(null).description('Required without a token, and without effect with one'),
  guestName: line({ max: 100 }).allow(null).description('Without effect with a token'),
});
export const ReviewPatch = patch<ReviewPatch>({ rating: rating(), ...optional });

export interface ReviewListQuery extends PageQuery {
  itemType?: ItemType;
  itemId?: number;
  rating?: number;
  userId?: string;
  sort: 'newest' | 'oldest' | 'rating';
  order?: 'asc' | 'desc';
}

export const ReviewListQuery = Joi.object<ReviewListQuery>({
  itemType: itemType(),
  itemId: queryItemId(),
  rating: queryRating(),
  userId: authorId().description('The author: a UUID, operator:<id>, or for staff guest:<email>'),
  sort: oneOf('newest', 'oldest', 'rating').default('newest'),
  order: order().description('desc unless given, and asc with sort=oldest'),
  ...pageFields,
});

export const OwnReviewsQuery = Joi.object<PageQuery>(pageFields);

export interface ItemParams {
  itemType: ItemType;
  itemId: number;
}

export const ItemParams = Joi.object<ItemParams>({ itemType: itemType().required(), itemId: queryItemId().required() });

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

const Review = Joi.object<ReviewBody>({
  id: idField,
  itemId: idField,
  itemType: Joi.valid(...ITEM_TYPES).required(),
  userId: authorField,
  rating: ratingField,
  title: nullableText,
  comment: nullableText,
  images: Joi.array().items(Joi.string()).required(),
  status: reviewStatus().required(),
  statusReason: nullableText.description('What the moderator said of the last decision; for the author and staff'),
  guestEmail: nullableText.description('In full for the guest who just left it and for staff'),
  guestName: nullableText,
  isGuest: flagField,
  source: Joi.valid('authenticated', 'email_guest').required(),
  projectId: idField,
  editedAt: nullableInstant,
  createdAt: instantField,
  updatedAt: instantField,
  contentHash: Joi.string()
    .pattern(/^[0-9a-f]{64}$/)
    .description('For staff: what `If-Match` of a decision names, in double quotes'),
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

const ReviewStats = Joi.object<ReviewStatsBody>({
  itemType: Joi.valid(...ITEM_TYPES).required(),
  itemId: idField,
  averageRating: Joi.number().min(0).max(5).required(),
  totalReviews: countField,
  distribution: Joi.object({ 1: countField, 2: countField, 3: countField, 4: countField, 5: countField }).required(),
}).id('ReviewStats');

export const ReviewStatsBody = envelopeOf(ReviewStats, 'ReviewStatsEnvelope');
