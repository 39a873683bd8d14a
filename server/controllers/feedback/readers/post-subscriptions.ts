import type { Handler } from '../../../platform/http/endpoint.ts';
import { enveloped } from '../../../platform/http/reply/envelope.ts';
import type { IdParams } from '../../../schemas/feedback/fields.ts';
import type { Feedback } from '../../../services/feedback/feedback.ts';
import * as subscriptions from '../../../services/feedback/readers/post-subscriptions.ts';

export const startSubscription: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) =>
  enveloped('Subscribed.', { ...(await subscriptions.subscribe(ctx, params.id)) });

export const endSubscription: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) =>
  enveloped('Unsubscribed.', { ...(await subscriptions.unsubscribe(ctx, params.id)) });
