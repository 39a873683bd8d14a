import type { User } from '../../../../models/auth/User.ts';
import { personalMailKey } from '../../../platform/mail/erase-mails.ts';
import type { AuthContext } from '../auth.ts';
import { messageLanguage } from '../projects.ts';
import { projectOfUser } from '../sessions/signed-in-user.ts';

/** Tells a proved address that the user has changed a contact. Call it in the transaction of the change. */
export async function mailNotice(
  ctx: AuthContext,
  user: User,
  notice: { to: string; template: 'email_changed' | 'phone_changed' },
): Promise<void> {
  const language = messageLanguage(await projectOfUser(ctx), user.language);
  const { to, template } = notice;
  const mail = { projectId: user.projectId, key: personalMailKey(template, user.id), to, language, template, data: {} };
  await ctx.service.mailer.enqueue([mail], ctx.now);
}
