// Raw SQL: locks are set and lifted by conditional updates, each in one statement.
import type { RateLimitName } from '../../../config/types.ts';
import type { Actor } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { recordAudit } from '../../../platform/db/records/audit.ts';
import { asDate, execute, type Replacements, selectRows } from '../../../platform/db/statements/sql.ts';
import { type Tenants, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { type ApiError, throttled } from '../../../platform/errors.ts';
import type { Auth, AuthContext } from '../auth.ts';
import type { PhoneOfProject } from '../otp/delete-phone-data.ts';
import { type AttemptLocks, columnsOf, type LockKey, nameOf, ownerOf, PHONE_KINDS, rulesOf, WHERE_KEY } from './lock-key.ts';
import { usernameLockedSeconds } from './username-failures.ts';

const ANONYMOUS: Actor = { kind: 'anonymous' };
/** SQL condition on a key that is not locked at `:now`. */
export const IS_OPEN = '(locked_until IS NULL OR locked_until <= :now)';

/** Seconds until the key is unlocked, rounded up; 0 when it is not locked. At most the duration of a lock, or an hour. */
export async function lockedSeconds(auth: Auth, key: LockKey, now: Date): Promise<number> {
  const [row] = await selectRows<{ lockedUntil: Date | string | null }>(
    withTenant(auth.db, key.projectId),
    `SELECT locked_until AS lockedUntil FROM attempt_locks WHERE ${WHERE_KEY}`,
    columnsOf(key),
  );
  const own = await secondsLeft(auth, { key, lockedUntil: row?.lockedUntil ?? null }, now);
  return Math.max(own, await secondsOfUsername(auth.db, key, now));
}

/** Seconds until the username of the key is unlocked; 0 for keys that no username locks. */
export async function secondsOfUsername(db: Database, { kind, account }: LockKey, now: Date): Promise<number> {
  return kind === 'operator' && account !== undefined ? usernameLockedSeconds(db, account, now) : 0;
}

/** The longer one of both locks, and its seconds; 0 when both are open. */
export async function longestLock(
  { service: auth, now }: AuthContext,
  { own, main }: AttemptLocks,
): Promise<{ key: LockKey; seconds: number }> {
  const ownSeconds = await lockedSeconds(auth, own, now);
  const mainSeconds = own === main ? 0 : await lockedSeconds(auth, main, now);
  return mainSeconds > ownSeconds ? { key: main, seconds: mainSeconds } : { key: own, seconds: ownSeconds };
}

interface StoredLock {
  readonly key: LockKey;
  readonly lockedUntil: Date | string | null;
}

/**
 * Seconds until the end of a lock that was read, rounded up; 0 when it has ended. A lock that ends too late, because a clock ran ahead, is
 * shortened to its duration from now, in the table too: otherwise each attempt would meet the whole duration again.
 */
export async function secondsLeft(auth: Auth, { key, lockedUntil }: StoredLock, now: Date): Promise<number> {
  const left = lockedUntil === null ? 0 : Math.max(0, Math.ceil((asDate(lockedUntil).getTime() - now.getTime()) / 1000));
  const { seconds } = rulesOf(auth, key.kind);
  if (left <= seconds) return left;
  await execute(
    withTenant(auth.db, key.projectId),
    `UPDATE attempt_locks SET locked_until = :until WHERE ${WHERE_KEY} AND locked_until > :until`,
    {
      ...columnsOf(key),
      until: new Date(now.getTime() + seconds * 1000),
    },
  );
  return seconds;
}

/** Clears the lock and the count of failures. */
export function liftLock(db: Database, key: LockKey): Promise<void> {
  return liftLocks(withTenant(db, key.projectId), WHERE_KEY, columnsOf(key));
}

/** The same for a phone and its known devices. */
export async function liftPhoneLocks(
  db: Database,
  { projectId, phone }: PhoneOfProject,
  kinds: readonly LockKey['kind'][] = PHONE_KINDS,
): Promise<void> {
  for (const column of ['subject', 'account'])
    await liftLocks(withTenant(db, projectId), `project_id = :projectId AND kind IN (:kinds) AND ${column} = :phone`, { phone, kinds });
}

/** The same for all keys of a tenant that match. Attempts under way keep their permits. */
export async function liftLocks(tenant: Tenants, condition: string, values: Replacements): Promise<void> {
  await execute(
    tenant,
    `UPDATE attempt_locks SET failures = 0, locked_until = NULL WHERE ${condition} AND (failures > 0 OR locked_until IS NOT NULL)`,
    values,
  );
}

/** The 429 of a locked key. */
export function lockedError(auth: Auth, key: LockKey, seconds: number): ApiError {
  const { code, message } = rulesOf(auth, key.kind);
  return throttled(seconds, code, message);
}

/** Whether it locked the key. The count restarts at 0 when the lock ends. Call it in a transaction. */
export async function lockAtLimit(auth: Auth, key: LockKey, now: Date): Promise<boolean> {
  const { attempts, seconds } = rulesOf(auth, key.kind);
  const locked = await execute(
    withTenant(auth.db, key.projectId),
    `UPDATE attempt_locks SET failures = 0, locked_until = :until WHERE ${WHERE_KEY} AND failures >= :attempts`,
    { ...columnsOf(key), attempts, until: new Date(now.getTime() + seconds * 1000) },
  );
  if (locked > 0) await auditLock(auth, key, { now, details: { attempts, seconds } });
  return locked > 0;
}

/** Leaves the audit row of a lock. */
export async function auditLock(
  { db, config }: Pick<Auth, 'db' | 'config'>,
  key: LockKey,
  { now, details }: { readonly now: Date; readonly details: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { requestId = null, address = null, kind } = key;
  const act = { actor: ANONYMOUS, requestId, address, now };
  await recordAudit(db, act, { ...ownerOf(key), action: rulesOf({ config }, kind).action, details });
}

/**
 * Counts an attempt against its rate limit; the error reports a lock instead if that is longer. Taking the permit refuses a locked key too,
 * so locks are read here only after a refusal. @throws ApiError 429
 */
export async function consumeAttemptLimit(ctx: AuthContext, limit: RateLimitName, locks: AttemptLocks): Promise<void> {
  const limited = await ctx.consumeRateLimit(limit, nameOf(locks.own));
  if (limited === 0) return;
  const { key, seconds } = await longestLock(ctx, locks);
  throw seconds >= limited ? lockedError(ctx.service, key, seconds) : throttled(limited);
}
