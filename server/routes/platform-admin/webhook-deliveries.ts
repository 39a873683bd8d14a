import { getWebhookDelivery, listWebhookDeliveries, retryWebhookDeliveries } from '../../controllers/platform-admin/webhook-deliveries.ts';
import { get, post } from '../../platform/http/endpoint.ts';
import {
  DeliveriesQuery,
  DeliveryDetailsBody,
  DeliveryListBody,
  DeliveryParams,
  RetryAnswerBody,
  RetryBody,
} from '../../schemas/platform-admin/webhook-deliveries.ts';
import { WebhookParams } from '../../schemas/platform-admin/webhooks.ts';
import { WEBHOOK_ACCESS } from './webhooks.ts';

export const endpoints = [
  get(
    '/admin/webhooks/:id/deliveries',
    {
      ...WEBHOOK_ACCESS,
      params: WebhookParams,
      query: DeliveriesQuery,
      reply: DeliveryListBody,
      refusals: ['404 webhook_not_found'],
      summary: 'The deliveries of the last 30 days with their tries, newest first',
    },
    listWebhookDeliveries,
  ),
  get(
    '/admin/webhooks/:id/deliveries/:deliveryId',
    {
      ...WEBHOOK_ACCESS,
      params: DeliveryParams,
      reply: DeliveryDetailsBody,
      refusals: ['404 webhook_not_found', '404 delivery_not_found'],
      summary: 'One delivery with its tries and its body',
    },
    getWebhookDelivery,
  ),
  post(
    '/admin/webhooks/:id/retry',
    {
      ...WEBHOOK_ACCESS,
      params: WebhookParams,
      body: RetryBody,
      reply: RetryAnswerBody,
      status: 202,
      refusals: ['404 webhook_not_found'],
      summary: 'Try deliveries once more',
      description:
        'With the same id, once, also while the webhook is off. The try counts neither way: its success delivers, its failure changes nothing.',
    },
    retryWebhookDeliveries,
  ),
];
