// Raw SQL: permits are taken by conditional updates, each in one statement.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_SKEW_MS } from '../../../platform/clock.ts';
import { isCollision } from '../../../platform/db/statements/driver-error.ts';
import { execute, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { unavailable } from '../../../platform/errors.ts';
import type { Auth, AuthCall } from '../auth.ts';
import { IS_OPEN, lockAtLimit, lockedError, secondsLeft, secondsOfUsername } from './attempt-locks.ts';
import { columnsOf, type LockKey, nameOf, rulesOf, WHERE_KEY } from './lock-key.ts';
import { hourAt, USERNAME_IS_OPEN } from './username-failures.ts';

/** A permit expires, because its process may have been killed. */
const PERMIT_MS = 5_000;
/** The length of a permit: its end in milliseconds (13 digits), a colon, ten random letters, a semicolon. */
const PERMIT_LENGTH = 25;
/** The column holds this many permits of one key. */
const MAX_PERMITS = 100;
/** SQL: the permits in a row, expired ones too. All have the same length. */
const TAKEN = `LENGTH(permits) / ${PERMIT_LENGTH}`;
/** SQL: the permits without `:permit`; the same when it has expired and was removed. */
export const WITHOUT_GUESS_PERMIT = "REPLACE(permits, :permit, '')";
const POLL_MS = 25;

/**
 * Takes a permit, whose end its caller must report. `deadline` is a time of `performance.now()` and includes the wait in the queue.
 * @throws ApiError 429 while locked, 503 when no permit was free until the deadline
 */
export async function takeGuessPermit(call: AuthCall, key: LockKey, deadline: number): Promise<string> {
  const { service: auth } = call;
  for (;;) {
    // before the permits are read, so that no end is missed
    const localEnd = auth.attemptQueues.nextEnd(nameOf(key));
    const permit = newGuessPermit(auth.clock.now());
    if (await tryGuessPermit(call, key, permit)) {
      auth.heldGuessPermits.add(permit);
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
 * The same single statement whether the key has a row or not, so that neither its time nor a race reveals anything. Expired permits
 * count until `dropExpiredPermits` removes them.
 */
async function tryGuessPermit({ service: auth, now }: AuthCall, key: LockKey, permit: string): Promise<boolean> {
  const { db } = auth;
  const mayTake = `${IS_OPEN} AND failures + ${TAKEN} < :attempts AND ${TAKEN} < ${MAX_PERMITS}`;
  const values = ':projectId, :kind, :subject, :account, 0, :permit, :now';
  const source =
    key.kind === 'operator' ? `SELECT ${values}${db.isMySql ? ' FROM DUAL' : ''} WHERE ${USERNAME_IS_OPEN}` : `VALUES (${values})`;
  const insert = `INSERT INTO attempt_locks (project_id, kind, subject, account, failures, permits, changed_at) ${source}`;
  const written = await execute(
    withTenant(db, key.projectId),
    db.isMySql
      ? `${insert} ON DUPLICATE KEY UPDATE changed_at = CASE WHEN ${mayTake} THEN :now ELSE changed_at END,
                                           permits = CASE WHEN ${mayTake} THEN CONCAT(permits, :permit) ELSE permits END`
      : `${insert} ON CONFLICT (project_id, kind, subject) DO UPDATE SET changed_at = :now, permits = permits || :permit WHERE ${mayTake}`,
    { ...hourAt(now), ...columnsOf(key), account: key.account ?? null, now, permit, attempts: rulesOf(auth, key.kind).attempts },
  ).catch(asNotTaken);
  return written > 0;
}

/** MariaDB refuses the statement when another one changed the row after this one began to read: the next round may succeed. */
function asNotTaken(error: unknown): number {
  if (!isCollision(error)) throw error;
  return 0;
}

/**
 * Removes expired permits and returns how to wait for one: `none` when one is free now, `local` when attempts of this process hold all of
 * them, so that a poll would be useless, or `poll`. @throws ApiError 429 while locked
 */
async function waitOf({ service: auth, now }: AuthCall, key: LockKey): Promise<'none' | 'local' | 'poll'> {
  const [row] = await selectRows<{ failures: number; permits: string; lockedUntil: Date | string | null }>(
    withTenant(auth.db, key.projectId),
    `SELECT failures, permits, locked_until AS lockedUntil FROM attempt_locks WHERE ${WHERE_KEY}`,
    columnsOf(key),
  );
  const own = row === undefined ? 0 : await secondsLeft(auth, { key, lockedUntil: row.lockedUntil }, now);
  const seconds = Math.max(own, await secondsOfUsername(auth.db, key, now));
  if (seconds > 0) throw lockedError(auth, key, seconds);
  if (row === undefined) return 'none';
  const free = Math.min(rulesOf(auth, key.kind).attempts - row.failures, MAX_PERMITS);
  if (free <= 0) return lockNow(auth, key, now);
  const live = await dropExpiredPermits(auth, key, row.permits);
  if (live.length < free) return 'none';
  return live.every((permit) => auth.heldGuessPermits.has(permit)) ? 'local' : 'poll';
}

/** Only after LOGIN_LOCKOUT_ATTEMPTS was lowered. */
async function lockNow(auth: Auth, key: LockKey, now: Date): Promise<'none'> {
  if (await inTransaction(auth.db, () => lockAtLimit(auth, key, now))) throw lockedError(auth, key, rulesOf(auth, key.kind).seconds);
  return 'none';
}

async function dropExpiredPermits(auth: Auth, key: LockKey, permits: string): Promise<string[]> {
  const live = liveGuessPermits(permits, auth.clock.now());
  if (live !== permits) {
    // a row that changed meanwhile is cleaned up in the next round
    await execute(
      withTenant(auth.db, key.projectId),
      `UPDATE attempt_locks SET permits = :live WHERE ${WHERE_KEY} AND permits = :permits`,
      {
        ...columnsOf(key),
        live,
        permits,
      },
    );
  }
  return permitsIn(live);
}

/** The text of a permit that is taken at `now`, which may be long after its request arrived. */
function newGuessPermit(now: Date): string {
  return `${endAfter(now)}:${randomBytes(5).toString('hex')};`;
}

/**
 * The permits of a row that have not expired, as one text. A permit that ends too late, because a clock ran ahead, ends 5 seconds from now.
 * It is not dropped at once, because its attempt may be under way.
 */
export function liveGuessPermits(permits: string, now: Date): string {
  const latest = now.getTime() + PERMIT_MS + MAX_SKEW_MS;
  return permitsIn(permits)
    .filter((permit) => endOf(permit) > now.getTime())
    .map((permit) => (endOf(permit) > latest ? permit.replace(/^\d+/, endAfter(now)) : permit))
    .join('');
}

function endOf(permit: string): number {
  return Number.parseInt(permit, 10);
}

function endAfter(now: Date): string {
  return String(now.getTime() + PERMIT_MS).padStart(13, '0');
}

function permitsIn(permits: string): string[] {
  return permits.match(/\d+:\w+;/g) ?? [];
}
