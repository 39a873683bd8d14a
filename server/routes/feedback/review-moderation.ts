import { listForModeration, setStatus } from '../../controllers/feedback/review-moderation.ts';
import { get, put, type Row } from '../../platform/http/endpoint.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import { DecisionBody, DecisionQuery, ModerationQuery } from '../../schemas/feedback/review-moderation.ts';
import { ReviewBody, ReviewPage } from '../../schemas/feedback/reviews.ts';

const access = { auth: 'staff', tenant: true, limit: 'admin' } as const;

export const rows: readonly Row[] = [
  get(
    '/admin/reviews',
    {
      ...access,
      query: ModerationQuery,
      reply: ReviewPage,
      summary: 'The reviews for moderation, the oldest pending ones first',
      description:
        'Of one status: pending reviews oldest first, decided ones newest first. Of all: the pending ones, then the decided ones, both ' +
        'oldest first. `q` looks through the newest 10,000 that the other filters leave: the guest, the title and the comment of each, ' +
        'the first 2,000 characters of them.',
      work: ({ query }) => (query.q === undefined ? 'database' : 'wide'),
    },
    listForModeration,
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
        '`status` and `reason` stand in the query or in the body; the query wins. The status that it has already changes nothing. ' +
        'With `If-Match: "<contentHash>"` only what you have read is decided on.',
      refusals: ['404 review_not_found', '412 content_changed'],
    },
    setStatus,
  ),
];
