import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../server/platform/clock.ts';
import { loadSecretKeys } from '../../../server/platform/crypto/secret-keys.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { deliverEvents, newEventId } from '../../../server/platform/outgoing/deliver.ts';
import type { EventReader, OutgoingEvent } from '../../../server/platform/outgoing/event.ts';
import { type SenderSetup, secretOwner, WebhookSender } from '../../../server/platform/webhooks/sender.ts';
import { newSecret } from '../../../server/platform/webhooks/signature.ts';
import { Targets } from '../../../server/platform/webhooks/target.ts';
import { silent } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';

export const PEPPER = 'q7ZkP2vX9mT4sR8wL1nB6yF3hJ5dC0gA';
export const secrets = loadSecretKeys(PEPPER, '/nonexistent');

export interface NewTestWebhook {
  readonly url: string;
  readonly projectId?: number | null;
  readonly events?: readonly string[];
  readonly format?: 'standard' | 'slack';
  readonly language?: 'en' | 'ar';
  readonly content?: boolean;
}

export interface TestWebhook {
  readonly id: number;
  readonly secret: string;
}

/** Adds a webhook for reviews of project 11, which this process knows at once. */
export async function addWebhook(db: Database, webhook: NewTestWebhook): Promise<TestWebhook> {
  const { url, projectId = 11, events = ['review.*'], format = 'standard', language = 'en', content = false } = webhook;
  const mark = randomUUID();
  await execute(
    db,
    `INSERT INTO webhooks (project_id, url, events, format, language, content, is_active, secret, description, created_at, updated_at)
     VALUES (:projectId, :url, :events, :format, :language, :content, :isActive, '', :mark, :now, :now)`,
    { projectId, url, events: JSON.stringify(events), format, language, content, isActive: true, mark, now: new Date() },
  );
  const [row] = await selectRows<{ id: number }>(db, 'SELECT id FROM webhooks WHERE description = :mark', { mark });
  const id = row?.id ?? 0;
  const secret = newSecret();
  await execute(db, 'UPDATE webhooks SET secret = :sealed WHERE id = :id', { id, sealed: secrets.seal(secretOwner(id), secret) });
  await db.subscriptions.refresh();
  return { id, secret };
}

let lastSourceId = 0;

/** Queues events of reviews of project 11. Returns their ids. */
export async function queueEvents(db: Database, count: number, { now = new Date(), type = 'review.created' } = {}): Promise<string[]> {
  const events = Array.from({ length: count }, () => {
    lastSourceId += 1;
    return { eventId: newEventId(), source: 'event', sourceId: lastSourceId, type, projectId: 11 } as const;
  });
  await inTransaction(db, () => deliverEvents(db, events, now));
  return events.map(({ eventId }) => eventId);
}

/** An event that needs no row: the same in every try. */
export function eventOf(id: string, sourceId: number): OutgoingEvent {
  return {
    id,
    type: 'review.status_changed',
    timestamp: '2026-11-28T10:00:00.000Z',
    projectId: 11,
    subject: `review:${sourceId}`,
    revision: 3,
    actor: 'operator:1',
    data: { reviewId: sourceId, before: { status: 'pending' }, after: { status: 'approved' } },
  };
}

const readTestEvents: EventReader = async (_db, references) =>
  new Map(references.map(({ eventId, sourceId }) => [eventId, eventOf(eventId, sourceId)]));

export interface TestSenderOptions {
  readonly clock?: Clock;
  readonly readEvents?: EventReader;
  readonly readTexts?: SenderSetup['readTexts'];
  readonly publicUrl?: string | null;
}

/** A sender that may reach this machine. */
export function testSender(
  db: Database,
  { clock, readEvents = readTestEvents, readTexts = async () => null, publicUrl = null }: TestSenderOptions = {},
) {
  const targets = new Targets({ allowPrivate: ['127.0.0.0/8'], isProduction: false });
  const now = clock ?? { now: () => new Date() };
  return new WebhookSender(db, { log: silent, clock: now, secrets, targets, readEvents, readTexts, publicUrl, count: () => {} });
}

export interface DeliveryRow {
  readonly id: number;
  readonly eventId: string;
  readonly state: string;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly lastStatus: number | null;
}

/** The deliveries of a webhook, in order. */
export async function deliveriesOf(db: Database, webhookId: number): Promise<DeliveryRow[]> {
  const rows = await selectRows<DeliveryRow>(
    db,
    `SELECT id, event_id AS eventId, state, attempts, due_at AS dueAt, last_status AS lastStatus FROM webhook_deliveries
     WHERE webhook_id = :webhookId ORDER BY id`,
    { webhookId },
  );
  return rows.map((row) => ({ ...row, dueAt: new Date(row.dueAt) }));
}

export async function webhookRow(db: Database, id: number) {
  const [row] = await selectRows<Record<string, unknown>>(db, 'SELECT * FROM webhooks WHERE id = :id', { id });
  return row ?? {};
}
