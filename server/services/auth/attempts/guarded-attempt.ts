// Raw SQL: permits are taken and returned by conditional updates, each in one statement.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../platform/db/database.ts';
import { execute, selectRows } from '../../../platform/db/sql.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { unavailable } from '../../../platform/errors.ts';
import type { Auth, AuthCall } from '../auth.ts';
import { IS_OPEN, lockAtLimit, lockedError, secondsLeft } from './attempt-locks.ts';
import { livePermits, MAX_PERMITS, newPermit, PERMIT_LENGTH, permitsIn } from './attempt-permits.ts';
import { rulesOf } from './attempt-rules.ts';
import { columnsOf, type LockKey, WHERE_KEY } from './lock-key.ts';

/** Longest wait for a permit. */
const WAIT_MS = 1_500;
const POLL_MS = 25;

export interface Guarded<P, T> {
  /** Verifies a secret. Returns null when it is wrong, otherwise what `accept` needs. */
  check(): Promise<P | null>;
  /** The work that a right secret allows. It runs in the transaction that also returns the permit. */
  accept(proof: P): Promise<T>;
}

/**
 * Runs `check` under a permit and `accept` if the secret is right; null means that it is wrong. Failures and attempts under way never
 * exceed the limit, over all processes, so a parallel attack tries no more secrets before the lock than a serial one, and correct attempts
 * only wait for each other. A wrong attempt is counted, and the one that reaches the limit locks the key. A correct attempt clears lock and
 * count, even if `accept` throws. A `check` that throws counts nothing. Call it outside of transactions: what it counts must remain.
 * @throws ApiError 429 `account_locked` or `otp_locked` while locked, 503 when no permit was free within 1.5 s
 */
export async function guardedAttempt<P, T>(call: AuthCall, key: LockKey, { check, accept }: Guarded<P, T>): Promise<T | null> {
  const { service: auth, now } = call;
  const deadline = performance.now() + WAIT_MS;
  return auth.attemptQueues.run(queueOf(key), rulesOf(auth, key.kind).attempts, async () => {
    const attempt: Attempt = { key, now, permit: await waitForPermit(call, key, deadline) };
    try {
      return await runAttempt(auth, attempt, { check, accept });
    } finally {
      auth.heldPermits.delete(attempt.permit);
    }
  });
}

interface Attempt {
  readonly key: LockKey;
  readonly now: Date;
  readonly permit: string;
}

async function runAttempt<P, T>(auth: Auth, attempt: Attempt, { check, accept }: Guarded<P, T>): Promise<T | null> {
  const proof = await check().catch(async (error: unknown) => {
    await returnPermit(auth.db, attempt);
    throw error;
  });
  if (proof !== null) return acceptRight(auth.db, attempt, () => accept(proof));
  await recordFailure(auth, attempt);
  return null;
}

function queueOf({ kind, projectId, subject }: LockKey): string {
  return `${kind} ${projectId} ${subject}`;
}

