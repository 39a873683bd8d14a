import { User } from '../../../../models/auth/User.ts';
import { countryOf, requirePhone } from '../../../domain/phone.ts';
import { isUniqueViolation } from '../../../platform/db/statements/errors.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { badRequest, validationError } from '../../../platform/errors.ts';
import { maskPhone } from '../../../platform/mask.ts';
import type { MessageLanguage } from '../../../platform/messaging/delivery.ts';
import { attemptOnPhone } from '../attempts/guarded-attempt.ts';
import { auditUser } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { claimOf } from '../devices/phone-claim.ts';
import { forgetUserDevices } from '../devices/user-devices.ts';
import { checkCode, invalidCode } from '../otp/check-code.ts';
import { deletePhoneData } from '../otp/delete-phone-data.ts';
import { trackDelivery } from '../otp/deliveries.ts';
import { type CodeSent, requireAllowedPhone, sendCode } from '../otp/send-code.ts';
import { messageLanguage } from '../projects.ts';
import { phoneTailOf } from '../search/search-keys.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { lockSignedInUser, projectOfUser, signedInUser, userActorOf } from '../sessions/signed-in-user.ts';
import { mailNotice } from './contact-notices.ts';
import { provedEmail } from './email-proof.ts';
import { isPasswordOf, passwordLocks } from './password-checks.ts';
import { alreadyRegistered } from './registration.ts';
import { findByPhone } from './users.ts';

/** The password, or a code of the purpose `phone_change` that the old phone received. */
export interface PhoneChange {
  phone: string;
  password?: string;
  otp?: string;
}

/**
 * Sends a code to the new phone of the signed-in user, registered or not: only the right code reveals that.
 * @throws ApiError as `signedInUser`, 400 `invalid_phone`, `invalid_current_password`, `invalid_otp`, 429, 502 as `sendCode`
 */
export async function startPhoneChange(ctx: AuthContext, typed: PhoneChange): Promise<CodeSent> {
  const phone = requirePhone(typed.phone);
  const user = await signedInUser(ctx);
  const project = await projectOfUser(ctx);
  if (phone === user.phone) throw validationError([{ field: 'phone', message: 'phone is that of the user already' }]);
  await requireAllowedPhone(ctx, project, phone);
  await requireOwner(ctx, user, typed);
  const language = messageLanguage(project, user.language);
  const claim = await claimOf(ctx, { projectId: project.id, phone });
  const input = { project, claim, purpose: 'new_phone', limit: 'sendOtp', language, deliver: 'now', boundTo: user.id } as const;
  const sent = await sendCode(ctx, input);
  // not a change that ends a sign-in under way
  await ctx.db.model(User).update({ newPhone: phone }, { where: { id: user.id, projectId: user.projectId }, silent: true });
  return sent;
}

/** A stolen token is not enough to take an account over. */
async function requireOwner(ctx: AuthContext, user: User, { password, otp }: PhoneChange): Promise<void> {
  const claim = await claimOf(ctx, user);
  if (otp !== undefined) return checkCode(ctx, claim, { purpose: 'phone_change', code: otp });
  const verified = await attemptOnPhone(ctx, passwordLocks(ctx, claim), {
    check: async () => ((await isPasswordOf(ctx.service, user, password ?? '')) ? 'right' : null),
    accept: async (verdict) => verdict,
  });
  if (verified === null) throw badRequest('invalid_current_password', 'The password is wrong.');
}

/**
 * Gives the signed-in user the phone that the code proves, ends the other sessions, and tells the old phone.
 * @throws ApiError as `signedInUser`, 400 `invalid_otp`, 409 `phone_already_registered` for the right code only, 429 `otp_locked`
 */
export async function finishPhoneChange(ctx: AuthContext, otp: string): Promise<User> {
  const known = await signedInUser(ctx);
  const { id, projectId, phone: oldPhone, newPhone } = known;
  const language = messageLanguage(await projectOfUser(ctx), known.language);
  if (newPhone === null) throw invalidCode();
  const claim = await claimOf(ctx, { projectId, phone: newPhone });
  await checkCode(ctx, claim, { purpose: 'new_phone', boundTo: id, code: otp });
  if ((await findByPhone(ctx.db, projectId, newPhone)) !== null) throw alreadyRegistered();
  try {
    const user = await inTransaction(ctx.db, () => replacePhone(ctx, { oldPhone, newPhone, language }));
    tellOldPhone(ctx, oldPhone, language);
    return user;
  } catch (error) {
    if (isUniqueViolation(ctx.db, error)) throw alreadyRegistered();
    throw error;
  }
}

interface Replacement {
  readonly oldPhone: string;
  readonly newPhone: string;
  /** The language of the notices. */
  readonly language: MessageLanguage;
}

async function replacePhone(ctx: AuthContext, { oldPhone, newPhone, language }: Replacement): Promise<User> {
  const { device } = await claimOf(ctx, { projectId: userActorOf(ctx).projectId, phone: oldPhone });
  const user = await lockSignedInUser(ctx);
  if (user.newPhone !== newPhone || user.phone !== oldPhone) throw invalidCode();
  await user.update({ phone: newPhone, phoneKey: newPhone, phoneTail: phoneTailOf(newPhone), phoneVerified: true, newPhone: null });
  await revokeSessions(ctx, user, { except: userActorOf(ctx).sessionId });
  await forgetUserDevices(ctx.db, user, device);
  await deletePhoneData(ctx.service, { projectId: user.projectId, phone: oldPhone });
  await auditUser(ctx, { user, action: 'user.phone_changed', details: { before: maskPhone(oldPhone), after: maskPhone(newPhone) } });
  const to = provedEmail(user);
  if (to !== null) await mailNotice(ctx, user, { to, template: 'phone_changed', language });
  return user;
}

/** After the commit and beside the reply: a channel that fails must not undo the change. */
function tellOldPhone(ctx: AuthContext, phone: string, language: MessageLanguage): void {
  const { projectId } = userActorOf(ctx);
  const told = ctx.service.delivery
    .notify({ projectId, phone, country: countryOf(phone), notice: 'phone_changed', language })
    .then((isSent) => {
      if (!isSent) ctx.log.warn({ phone: maskPhone(phone) }, 'notice of a changed phone not delivered');
    });
  void trackDelivery(ctx.service, told);
}
