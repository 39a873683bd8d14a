import { randomUUID } from 'node:crypto';
import { User } from '../../../../models/auth/User.ts';
import { requirePhone } from '../../../domain/phone.ts';
import { isUniqueViolation } from '../../../platform/db/statements/errors.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { ApiError, conflict } from '../../../platform/errors.ts';
import type { Auth, AuthContext, AuthProject } from '../auth.ts';
import { claimOf, type PhoneClaim } from '../devices/phone-claim.ts';
import { openSessionOfDevice, type SignedInDevice } from '../devices/user-devices.ts';
import { checkCode } from '../otp/check-code.ts';
import { type CodeSent, sendCode } from '../otp/send-code.ts';
import { countOutcome } from '../outcomes.ts';
import { messageLanguage, projectOf, projectOfCode, requireRegistration } from '../projects.ts';
import { searchKeysOf } from '../search/search-keys.ts';
import { countNewUser } from '../search/user-counts.ts';
import { type CodeSignIn, type SignedInOnce, type SignInRun, signInOnce } from '../sessions/sign-in-once.ts';
import { type PasswordOwner, requireGoodPassword } from './password-checks.ts';
import { findByPhone, languageOf } from './users.ts';

export interface RegisterVerify {
  phone: string;
  otp: string;
  firstName?: string | null;
  lastName?: string | null;
  password?: string;
  projectId?: number;
}

/**
 * Sends a code to register with. A registered phone gets one too, so that the reply does not reveal which phones are registered.
 * @throws ApiError 403 `registration_disabled`, `login_method_disabled`, 429, 502 as `sendCode`
 */
export async function sendRegistrationCode(ctx: AuthContext, typedPhone: string): Promise<CodeSent> {
  const phone = requirePhone(typedPhone);
  const project = await projectOf(ctx);
  requireRegistration(project);
  const language = messageLanguage(project, await languageOf(ctx.db, project.id, phone));
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  return sendCode(ctx, { project, claim, purpose: 'register', limit: 'registerInit', language, deliver: 'now' });
}

/**
 * Creates the user of the phone that the code proves, and signs them in, once for each `Idempotency-Key`.
 * @throws ApiError 400 for a weak password, `invalid_otp`, `project_id_required`, 403 `registration_disabled`,
 *   `login_method_disabled`, 409 `phone_already_registered`, `deletion_pending`, 429 `otp_locked`
 */
export async function register(ctx: AuthContext, typed: RegisterVerify): Promise<SignedInOnce> {
  const signIn: CodeSignIn = { act: 'register-verify', phone: requirePhone(typed.phone), body: typed };
  return signInOnce(ctx, signIn, (run) =>
    countOutcome(
      (outcome) => ctx.service.counts.signIn('registration', outcome),
      () => verifyAndRegister(ctx, { ...typed, phone: signIn.phone }, run),
    ),
  );
}

async function verifyAndRegister(ctx: AuthContext, typed: RegisterVerify, run: SignInRun): Promise<SignedInDevice> {
  const { phone } = typed;
  const project = await projectOfCode(ctx, { phone, purpose: 'register', named: run.attempt });
  requireRegistration(project);
  const passwordHash = typed.password === undefined ? null : await hashOf(ctx.service, typed.password, { owner: typed, project });
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  await checkCode(ctx, claim, { purpose: 'register', code: typed.otp, named: run.attempt });
  const known = await findByPhone(ctx.db, project.id, phone);
  if (known?.deletionDueAt instanceof Date) throw deletionPending(known.deletionDueAt);
  if (known !== null) throw alreadyRegistered();
  try {
    return await insertUser(ctx, project, { ...typed, claim, passwordHash, run });
  } catch (error) {
    // the code of a test phone is never used up, so two requests may get this far at once
    if (isUniqueViolation(ctx.db, error)) throw alreadyRegistered();
    throw error;
  }
}

/** Called before the code is used up, so that neither a weak password nor a busy server costs the code. */
async function hashOf(auth: Auth, password: string, known: { owner: PasswordOwner; project: AuthProject }): Promise<string> {
  await requireGoodPassword(auth, { field: 'password', password }, known);
  return auth.passwords.hash(password);
}

/** 409 for the right code of a phone that has a user. */
export function alreadyRegistered(): ApiError {
  return conflict('phone_already_registered', 'This phone number is registered already. Sign in instead.');
}

function deletionPending(deletesAt: Date): ApiError {
  const message = `The account of this phone number will be deleted on ${deletesAt.toISOString()}. Restore it to go on using it.`;
  return new ApiError(409, 'deletion_pending', message, { deletesAt });
}

interface NewUser extends Pick<RegisterVerify, 'firstName' | 'lastName'> {
  claim: PhoneClaim;
  passwordHash: string | null;
  run: SignInRun;
}

async function insertUser(ctx: AuthContext, project: AuthProject, values: NewUser): Promise<SignedInDevice> {
  const { claim, passwordHash, run, firstName = null, lastName = null } = values;
  const { phone, device } = claim;
  return inTransaction(ctx.db, async () => {
    const user = await ctx.db.model(User).create({
      id: randomUUID(),
      projectId: project.id,
      phone,
      phoneKey: phone,
      role: 'customer',
      status: 'active',
      phoneVerified: true,
      firstName,
      lastName,
      ...searchKeysOf({ firstName, lastName, email: null, phone }),
      passwordHash,
      language: defaultLanguage(project),
    });
    const signedIn = await openSessionOfDevice(ctx, user, { method: 'registration', device, audited: { action: 'user.registered' } });
    await run.keep(signedIn);
    await countNewUser(ctx.db, user);
    return signedIn;
  });
}

/** English if the project has it, else its first language. */
function defaultLanguage({ settings: { languages } }: AuthProject): string {
  return languages.includes('en') ? 'en' : (languages[0] ?? 'en');
}
