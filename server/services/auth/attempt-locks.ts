import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../platform/context.ts';
import { recordAudit } from '../../platform/db/audit.ts';
import { addToCounters, asDate, execute, type SqlValue, selectRows } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type ApiError, throttled, unavailable } from '../../platform/errors.ts';
import { KeyedGate } from '../../platform/keyed-gate.ts';
import { maskPhone, maskUsername } from '../../platform/mask.ts';
import { authSetup } from './setup.ts';

/** Whose wrong tries are counted together. */
export interface LockKey {
  readonly kind: 'otp' | 'password';
  /** 0 for operators, whose usernames belong to no project. */
  readonly projectId: number;
  /** A phone in E.164, or the key of a username. */
  readonly subject: string;
  /** The request that tries, for the audit row that a lock leaves. */
  readonly requestId?: string;
}

/** Consecutive wrong codes of a phone, over all codes and purposes, and how long it is locked then (contract §2). */
const OTP_ATTEMPTS = 10;
const OTP_LOCK_SECONDS = 900;

/** The permit of a process that was killed is void after this. */
const PERMIT_MS = 5_000;
/** Longest wait for a permit. */
const WAIT_MS = 1_500;
/** A permit held longer may be void, for the request may have waited 1.5 s before it got here. */
const RETURN_MS = PERMIT_MS - 1_500;
const POLL_MS = 25;
/** Guesses of one key that may stand in line in this process. */
const QUEUE = 1_000;

const ANYBODY: Actor = { kind: 'anonymous' };
const WHERE_KEY = 'project_id = :projectId AND kind = :kind AND subject = :subject';
const IS_OPEN = '(locked_until IS NULL OR locked_until <= :now)';

const lines = new KeyedGate({ queue: QUEUE, waitMs: WAIT_MS });

/** Seconds until the key is free again, rounded up; 0 when it is. */
export async function lockedSeconds(key: LockKey, now: Date): Promise<number> {
  const [row] = await selectRows<{ lockedUntil: Date | string | null }>(
    `SELECT locked_until AS lockedUntil FROM attempt_locks WHERE ${WHERE_KEY}`,
    columnsOf(key),
  );
  if (row === undefined || row.lockedUntil === null) return 0;
  return Math.max(0, Math.ceil((asDate(row.lockedUntil).getTime() - now.getTime()) / 1000));
}

/** Forgets lock and count. Guesses under way keep their permits. */
export async function liftLock(key: LockKey): Promise<void> {
  await execute(
    `UPDATE attempt_locks SET failures = 0, locked_until = NULL
     WHERE ${WHERE_KEY} AND (failures > 0 OR locked_until IS NOT NULL)`,
    columnsOf(key),
  );
}

/**
 * Runs `check` under a permit: guesses under way and failures together are never more than the limit, over all processes. So no
 * parallel attack tries more than that before the lock, and right guesses side by side only wait for each other. Wrong: counted,
 * and the failure that reaches the limit locks. Right: lock and count are lifted. A check that throws counts nothing. Call it
 * outside of transactions, for what it counts must stay when they fail.
 * @throws ApiError 429 `account_locked` or `otp_locked` while locked, 503 when no permit came free in 1.5 s
 */
export async function guardedGuess(key: LockKey, now: Date, check: () => Promise<boolean>): Promise<boolean> {
  const guess: Guess = { key, now, startedAt: performance.now() };
  const line = `${key.kind} ${key.projectId} ${key.subject}`;
  return lines.run(line, rulesOf(key).attempts, async () => {
    await waitForPermit(guess);
    const isRight = await check().catch(async (error: unknown) => {
      await returnPermit(guess);
      throw error;
    });
    if (isRight) await settleRight(guess);
    else await settleWrong(guess);
    return isRight;
  });
}

/** The 429 of a key that is locked for so long. */
export function lockedError(key: LockKey, seconds: number): ApiError {
  const { code, message } = rulesOf(key);
  return throttled(seconds, code, message);
}

interface Guess {
  readonly key: LockKey;
  readonly now: Date;
  /** By the process's own running clock, in milliseconds. */
  readonly startedAt: number;
}

interface Rules {
  readonly attempts: number;
  readonly seconds: number;
  readonly code: string;
  readonly message: string;
  readonly action: string;
}

