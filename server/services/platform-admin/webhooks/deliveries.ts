import { Op } from 'sequelize';
import { WebhookAttempt } from '../../../../models/platform-admin/WebhookAttempt.ts';
import { WebhookDelivery } from '../../../../models/platform-admin/WebhookDelivery.ts';
import type { Actor, Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { QUEUES } from '../../../platform/outgoing/queues.ts';
import { queueByHand, RETRIED_AT_ONCE } from '../../../platform/webhooks/deliveries.ts';
import type { PlatformAdmin } from '../platform-admin.ts';
import { auditWebhook, findWebhook, senderOf } from './webhooks.ts';

export interface DeliveriesQuery {
  state?: 'waiting' | 'delivered' | 'failed';
  type?: string;
  /** Only rows with a lower id. */
  before?: number;
  limit: number;
}

export interface DeliveryRecord {
  readonly delivery: WebhookDelivery;
  /** When the next try is due; null for none. */
  readonly nextAttemptAt: Date | null;
  /** In the order of their times. */
  readonly attempts: readonly WebhookAttempt[];
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRecord[];
  /** The `before` of the next page; null on the last one. */
  readonly nextBefore: number | null;
}

export interface RetryInput {
  ids?: number[];
  since?: Date;
  until?: Date;
}

/** The deliveries of a webhook, newest first. @throws ApiError 404 `webhook_not_found` */
export async function listDeliveries(db: Database, actor: Actor, webhookId: number, query: DeliveriesQuery): Promise<DeliveryPage> {
  await findWebhook(db, actor, webhookId);
  const { state, type, before, limit } = query;
  const found = await db.model(WebhookDelivery).findAll({
    where: {
      webhookId,
      ...(state === undefined ? {} : { state }),
      ...(type === undefined ? {} : { type }),
      ...(before === undefined ? {} : { id: { [Op.lt]: before } }),
    },
    order: [['id', 'DESC']],
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  return { deliveries: await withAttempts(db, shown), nextBefore: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** A delivery and the body that it has now, null when its event is gone. @throws ApiError 404 `webhook_not_found`, `delivery_not_found` */
export async function readDelivery(
  admin: PlatformAdmin,
  actor: Actor,
  { webhookId, deliveryId }: { webhookId: number; deliveryId: number },
): Promise<DeliveryRecord & { request: string | null }> {
  const { db } = admin;
  const webhook = await findWebhook(db, actor, webhookId);
  const delivery = await db.model(WebhookDelivery).findOne({ where: { id: deliveryId, webhookId } });
  if (delivery === null) throw notFound('delivery');
  const [record] = await withAttempts(db, [delivery]);
  if (record === undefined) throw notFound('delivery');
  return { ...record, request: await senderOf(admin).bodyNow(delivery, webhook) };
}

/**
 * Tries deliveries once more, by hand: those of the ids, or all that have failed in a time. Resolves to their number. Unknown ids, and
 * deliveries that are being tried, are left out.
 * @throws ApiError 404 `webhook_not_found`
 */
export async function retryDeliveries(ctx: Context, webhookId: number, input: RetryInput): Promise<number> {
  const { db, actor } = ctx;
  const { ids, since, until } = input;
  const first = await inTransaction(db, async () => {
    const webhook = await findWebhook(db, actor, webhookId, { lock: true });
    const after = ids === undefined ? { since, until } : { deliveries: ids.length };
    await auditWebhook(db, ctx, webhook, { action: 'webhook.retried', details: { after } });
    return retryChunk(ctx, webhookId, { input, after: 0 });
  });
  // many may have failed: each further chunk has its own transaction
  ctx.releaseSlot();
  let queued = 0;
  for (let chunk = first; ; ) {
    queued += chunk.length;
    const last = chunk.at(-1);
    if (chunk.length < RETRIED_AT_ONCE || last === undefined) return queued;
    chunk = await retryChunk(ctx, webhookId, { input, after: last });
  }
}

interface RetryChunk {
  readonly input: RetryInput;
  /** Only rows with a higher id. */
  readonly after: number;
}

async function retryChunk({ db, now }: Context, webhookId: number, { input, after }: RetryChunk): Promise<number[]> {
  const { ids, since, until } = input;
  const settledAt = { ...(since === undefined ? {} : { [Op.gte]: since }), ...(until === undefined ? {} : { [Op.lt]: until }) };
  const chosen = ids === undefined ? { state: 'failed' as const, settledAt } : {};
  const isOneOf = ids === undefined ? {} : { [Op.in]: ids };
  return inTransaction(db, async () => {
    const rows = await db.model(WebhookDelivery).findAll({
      attributes: ['id'],
      where: { webhookId, ...chosen, id: { [Op.gt]: after, ...isOneOf }, queue: [QUEUES.ended, QUEUES.automatic] },
      order: [['id', 'ASC']],
      limit: RETRIED_AT_ONCE,
    });
    const found = rows.map(({ id }) => id);
    await queueByHand(db, { webhookId, ids: found }, now);
    return found;
  });
}

async function withAttempts(db: Database, deliveries: readonly WebhookDelivery[]): Promise<DeliveryRecord[]> {
  const ids = deliveries.map(({ id }) => id);
  const order: [string, string][] = [['id', 'ASC']];
  const attempts = ids.length === 0 ? [] : await db.model(WebhookAttempt).findAll({ where: { deliveryId: ids }, order });
  return deliveries.map((delivery) => ({
    delivery,
    nextAttemptAt: delivery.queue === QUEUES.automatic || delivery.queue === QUEUES.manual ? delivery.dueAt : null,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
  }));
}
