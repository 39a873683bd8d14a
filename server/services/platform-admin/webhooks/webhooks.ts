import { Op } from 'sequelize';
import { Project } from '../../../../models/platform-admin/Project.ts';
import { Webhook } from '../../../../models/platform-admin/Webhook.ts';
import { managedProject } from '../../../platform/auth/reach.ts';
import { type Act, type Actor, type Context, projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { auditNameOf, recordAudit } from '../../../platform/db/records/audit.ts';
import { afterCommit, inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { conflict, type Fault, notFound, permissionDenied, validationError } from '../../../platform/errors.ts';
import { newEventId } from '../../../platform/outgoing/deliver.ts';
import type { AttemptResult } from '../../../platform/webhooks/attempt.ts';
import type { WebhookSender } from '../../../platform/webhooks/sender.ts';
import { newSecret } from '../../../platform/webhooks/signature.ts';
import type { PlatformAdmin } from '../platform-admin.ts';
import { eventFaults } from './wanted-events.ts';
import { toWebhookRecord, type WebhookRecord } from './webhook-record.ts';

export interface NewWebhook {
  url: string;
  events: string[];
  description?: string | null;
  format?: 'standard' | 'slack';
  language?: 'en' | 'ar';
  content?: boolean;
  /** null: all projects and the platform. Absent: the project of the request. */
  projectId?: number | null;
}

export interface WebhookPatch extends Partial<Omit<NewWebhook, 'projectId'>> {
  isActive?: boolean;
}

/** A webhook with the secret that only this answer shows. */
export interface IssuedWebhook {
  readonly webhook: WebhookRecord;
  readonly secret: string;
}

const MAX_WEBHOOKS = 20;
/** How long the secret before a rotation signs as well. */
const OVERLAP_MS = 24 * 3_600_000;

/** The webhooks that the caller reaches, by id; of one project if it is given. */
export async function listWebhooks(db: Database, actor: Actor, projectId?: number): Promise<WebhookRecord[]> {
  const wanted = [managedProject(actor), projectId].filter((id) => typeof id === 'number');
  const where = { [Op.and]: wanted.map((homeProjectId) => ({ homeProjectId })) };
  return (await db.model(Webhook).findAll({ where, order: [['id', 'ASC']] })).map(toWebhookRecord);
}

/** @throws ApiError 404 `webhook_not_found`, also for a webhook that the caller does not reach */
export async function findWebhook(db: Database, actor: Actor, id: number, options: { lock?: true } = {}): Promise<Webhook> {
  const project = managedProject(actor);
  const where = project === null ? { id } : { id, homeProjectId: project };
  const webhook = await db.model(Webhook).findOne({ where, ...options });
  if (webhook === null) throw notFound('webhook');
  return webhook;
}

/** @throws ApiError 404 `webhook_not_found` */
export async function readWebhook(db: Database, actor: Actor, id: number): Promise<WebhookRecord> {
  return toWebhookRecord(await findWebhook(db, actor, id));
}

/**
 * Creates a webhook. The rows that it counts are locked through their project, so that there are never more than twenty.
 * @throws ApiError 400 for an unknown type or project and for a URL that is no target, 403 for a project out of reach,
 *   409 `too_many_webhooks`
 */
export async function createWebhook(admin: PlatformAdmin, ctx: Context, values: NewWebhook): Promise<IssuedWebhook> {
  const { db } = admin;
  const { url, events, description = null, format = 'standard', language = 'en', content = false } = values;
  const homeProjectId = chosenProject(ctx, values.projectId);
  refuse([...urlFaults(senderOf(admin), url), ...eventFaults(events, homeProjectId)]);
  const secret = newSecret();
  return inTransaction(db, async () => {
    await lockOwner(db, homeProjectId);
    const count = await db.model(Webhook).count({ where: { homeProjectId } });
    if (count >= MAX_WEBHOOKS) throw conflict('too_many_webhooks', `A project has at most ${MAX_WEBHOOKS} webhooks.`);
    const times = { createdAt: ctx.now, updatedAt: ctx.now };
    const fields = { homeProjectId, url, events: JSON.stringify(events), description, format, language, content, isActive: true };
    const webhook = await db.model(Webhook).create({ ...fields, ...times, secret: '' });
    await webhook.update({ secret: senderOf(admin).sealSecret(webhook.id, secret) });
    await auditWebhook(db, ctx, webhook, { action: 'webhook.created', details: { after: shownFields(webhook) } });
    return { webhook: toWebhookRecord(webhook), secret };
  });
}

/**
 * Changes a webhook. Switched on again, it starts without its failures, and what waits is sent.
 * @throws ApiError 400 as `createWebhook`, 404 `webhook_not_found`
 */
export async function updateWebhook(admin: PlatformAdmin, act: Act, id: number, patch: WebhookPatch): Promise<WebhookRecord> {
  const { db } = admin;
  return inTransaction(db, async () => {
    const webhook = await findWebhook(db, act.actor, id, { lock: true });
    const { url, events, isActive, ...rest } = patch;
    refuse([
      ...(url === undefined ? [] : urlFaults(senderOf(admin), url)),
      ...(events === undefined ? [] : eventFaults(events, webhook.homeProjectId)),
    ]);
    const before = shownFields(webhook);
    webhook.set({ ...rest, ...(events === undefined ? {} : { events: JSON.stringify(events) }) });
    // failures of the address before say nothing about this one
    if (url !== undefined && url !== webhook.url) webhook.set({ url, ...RESTED });
    if (isActive !== undefined && isActive !== webhook.isActive) webhook.set(activity(isActive, act.now));
    if (webhook.changed() === false) return toWebhookRecord(webhook);
    webhook.set({ revision: webhook.revision + 1, updatedAt: act.now });
    await webhook.save();
    await auditWebhook(db, act, webhook, { action: 'webhook.changed', details: changed(before, shownFields(webhook)) });
    return toWebhookRecord(webhook);
  });
}

/** Its deliveries are deleted later, by age. @throws ApiError 404 `webhook_not_found` */
export async function deleteWebhook(db: Database, act: Act, id: number): Promise<void> {
  await inTransaction(db, async () => {
    const webhook = await findWebhook(db, act.actor, id, { lock: true });
    await auditWebhook(db, act, webhook, { action: 'webhook.deleted', details: { before: shownFields(webhook) } });
    await webhook.destroy();
  });
}

/** A new secret; the one before signs as well for a day. @throws ApiError 404 `webhook_not_found` */
export async function rotateSecret(admin: PlatformAdmin, act: Act, id: number): Promise<IssuedWebhook> {
  const { db } = admin;
  const secret = newSecret();
  return inTransaction(db, async () => {
    const webhook = await findWebhook(db, act.actor, id, { lock: true });
    const oldSecretUntil = new Date(act.now.getTime() + OVERLAP_MS);
    const sealed = senderOf(admin).sealSecret(id, secret);
    await webhook.update({
      secret: sealed,
      oldSecret: webhook.secret,
      oldSecretUntil,
      revision: webhook.revision + 1,
      updatedAt: act.now,
    });
    await auditWebhook(db, act, webhook, { action: 'webhook.secret_rotated', details: { after: { oldSecretUntil } } });
    return { webhook: toWebhookRecord(webhook), secret };
  });
}

/** Sends a `webhook.test` now, also to a webhook that is off. @throws ApiError 404 `webhook_not_found` */
export async function testWebhook(admin: PlatformAdmin, ctx: Context, id: number): Promise<AttemptResult> {
  const { db, now } = ctx;
  const webhook = await inTransaction(db, async () => {
    const found = await findWebhook(db, ctx.actor, id);
    await auditWebhook(db, ctx, found, { action: 'webhook.tested' });
    return found;
  });
  ctx.releaseSlot();
  const event = {
    id: newEventId(),
    type: 'webhook.test',
    timestamp: now.toISOString(),
    projectId: webhook.homeProjectId,
    subject: `webhook:${id}`,
    revision: webhook.revision,
    actor: auditNameOf(ctx.actor),
    data: {},
  };
  const result = await senderOf(admin).sendNow(id, event);
  if (result === null) throw notFound('webhook');
  return result;
}

/** The sender of a server. @throws Error in a command, which has none */
export function senderOf({ webhooks }: PlatformAdmin): WebhookSender {
  if (webhooks === null) throw new Error('A command has no webhooks.');
  return webhooks;
}

/** Records the act; this process knows the webhook as it is once the transaction is committed. */
export async function auditWebhook(db: Database, act: Act, webhook: Webhook, { action, details = {} }: WebhookEvent): Promise<void> {
  const { id, homeProjectId: projectId, revision } = webhook;
  await recordAudit(db, act, { projectId, action, subject: `webhook:${id}`, details, revision });
  afterCommit(db, () => db.subscriptions.refresh());
}

interface WebhookEvent {
  readonly action: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The project of a new webhook. @throws ApiError 403 `permission_denied` */
function chosenProject(ctx: Context, wanted: number | null | undefined): number | null {
  const own = managedProject(ctx.actor);
  if (wanted === undefined) return own ?? projectIdOf(ctx);
  if (own !== null && wanted !== own) throw permissionDenied('Only an owner or an API key of all projects may choose the project.');
  return wanted;
}

/** Makes the creations of one project follow each other; those of webhooks of all projects lock the first project. */
async function lockOwner(db: Database, projectId: number | null): Promise<void> {
  const where = projectId === null ? {} : { id: projectId };
  const project = await db.model(Project).findOne({ where, order: [['id', 'ASC']], lock: true });
  if (project === null) throw validationError([{ field: 'projectId', message: 'projectId must be the id of a project' }]);
}

const URL_FAULTS = {
  url: 'url must be an http or https address without a fragment',
  https: 'url must be an https address',
  credentials: 'url must not contain credentials',
  private: 'url must not be a private or special address, unless WEBHOOK_ALLOW_PRIVATE opens its network',
} as const;

function urlFaults(sender: WebhookSender, url: string): Fault[] {
  const fault = sender.faultOf(url);
  return fault === null ? [] : [{ field: 'url', message: URL_FAULTS[fault] }];
}

/** @throws ApiError 400 `validation_failed` when there are faults */
function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw validationError(faults);
}

const RESTED = { failingSince: null, pausedUntil: null };

function activity(isActive: boolean, now: Date) {
  if (isActive) return { isActive, disabledAt: null, disabledReason: null, ...RESTED };
  return { isActive, disabledAt: now, disabledReason: 'manual' as const };
}

/** The fields that the audit log shows. The URL ends after its origin, because its path may be a secret. */
function shownFields(row: Webhook): Readonly<Record<string, unknown>> {
  const { events, description, format, language, content, isActive } = row;
  return { url: new URL(row.url).origin, events: JSON.parse(events), description, format, language, content, isActive };
}

function changed(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (fields: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { before: pick(before), after: pick(after) };
}
