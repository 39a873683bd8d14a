import type { User } from '../../../../models/auth/User.ts';
import { requirePhone } from '../../../domain/phone.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { liftPhoneLocks } from '../attempts/attempt-locks.ts';
import { auditUser } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { claimOf, type PhoneClaim } from '../devices/phone-claim.ts';
import { forgetUserDevices } from '../devices/user-devices.ts';
import { checkCode } from '../otp/check-code.ts';
import { type CodeSent, sendCode } from '../otp/send-code.ts';
import { messageLanguage, projectOf, projectOfCode, requireMethod } from '../projects.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { requireGoodPassword } from './password-checks.ts';
import { findByPhone, languageOf, lockUser, requireActive, userNotRegistered } from './users.ts';

export interface ResetConfirm {
  phone: string;
  otp: string;
  newPassword: string;
  projectId?: number;
}

/**
 * Sends a code to set a new password with, but none to an unregistered phone. The reply is the same for both, and precedes the delivery,
 * so that its time does not reveal which phones are registered.
 * @throws ApiError 403 `login_method_disabled`, 429 as `sendCode`
 */
export async function sendResetCode(ctx: AuthContext, typedPhone: string): Promise<CodeSent> {
  const phone = requirePhone(typedPhone);
  const project = await projectOf(ctx);
  requireMethod(project, 'phone_password');
  const own = await languageOf(ctx.db, project.id, phone);
  const language = messageLanguage(project, own);
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  return sendCode(ctx, { project, claim, purpose: 'reset', limit: 'passwordReset', language, deliver: own === null ? 'never' : 'later' });
}

/**
 * Sets a new password, ends all sessions, forgets all other devices and lifts the locks of the old password. Opens no session.
 * @throws ApiError 400 for a weak password, `invalid_otp`, `project_id_required`, 403 `account_suspended`, `account_inactive`,
 * `deletion_pending`,
 *   `login_method_disabled`, 404 `user_not_registered` for a test phone without a user, 429 `otp_locked`
 */
export async function resetPassword(ctx: AuthContext, typed: ResetConfirm): Promise<void> {
  const phone = requirePhone(typed.phone);
  const project = await projectOfCode(ctx, { phone, purpose: 'reset' });
  requireMethod(project, 'phone_password');
  await requireGoodPassword(ctx.service, { field: 'newPassword', password: typed.newPassword }, { owner: { phone }, project });
  // hashed before the code is used up, so that a busy server does not cost the code
  const passwordHash = await ctx.service.passwords.hash(typed.newPassword);
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  await checkCode(ctx, claim, { purpose: 'reset', code: typed.otp });
  const user = await findByPhone(ctx.db, project.id, phone);
  if (user === null) throw userNotRegistered();
  await replacePassword(ctx, user, { passwordHash, claim });
}

interface NewPassword {
  readonly passwordHash: string;
  readonly claim: PhoneClaim;
}

async function replacePassword(ctx: AuthContext, { id, projectId }: User, { passwordHash, claim }: NewPassword): Promise<void> {
  await inTransaction(ctx.db, async () => {
    const user = await lockUser(ctx.db, { id, projectId });
    requireActive(user);
    await user.update({ passwordHash });
    await revokeSessions(ctx, user);
    await forgetUserDevices(ctx.db, user, claim.device);
    await liftPhoneLocks(ctx.db, claim, ['password', 'account_password']);
    await auditUser(ctx, { user, action: 'password.reset' });
  });
}
