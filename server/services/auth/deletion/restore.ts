import { AccountDeletion } from '../../../../models/auth/AccountDeletion.ts';
import type { User } from '../../../../models/auth/User.ts';
import { requirePhone } from '../../../domain/phone.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { ApiError } from '../../../platform/errors.ts';
import { consumeAttemptLimit, liftLock } from '../attempts/attempt-locks.ts';
import { attemptOnPhone } from '../attempts/guarded-attempt.ts';
import { auditUser, signInEvent } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { claimOf, type PhoneClaim } from '../devices/phone-claim.ts';
import { openSessionOfDevice, type SignedInDevice } from '../devices/user-devices.ts';
import { checkCode, codeLocks } from '../otp/check-code.ts';
import { projectOf, requireMethod } from '../projects.ts';
import { countUserChange } from '../search/user-counts.ts';
import type { SignInProof } from '../sessions/sessions.ts';
import { invalidCredentials, passwordLocks, verifyPassword } from '../users/password-checks.ts';
import { findByPhone, lockUser, refusalOf, userNotRegistered } from '../users/users.ts';
import type { Proof } from './proof.ts';
import { WAITING } from './tombstone.ts';

export interface Restoring extends Proof {
  phone: string;
  projectId?: number;
}

/**
 * Takes a deletion back during its grace, and signs in. Without a deletion it only signs in, so that a repetition does no harm.
 * @throws ApiError as a login with the same proof; 403 `account_suspended` or `account_inactive` after the deletion was taken back
 */
export async function restoreAccount(ctx: AuthContext, { phone: typedPhone, password, otp = '' }: Restoring): Promise<SignedInDevice> {
  const phone = requirePhone(typedPhone);
  const restored = await (password === undefined ? restoreWithCode(ctx, phone, otp) : restoreWithPassword(ctx, phone, password));
  if (restored instanceof ApiError) throw restored;
  return restored;
}

/** The error for a user who may not sign in: the account is saved all the same. */
type Restored = SignedInDevice | ApiError;

async function restoreWithPassword(ctx: AuthContext, phone: string, password: string): Promise<Restored> {
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_password');
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  const locks = passwordLocks(ctx, claim, 'account');
  await consumeAttemptLimit(ctx, 'login', locks);
  const restored = await attemptOnPhone(ctx, locks, {
    check: async () => verifyPassword(ctx.service, await findByPhone(ctx.db, project.id, phone), password),
    accept: ({ user, currentHash: passwordHash }) => restoreAndSignIn(ctx, user, { method: 'password', passwordHash, claim }),
  });
  if (restored === null) throw invalidCredentials();
  return restored;
}

async function restoreWithCode(ctx: AuthContext, phone: string, code: string): Promise<Restored> {
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_otp');
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  const typed = { purpose: 'login', code, area: 'account' } as const;
  await consumeAttemptLimit(ctx, 'loginOtp', codeLocks(ctx, claim, typed));
  await checkCode(ctx, claim, typed);
  const user = await findByPhone(ctx.db, project.id, phone);
  if (user === null) throw userNotRegistered();
  return restoreAndSignIn(ctx, user, { method: 'otp', claim });
}

/**
 * The background work locks the same rows: either the account is restored, or its erasure has begun and its phone is unknown. The lock of
 * the password ends, as by every sign-in.
 */
async function restoreAndSignIn(
  ctx: AuthContext,
  known: User,
  { claim, ...proof }: SignInProof & { claim: PhoneClaim },
): Promise<Restored> {
  return inTransaction(ctx.db, async () => {
    const user = await lockUser(ctx.db, known);
    await withdrawDeletion(ctx, user);
    // not thrown here: the error would take the withdrawal back too
    const refusal = user.status === 'deleted' ? null : refusalOf(user);
    if (refusal !== null) return refusal;
    const signedIn = await openSessionOfDevice(ctx, user, { ...proof, device: claim.device, audited: signInEvent(proof) });
    await liftLock(ctx.db, passwordLocks(ctx, claim).main);
    return signedIn;
  });
}

async function withdrawDeletion(ctx: AuthContext, user: User): Promise<void> {
  const { id: userId, projectId } = user;
  const deletion = await ctx.db.model(AccountDeletion).findOne({ where: { userId, projectId, step: WAITING } });
  if (user.deletionDueAt === null || deletion === null) return;
  await deletion.destroy();
  const status = user.status === 'inactive' ? deletion.statusBefore : user.status;
  await auditUser(ctx, { user, action: 'user.deletion_withdrawn' });
  await countUserChange(ctx.db, user, () => user.update({ deletionDueAt: null, status }));
}
