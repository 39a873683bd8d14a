import type { Handler } from '../../platform/http/endpoint.ts';
import { created, noContent, ok } from '../../platform/http/reply/reply.ts';
import { presentIssuedWebhook, presentWebhook, presentWebhookTest } from '../../presenters/platform-admin/webhook.ts';
import type { WebhookParams, WebhooksQuery } from '../../schemas/platform-admin/webhooks.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';
import * as webhooks from '../../services/platform-admin/webhooks/webhooks.ts';

export const listWebhooks: Handler<unknown, WebhooksQuery, unknown, PlatformAdmin> = async (ctx, { query }) => {
  const found = await webhooks.listWebhooks(ctx.db, ctx.actor, query.projectId);
  return ok(found.map(presentWebhook));
};

export const createWebhook: Handler<unknown, unknown, webhooks.NewWebhook, PlatformAdmin> = async (ctx, { body }) =>
  created(presentIssuedWebhook(await webhooks.createWebhook(ctx.service, ctx, body)));

export const getWebhook: Handler<WebhookParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) =>
  ok(presentWebhook(await webhooks.readWebhook(ctx.db, ctx.actor, params.id)));

export const updateWebhook: Handler<WebhookParams, unknown, webhooks.WebhookPatch, PlatformAdmin> = async (ctx, { params, body }) =>
  ok(presentWebhook(await webhooks.updateWebhook(ctx.service, ctx, params.id, body)));

export const deleteWebhook: Handler<WebhookParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) => {
  await webhooks.deleteWebhook(ctx.db, ctx, params.id);
  return noContent();
};

export const rotateWebhookSecret: Handler<WebhookParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) =>
  ok(presentIssuedWebhook(await webhooks.rotateSecret(ctx.service, ctx, params.id)));

export const testWebhook: Handler<WebhookParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) =>
  ok(presentWebhookTest(await webhooks.testWebhook(ctx.service, ctx, params.id)));
