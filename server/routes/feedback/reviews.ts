import * as reviews from '../../controllers/feedback/reviews.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { DeletedBody } from '../../platform/http/input/envelope.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import {
  ItemParams,
  OwnReviewsQuery,
  ReviewBody,
  ReviewCreate,
  ReviewListQuery,
  ReviewPage,
  ReviewPatch,
  ReviewStatsBody,
} from '../../schemas/feedback/reviews.ts';

const read = { tenant: true, limit: 'read' } as const;
const write = { tenant: 'active', limit: 'write' } as const;

export const endpoints = [
  post(
    '/reviews',
    {
      ...write,
      auth: 'userOrGuest',
      limit: 'writeOrGuest',
      idempotent: true,
      pool: 'queued',
      status: 201,
      body: ReviewCreate,
      reply: ReviewBody,
      summary: 'Review an item',
      description: 'A review with a token is approved at once. Without a token, `guestEmail` is required and a moderator decides.',
      refusals: ['409 review_exists', '409 duplicate_content'],
    },
    reviews.createReview,
  ),
  get(
    '/reviews',
    {
      ...read,
      auth: 'optionalUser',
      isShared: true,
      query: ReviewListQuery,
      reply: ReviewPage,
      summary: 'The approved reviews, newest first',
      description: 'The e-mails of guests are masked for all but staff.',
      refusals: ['403 permission_denied'],
    },
    reviews.listReviews,
  ),
  get(
    '/reviews/stats/:itemType/:itemId',
    {
      ...read,
      auth: 'optionalUser',
      isShared: true,
      params: ItemParams,
      reply: ReviewStatsBody,
      summary: 'Average and distribution of the approved reviews of an item',
    },
    reviews.getReviewStats,
  ),
  get(
    '/reviews/:id',
    {
      ...read,
      auth: 'optionalUser',
      params: IdParams,
      reply: ReviewBody,
      summary: 'A review',
      description: 'Reviews that are not approved exist for their author and for staff only.',
      refusals: ['404 review_not_found'],
    },
    reviews.getReview,
  ),
  put(
    '/reviews/:id',
    {
      ...write,
      auth: 'user',
      params: IdParams,
      body: ReviewPatch,
      reply: ReviewBody,
      summary: 'Change your review',
      description: 'A rejected review becomes pending again; an approved one stays approved, with `editedAt` set.',
      refusals: ['403 not_owner', '404 review_not_found'],
    },
    reviews.updateReview,
  ),
  del(
    '/reviews/:id',
    {
      ...write,
      auth: 'user',
      params: IdParams,
      reply: DeletedBody,
      summary: 'Delete your review and the comments on it; staff may delete any',
      refusals: ['403 not_owner', '404 review_not_found'],
    },
    reviews.deleteReview,
  ),
  get(
    '/my-reviews',
    { ...read, auth: 'user', query: OwnReviewsQuery, reply: ReviewPage, summary: 'Your reviews, whatever their status, newest first' },
    reviews.listOwnReviews,
  ),
];
