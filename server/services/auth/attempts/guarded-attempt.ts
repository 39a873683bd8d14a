// Raw SQL: permits are returned by conditional updates, each in one statement.
import type { Database } from '../../../platform/db/database.ts';
import { execute } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { Auth, AuthCall, AuthContext } from '../auth.ts';
import { IS_OPEN, lockAtLimit, lockedError, lockedSeconds } from './attempt-locks.ts';
import { takeGuessPermit, WITHOUT_GUESS_PERMIT } from './guess-permits.ts';
import { type AttemptLocks, columnsOf, type LockKey, nameOf, rulesOf, WHERE_KEY } from './lock-key.ts';

/** Longest wait for a permit. */
const WAIT_MS = 1_500;

export interface Guarded<P, T> {
  /** Verifies a secret. Returns null when it is wrong, otherwise what `accept` needs. */
  check(): Promise<P | null>;
  /** The work that a right secret allows. It runs in the transaction that also returns the permit. */
  accept(proof: P): Promise<T>;
  /** Runs in the transaction that counts a wrong secret; without it one statement counts. */
  reject?(): Promise<void>;
}

/**
 * Runs `check` under a permit and `accept` if the secret is right; null means that it is wrong. Failures and attempts under way never
 * exceed the limit, over all processes, so a parallel attack tries no more secrets before the lock than a serial one, and correct attempts
 * only wait for each other. A wrong attempt is counted, and the one that reaches the limit locks the key. A correct attempt clears lock and
 * count, even if `accept` throws. A `check` that throws counts nothing. Call it outside of transactions: what it counts must remain.
 * @throws ApiError 429 `account_locked` or `otp_locked` while locked, 503 when no permit was free within 1.5 s
 */
export async function guardedAttempt<P, T>(call: AuthCall, key: LockKey, guarded: Guarded<P, T>): Promise<T | null> {
  const { service: auth, now } = call;
  const deadline = performance.now() + WAIT_MS;
  return auth.attemptQueues.run(nameOf(key), rulesOf(auth, key.kind).attempts, async () => {
    const attempt: Attempt = { key, now, permit: await takeGuessPermit(call, key, deadline) };
    try {
      return await runAttempt(auth, attempt, guarded);
    } finally {
      auth.heldGuessPermits.delete(attempt.permit);
    }
  });
}

/** As `guardedAttempt`: counts in `own`, and is refused while `main` is locked. @throws ApiError as `guardedAttempt` */
export async function attemptOnPhone<P, T>(ctx: AuthContext, locks: AttemptLocks, guarded: Guarded<P, T>): Promise<T | null> {
  const { own, main } = locks;
  const seconds = own === main ? 0 : await lockedSeconds(ctx.service, main, ctx.now);
  if (seconds > 0) throw lockedError(ctx.service, main, seconds);
  return guardedAttempt(ctx, own, guarded);
}

interface Attempt {
  readonly key: LockKey;
  readonly now: Date;
  readonly permit: string;
}

async function runAttempt<P, T>(auth: Auth, attempt: Attempt, guarded: Guarded<P, T>): Promise<T | null> {
  const proof = await guarded.check().catch(async (error: unknown) => {
    await returnGuessPermit(auth.db, attempt);
    throw error;
  });
  if (proof !== null) return acceptRight(auth.db, attempt, () => guarded.accept(proof));
  await recordFailure(auth, attempt, guarded);
  return null;
}

async function returnGuessPermit(db: Database, { key, permit }: Attempt): Promise<void> {
  await execute(withTenant(db, key.projectId), `UPDATE attempt_locks SET permits = ${WITHOUT_GUESS_PERMIT} WHERE ${WHERE_KEY}`, {
    ...columnsOf(key),
    permit,
  });
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
  await execute(
    withTenant(db, key.projectId),
    `UPDATE attempt_locks SET permits = ${WITHOUT_GUESS_PERMIT}, failures = 0, locked_until = NULL WHERE ${WHERE_KEY}`,
    {
      ...columnsOf(key),
      permit,
    },
  );
}

async function recordFailure(auth: Auth, attempt: Attempt, { reject }: Pick<Guarded<never, never>, 'reject'>): Promise<void> {
  if (reject === undefined && (await countFailure(auth, attempt))) return;
  await inTransaction(auth.db, async () => {
    const isCounted = reject !== undefined && (await countFailure(auth, attempt));
    if (!isCounted) await countAndLock(auth, attempt);
    await reject?.();
  });
}

async function countAndLock(auth: Auth, { key, now, permit }: Attempt): Promise<void> {
  await execute(
    withTenant(auth.db, key.projectId),
    `UPDATE attempt_locks
     SET permits = ${WITHOUT_GUESS_PERMIT}, failures = CASE WHEN locked_until > :now THEN failures ELSE failures + 1 END
     WHERE ${WHERE_KEY}`,
    { ...columnsOf(key), now, permit },
  );
  await lockAtLimit(auth, key, now);
}

/** Whether this failure neither locks the key nor meets a lock, so that one statement is enough. */
async function countFailure(auth: Auth, { key, now, permit }: Attempt): Promise<boolean> {
  const counted = await execute(
    withTenant(auth.db, key.projectId),
    `UPDATE attempt_locks SET permits = ${WITHOUT_GUESS_PERMIT}, failures = failures + 1
     WHERE ${WHERE_KEY} AND failures + 1 < :attempts AND ${IS_OPEN}`,
    { ...columnsOf(key), now, permit, attempts: rulesOf(auth, key.kind).attempts },
  );
  return counted > 0;
}
