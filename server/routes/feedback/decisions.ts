import { decideMany } from '../../controllers/feedback/decisions.ts';
import { post } from '../../platform/http/endpoint.ts';
import { DecisionsBody, DecisionsReply } from '../../schemas/feedback/decisions.ts';

const access = { auth: 'manager', reach: 'tenant', role: 'staff', scope: 'feedback', tenant: true, limit: 'admin' } as const;

export const endpoints = [
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
        'fails as `content_changed` when the author has changed the content.',
    },
    decideMany,
  ),
];
