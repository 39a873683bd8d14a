import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../controllers/platform-admin/webhooks.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import {
  IssuedWebhookBody,
  WebhookBody,
  WebhookCreate,
  WebhookList,
  WebhookParams,
  WebhookPatch,
  WebhooksQuery,
  WebhookTestBody,
} from '../../schemas/platform-admin/webhooks.ts';

export const WEBHOOK_ACCESS = { auth: 'manager', reach: 'own', role: 'admin', scope: 'all', limit: 'admin' } as const;

export const endpoints = [
  get('/admin/webhooks', { ...WEBHOOK_ACCESS, query: WebhooksQuery, reply: WebhookList, summary: 'The webhooks, by id' }, listWebhooks),
  post(
    '/admin/webhooks',
    {
      ...WEBHOOK_ACCESS,
      tenant: true,
      body: WebhookCreate,
      reply: IssuedWebhookBody,
      status: 201,
      refusals: ['409 too_many_webhooks'],
      summary: 'Create a webhook',
      description:
        'Events are sent as Standard Webhooks say, at least once and in no order. Only this answer and that of a rotation show the secret. ' +
        'At most 20 in a project.',
    },
    createWebhook,
  ),
  get(
    '/admin/webhooks/:id',
    { ...WEBHOOK_ACCESS, params: WebhookParams, reply: WebhookBody, refusals: ['404 webhook_not_found'], summary: 'One webhook' },
    getWebhook,
  ),
  put(
    '/admin/webhooks/:id',
    {
      ...WEBHOOK_ACCESS,
      params: WebhookParams,
      body: WebhookPatch,
      reply: WebhookBody,
      refusals: ['404 webhook_not_found'],
      summary: 'Change a webhook, or switch it off and on',
      description: 'What waits while it is off is sent when it is on again; what happens meanwhile is not.',
    },
    updateWebhook,
  ),
  del(
    '/admin/webhooks/:id',
    {
      ...WEBHOOK_ACCESS,
      params: WebhookParams,
      reply: null,
      status: 204,
      refusals: ['404 webhook_not_found'],
      summary: 'Delete a webhook with what waits for it',
    },
    deleteWebhook,
  ),
  post(
    '/admin/webhooks/:id/rotate-secret',
    {
      ...WEBHOOK_ACCESS,
      params: WebhookParams,
      reply: IssuedWebhookBody,
      refusals: ['404 webhook_not_found'],
      summary: 'Give a webhook a new secret',
      description: 'The secret before signs as well for 24 hours.',
    },
    rotateWebhookSecret,
  ),
  post(
    '/admin/webhooks/:id/test',
    {
      ...WEBHOOK_ACCESS,
      params: WebhookParams,
      reply: WebhookTestBody,
      refusals: ['404 webhook_not_found'],
      summary: 'Send a `webhook.test` now and show the answer of the receiver',
      description: 'Takes at most 15 seconds. Works while the webhook is off, and counts neither as a success nor as a failure.',
    },
    testWebhook,
  ),
];
