import { badRequest, conflict } from '../../../platform/errors.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { attemptAsOperator } from './operator-attempts.ts';
import { lockSignedInOperator, signedInOperator } from './signed-in-operator.ts';

/**
 * Runs `work` in a transaction with the row of the signed-in operator locked, once the password has proved that the token was not stolen.
 * A wrong password counts like one at sign-in.
 * @throws ApiError 400 `invalid_current_password`, 409 `password_changed` after a concurrent change, 429 `account_locked`
 */
export async function withOwnPassword<T>(ctx: AuthContext, password: string, work: (operator: AuthOperator) => Promise<T>): Promise<T> {
  const operator = await signedInOperator(ctx);
  const done = await attemptAsOperator(ctx, operator.username, {
    check: async () => ((await ctx.service.passwords.verify(operator.passwordHash, password)) ? operator : null),
    accept: async (verified) => ({ result: await work(await lockUnchanged(ctx, verified)) }),
  });
  if (done === null) throw invalidCurrentPassword('password');
  return done.result;
}

/** The row, locked. @throws ApiError 409 `password_changed` when its password is no longer the verified one */
export async function lockUnchanged(ctx: AuthContext, verified: AuthOperator): Promise<AuthOperator> {
  const operator = await lockSignedInOperator(ctx);
  if (operator.passwordHash !== verified.passwordHash) throw conflict('password_changed', 'The password was changed meanwhile. Try again.');
  return operator;
}

/** 400; `field` is the field of the body that has the wrong password. */
export function invalidCurrentPassword(field: string): Error {
  return badRequest('invalid_current_password', 'The current password is wrong.', [{ field, message: `${field} is wrong` }]);
}
