import { randomUUID } from 'node:crypto';
import type { User } from '../../../../models/auth/User.ts';
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
  const mail = { projectId: user.projectId, key: `${template}:${user.id}:${randomUUID()}`, to, language, template, data: {} };
  await ctx.service.mailer.enqueue([mail], ctx.now);
}