function rulesOf({ kind }: LockKey): Rules {
  if (kind === 'password') {
    const message = 'Too many failed logins; the account is locked.';
    return { ...authSetup().config.lockout, code: 'account_locked', message, action: 'login.locked' };
  }
  const message = 'Too many wrong codes; the phone is locked.';
  return { attempts: OTP_ATTEMPTS, seconds: OTP_LOCK_SECONDS, code: 'otp_locked', message, action: 'otp.locked' };
}

async function waitForPermit({ key, now, startedAt }: Guess): Promise<void> {
  for (let isKnown = false; ; isKnown = true) {
    if (await takePermit(key, now)) return;
    const seconds = await lockedSeconds(key, now);
    if (seconds > 0) throw lockedError(key, seconds);
    if (performance.now() - startedAt > WAIT_MS) throw unavailable('Too many tries at once. Try again in a moment.');
    if (isKnown) await sleep(POLL_MS * (0.5 + Math.random()));
    else await makeRow(key, now);
  }
}

/** `pending` stands before `pending_until`, whose old value it needs: MySQL assigns from left to right. */
async function takePermit(key: LockKey, now: Date): Promise<boolean> {
  const livePermits = 'CASE WHEN pending_until > :now THEN pending ELSE 0 END';
  const taken = await execute(
    `UPDATE attempt_locks SET pending = ${livePermits} + 1, pending_until = :until, changed_at = :now
     WHERE ${WHERE_KEY} AND ${IS_OPEN} AND failures + ${livePermits} < :attempts`,
    { ...columnsOf(key), now, until: new Date(now.getTime() + PERMIT_MS), attempts: rulesOf(key).attempts },
  );
  return taken > 0;
}

/** Adds nothing to a row that is there already. */
async function makeRow(key: LockKey, now: Date): Promise<void> {
  const { projectId, kind, subject } = key;
  await addToCounters(
    { table: 'attempt_locks', key: ['project_id', 'kind', 'subject'], add: ['failures', 'pending'], set: ['changed_at'] },
    [{ project_id: projectId, kind, subject, failures: 0, pending: 0, changed_at: now }],
  );
}

const PENDING_AFTER = 'CASE WHEN pending > :returned THEN pending - :returned ELSE 0 END';

async function returnPermit(guess: Guess): Promise<void> {
  await execute(`UPDATE attempt_locks SET pending = ${PENDING_AFTER} WHERE ${WHERE_KEY}`, {
    ...columnsOf(guess.key),
    returned: permitsToReturn(guess),
  });
}

async function settleRight(guess: Guess): Promise<void> {
  await execute(`UPDATE attempt_locks SET pending = ${PENDING_AFTER}, failures = 0, locked_until = NULL WHERE ${WHERE_KEY}`, {
    ...columnsOf(guess.key),
    returned: permitsToReturn(guess),
  });
}

/** The count starts anew with the lock, so that it does after it. */
async function settleWrong(guess: Guess): Promise<void> {
  const { key, now } = guess;
  const { attempts, seconds } = rulesOf(key);
  const columns = columnsOf(key);
  await inTransaction(async () => {
    await execute(
      `UPDATE attempt_locks SET pending = ${PENDING_AFTER}, failures = CASE WHEN locked_until > :now THEN failures ELSE failures + 1 END
       WHERE ${WHERE_KEY}`,
      { ...columns, now, returned: permitsToReturn(guess) },
    );
    const locked = await execute(
      `UPDATE attempt_locks SET failures = 0, locked_until = :until WHERE ${WHERE_KEY} AND failures >= :attempts`,
      { ...columns, attempts, until: new Date(now.getTime() + seconds * 1000) },
    );
    if (locked > 0) await auditLock(key, now);
  });
}

/** A void permit is not returned: in its place somebody else's would be. */
function permitsToReturn({ startedAt }: Guess): 0 | 1 {
  return performance.now() - startedAt < RETURN_MS ? 1 : 0;
}

async function auditLock(key: LockKey, at: Date): Promise<void> {
  const { projectId, subject, requestId = null } = key;
  const { action, attempts, seconds } = rulesOf(key);
  await recordAudit({
    projectId: projectId === 0 ? null : projectId,
    action,
    actor: ANYBODY,
    subject: projectId === 0 ? `username:${maskUsername(subject)}` : `phone:${maskPhone(subject)}`,
    details: { attempts, seconds },
    requestId,
    at,
  });
}

function columnsOf({ kind, projectId, subject }: LockKey): Record<'kind' | 'projectId' | 'subject', SqlValue> {
  return { kind, projectId, subject };
}
