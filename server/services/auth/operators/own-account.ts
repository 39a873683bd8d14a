import { requireStrongPassword } from '../../../platform/crypto/password-rules.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { requireProject } from '../projects.ts';
import { voidOperatorLink } from './links/operator-links.ts';
import { attemptAsOperator } from './operator-attempts.ts';
import { resetOperatorSignIn } from './operator-locks.ts';
import { languageOfOperator, mailOperator } from './operator-notices.ts';
import { invalidCurrentPassword, lockUnchanged, withOwnPassword } from './own-password.ts';
import { endOtherSessions } from './own-sessions.ts';
import { auditOwnAccount, signedInOperator } from './signed-in-operator.ts';

export interface OwnAccountChanges {
  email: string | null;
  /** The password of the operator. */
  password: string;
}

export interface OwnPasswordChange {
  currentPassword: string;
  newPassword: string;
}

/**
 * Changes the e-mail of the signed-in operator and tells the old address. Access tokens carry it from the next refresh on.
 * @throws ApiError 400 `invalid_current_password`, 409 `password_changed` after a concurrent change, 429 `account_locked`
 */
export async function changeOwnAccount(ctx: AuthContext, { email, password }: OwnAccountChanges): Promise<AuthOperator> {
  const language = await languageOfOperator(ctx);
  return withOwnPassword(ctx, password, async (operator) => {
    if (operator.email === email) return operator;
    await ctx.service.operators.change(operator.id, { email });
    await voidOperatorLink(ctx.db, operator.id);
    const details = { before: { email: operator.email }, after: { email } };
    await auditOwnAccount(ctx, operator, { action: 'operator.changed', details, revision: operator.revision + 1 });
    await mailOperator(ctx, operator, { template: 'operator_email_changed', language });
    return signedInOperator(ctx);
  });
}

/**
 * Changes the password of the signed-in operator and ends all other sessions. A wrong current password counts like one at sign-in.
 * @throws ApiError 400 for a password that is easy to guess, 400 `invalid_current_password`, 409 `password_changed` after a concurrent
 *   change, 429 `account_locked`
 */
export async function changeOwnPassword(ctx: AuthContext, { currentPassword, newPassword }: OwnPasswordChange): Promise<void> {
  const operator = await signedInOperator(ctx);
  await requireGoodPassword(ctx, operator, { field: 'newPassword', password: newPassword });
  const { passwords } = ctx.service;
  const changed = await attemptAsOperator(ctx, operator.username, {
    check: async () => ((await passwords.verify(operator.passwordHash, currentPassword)) ? passwords.hash(newPassword) : null),
    accept: (passwordHash) => replacePassword(ctx, operator, passwordHash),
  });
  if (changed === null) throw invalidCurrentPassword('currentPassword');
}

/** @throws ApiError 400 for a password that is easy to guess, 403 `project_inactive` */
export async function requireGoodPassword(
  ctx: AuthContext,
  { username, email, projectId }: AuthOperator,
  { field, password }: { field: string; password: string },
): Promise<void> {
  const { name } = await requireProject(ctx.service, projectId);
  const context = [email, name, ...(await ctx.service.appNames())];
  await requireStrongPassword(ctx.service.passwords.strength, { field, password, accountNames: [username], context });
}

async function replacePassword(ctx: AuthContext, verified: AuthOperator, passwordHash: string): Promise<AuthOperator> {
  const operator = await lockUnchanged(ctx, verified);
  await ctx.service.operators.change(operator.id, { passwordHash });
  await endOtherSessions(ctx, operator);
  await resetOperatorSignIn(ctx.db, operator);
  await auditOwnAccount(ctx, operator, { action: 'operator.password_changed' });
  return operator;
}
