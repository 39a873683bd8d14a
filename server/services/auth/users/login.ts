import type { User } from '../../../../models/auth/User.ts';
import { requirePhone } from '../../../domain/phone.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { consumeAttemptLimit, liftLock } from '../attempts/attempt-locks.ts';
import { attemptOnPhone } from '../attempts/guarded-attempt.ts';
import { signInEvent } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { claimOf, type PhoneClaim } from '../devices/phone-claim.ts';
import { openSessionOfDevice, type SignedInDevice } from '../devices/user-devices.ts';
import { checkCode, codeLocks, requireUnusedCode } from '../otp/check-code.ts';
import { type CodeSent, sendCode } from '../otp/send-code.ts';
import { countOutcome } from '../outcomes.ts';
import { messageLanguage, projectOf, requireMethod } from '../projects.ts';
import type { SignInProof } from '../sessions/sessions.ts';
import { type CodeSignIn, type SignedInOnce, type SignInRun, signInOnce } from '../sessions/sign-in-once.ts';
import { invalidCredentials, passwordLocks, verifyPassword } from './password-checks.ts';
import { findByPhone, languageOf, requireActive, userNotRegistered } from './users.ts';

export interface PasswordLogin {
  phone: string;
  password: string;
  projectId?: number;
}

export interface OtpLogin {
  phone: string;
  otp: string;
  projectId?: number;
}

/**
 * Sends a code to sign in with. An unregistered phone gets one too, so that the reply does not reveal which phones are registered.
 * @throws ApiError 403 `login_method_disabled`, 429, 502 as `sendCode`
 */
export async function sendLoginCode(ctx: AuthContext, typedPhone: string): Promise<CodeSent> {
  const phone = requirePhone(typedPhone);
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_otp');
  const language = messageLanguage(project, await languageOf(ctx.db, project.id, phone));
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  return sendCode(ctx, { project, claim, purpose: 'login', limit: 'sendOtp', language, deliver: 'now' });
}

/**
 * Signs in with phone and password.
 * @throws ApiError 401 `invalid_credentials`, 403 `account_suspended`, `account_inactive`, `deletion_pending`, `login_method_disabled`,
 *   429 `throttled`, `account_locked`
 */
export function loginWithPassword(ctx: AuthContext, typed: PasswordLogin): Promise<SignedInDevice> {
  return countOutcome(
    (outcome) => ctx.service.counts.signIn('password', outcome),
    () => verifyAndSignIn(ctx, typed),
  );
}

async function verifyAndSignIn(ctx: AuthContext, typed: PasswordLogin): Promise<SignedInDevice> {
  const phone = requirePhone(typed.phone);
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_password');
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  const { device } = claim;
  const locks = passwordLocks(ctx, claim);
  await consumeAttemptLimit(ctx, 'login', locks);
  const signedIn = await attemptOnPhone(ctx, locks, {
    check: async () => verifyPassword(ctx.service, await findByPhone(ctx.db, project.id, phone), typed.password),
    accept: (verified) => signIn(ctx, verified.user, { method: 'password', passwordHash: verified.currentHash, device }),
  });
  if (signedIn === null) throw invalidCredentials();
  return signedIn;
}

/**
 * Signs in with phone and code, even while the password is locked, and lifts that lock; once for each `Idempotency-Key`.
 * @throws ApiError 400 `invalid_otp`, 403 `account_suspended`, `account_inactive`, `deletion_pending`, `login_method_disabled`,
 *   404 `user_not_registered` for the right code, 429 `throttled`, `otp_locked`
 */
export async function loginWithCode(ctx: AuthContext, typed: OtpLogin): Promise<SignedInOnce> {
  const signIn: CodeSignIn = { act: 'login-otp', phone: requirePhone(typed.phone), body: typed };
  return signInOnce(ctx, signIn, (run) =>
    countOutcome(
      (outcome) => ctx.service.counts.signIn('code', outcome),
      () => useCodeAndSignIn(ctx, { ...typed, phone: signIn.phone }, run),
    ),
  );
}

async function useCodeAndSignIn(ctx: AuthContext, typed: OtpLogin, run: SignInRun): Promise<SignedInDevice> {
  const { phone } = typed;
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_otp');
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  const code = { purpose: 'login', code: typed.otp, named: run.attempt } as const;
  await consumeAttemptLimit(ctx, 'loginOtp', codeLocks(ctx, claim, code));
  const user = await findByPhone(ctx.db, project.id, phone);
  if (user !== null && user.deletionDueAt !== null) {
    // the code stays, so that it can restore the account
    await requireUnusedCode(ctx, claim, code);
    requireActive(user);
  }
  await checkCode(ctx, claim, code);
  if (user === null) throw userNotRegistered();
  return inTransaction(ctx.db, async () => {
    const signedIn = await signIn(ctx, user, { method: 'otp', device: claim.device });
    await liftLock(ctx.db, passwordLocks(ctx, claim).main);
    await run.keep(signedIn);
    return signedIn;
  });
}

/** Call it in a transaction. `openSession` refuses users who may not sign in, with their row locked. */
async function signIn(ctx: AuthContext, user: User, proof: SignInProof & Pick<PhoneClaim, 'device'>): Promise<SignedInDevice> {
  return openSessionOfDevice(ctx, user, { ...proof, audited: signInEvent(proof) });
}
