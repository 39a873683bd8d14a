import { listReviewsForModeration, setReviewStatus } from '../../controllers/feedback/review-moderation.ts';
import { get, put } from '../../platform/http/endpoint.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import { DecisionBody, DecisionQuery, ModerationQuery } from '../../schemas/feedback/review-moderation.ts';
import { ReviewBody, ReviewPage } from '../../schemas/feedback/reviews.ts';

const access = { auth: 'manager', reach: 'tenant', role: 'staff', scope: 'feedback', tenant: true, limit: 'admin' } as const;

/** The parts of a query that search many rows. */
const SEARCHED = ['q', 'authorId', 'from', 'to', 'itemId', 'sort'] as const;

export const endpoints = [
  get(
    '/admin/reviews',
    {
      ...access,
      query: ModerationQuery,
      reply: ReviewPage,
      summary: 'The reviews for moderation, the oldest pending ones first',
      description:
        'The `status` sets the order: pending reviews oldest first, decided ones newest first. Without a `status`, the pending ones come ' +
        'first, then the decided ones, both oldest first. `q`, `authorId`, `from`, `to`, `itemId` and `sort` search the newest 10,000 reviews that ' +
        'the other filters leave (`sort=oldest` the oldest); `q` searches the first 2,000 characters of guest, title and comment.',
      pool: ({ query }) => (SEARCHED.some((key) => query[key] !== undefined) ? 'wide' : 'database'),
    },
    listReviewsForModeration,
  ),
  put(
    '/admin/reviews/:id/status',
    {
      ...access,
      ifMatch: true,
      params: IdParams,
      query: DecisionQuery,
      body: DecisionBody,
      reply: ReviewBody,
      summary: 'Approve or reject a review, or make it pending again',
      description:
        'The query or the body names `status` and `reason`; the query wins. The present status changes nothing. The header ' +
        '`If-Match: "<contentHash>"` limits the decision to the content that you have read.',
      refusals: ['404 review_not_found', '412 content_changed'],
    },
    setReviewStatus,
  ),
];
