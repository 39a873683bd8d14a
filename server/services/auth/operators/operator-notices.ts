import { randomUUID } from 'node:crypto';
import type { MessageLanguage } from '../../../platform/messaging/delivery.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { messageLanguage } from '../projects.ts';
import { operatorActorOf } from './signed-in-operator.ts';

export type OperatorNotice = 'operator_email_changed' | 'operator_totp_enabled' | 'operator_totp_disabled';

/** The language of mails to the signed-in operator. Call it before a transaction: inside one it would need a second connection. */
export async function languageOfOperator(ctx: AuthContext): Promise<MessageLanguage> {
  const project = await ctx.service.findProject(operatorActorOf(ctx).projectId);
  return project === null ? 'en' : messageLanguage(project, null);
}

/**
 * Tells the operator, at the address of the account before the change, that somebody with the password has changed how to sign in. Without
 * an address no mail is sent. Call it in the transaction of the change.
 */
export async function mailOperator(
  ctx: AuthContext,
  { id, projectId, email: to }: AuthOperator,
  { template, language }: { readonly template: OperatorNotice; readonly language: MessageLanguage },
): Promise<void> {
  if (to === null) return;
  const mail = { projectId, key: `${template}:${id}:${randomUUID()}`, to, language, template, data: {} };
  await ctx.service.mailer.enqueue([mail], ctx.now);
}
