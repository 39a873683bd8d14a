// Raw SQL: counts and permits change by conditional updates, each in one statement.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../../platform/context.ts';
import { recordAudit } from '../../../platform/db/audit.ts';
import type { Database } from '../../../platform/db/database.ts';
import { asDate, execute, selectRows } from '../../../platform/db/sql.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { type ApiError, throttled, unavailable } from '../../../platform/errors.ts';
import type { Auth, AuthCall } from '../auth.ts';
import { livePermits, MAX_PERMITS, newPermit, PERMIT_LENGTH } from './attempt-permits.ts';
import { rulesOf } from './attempt-rules.ts';
import { columnsOf, type LockKey, maskedSubject, WHERE_KEY } from './lock-key.ts';

/** Longest wait for a permit. */
const WAIT_MS = 1_500;
const POLL_MS = 25;

const ANONYMOUS: Actor = { kind: 'anonymous' };
const IS_OPEN = '(locked_until IS NULL OR locked_until <= :now)';

/** Seconds until the key is unlocked, rounded up; 0 when it is not locked. */
export async function lockedSeconds(db: Database, key: LockKey, now: Date): Promise<number> {
  const [row] = await selectRows<{ lockedUntil: Date | string | null }>(
    db,
    `SELECT locked_until AS lockedUntil FROM attempt_locks WHERE ${WHERE_KEY}`,
    columnsOf(key),
  );
  return secondsUntil(row?.lockedUntil ?? null, now);
}

/** Clears the lock and the count of failures. Attempts under way keep their permits. */
export async function liftLock(db: Database, key: LockKey): Promise<void> {
  await execute(
    db,
    `UPDATE attempt_locks SET failures = 0, locked_until = NULL
     WHERE ${WHERE_KEY} AND (failures > 0 OR locked_until IS NOT NULL)`,
    columnsOf(key),
  );
}

/**
 * Runs `check`, which verifies a secret, under a permit. Failures and attempts under way never exceed the limit, over all processes, so
 * a parallel attack tries no more secrets before the lock than a serial one, and correct attempts only wait for each other. A wrong
 * attempt is counted, and the one that reaches the limit locks the key. A correct attempt clears lock and count. A `check` that throws
 * counts nothing. Call it outside of transactions: what it counts must remain when they fail.
 * @throws ApiError 429 `account_locked` or `otp_locked` while locked, 503 when no permit was free within 1.5 s
 */
export async function guardedAttempt(call: AuthCall, key: LockKey, check: () => Promise<boolean>): Promise<boolean> {
  const { service: auth, now } = call;
  const deadline = performance.now() + WAIT_MS;
  const queue = `${key.kind} ${key.projectId} ${key.subject}`;
  return auth.attemptQueues.run(queue, rulesOf(auth, key.kind).attempts, async () => {
    const attempt: Attempt = { key, now, permit: await waitForPermit(call, key, deadline) };
    const isRight = await check().catch(async (error: unknown) => {
      await returnPermit(auth.db, attempt);
      throw error;
    });
    if (isRight) await recordSuccess(auth.db, attempt);
    else await recordFailure(auth, attempt);
    return isRight;
  });
}

/** The 429 of a locked key. */
export function lockedError(auth: Auth, key: LockKey, seconds: number): ApiError {
  const { code, message } = rulesOf(auth, key.kind);
  return throttled(seconds, code, message);
}

interface Attempt {
  readonly key: LockKey;
  readonly now: Date;
  readonly permit: string;
}

/** `deadline` is a time of `performance.now()` and includes the wait in the queue. */
async function waitForPermit(call: AuthCall, key: LockKey, deadline: number): Promise<string> {
  for (;;) {
    const permit = newPermit(call.service.clock.now());
    if (await takePermit(call, key, permit)) return permit;
    await requireUnlocked(call, key);
    if (performance.now() > deadline) throw unavailable('Too many attempts at once. Try again in a moment.');
    await sleep(POLL_MS * (0.5 + Math.random()));
  }
}

/**
 * The same single statement whether the key has a row or not, so that neither its time nor a race reveals anything. Permits are
 * counted by the length of their text, expired ones too, until `dropExpiredPermits` removes those.
 */
