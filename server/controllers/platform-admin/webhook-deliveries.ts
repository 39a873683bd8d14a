import type { Handler } from '../../platform/http/endpoint.ts';
import { accepted, ok } from '../../platform/http/reply/reply.ts';
import { presentDelivery, presentDeliveryDetails } from '../../presenters/platform-admin/webhook.ts';
import type { DeliveryParams } from '../../schemas/platform-admin/webhook-deliveries.ts';
import type { WebhookParams } from '../../schemas/platform-admin/webhooks.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';
import * as deliveries from '../../services/platform-admin/webhooks/deliveries.ts';

export const listWebhookDeliveries: Handler<WebhookParams, deliveries.DeliveriesQuery, unknown, PlatformAdmin> = async (
  ctx,
  { params, query },
) => {
  const page = await deliveries.listDeliveries(ctx.db, ctx.actor, params.id, query);
  return ok({
    success: true,
    message: 'Deliveries of the webhook.',
    data: page.deliveries.map(presentDelivery),
    nextBefore: page.nextBefore,
  });
};

export const getWebhookDelivery: Handler<DeliveryParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) => {
  const found = await deliveries.readDelivery(ctx.service, ctx.actor, { webhookId: params.id, deliveryId: params.deliveryId });
  return ok({ success: true, message: 'Delivery of the webhook.', data: presentDeliveryDetails(found) });
};

export const retryWebhookDeliveries: Handler<WebhookParams, unknown, deliveries.RetryInput, PlatformAdmin> = async (
  ctx,
  { params, body },
) => accepted({ retried: await deliveries.retryDeliveries(ctx, params.id, body) });
