// Raw SQL: one statement lifts several locks.
import type { Database } from '../../../platform/db/database.ts';
import { execute } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import type { AuthContext } from '../auth.ts';
import type { PhoneClaim } from '../devices/phone-claim.ts';
import type { PhoneOfProject } from '../otp/delete-phone-data.ts';
import { lockedError, lockedSeconds } from './attempt-locks.ts';
import { type Guarded, guardedAttempt } from './guarded-attempt.ts';
import { type LockArea, type LockKey, PHONE_KINDS } from './lock-key.ts';

/** The locks of an act that a secret of a phone allows. */
export interface PhoneLocks {
  /** Counts the wrong tries of this act. */
  readonly own: LockKey;
  /** The lock of the sign-in: it closes this act too, so that the act is no way around it. The same as `own` at a sign-in. */
  readonly main: LockKey;
}

/** The locks that concern a secret of the phone: those of the known device, else those of everybody else. */
export function phoneLocks(
  ctx: AuthContext,
  claim: PhoneClaim,
  { secret, area }: { secret: 'otp' | 'password'; area: LockArea },
): PhoneLocks {
  const main = lockOf(ctx, claim, secret);
  return { main, own: area === 'signIn' ? main : lockOf(ctx, claim, `account_${secret}`) };
}

function lockOf({ requestId, address }: AuthContext, { projectId, phone, device }: PhoneClaim, kind: LockKey['kind']): LockKey {
  const key = { kind, projectId, requestId, address };
  return device === null ? { ...key, subject: phone } : { ...key, subject: device.tokenHash, account: phone };
}

/** The longer one of both locks, and its seconds; 0 when both are open. */
export async function longestLock(
  { service: auth, now }: AuthContext,
  { own, main }: PhoneLocks,
): Promise<{ key: LockKey; seconds: number }> {
  const ownSeconds = await lockedSeconds(auth, own, now);
  const mainSeconds = own === main ? 0 : await lockedSeconds(auth, main, now);
  return mainSeconds > ownSeconds ? { key: main, seconds: mainSeconds } : { key: own, seconds: ownSeconds };
}

/** As `guardedAttempt`: counts in `own`, and is refused while `main` is locked. @throws ApiError as `guardedAttempt` */
export async function attemptOnPhone<P, T>(ctx: AuthContext, locks: PhoneLocks, guarded: Guarded<P, T>): Promise<T | null> {
  const { own, main } = locks;
  const seconds = own === main ? 0 : await lockedSeconds(ctx.service, main, ctx.now);
  if (seconds > 0) throw lockedError(ctx.service, main, seconds);
  return guardedAttempt(ctx, own, guarded);
}

/** Lifts locks and counts of a phone, those of its known devices too. */
export async function liftPhoneLocks(
  db: Database,
  { projectId, phone }: PhoneOfProject,
  kinds: readonly LockKey['kind'][] = PHONE_KINDS,
): Promise<void> {
  for (const column of ['subject', 'account'])
    await execute(
      withTenant(db, projectId),
      `UPDATE attempt_locks SET failures = 0, locked_until = NULL
       WHERE project_id = :projectId AND kind IN (:kinds) AND ${column} = :phone AND (failures > 0 OR locked_until IS NOT NULL)`,
      { phone, kinds },
    );
}