async function takePermit({ service: auth, now }: AuthCall, key: LockKey, permit: string): Promise<boolean> {
  const mayTake = `${IS_OPEN} AND LENGTH(permits) < (:attempts - failures) * ${PERMIT_LENGTH} AND LENGTH(permits) < ${MAX_PERMITS * PERMIT_LENGTH}`;
  const insert = `INSERT INTO attempt_locks (project_id, kind, subject, failures, permits, changed_at)
                  VALUES (:projectId, :kind, :subject, 0, :permit, :now)`;
  const written = await execute(
    auth.db,
    auth.db.isMySql
      ? `${insert} ON DUPLICATE KEY UPDATE changed_at = CASE WHEN ${mayTake} THEN :now ELSE changed_at END,
                                           permits = CASE WHEN ${mayTake} THEN CONCAT(permits, :permit) ELSE permits END`
      : `${insert} ON CONFLICT (project_id, kind, subject) DO UPDATE SET changed_at = :now, permits = permits || :permit WHERE ${mayTake}`,
    { ...columnsOf(key), now, permit, attempts: rulesOf(auth, key.kind).attempts },
  );
  return written > 0;
}

/** Returns when waiting may help, and removes expired permits. */
async function requireUnlocked({ service: auth, now }: AuthCall, key: LockKey): Promise<void> {
  const [row] = await selectRows<{ failures: number; permits: string; lockedUntil: Date | string | null }>(
    auth.db,
    `SELECT failures, permits, locked_until AS lockedUntil FROM attempt_locks WHERE ${WHERE_KEY}`,
    columnsOf(key),
  );
  if (row === undefined) return;
  const seconds = secondsUntil(row.lockedUntil, now);
  if (seconds > 0) throw lockedError(auth, key, seconds);
  if (row.failures < rulesOf(auth, key.kind).attempts) return dropExpiredPermits(auth, key, row.permits);
  // only after LOGIN_LOCKOUT_ATTEMPTS was lowered
  if (await inTransaction(auth.db, () => lockAtLimit(auth, key, now))) throw lockedError(auth, key, rulesOf(auth, key.kind).seconds);
}

async function dropExpiredPermits(auth: Auth, key: LockKey, permits: string): Promise<void> {
  const live = livePermits(permits, auth.clock.now());
  if (live === permits) return;
  // a row that changed meanwhile is cleaned up in the next round
  await execute(auth.db, `UPDATE attempt_locks SET permits = :live WHERE ${WHERE_KEY} AND permits = :permits`, {
    ...columnsOf(key),
    live,
    permits,
  });
}

/** Changes nothing when the permit has expired and was removed. */
const WITHOUT_PERMIT = "REPLACE(permits, :permit, '')";

async function returnPermit(db: Database, { key, permit }: Attempt): Promise<void> {
  await execute(db, `UPDATE attempt_locks SET permits = ${WITHOUT_PERMIT} WHERE ${WHERE_KEY}`, { ...columnsOf(key), permit });
}

async function recordSuccess(db: Database, { key, permit }: Attempt): Promise<void> {
  await execute(db, `UPDATE attempt_locks SET permits = ${WITHOUT_PERMIT}, failures = 0, locked_until = NULL WHERE ${WHERE_KEY}`, {
    ...columnsOf(key),
    permit,
  });
}

async function recordFailure(auth: Auth, { key, now, permit }: Attempt): Promise<void> {
  await inTransaction(auth.db, async () => {
    await execute(
      auth.db,
      `UPDATE attempt_locks
       SET permits = ${WITHOUT_PERMIT}, failures = CASE WHEN locked_until > :now THEN failures ELSE failures + 1 END
       WHERE ${WHERE_KEY}`,
      { ...columnsOf(key), now, permit },
    );
    await lockAtLimit(auth, key, now);
  });
}

/** Whether it locked the key. The count restarts at 0 when the lock ends. Call it in a transaction. */
async function lockAtLimit(auth: Auth, key: LockKey, now: Date): Promise<boolean> {
  const { attempts, seconds } = rulesOf(auth, key.kind);
  const locked = await execute(
    auth.db,
    `UPDATE attempt_locks SET failures = 0, locked_until = :until WHERE ${WHERE_KEY} AND failures >= :attempts`,
    { ...columnsOf(key), attempts, until: new Date(now.getTime() + seconds * 1000) },
  );
  if (locked > 0) await auditLock(auth, key, now);
  return locked > 0;
}

async function auditLock(auth: Auth, key: LockKey, at: Date): Promise<void> {
  const { projectId, requestId = null } = key;
  const { action, attempts, seconds } = rulesOf(auth, key.kind);
  await recordAudit(auth.db, {
    projectId: projectId === 0 ? null : projectId,
    action,
    actor: ANONYMOUS,
    subject: maskedSubject(key),
    details: { attempts, seconds },
    requestId,
    at,
  });
}

function secondsUntil(lockedUntil: Date | string | null, now: Date): number {
  return lockedUntil === null ? 0 : Math.max(0, Math.ceil((asDate(lockedUntil).getTime() - now.getTime()) / 1000));
}
