import type { User } from '../../../../models/auth/User.ts';
import { personalMailKey } from '../../../platform/mail/erase-mails.ts';
import type { MessageLanguage } from '../../../platform/messaging/delivery.ts';
import type { AuthContext } from '../auth.ts';

/** Tells a proved address that the user has changed a contact. Call it in the transaction of the change. */
export async function mailNotice(
  ctx: AuthContext,
  user: User,
  { to, template, language }: { to: string; template: 'email_changed' | 'phone_changed'; language: MessageLanguage },
): Promise<void> {
  const mail = { projectId: user.projectId, key: personalMailKey(template, user.id), to, language, template, data: {} };
  await ctx.service.mailer.enqueue([mail], ctx.now);
}
