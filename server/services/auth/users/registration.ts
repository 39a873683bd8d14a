import { randomUUID } from 'node:crypto';
import { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { hashPassword } from '../../platform/crypto/password.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type ApiError, conflict } from '../../platform/errors.ts';
import { requirePhone } from '../../platform/phone.ts';
import { type CodeSent, checkCode, sendCode } from './otp.ts';
import { requireUnlikePhone } from './passwords.ts';
import { messageLanguage, projectOf, projectOfCode, requireRegistration } from './projects.ts';
import { openSession, type SignedIn } from './sessions.ts';
import type { AuthProject } from './setup.ts';
import { auditUser } from './user-audit.ts';
import { searchKeyOf } from './user-search.ts';
import { findByPhone, languageOf } from './users.ts';

export interface Registration {
  phone: string;
  otp: string;
  firstName?: string | null;
  lastName?: string | null;
  password?: string;
}

/**
 * Sends a code to register with; to a registered phone as well, for who asks must not learn which are.
 * @throws ApiError 403 `registration_disabled`, `login_method_disabled`, 429, 502 as `sendCode`
 */
export async function sendRegistrationCode(ctx: Context, typedPhone: string): Promise<CodeSent> {
  const phone = requirePhone(typedPhone);
  const project = await projectOf(ctx);
  requireRegistration(project);
  const language = messageLanguage(project, await languageOf(project.id, phone));
  return sendCode(ctx, { project, phone, purpose: 'register', limit: 'registerInit', language, deliver: 'now' });
}

/**
 * Makes the user whose phone the code proves, and signs them in.
 * @throws ApiError 400 for a weak password, `invalid_otp`, `project_id_required`, 403 `registration_disabled`,
 *   `login_method_disabled`, 409 `phone_already_registered`, 429 `otp_locked`
 */
export async function register(ctx: Context, typed: Registration): Promise<SignedIn> {
  const phone = requirePhone(typed.phone);
  const project = await projectOfCode(ctx, phone, 'register');
  requireRegistration(project);
  const passwordHash = typed.password === undefined ? null : await hashOf(typed.password, phone);
  await checkCode(ctx, { projectId: project.id, phone, purpose: 'register', code: typed.otp });
  if ((await findByPhone(project.id, phone)) !== null) throw alreadyRegistered();
  try {
    return await insertUser(ctx, project, { ...typed, phone, passwordHash });
  } catch (error) {
    // of a test phone's code, which is not used up, several at once
    if (isUniqueViolation(error)) throw alreadyRegistered();
    throw error;
  }
}

/** Made ahead of the code's check: neither a weak password nor a busy server shall cost the code. */
function hashOf(password: string, phone: string): Promise<string> {
  requireUnlikePhone(password, phone, 'password');
  return hashPassword(password);
}

function alreadyRegistered(): ApiError {
  return conflict('phone_already_registered', 'This phone number is registered already. Sign in instead.');
}

interface NewUser extends Pick<Registration, 'firstName' | 'lastName'> {
  phone: string;
  passwordHash: string | null;
}

async function insertUser(ctx: Context, project: AuthProject, values: NewUser): Promise<SignedIn> {
  const { phone, passwordHash, firstName = null, lastName = null } = values;
  return inTransaction(async () => {
    const user = await User.create({
      id: randomUUID(),
      projectId: project.id,
      phone,
      phoneKey: phone,
      role: 'customer',
      status: 'active',
      phoneVerified: true,
      firstName,
      lastName,
      searchKey: searchKeyOf({ firstName, lastName, email: null }),
      passwordHash,
      language: defaultLanguage(project),
    });
    const signedIn = await openSession(user, { method: 'registration' }, ctx.now);
    await auditUser(ctx, { user, action: 'user.registered' });
    return signedIn;
  });
}

/** English as long as the project has it (contract §2). */
function defaultLanguage({ settings: { languages } }: AuthProject): string {
  return languages.includes('en') ? 'en' : (languages[0] ?? 'en');
}
