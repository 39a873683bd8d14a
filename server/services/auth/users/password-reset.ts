import type { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { hashPassword } from '../../platform/crypto/password.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { requirePhone } from '../../platform/phone.ts';
import { liftLock } from './attempt-locks.ts';
import { type CodeSent, checkCode, sendCode } from './otp.ts';
import { passwordLock, requireUnlikePhone } from './passwords.ts';
import { messageLanguage, projectOf, projectOfCode, requireMethod } from './projects.ts';
import { revokeSessions } from './sessions.ts';
import { auditUser } from './user-audit.ts';
import { findByPhone, languageOf, lockUser, requireActive, userNotRegistered } from './users.ts';

export interface Reset {
  phone: string;
  otp: string;
  newPassword: string;
}

/**
 * Sends a code to set a new password with, and nothing to a phone that nobody registered: the answer is the same, and comes
 * before the message goes out, so that its time tells nothing either.
 * @throws ApiError 403 `login_method_disabled`, 429 as `sendCode`
 */
export async function sendResetCode(ctx: Context, typedPhone: string): Promise<CodeSent> {
  const phone = requirePhone(typedPhone);
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_password');
  const own = await languageOf(project.id, phone);
  const language = messageLanguage(project, own);
  return sendCode(ctx, { project, phone, purpose: 'reset', limit: 'passwordReset', language, deliver: own === null ? 'never' : 'later' });
}

/**
 * Sets a new password, signs out everywhere and lifts the lock of the old one. Signs nobody in.
 * @throws ApiError 400 for a weak password, `invalid_otp`, `project_id_required`, 403 `account_suspended`, `account_inactive`,
 *   `login_method_disabled`, 404 `user_not_registered` for a test phone of nobody, 429 `otp_locked`
 */
export async function resetPassword(ctx: Context, typed: Reset): Promise<void> {
  const phone = requirePhone(typed.phone);
  const project = await projectOfCode(ctx, phone, 'reset');
  requireMethod(project, 'phone_password');
  requireUnlikePhone(typed.newPassword, phone, 'newPassword');
  // ahead of the code's check: a busy server shall not cost the code
  const passwordHash = await hashPassword(typed.newPassword);
  await checkCode(ctx, { projectId: project.id, phone, purpose: 'reset', code: typed.otp });
  const user = await findByPhone(project.id, phone);
  if (user === null) throw userNotRegistered();
  await replacePassword(ctx, user, passwordHash);
}

async function replacePassword(ctx: Context, { id, projectId, phone }: User, passwordHash: string): Promise<void> {
  await inTransaction(async () => {
    const user = await lockUser({ id, projectId });
    requireActive(user);
    await user.update({ passwordHash });
    await revokeSessions(user, ctx.now);
    await liftLock(passwordLock(ctx, projectId, phone));
    await auditUser(ctx, { user, action: 'password.reset' });
  });
}
