import { endSubscription, startSubscription } from '../../../controllers/feedback/readers/post-subscriptions.ts';
import { del, put } from '../../../platform/http/endpoint.ts';
import { IdParams } from '../../../schemas/feedback/fields.ts';
import { SubscriptionReply } from '../../../schemas/feedback/readers/post-subscriptions.ts';

const shared = {
  auth: 'user',
  tenant: 'active',
  limit: 'write',
  params: IdParams,
  reply: SubscriptionReply,
  refusals: ['404 post_not_found'],
} as const;

export const endpoints = [
  put(
    '/posts/:id/subscription',
    {
      ...shared,
      summary: 'Follow a feature request',
      description: 'Authors, voters and users who comment follow a post by themselves. A repeated request changes nothing.',
    },
    startSubscription,
  ),
  del(
    '/posts/:id/subscription',
    {
      ...shared,
      summary: 'Stop following a feature request',
      description: 'It holds for authors and voters too, and later votes and comments do not change it. `PUT` ends it.',
    },
    endSubscription,
  ),
];
