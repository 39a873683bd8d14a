import { createHash } from 'node:crypto';
import { mayBeUsername } from '../../../domain/username.ts';
import { consumeAttemptLimit, lockedError } from '../attempts/attempt-locks.ts';
import { guardedAttempt } from '../attempts/guarded-attempt.ts';
import type { LockKey } from '../attempts/lock-key.ts';
import { usernameLockedSeconds } from '../attempts/username-failures.ts';
import type { Auth, AuthContext, AuthOperator } from '../auth.ts';
import type { KnownDevice } from '../devices/device-tokens.ts';
import { findOperatorDevice } from './operator-devices.ts';
import { recordFailedSignIn } from './operator-failures.ts';

export interface OperatorAttempt<P, T> {
  /**
   * Verifies every secret of the sign-in: password and second factor. null is for a wrong one, which counts as a failure. An error counts
   * nothing and lifts nothing. It takes the same time for an unknown username, where `operator` is null.
   */
  check(operator: AuthOperator | null): Promise<P | null>;
  /** The work that right secrets allow. It succeeds in the transaction that also lifts the count of failures. */
  accept(proof: P, device: KnownDevice | null): Promise<T>;
}

/**
 * Checks secrets of an operator and counts how that ends: null means that one was wrong. A known device has its own budget of failures, so
 * strangers cannot use it up; all other attempts count by username and address, and by username for an hour.
 * @throws ApiError 429 `throttled`, `account_locked`, 503 when too many attempts are under way
 */
export async function attemptAsOperator<P, T>(ctx: AuthContext, username: string, attempt: OperatorAttempt<P, T>): Promise<T | null> {
  const { service: auth, now } = ctx;
  const account = accountOf(username);
  const device = await findOperatorDevice(ctx, account);
  const counted = device === null ? addressLock(ctx, account) : deviceLock(ctx, account, device);
  await consumeAttemptLimit(ctx, 'login', { own: counted, main: counted });
  const operator = await findOperator(auth, username);
  const key = operator === null ? counted : { ...counted, owner: { projectId: operator.projectId, subject: `operator:${operator.id}` } };
  let lockedFor = 0;
  const accepted = await guardedAttempt(ctx, key, {
    check: () => attempt.check(operator),
    accept: async (proof) => {
      if (device === null) await requireOpenUsername(auth, key, now);
      return attempt.accept(proof, device);
    },
    reject: async () => {
      lockedFor = await recordFailedSignIn(ctx, key);
    },
  });
  if (accepted === null && lockedFor > 0) throw lockedError(auth, key, lockedFor);
  return accepted;
}

/** An impossible username is counted too, under a digest that fits the column. */
function accountOf(username: string): string {
  const folded = username.toLowerCase();
  return mayBeUsername(folded) ? folded : digestOf(folded);
}

function addressLock({ requestId, address }: AuthContext, account: string): LockKey {
  return { kind: 'operator', projectId: 0, subject: digestOf(`${account} ${address ?? ''}`), account, requestId, address };
}

function deviceLock({ requestId, address }: AuthContext, account: string, { tokenHash }: KnownDevice): LockKey {
  return { kind: 'device', projectId: 0, subject: tokenHash, account, requestId, address };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function findOperator(auth: Auth, username: string): Promise<AuthOperator | null> {
  return mayBeUsername(username.toLowerCase()) ? auth.operators.findByUsername(username) : null;
}

/** Guesses that were under way when the hour was used up must not tell whether they were right. @throws ApiError 429 `account_locked` */
async function requireOpenUsername(auth: Auth, key: LockKey, now: Date): Promise<void> {
  const seconds = await usernameLockedSeconds(auth.db, key.account ?? '', now);
  if (seconds > 0) throw lockedError(auth, key, seconds);
}
