// Raw SQL: a queue with leases; the row of a webhook is the lock of its queue.
import type { Database } from '../db/database.ts';
import { asDate, execute, forUpdate, selectRows } from '../db/statements/sql.ts';
import { acrossProjects } from '../db/tenancy/with-tenant.ts';
import { afterCommit, inTransaction } from '../db/transactions/transaction.ts';
import type { EventSource } from '../outgoing/event.ts';
import { QUEUES } from '../outgoing/queues.ts';
import { claimRows, type Leased, type LeaseTable, settleRows } from '../queue/leases.ts';
import { IS_DUE } from '../queue/retries.ts';
import { MAX_RETRY_AFTER_MS, WEBHOOK_RETRIES } from './retries.ts';

/**
 * The table `webhook_deliveries`. The column `queue` says for what a row waits, and `state` what the API shows of it. A claim takes a batch
 * of one webhook, whose other deliveries no process claims until the batch is settled or its lease expires: so one process decides how many
 * are sent to a receiver at once.
 */

/** A row of `webhooks`, as far as a sender needs it. */
export interface SendingWebhook {
  readonly id: number;
  readonly projectId: number | null;
  readonly url: string;
  readonly format: 'standard' | 'slack';
  readonly language: 'en' | 'ar';
  readonly content: boolean;
  readonly isActive: boolean;
  readonly isPaused: boolean;
  readonly isFailing: boolean;
  /** Sealed; those that sign now, the newest first. */
  readonly secrets: readonly string[];
}

/** A delivery that this process may send until its lease expires. */
export interface ClaimedDelivery extends Leased {
  readonly eventId: string;
  readonly source: EventSource;
  readonly sourceId: number;
  readonly type: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** The tries of the schedule that have ended. */
  readonly attempts: number;
  /** Whether this try is by hand, and so counts neither way. */
  readonly isManual: boolean;
  /** When the schedule continues after a try by hand. */
  readonly resumeAt: Date | null;
}

export interface Batch {
  readonly webhook: SendingWebhook;
  readonly deliveries: readonly ClaimedDelivery[];
  /** `performance.now()` before the claim: the lease began later. */
  readonly begunAt: number;
}

/** After this, counted from the claim, no try of a batch begins. */
export const BATCH_MS = 8_000;

const QUEUE: LeaseTable = {
  name: 'webhook_deliveries',
  columns: `id, event_id AS eventId, source, source_id AS sourceId, type, state, attempts, is_manual AS isManual, resume_at AS resumeAt`,
  isWaiting: `queue <> ${QUEUES.ended}`,
  // MySQL assigns from left to right
  changes: `is_manual = CASE queue WHEN ${QUEUES.leased} THEN is_manual WHEN ${QUEUES.manual} THEN 1 ELSE 0 END, queue = ${QUEUES.leased}`,
  // a try that begins at the end of a batch takes 15 s
  leaseMs: 30_000,
  retries: WEBHOOK_RETRIES,
};

const HAS_DUE = (queue: number, condition = '1 = 1'): string =>
  `EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.queue = ${queue} AND ${condition} AND
    ${IS_DUE.replaceAll('due_at', 'd.due_at')})`;
/** A pause beyond the longest one was set by a clock that ran ahead. */
const MAY_SEND = 'w.is_active = 1 AND (w.paused_until IS NULL OR w.paused_until <= :now OR w.paused_until > :pausedLatest)';

export interface DueWebhook {
  readonly id: number;
  /** Whether its last scheduled try failed. */
  readonly isFailing: boolean;
}

