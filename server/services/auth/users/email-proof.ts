import type { User } from '../../../../models/auth/User.ts';
import { isUniqueViolation } from '../../../platform/db/statements/errors.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import { personalMailKey } from '../../../platform/mail/erase-mails.ts';
import { auditUser } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { claimOf } from '../devices/phone-claim.ts';
import { checkCode, invalidCode } from '../otp/check-code.ts';
import { type CodeSent, sendCode } from '../otp/send-code.ts';
import { messageLanguage } from '../projects.ts';
import { lockSignedInUser, projectOfUser, signedInUser } from '../sessions/signed-in-user.ts';

/** The address that the user has proved, if it still is the address of the user; else null. */
export function provedEmail({ email, verifiedEmail }: Pick<User, 'email' | 'verifiedEmail'>): string | null {
  return email !== null && email === verifiedEmail ? email : null;
}

/**
 * Mails a code to the address of the signed-in user. Its cooldown and its tries are those of the codes for the user's phone.
 * @throws ApiError as `signedInUser`, 400 `email_missing`, 429 as `sendCode`
 */
export async function sendEmailCode(ctx: AuthContext): Promise<CodeSent> {
  const user = await signedInUser(ctx);
  const project = await projectOfUser(ctx);
  const to = requireEmail(user);
  const noWay = { channel: 'other', fallbackSeconds: null } as const;
  if (provedEmail(user) !== null) return { message: 'The address is confirmed already.', cooldownSeconds: 0, ...noWay };
  const language = messageLanguage(project, user.language);
  const queueMail = (code: string): Promise<void> =>
    ctx.service.mailer.enqueue(
      [{ projectId: project.id, key: personalMailKey('email_code', user.id), to, language, template: 'email_code', data: { code } }],
      ctx.now,
    );
  const input = { project, claim: await claimOf(ctx, user), purpose: 'email', limit: 'sendOtp', language, deliver: 'now' } as const;
  const { cooldownSeconds } = await sendCode(ctx, { ...input, boundTo: to, queueMail });
  return { message: 'A code is on its way to the address.', cooldownSeconds, ...noWay };
}

/**
 * Proves the address of the signed-in user with the code that was mailed to it. The unique key decides which of several users has it.
 * @throws ApiError as `signedInUser` and `checkCode`, 400 `email_missing`, 409 `email_taken` for the right code only
 */
export async function proveEmail(ctx: AuthContext, code: string): Promise<User> {
  const known = await signedInUser(ctx);
  const email = requireEmail(known);
  if (provedEmail(known) !== null) return known;
  await checkCode(ctx, await claimOf(ctx, known), { purpose: 'email', boundTo: email, code });
  try {
    return await inTransaction(ctx.db, async () => {
      const user = await lockSignedInUser(ctx);
      if (user.email !== email) throw invalidCode();
      await user.update({ verifiedEmail: email });
      await auditUser(ctx, { user, action: 'user.email_proved' });
      return user;
    });
  } catch (error) {
    if (isUniqueViolation(ctx.db, error)) throw conflict('email_taken', 'This e-mail address belongs to another user.');
    throw error;
  }
}

function requireEmail({ email }: User): string {
  if (email === null) throw badRequest('email_missing', 'Set an e-mail address in the profile first.');
  return email;
}
