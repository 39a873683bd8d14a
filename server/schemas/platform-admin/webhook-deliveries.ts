import Joi from 'joi';
import { cappedInteger, instant, integer, oneOf, pathId, queryInteger, singleLineText } from '../../platform/http/input/fields.ts';
import {
  countField,
  flagField,
  idField,
  instantField,
  nullableInstant,
  nullableText,
  textField,
} from '../../platform/http/input/replies.ts';
import type { DeliveriesQuery as DeliveriesQueryInput, RetryInput } from '../../services/platform-admin/webhooks/deliveries.ts';

const MAX_LIMIT = 100;
const MAX_IDS = 1_000;

export interface DeliveryParams {
  id: number;
  deliveryId: number;
}

export const DeliveryParams = Joi.object<DeliveryParams, true>({
  id: pathId().description('The id of the webhook.'),
  deliveryId: pathId().description('The id of the delivery.'),
});

type State = NonNullable<DeliveriesQueryInput['state']>;

const state = () => oneOf<State>('waiting', 'delivered', 'failed');

export const DeliveriesQuery = Joi.object<DeliveriesQueryInput, true>({
  state: state().description('Only deliveries in this state.'),
  type: singleLineText({ max: 64 }).description('Only events of this type, such as `review.created`.'),
  before: queryInteger(1, Number.MAX_SAFE_INTEGER).description('Only deliveries with a lower id: the `nextBefore` of the page before.'),
  limit: cappedInteger(1, MAX_LIMIT).default(20).description(`At most ${MAX_LIMIT}; more counts as ${MAX_LIMIT}.`),
});

export const RetryBody = Joi.object<RetryInput, true>({
  ids: Joi.array<number[]>()
    .items(integer(1, Number.MAX_SAFE_INTEGER))
    .unique()
    .min(1)
    .max(MAX_IDS)
    .description('The ids of deliveries; unknown ones are ignored.'),
  since: instant().description('All deliveries that have failed at this time or later.'),
  until: instant().description('Only those that failed before this time.'),
})
  .xor('ids', 'since')
  .without('ids', 'until')
  .messages({ 'object.missing': 'ids or since is required', 'object.xor': 'either ids or since, but not both' })
  .id('WebhookRetry')
  .description('Which deliveries are tried once more.');

export interface AttemptBody {
  at: string;
  manual: boolean;
  status: number | null;
  ms: number;
  error: string | null;
  body: string | null;
}

export interface DeliveryBody {
  id: number;
  eventId: string;
  type: string;
  state: State;
  createdAt: string;
  settledAt: string | null;
  nextAttemptAt: string | null;
  attempts: AttemptBody[];
}

export interface DeliveryDetailsBody extends DeliveryBody {
  request: string | null;
}

const attempt = Joi.object<AttemptBody, true>({
  at: instantField.description('When it began.'),
  manual: flagField.description('Whether it was by hand, and so counts neither way.'),
  status: Joi.number().integer().allow(null).required().description('The status of the answer; null when none came.'),
  ms: Joi.number().integer().min(0).required().description('How long it took, in milliseconds.'),
  error: nullableText.description('Why no answer came.'),
  body: nullableText.description('The first kB of the answer.'),
});

const fields = {
  id: idField.description('The id of the delivery.'),
  eventId: textField.description('The id of the event, which is the `webhook-id` of every try.'),
  type: textField.description('The type of the event.'),
  state: state().required().description('`waiting` until a try succeeds or all have failed.'),
  createdAt: instantField.description('When it was queued.'),
  settledAt: nullableInstant.description('When it was delivered or failed for good; null while it waits.'),
  nextAttemptAt: nullableInstant.description('When the next try is due, once the webhook is on; null for none, and during a try.'),
  attempts: Joi.array().items(attempt).required().description('The tries, in their order.'),
};

const DeliveryBody = Joi.object<DeliveryBody, true>(fields).id('WebhookDelivery').description('An event for a webhook, kept for 30 days.');

const head = {
  success: flagField.description('Always true.'),
  message: textField.description('What the answer contains.'),
};

export const DeliveryListBody = Joi.object({
  ...head,
  data: Joi.array().items(DeliveryBody).required().description('The deliveries, newest first.'),
  nextBefore: idField.allow(null).description('The `before` of the next page; null on the last one.'),
})
  .id('WebhookDeliveryList')
  .description('A page of deliveries.');

export const DeliveryDetailsBody = Joi.object({
  ...head,
  data: Joi.object<DeliveryDetailsBody, true>({
    ...fields,
    request: nullableText.description(
      'The body that is sent; null when its event is gone, and for Slack, whose messages join several changes.',
    ),
  })
    .required()
    .id('WebhookDeliveryDetails')
    .description('A delivery with its body.'),
})
  .id('WebhookDeliveryAnswer')
  .description('One delivery.');

export const RetryAnswerBody = Joi.object<{ retried: number }, true>({
  retried: countField.description('How many deliveries are tried once more.'),
})
  .id('WebhookRetryAnswer')
  .description('The number of deliveries that are tried once more.');
