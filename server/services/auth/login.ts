import type { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { requirePhone } from '../../platform/phone.ts';
import { guardedGuess, liftLock } from './attempt-locks.ts';
import { type CodeSent, checkCode, sendCode } from './otp.ts';
import { invalidCredentials, isPasswordOf, passwordLock, upToDateHash } from './passwords.ts';
import { messageLanguage, projectOf, requireMethod } from './projects.ts';
import { openSession, type SignedIn, type SignInProof } from './sessions.ts';
import { requireTurn } from './turn.ts';
import { auditUser } from './user-audit.ts';
import { findByPhone, languageOf, userNotRegistered } from './users.ts';

/**
 * Sends a code to sign in with; to a phone that nobody registered as well, for who asks must not learn which are.
 * @throws ApiError 403 `login_method_disabled`, 429, 502 as `sendCode`
 */
export async function sendLoginCode(ctx: Context, typedPhone: string): Promise<CodeSent> {
  const phone = requirePhone(typedPhone);
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_otp');
  const language = messageLanguage(project, await languageOf(project.id, phone));
  return sendCode(ctx, { project, phone, purpose: 'login', limit: 'sendOtp', language, deliver: 'now' });
}

/**
 * Signs in with phone and password.
 * @throws ApiError 401 `invalid_credentials`, 403 `account_suspended`, `account_inactive`, `login_method_disabled`,
 *   429 `throttled`, `account_locked`
 */
export async function loginWithPassword(ctx: Context, typed: { phone: string; password: string }): Promise<SignedIn> {
  const phone = requirePhone(typed.phone);
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_password');
  const key = passwordLock(ctx, project.id, phone);
  await requireTurn(ctx, 'login', key);
  const user = await findByPhone(project.id, phone);
  const isRight = await guardedGuess(key, ctx.now, () => isPasswordOf(user, typed.password));
  if (!isRight || user === null || user.passwordHash === null) throw invalidCredentials();
  const passwordHash = await upToDateHash(user, user.passwordHash, typed.password);
  return inTransaction(() => signIn(ctx, user, { method: 'password', passwordHash }));
}

/**
 * Signs in with phone and code, also while the password is locked: who owns the phone lifts that lock.
 * @throws ApiError 400 `invalid_otp`, 403 `account_suspended`, `account_inactive`, `login_method_disabled`,
 *   404 `user_not_registered` for the right code, 429 `throttled`, `otp_locked`
 */
export async function loginWithCode(ctx: Context, typed: { phone: string; otp: string }): Promise<SignedIn> {
  const phone = requirePhone(typed.phone);
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_otp');
  await requireTurn(ctx, 'loginOtp', { kind: 'otp', projectId: project.id, subject: phone });
  await checkCode(ctx, { projectId: project.id, phone, purpose: 'login', code: typed.otp });
  const user = await findByPhone(project.id, phone);
  if (user === null) throw userNotRegistered();
  return inTransaction(async () => {
    const signedIn = await signIn(ctx, user, { method: 'otp' });
    await liftLock(passwordLock(ctx, project.id, phone));
    return signedIn;
  });
}

/** In the caller's transaction. Who may not sign in is refused where the session is opened, with the user's row locked. */
async function signIn(ctx: Context, user: User, proof: SignInProof): Promise<SignedIn> {
  const signedIn = await openSession(user, proof, ctx.now);
  await auditUser(ctx, { user, action: 'login.succeeded', details: { method: proof.method } });
  return signedIn;
}
