import Joi from 'joi';
import { envelopeOf } from '../../../platform/http/input/envelope.ts';
import { flagField, idField } from '../../../platform/http/input/replies.ts';

export interface SubscriptionBody {
  postId: number;
  subscribed: boolean;
}

export const SubscriptionReply = envelopeOf(
  Joi.object<SubscriptionBody, true>({
    postId: idField.description('The id of the post.'),
    subscribed: flagField.description('Whether the caller hears of changes of the post now.'),
  }).description('The subscription.'),
  'Subscription',
).description('The subscription of the caller.');
