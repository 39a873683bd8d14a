// Raw SQL: one transaction stores what several tries of a webhook brought.
import type { Act } from '../context.ts';
import type { Database } from '../db/database.ts';
import { recordAudit } from '../db/records/audit.ts';
import { asDate, execute, forUpdate, selectRows } from '../db/statements/sql.ts';
import { acrossProjects } from '../db/tenancy/with-tenant.ts';
import { afterCommit, inTransaction } from '../db/transactions/transaction.ts';
import type { AttemptResult } from './attempt.ts';
import { type ClaimedDelivery, type Ending, endTries, type SendingWebhook } from './deliveries.ts';
import { retryAfterMs, WEBHOOK_RETRIES } from './retries.ts';

/** A try that has ended. */
export interface EndedTry {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Whether the event can never be sent, because its row is gone. */
  readonly isLost: boolean;
}

export type DisabledReason = 'gone' | 'failing';

/** A webhook is switched off when nothing has succeeded for this long. */
const FAILING_MS = 5 * 24 * 3_600_000;
const GONE = 410;
const BUSY = new Set([429, 503]);

export function isSuccess({ status }: AttemptResult): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Whether the receiver wants nothing more for now: what else waits for the webhook is not sent in this batch. */
export function stopsBatch({ result, delivery, isLost }: EndedTry): boolean {
  return !isLost && !delivery.isManual && !isSuccess(result);
}

/** Stores the outcome of tries of one webhook, unless their leases expired. `pauseMs` is how long the webhook rests after a try. */
export function settleTries(db: Database, webhook: SendingWebhook, { tries, pauseMs }: { tries: readonly EndedTry[]; pauseMs: number }) {
  return inTransaction(db, async () => {
    const health = await lockHealth(db, webhook.id);
    if (health !== null) await settleWebhook(db, webhook, { health, tries, pauseMs });
    for (const { ending, rows, now } of endingsOf(tries)) await endTries(db, rows, ending, now);
    await insertAttempts(db, tries);
  });
}

interface Health {
  readonly failingSince: Date | null;
  readonly pausedUntil: Date | null;
}

/** Locks the webhook before its deliveries, as a claim does; null when it was deleted. */
async function lockHealth(db: Database, id: number): Promise<Health | null> {
  const sql = `SELECT failing_since AS failingSince, paused_until AS pausedUntil FROM webhooks WHERE id = :id${forUpdate(db)}`;
  const [row] = await selectRows<Record<keyof Health, Date | string | null>>(acrossProjects(db), sql, { id });
  if (row === undefined) return null;
  const date = (value: Date | string | null): Date | null => (value === null ? null : asDate(value));
  return { failingSince: date(row.failingSince), pausedUntil: date(row.pausedUntil) };
}

interface Settled {
  readonly health: Health;
  readonly tries: readonly EndedTry[];
  readonly pauseMs: number;
}

/** The health of the webhook after tries of its schedule. Tries by hand count neither way. */
async function settleWebhook(db: Database, webhook: SendingWebhook, { health, tries, pauseMs }: Settled): Promise<void> {
  const counted = tries
    .filter(({ delivery, isLost }) => !delivery.isManual && !isLost)
    .sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime());
  const rest = restAfter(tries, pauseMs);
  const last = counted.at(-1);
  if (last === undefined) {
    const sql = 'UPDATE webhooks SET paused_until = :rest WHERE id = :id AND (paused_until IS NULL OR paused_until < :rest)';
    if (rest !== null) await execute(acrossProjects(db), sql, { id: webhook.id, rest });
    return;
  }
  const success = counted.findLast(({ result }) => isSuccess(result));
  const failure = counted.findLast(({ result }) => !isSuccess(result));
  const failingSince = isSuccess(last.result) ? null : ((success === undefined ? health.failingSince : null) ?? last.endedAt);
  const waits = [health.pausedUntil, rest, ...counted.map(askedPause)];
  const pausedUntil = waits.reduce((most, each) => (each !== null && (most === null || each > most) ? each : most), null);
  await execute(
    acrossProjects(db),
    `UPDATE webhooks SET failing_since = :failingSince, paused_until = :pausedUntil, last_success_at = COALESCE(:succeededAt, last_success_at),
       last_failure_at = COALESCE(:failedAt, last_failure_at) WHERE id = :id`,
    { id: webhook.id, failingSince, pausedUntil, succeededAt: success?.endedAt ?? null, failedAt: failure?.endedAt ?? null },
  );
  if (counted.some(({ result }) => result.status === GONE)) await disable(db, webhook, { reason: 'gone', now: last.endedAt });
  else if (failingSince !== null && last.endedAt.getTime() - failingSince.getTime() >= FAILING_MS)
    await disable(db, webhook, { reason: 'failing', now: last.endedAt });
}

