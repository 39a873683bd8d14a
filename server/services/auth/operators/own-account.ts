import { requireStrongPassword } from '../../../platform/crypto/password-rules.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { requireProject } from '../projects.ts';
import { attemptAsOperator } from './operator-attempts.ts';
import { resetOperatorSignIn } from './operator-locks.ts';
import { endOtherSessions } from './own-sessions.ts';
import { auditOwnAccount, lockSignedInOperator, signedInOperator } from './signed-in-operator.ts';

export interface OwnAccountChanges {
  email?: string | null;
}

export interface OwnPasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** Changes the e-mail of the signed-in operator. Access tokens carry it from the next refresh on. */
export async function changeOwnAccount(ctx: AuthContext, { email }: OwnAccountChanges): Promise<AuthOperator> {
  return inTransaction(ctx.db, async () => {
    const operator = await lockSignedInOperator(ctx);
    if (email === undefined || operator.email === email) return operator;
    await ctx.service.operators.change(operator.id, { email });
    const details = { before: { email: operator.email }, after: { email } };
    await auditOwnAccount(ctx, operator, { action: 'operator.changed', details });
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
  await requireGoodPassword(ctx, operator, newPassword);
  const { passwords } = ctx.service;
  const changed = await attemptAsOperator(ctx, operator.username, {
    check: async () => ((await passwords.verify(operator.passwordHash, currentPassword)) ? passwords.hash(newPassword) : null),
    accept: (passwordHash) => replacePassword(ctx, operator, passwordHash),
  });
  if (changed === null) throw invalidCurrentPassword('currentPassword');
}

/** 400; `field` is the field of the body that has the wrong password. */
export function invalidCurrentPassword(field: string): Error {
  return badRequest('invalid_current_password', 'The current password is wrong.', [{ field, message: `${field} is wrong` }]);
}

async function requireGoodPassword(ctx: AuthContext, { username, email, projectId }: AuthOperator, password: string): Promise<void> {
  const { name } = await requireProject(ctx.service, projectId);
  const context = [email, name, ...(await ctx.service.appNames())];
  await requireStrongPassword(ctx.service.passwords.strength, { field: 'newPassword', password, accountNames: [username], context });
}

async function replacePassword(ctx: AuthContext, verified: AuthOperator, passwordHash: string): Promise<AuthOperator> {
  const operator = await lockSignedInOperator(ctx);
  if (operator.passwordHash !== verified.passwordHash) throw conflict('password_changed', 'The password was changed meanwhile. Try again.');
  await ctx.service.operators.change(operator.id, { passwordHash });
  await endOtherSessions(ctx, operator);
  await resetOperatorSignIn(ctx.db, operator);
  await auditOwnAccount(ctx, operator, { action: 'operator.password_changed' });
  return operator;
}
