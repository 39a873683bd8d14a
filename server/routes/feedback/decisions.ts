import { decideMany } from '../../controllers/feedback/decisions.ts';
import { listWaitingContent } from '../../controllers/feedback/moderation-queue.ts';
import { get, post } from '../../platform/http/endpoint.ts';
import { DecisionsBody, DecisionsReply } from '../../schemas/feedback/decisions.ts';
import { QueuePageReply, QueueQueryInput } from '../../schemas/feedback/moderation/queue.ts';

const access = { auth: 'manager', reach: 'tenant', role: 'staff', scope: 'feedback', tenant: true, limit: 'admin' } as const;

/** The parts of a query that search many rows. */
const SEARCHED = ['q', 'authorId', 'from', 'to'] as const;

export const endpoints = [
  get(
    '/admin/moderation/queue',
    {
      ...access,
      query: QueueQueryInput,
      reply: QueuePageReply,
      summary: 'The reviews, comments and posts that wait for a moderator',
      description:
        'What is pending or has open reports, of all kinds in one list, and what waits longest first. `next` is the `cursor` of the next page. ' +
        '`q`, `authorId`, `from` and `to` search 10,000 entries of each kind for one page, so that a page may be short, or empty, and still ' +
        'have a `next`. What a moderator makes pending again gets its earlier place back.',
      pool: ({ query }) => (SEARCHED.some((key) => query[key] !== undefined) ? 'wide' : 'database'),
    },
    listWaitingContent,
  ),
  post(
    '/admin/moderation/decisions',
    {
      ...access,
      pool: 'wide',
      body: DecisionsBody,
      reply: DecisionsReply,
      summary: 'Decide on up to 100 reviews, comments and posts',
      description:
        'Each decision is made separately and has a result; a failure does not stop the others. If an item has a `contentHash`, its decision ' +
        'fails as `content_changed` when the author has changed the content. If it has an `ifStatus`, the decision fails as `already_decided`, ' +
        'with the name of the moderator, when the status is another one. `before` is the status to go back to.',
    },
    decideMany,
  ),
];