function restAfter(tries: readonly EndedTry[], pauseMs: number): Date | null {
  const ends = tries.filter(({ isLost }) => !isLost).map(({ endedAt }) => endedAt.getTime());
  return pauseMs === 0 || ends.length === 0 ? null : new Date(Math.max(...ends) + pauseMs);
}

/** Until when the receiver asks to be left alone. */
function askedPause({ result: { status, retryAfter }, endedAt }: EndedTry): Date | null {
  if (status === null || !BUSY.has(status)) return null;
  const waitMs = retryAfterMs(retryAfter, endedAt);
  return waitMs === null ? null : later(endedAt, waitMs);
}

/** Switches the webhook off, unless somebody has done so, or has changed its URL since. */
async function disable(db: Database, { id, url, projectId }: SendingWebhook, { reason, now }: { reason: DisabledReason; now: Date }) {
  const changed = await execute(
    acrossProjects(db),
    `UPDATE webhooks SET is_active = :isActive, disabled_at = :now, disabled_reason = :reason, revision = revision + 1, updated_at = :now
     WHERE id = :id AND is_active = :wasActive AND url = :url`,
    { id, url, reason, now, isActive: false, wasActive: true },
  );
  if (changed === 0) return;
  const act: Act = { actor: { kind: 'system', id: 'webhooks' }, requestId: null, address: null, now };
  const details = { before: { isActive: true }, after: { isActive: false }, reason };
  const [row] = await selectRows<{ revision: number }>(acrossProjects(db), 'SELECT revision FROM webhooks WHERE id = :id', { id });
  await recordAudit(db, act, { projectId, action: 'webhook.disabled', subject: `webhook:${id}`, details, revision: row?.revision ?? null });
  afterCommit(db, () => db.subscriptions.refresh());
}

interface EndingGroup {
  readonly ending: Ending;
  readonly rows: readonly ClaimedDelivery[];
  readonly now: Date;
}

/** Successes end alike, in one statement for each status. Failures are tried again at different times. */
function endingsOf(tries: readonly EndedTry[]): EndingGroup[] {
  const groups = new Map<string, { ending: Ending; rows: ClaimedDelivery[]; now: Date }>();
  for (const [index, one] of tries.entries()) {
    const ending = endingOf(one);
    const key =
      ending.dueAt === null
        ? `${ending.state} ${ending.status} ${ending.counted} ${ending.isUnchanged} ${one.delivery.lease}`
        : String(index);
    const group = groups.get(key) ?? { ending, rows: [], now: one.endedAt };
    group.rows.push(one.delivery);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function endingOf({ delivery, result, endedAt, isLost }: EndedTry): Ending {
  const { status } = result;
  const counted = delivery.isManual ? 0 : 1;
  const ending = { status, counted, isUnchanged: false } as const;
  if (isSuccess(result)) return { ...ending, state: 'delivered', dueAt: null };
  if (isLost) return { ...ending, state: delivery.state === 'delivered' ? 'delivered' : 'failed', dueAt: null };
  // the schedule goes on as if the try by hand had not been
  if (delivery.isManual) {
    const dueAt = delivery.state === 'waiting' ? (delivery.resumeAt ?? endedAt) : null;
    return { ...ending, state: delivery.state, dueAt, isUnchanged: true };
  }
  const waitMs = status === GONE ? null : WEBHOOK_RETRIES.waitAfter(delivery.attempts + 1);
  if (waitMs === null) return { ...ending, state: 'failed', dueAt: null };
  const askedMs = BUSY.has(status ?? 0) ? (retryAfterMs(result.retryAfter, endedAt) ?? 0) : 0;
  return { ...ending, state: 'waiting', dueAt: later(endedAt, Math.max(waitMs, askedMs)) };
}

async function insertAttempts(db: Database, tries: readonly EndedTry[]): Promise<void> {
  const rows = tries.map(({ delivery, result: { status, durationMs, error, answer }, startedAt }) => [
    ...[delivery.id, delivery.isManual, startedAt, status, durationMs, error, answer],
  ]);
  await execute(
    acrossProjects(db),
    'INSERT INTO webhook_attempts (delivery_id, is_manual, started_at, status, duration_ms, error, answer) VALUES :rows',
    { rows },
  );
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
