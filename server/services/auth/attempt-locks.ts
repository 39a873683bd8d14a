import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../platform/context.ts';
import { recordAudit } from '../../platform/db/audit.ts';
import { asDate, execute, isMySql, type SqlValue, selectRows } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type ApiError, throttled, unavailable } from '../../platform/errors.ts';
import { KeyedGate } from '../../platform/keyed-gate.ts';
import { maskPhone, maskUsername } from '../../platform/mask.ts';
import { livePermits, MOST_PERMITS, newPermit, PERMIT_LENGTH } from './attempt-permits.ts';
import { rulesOf } from './attempt-rules.ts';
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

/** Longest wait for a permit. */
const WAIT_MS = 1_500;
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
  return secondsUntil(row?.lockedUntil ?? null, now);
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
  const startedAt = performance.now();
  const line = `${key.kind} ${key.projectId} ${key.subject}`;
  return lines.run(line, rulesOf(key.kind).attempts, async () => {
    const guess: Guess = { key, now, permit: await waitForPermit(key, now, startedAt) };
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
  const { code, message } = rulesOf(key.kind);
  return throttled(seconds, code, message);
}

interface Guess {
  readonly key: LockKey;
  readonly now: Date;
  readonly permit: string;
}

/** `startedAt` by the process's own running clock: standing in line is part of the wait. */
async function waitForPermit(key: LockKey, now: Date, startedAt: number): Promise<string> {
  for (;;) {
    const permit = newPermit(authSetup().clock.now());
    if (await takePermit(key, now, permit)) return permit;
    await requireUnlocked(key, now);
    if (performance.now() - startedAt > WAIT_MS) throw unavailable('Too many tries at once. Try again in a moment.');
    await sleep(POLL_MS * (0.5 + Math.random()));
  }
}

/**
 * One statement for everybody, whether the key has a row or not: neither its time nor a race tells or changes anything. Permits are
 * counted by the length of their text, void ones too, until `dropVoidPermits` takes them out.
 */
async function takePermit(key: LockKey, now: Date, permit: string): Promise<boolean> {
  const mayTake = `${IS_OPEN} AND LENGTH(permits) < (:attempts - failures) * ${PERMIT_LENGTH} AND LENGTH(permits) < ${MOST_PERMITS * PERMIT_LENGTH}`;
  const insert = `INSERT INTO attempt_locks (project_id, kind, subject, failures, permits, changed_at)
                  VALUES (:projectId, :kind, :subject, 0, :permit, :now)`;
  const taken = await execute(
    isMySql()
      ? `${insert} ON DUPLICATE KEY UPDATE changed_at = CASE WHEN ${mayTake} THEN :now ELSE changed_at END,
                                           permits = CASE WHEN ${mayTake} THEN CONCAT(permits, :permit) ELSE permits END`
      : `${insert} ON CONFLICT (project_id, kind, subject) DO UPDATE SET changed_at = :now, permits = permits || :permit WHERE ${mayTake}`,
    { ...columnsOf(key), now, permit, attempts: rulesOf(key.kind).attempts },
  );
  return taken > 0;
}

/** Passes when waiting may help, and takes out of the way what is void. */
async function requireUnlocked(key: LockKey, now: Date): Promise<void> {
  const [row] = await selectRows<{ failures: number; permits: string; lockedUntil: Date | string | null }>(
    `SELECT failures, permits, locked_until AS lockedUntil FROM attempt_locks WHERE ${WHERE_KEY}`,
    columnsOf(key),
  );
  if (row === undefined) return;
  const seconds = secondsUntil(row.lockedUntil, now);
  if (seconds > 0) throw lockedError(key, seconds);
  if (row.failures < rulesOf(key.kind).attempts) return dropVoidPermits(key, row.permits);
  // so many without a lock there are when fewer were made to lock since
  if (await inTransaction(() => lockAtLimit(key, now))) throw lockedError(key, rulesOf(key.kind).seconds);
}

async function dropVoidPermits(key: LockKey, permits: string): Promise<void> {
  const live = livePermits(permits, authSetup().clock.now());
  if (live === permits) return;
  // when somebody took or returned one meanwhile, the next round drops them
  await execute(`UPDATE attempt_locks SET permits = :live WHERE ${WHERE_KEY} AND permits = :permits`, { ...columnsOf(key), live, permits });
}

/** A permit that was void already is not found. */
const WITHOUT_PERMIT = "REPLACE(permits, :permit, '')";

async function returnPermit({ key, permit }: Guess): Promise<void> {
  await execute(`UPDATE attempt_locks SET permits = ${WITHOUT_PERMIT} WHERE ${WHERE_KEY}`, { ...columnsOf(key), permit });
}

async function settleRight({ key, permit }: Guess): Promise<void> {
  await execute(`UPDATE attempt_locks SET permits = ${WITHOUT_PERMIT}, failures = 0, locked_until = NULL WHERE ${WHERE_KEY}`, {
    ...columnsOf(key),
    permit,
  });
}

async function settleWrong({ key, now, permit }: Guess): Promise<void> {
  await inTransaction(async () => {
    await execute(
      `UPDATE attempt_locks
       SET permits = ${WITHOUT_PERMIT}, failures = CASE WHEN locked_until > :now THEN failures ELSE failures + 1 END
       WHERE ${WHERE_KEY}`,
      { ...columnsOf(key), now, permit },
    );
    await lockAtLimit(key, now);
  });
}

/** Whether it locked. The count starts anew with the lock, so that it does after it. In the caller's transaction. */
async function lockAtLimit(key: LockKey, now: Date): Promise<boolean> {
  const { attempts, seconds } = rulesOf(key.kind);
  const locked = await execute(
    `UPDATE attempt_locks SET failures = 0, locked_until = :until WHERE ${WHERE_KEY} AND failures >= :attempts`,
    { ...columnsOf(key), attempts, until: new Date(now.getTime() + seconds * 1000) },
  );
  if (locked > 0) await auditLock(key, now);
  return locked > 0;
}

async function auditLock(key: LockKey, at: Date): Promise<void> {
  const { projectId, subject, requestId = null } = key;
  const { action, attempts, seconds } = rulesOf(key.kind);
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

function secondsUntil(lockedUntil: Date | string | null, now: Date): number {
  return lockedUntil === null ? 0 : Math.max(0, Math.ceil((asDate(lockedUntil).getTime() - now.getTime()) / 1000));
}

function columnsOf({ kind, projectId, subject }: LockKey): Record<'kind' | 'projectId' | 'subject', SqlValue> {
  return { kind, projectId, subject };
}