/** The webhooks with due deliveries, but not those in `except`. Each process asks every second: three look-ups for each webhook. */
export async function findDueWebhooks(db: Database, except: readonly number[], now: Date): Promise<DueWebhook[]> {
  const rows = await selectRows<{ id: number; failingSince: Date | string | null }>(
    acrossProjects(db),
    `SELECT w.id, w.failing_since AS failingSince FROM webhooks w WHERE w.id NOT IN (:except) AND
       (${HAS_DUE(QUEUES.manual)} OR ${HAS_DUE(QUEUES.leased, 'd.is_manual = 1')} OR
       (${MAY_SEND} AND (${HAS_DUE(QUEUES.automatic)} OR ${HAS_DUE(QUEUES.leased)})))`,
    { except: [0, ...except], ...bounds(now) },
  );
  return rows.map(({ id, failingSince }) => ({ id, isFailing: failingSince !== null }));
}

function bounds(now: Date): Record<'now' | 'latest' | 'pausedLatest', Date> {
  return { ...WEBHOOK_RETRIES.dueBounds(now), pausedLatest: new Date(now.getTime() + 2 * MAX_RETRY_AFTER_MS) };
}

/**
 * Claims due deliveries of a webhook: those by hand first, and those of the schedule while it may send. null when none is due or another
 * process sends to it.
 */
export function claimBatch(db: Database, webhookId: number, { limitOf, now }: ClaimInput): Promise<Batch | null> {
  const begunAt = performance.now();
  return inTransaction(db, async () => {
    const webhook = await findWebhook(db, webhookId, now, forUpdate(db));
    if (webhook === null || (await isTaken(db, webhookId, now))) return null;
    // a message in a minute is the rule for tries by hand too
    if (webhook.format === 'slack' && webhook.isPaused) return null;
    const mayFollowSchedule = webhook.isActive && !webhook.isPaused;
    const ids = await findDue(db, { webhookId, mayFollowSchedule, limit: limitOf(webhook) }, now);
    const rows = await claimRows<Omit<ClaimedDelivery, keyof Leased> & { id: number }>(db, QUEUE, { ids, now });
    if (rows.length === 0) return null;
    const deliveries = rows.map((row) => ({ ...row, isManual: Boolean(row.isManual), resumeAt: dateOrNull(row.resumeAt) }));
    return { webhook, deliveries, begunAt };
  });
}

export interface ClaimInput {
  readonly limitOf: (webhook: SendingWebhook) => number;
  readonly now: Date;
}

interface WebhookRow extends Omit<SendingWebhook, 'secrets' | 'isPaused' | 'isFailing'> {
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldSecretUntil: Date | string | null;
  readonly pausedUntil: Date | string | null;
  readonly failingSince: Date | string | null;
}

/** null when it was deleted. In a transaction `lock` locks the row until that ends. */
export async function findWebhook(db: Database, id: number, now: Date, lock = ''): Promise<SendingWebhook | null> {
  const [row] = await selectRows<WebhookRow>(
    acrossProjects(db),
    `SELECT id, project_id AS projectId, url, format, language, content, is_active AS isActive, secret, old_secret AS oldSecret,
       old_secret_until AS oldSecretUntil, paused_until AS pausedUntil, failing_since AS failingSince
     FROM webhooks WHERE id = :id${lock}`,
    { id },
  );
  return row === undefined ? null : sendingWebhook(row, now);
}

function sendingWebhook(row: WebhookRow, now: Date): SendingWebhook {
  const { id, projectId, url, format, language, secret, oldSecret } = row;
  const oldUntil = dateOrNull(row.oldSecretUntil);
  const pausedUntil = dateOrNull(row.pausedUntil);
  return {
    id,
    projectId,
    url,
    format,
    language,
    content: Boolean(row.content),
    isActive: Boolean(row.isActive),
    isPaused: pausedUntil !== null && pausedUntil > now && pausedUntil <= bounds(now).pausedLatest,
    isFailing: row.failingSince !== null,
    secrets: oldSecret !== null && oldUntil !== null && oldUntil > now ? [secret, oldSecret] : [secret],
  };
}

