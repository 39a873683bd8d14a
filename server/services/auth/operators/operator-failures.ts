// Raw SQL: a statement that changes nothing, in place of an audit row.
import { recordAudit } from '../../../platform/db/records/audit.ts';
import { execute } from '../../../platform/db/statements/sql.ts';
import { auditLock } from '../attempts/attempt-locks.ts';
import { type LockKey, ownerOf } from '../attempts/lock-key.ts';
import { countUsernameFailure, HOURLY_FAILURES } from '../attempts/username-failures.ts';
import type { AuthContext } from '../auth.ts';

/**
 * Counts a failed sign-in for its username and leaves an audit row, in the transaction that counts it for its key. Returns the seconds of
 * the lock when the hour of the username was used up meanwhile: then the answer must not say that the password was wrong.
 */
export async function recordFailedSignIn(ctx: AuthContext, key: LockKey): Promise<number> {
  const { db, now, service: auth } = ctx;
  if (key.kind === 'device') {
    await auditFailure(ctx, key);
    return 0;
  }
  const { counted, isLast, secondsLeft } = await countUsernameFailure(db, key.account ?? '', now);
  if (!counted) return secondsLeft;
  await auditFailure(ctx, key);
  if (isLast) await auditLock(auth, key, { now, details: { attempts: HOURLY_FAILURES, seconds: secondsLeft, addresses: 'all' } });
  return 0;
}

/**
 * Attempts on a lock leave no row, so the rows of a username are bounded. Usernames are not, so a process bounds the rows of unknown ones.
 */
async function auditFailure(ctx: AuthContext, key: LockKey): Promise<void> {
  if (key.owner !== undefined || ctx.service.unknownUsernames.mayRecord(ctx.now)) {
    await recordAudit(ctx.db, ctx, { ...ownerOf(key), action: 'login.failed', details: { method: 'username' } });
    return;
  }
  // as many statements as for a known username, so that the time does not tell
  await execute(ctx.db, 'UPDATE operator_failures SET failures = failures WHERE username_key = :account', { account: key.account ?? '' });
}