/** `deadline` is a time of `performance.now()` and includes the wait in the queue. */
async function waitForPermit(call: AuthCall, key: LockKey, deadline: number): Promise<string> {
  const { service: auth } = call;
  for (;;) {
    // before the permits are read, so that no end is missed
    const localEnd = auth.attemptQueues.nextEnd(queueOf(key));
    const permit = newPermit(auth.clock.now());
    if (await takePermit(call, key, permit)) {
      auth.heldPermits.add(permit);
      return permit;
    }
    const wait = await waitOf(call, key);
    const left = deadline - performance.now();
    if (left < 0) throw unavailable('Too many attempts at once. Try again in a moment.');
    if (wait === 'none') continue;
    const longest = wait === 'local' ? left : POLL_MS * (0.5 + Math.random());
    await Promise.race([localEnd, sleep(longest, undefined, { ref: false })]);
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

/**
 * Removes expired permits and returns how to wait for one: `none` when one is free now, `local` when attempts of this process hold all of
 * them, so that a poll would be useless, or `poll`. @throws ApiError 429 while locked
 */
async function waitOf({ service: auth, now }: AuthCall, key: LockKey): Promise<'none' | 'local' | 'poll'> {
  const [row] = await selectRows<{ failures: number; permits: string; lockedUntil: Date | string | null }>(
    auth.db,
    `SELECT failures, permits, locked_until AS lockedUntil FROM attempt_locks WHERE ${WHERE_KEY}`,
    columnsOf(key),
  );
  if (row === undefined) return 'none';
  const seconds = await secondsLeft(auth, { key, lockedUntil: row.lockedUntil }, now);
  if (seconds > 0) throw lockedError(auth, key, seconds);
  const free = Math.min(rulesOf(auth, key.kind).attempts - row.failures, MAX_PERMITS);
  if (free <= 0) return lockNow(auth, key, now);
  const live = await dropExpiredPermits(auth, key, row.permits);
  if (live.length < free) return 'none';
  return live.every((permit) => auth.heldPermits.has(permit)) ? 'local' : 'poll';
}

/** Only after LOGIN_LOCKOUT_ATTEMPTS was lowered. */
async function lockNow(auth: Auth, key: LockKey, now: Date): Promise<'none'> {
  if (await inTransaction(auth.db, () => lockAtLimit(auth, key, now))) throw lockedError(auth, key, rulesOf(auth, key.kind).seconds);
  return 'none';
}

async function dropExpiredPermits(auth: Auth, key: LockKey, permits: string): Promise<string[]> {
  const live = livePermits(permits, auth.clock.now());
  if (live !== permits) {
    // a row that changed meanwhile is cleaned up in the next round
    await execute(auth.db, `UPDATE attempt_locks SET permits = :live WHERE ${WHERE_KEY} AND permits = :permits`, {
      ...columnsOf(key),
      live,
      permits,
    });
  }
  return permitsIn(live);
}

/** Changes nothing when the permit has expired and was removed. */
const WITHOUT_PERMIT = "REPLACE(permits, :permit, '')";

async function returnPermit(db: Database, { key, permit }: Attempt): Promise<void> {
  await execute(db, `UPDATE attempt_locks SET permits = ${WITHOUT_PERMIT} WHERE ${WHERE_KEY}`, { ...columnsOf(key), permit });
}

/** One commit for both. The row of the key is locked last, as by everything that locks a user and a key. */
async function acceptRight<T>(db: Database, attempt: Attempt, accept: () => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async () => {
      const accepted = await accept();
      await recordSuccess(db, attempt);
      return accepted;
    });
  } catch (error) {
    // the permit expires if this fails too
    await recordSuccess(db, attempt).catch((err: unknown) => db.log.error({ err }, 'clearing the failed attempts failed'));
    throw error;
  }
}

async function recordSuccess(db: Database, { key, permit }: Attempt): Promise<void> {
  await execute(db, `UPDATE attempt_locks SET permits = ${WITHOUT_PERMIT}, failures = 0, locked_until = NULL WHERE ${WHERE_KEY}`, {
    ...columnsOf(key),
    permit,
  });
}

async function recordFailure(auth: Auth, attempt: Attempt): Promise<void> {
  if (await countFailure(auth, attempt)) return;
  const { key, now, permit } = attempt;
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

/** Whether this failure neither locks the key nor meets a lock, so that one statement is enough. */
async function countFailure(auth: Auth, { key, now, permit }: Attempt): Promise<boolean> {
  const counted = await execute(
    auth.db,
    `UPDATE attempt_locks SET permits = ${WITHOUT_PERMIT}, failures = failures + 1
     WHERE ${WHERE_KEY} AND failures + 1 < :attempts AND ${IS_OPEN}`,
    { ...columnsOf(key), now, permit, attempts: rulesOf(auth, key.kind).attempts },
  );
  return counted > 0;
}
