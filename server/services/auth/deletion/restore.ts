import { AccountDeletion } from '../../../../models/auth/AccountDeletion.ts';
import type { User } from '../../../../models/auth/User.ts';
import { requirePhone } from '../../../domain/phone.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { liftLock } from '../attempts/attempt-locks.ts';
import { guardedAttempt } from '../attempts/guarded-attempt.ts';
import { consumeLoginLimit } from '../attempts/login-limits.ts';
import type { AuthContext } from '../auth.ts';
import { checkCode } from '../otp/otp.ts';
import { projectOf, requireMethod } from '../projects.ts';
import { openSession, type SignedIn, type SignInProof } from '../sessions/sessions.ts';
import { invalidCredentials, passwordLock, verifyPassword } from '../users/password-checks.ts';
import { auditUser } from '../users/user-audit.ts';
import { findByPhone, lockUser, userNotRegistered } from '../users/users.ts';
import type { Proof } from './proof.ts';
import { WAITING } from './tombstone.ts';

export interface Restoring extends Proof {
  phone: string;
  projectId?: number;
}

/**
 * Takes a deletion back during its grace, and signs in. Without a deletion it only signs in, so that a repetition does no harm.
 * @throws ApiError as a login with the same proof
 */
export async function restoreAccount(ctx: AuthContext, { phone: typedPhone, password, otp = '' }: Restoring): Promise<SignedIn> {
  const phone = requirePhone(typedPhone);
  return password === undefined ? restoreWithCode(ctx, phone, otp) : restoreWithPassword(ctx, phone, password);
}

async function restoreWithPassword(ctx: AuthContext, phone: string, password: string): Promise<SignedIn> {
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_password');
  const key = passwordLock(ctx, project.id, phone);
  await consumeLoginLimit(ctx, 'login', key);
  const signedIn = await guardedAttempt(ctx, key, {
    check: async () => verifyPassword(ctx.service, await findByPhone(ctx.db, project.id, phone), password),
    accept: (verified) => restoreAndSignIn(ctx, verified.user, { method: 'password', passwordHash: verified.currentHash }),
  });
  if (signedIn === null) throw invalidCredentials();
  return signedIn;
}

async function restoreWithCode(ctx: AuthContext, phone: string, code: string): Promise<SignedIn> {
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_otp');
  await consumeLoginLimit(ctx, 'loginOtp', { kind: 'otp', projectId: project.id, subject: phone });
  await checkCode(ctx, { projectId: project.id, phone, purpose: 'login', code });
  const user = await findByPhone(ctx.db, project.id, phone);
  if (user === null) throw userNotRegistered();
  return inTransaction(ctx.db, async () => {
    const signedIn = await restoreAndSignIn(ctx, user, { method: 'otp' });
    await liftLock(ctx.db, passwordLock(ctx, project.id, phone));
    return signedIn;
  });
}

/** The background work locks the same rows: either the account is restored, or its erasure has begun and its phone is unknown. */
async function restoreAndSignIn(ctx: AuthContext, known: User, proof: SignInProof): Promise<SignedIn> {
  return inTransaction(ctx.db, async () => {
    const user = await lockUser(ctx.db, known);
    const { id: userId, projectId } = user;
    const deletion = await ctx.db.model(AccountDeletion).findOne({ where: { userId, projectId, step: WAITING } });
    if (user.deletionDueAt !== null && deletion !== null) {
      await deletion.destroy();
      await user.update({ deletionDueAt: null, status: user.status === 'inactive' ? deletion.statusBefore : user.status });
      await auditUser(ctx, { user, action: 'user.deletion_withdrawn' });
    }
    const signedIn = await openSession(ctx, user, proof);
    await auditUser(ctx, { user, action: 'login.succeeded', details: { method: proof.method } });
    return signedIn;
  });
}
