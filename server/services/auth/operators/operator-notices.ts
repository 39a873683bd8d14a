import { randomUUID } from 'node:crypto';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { messageLanguage } from '../projects.ts';

export type OperatorNotice = 'operator_email_changed' | 'operator_totp_enabled' | 'operator_totp_disabled';

/**
 * Tells the operator, at the address of the account before the change, that somebody with the password has changed how to sign in. Without an
 * address no mail is sent. Call it in the transaction of the change.
 */
export async function mailOperator(ctx: AuthContext, { id, projectId, email: to }: AuthOperator, template: OperatorNotice): Promise<void> {
  if (to === null) return;
  const project = await ctx.service.findProject(projectId);
  const language = project === null ? 'en' : messageLanguage(project, null);
  const mail = { projectId, key: `${template}:${id}:${randomUUID()}`, to, language, template, data: {} };
  await ctx.service.mailer.enqueue([mail], ctx.now);
}