/** Whether a process holds a lease on deliveries of the webhook. */
async function isTaken(db: Database, webhookId: number, now: Date): Promise<boolean> {
  const sql = `SELECT id FROM webhook_deliveries WHERE webhook_id = :webhookId AND queue = ${QUEUES.leased} AND NOT ${IS_DUE} LIMIT 1`;
  return (await selectRows(acrossProjects(db), sql, { webhookId, ...WEBHOOK_RETRIES.dueBounds(now) })).length > 0;
}

interface DueQuery {
  readonly webhookId: number;
  readonly mayFollowSchedule: boolean;
  readonly limit: number;
}

/** While the webhook is off or rests, tries of its schedule whose process died wait as well. */
async function findDue(db: Database, { webhookId, mayFollowSchedule, limit }: DueQuery, now: Date): Promise<number[]> {
  const ids: number[] = [];
  for (const queue of [QUEUES.manual, QUEUES.leased, ...(mayFollowSchedule ? [QUEUES.automatic] : [])]) {
    if (ids.length >= limit) break;
    const rows = await selectRows<{ id: number }>(
      acrossProjects(db),
      `SELECT id FROM webhook_deliveries WHERE webhook_id = :webhookId AND queue = :queue AND (is_manual = 1 OR :isAnyTry = 1) AND
       ${IS_DUE} ORDER BY due_at, id LIMIT ${limit - ids.length}`,
      { webhookId, queue, isAnyTry: queue !== QUEUES.leased || mayFollowSchedule ? 1 : 0, ...WEBHOOK_RETRIES.dueBounds(now) },
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** How many deliveries are queued by one statement. */
export const RETRIED_AT_ONCE = 1_000;

/**
 * Queues deliveries for a try by hand, in the caller's transaction; those that are being tried or queued so already stay. After a failure a
 * delivery that waits continues by its schedule.
 */
export async function queueByHand(
  db: Database,
  { webhookId, ids }: { webhookId: number; ids: readonly number[] },
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await execute(
    acrossProjects(db),
    `UPDATE webhook_deliveries SET resume_at = CASE queue WHEN ${QUEUES.automatic} THEN due_at ELSE NULL END, due_at = :now,
       queue = ${QUEUES.manual} WHERE webhook_id = :webhookId AND id IN (:ids) AND queue IN (${QUEUES.ended}, ${QUEUES.automatic})`,
    { webhookId, ids: [...ids], now },
  );
  afterCommit(db, () => db.subscriptions.reportDelivery());
}

/** Returns claimed deliveries that were not tried; they are due then. */
export async function releaseDeliveries(db: Database, deliveries: readonly ClaimedDelivery[], dueAt: Date): Promise<void> {
  const changes = `queue = CASE is_manual WHEN 1 THEN ${QUEUES.manual} ELSE ${QUEUES.automatic} END, due_at = :dueAt`;
  await settleRows(db, QUEUE, { rows: deliveries, changes, values: { dueAt } });
}

/** The state of deliveries after a try that ended alike. */
export interface Ending {
  readonly state: ClaimedDelivery['state'];
  /** When the schedule continues; null when the delivery has ended. */
  readonly dueAt: Date | null;
  readonly status: number | null;
  /** 1 for a try of the schedule. */
  readonly counted: 0 | 1;
  /** A failed try by hand leaves the status and the time of before. */
  readonly isUnchanged: boolean;
}

export async function endTries(db: Database, rows: readonly ClaimedDelivery[], ending: Ending, now: Date) {
  const { state, dueAt, status, counted, isUnchanged } = ending;
  const queue = dueAt === null ? QUEUES.ended : QUEUES.automatic;
  await settleRows(db, QUEUE, {
    rows,
    changes: `state = :state, queue = :queue, due_at = :dueAt, resume_at = NULL, is_manual = 0, attempts = attempts + :counted
      ${isUnchanged ? '' : ', last_status = :status, settled_at = :settledAt'}`,
    values: { state, queue, status, counted, dueAt: dueAt ?? now, settledAt: state === 'waiting' ? null : now },
  });
}

function dateOrNull(value: Date | string | null): Date | null {
  return value === null ? null : asDate(value);
}
