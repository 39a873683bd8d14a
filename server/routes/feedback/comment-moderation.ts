import { getCommentForModeration, listCommentsForModeration, setCommentStatus } from '../../controllers/feedback/comment-moderation.ts';
import { get, put } from '../../platform/http/endpoint.ts';
import {
  DecisionBody,
  DecisionQuery,
  ModeratedCommentEnvelope,
  ModeratedCommentPage,
  ModerationQuery,
} from '../../schemas/feedback/comment-moderation.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';

const access = { auth: 'manager', reach: 'tenant', role: 'staff', scope: 'feedback', tenant: true, limit: 'admin' } as const;

/** The parts of a query that search many rows. */
const SEARCHED = ['q', 'authorId', 'from', 'to', 'entityId'] as const;

export const endpoints = [
  get(
    '/admin/comments',
    {
      ...access,
      query: ModerationQuery,
      reply: ModeratedCommentPage,
      summary: 'The comments for moderation',
      description:
        'Pending comments come oldest first, others newest first. `q`, `authorId`, `from`, `to` and `entityId` search the newest 10,000 ' +
        'comments that the other filters leave. Deleted comments are not listed.',
      pool: ({ query }) => (SEARCHED.some((key) => query[key] !== undefined) ? 'wide' : 'database'),
    },
    listCommentsForModeration,
  ),
  get(
    '/admin/comments/:id',
    {
      ...access,
      params: IdParams,
      reply: ModeratedCommentEnvelope,
      summary: 'A comment as moderators see it',
      refusals: ['404 comment_not_found'],
    },
    getCommentForModeration,
  ),
  put(
    '/admin/comments/:id/status',
    {
      ...access,
      ifMatch: true,
      params: IdParams,
      query: DecisionQuery,
      body: DecisionBody,
      reply: ModeratedCommentEnvelope,
      summary: 'Show or hide a comment',
      description:
        'The query or the body names `status` and `reason`; the query wins. Everyone sees a `visible` comment. In another state it is left out ' +
        'of the lists and counts, or shown as a deleted comment while it has replies. The present status changes nothing. The header ' +
        '`If-Match: "<contentHash>"` limits the decision to the content that you have read.',
      refusals: ['404 comment_not_found', '412 content_changed'],
    },
    setCommentStatus,
  ),
];
