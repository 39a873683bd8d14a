import { Session } from '../../../../models/auth/Session.ts';
import type { User } from '../../../../models/auth/User.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { ApiError, badRequest, conflict, permissionDenied, validationError } from '../../../platform/errors.ts';
import { attemptOnPhone } from '../attempts/guarded-attempt.ts';
import { auditUser } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { claimOf } from '../devices/phone-claim.ts';
import { forgetUserDevices } from '../devices/user-devices.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { lockSignedInUser, projectOfUser, signedInUser } from '../sessions/signed-in-user.ts';
import { isPasswordOf, passwordLocks, requireGoodPassword } from './password-checks.ts';

export interface PasswordChange {
  currentPassword?: string;
  newPassword: string;
}

/** A first password may be set within this time after signing in with a code. */
const FRESH_MS = 10 * 60_000;

/**
 * Changes the user's password, or sets the first one, ends all other sessions and forgets all other devices.
 * @throws ApiError 400 for a weak password, `invalid_current_password`, 403 `reauthentication_required`, `permission_denied` for
 *   operators, 401 `token_not_valid` when the session was ended meanwhile, 409 `password_changed` after a concurrent change,
 *   429 `account_locked`
 */
export async function changePassword(ctx: AuthContext, typed: PasswordChange): Promise<void> {
  const user = await signedInUser(ctx);
  const known = { owner: user, project: await projectOfUser(ctx) };
  await requireGoodPassword(ctx.service, { field: 'newPassword', password: typed.newPassword }, known);
  if (user.passwordHash === null) await setFirstPassword(ctx, user, typed);
  else await replaceCurrent(ctx, user, typed);
}

async function setFirstPassword(ctx: AuthContext, user: User, { newPassword }: PasswordChange): Promise<void> {
  await requireFreshCode(ctx, user);
  const passwordHash = await ctx.service.passwords.hash(newPassword);
  await inTransaction(ctx.db, () => replacePassword(ctx, user, passwordHash));
}

/** Without this, a stolen token would be enough to take over the account. */
async function requireFreshCode(ctx: AuthContext, { id, projectId }: User): Promise<void> {
  const session = await ctx.db.model(Session).findOne({ where: { id: sessionOf(ctx), projectId, userId: id, revokedAt: null } });
  const byCode = session?.method === 'otp' || session?.method === 'registration';
  if (session !== null && byCode && ctx.now.getTime() - session.createdAt.getTime() <= FRESH_MS) return;
  throw new ApiError(403, 'reauthentication_required', 'To set a first password, sign in with a code not more than 10 minutes ago.');
}

/** A wrong password counts like one at login. */
async function replaceCurrent(ctx: AuthContext, user: User, { currentPassword: typed, newPassword }: PasswordChange): Promise<void> {
  if (typed === undefined) throw validationError([{ field: 'currentPassword', message: 'currentPassword is required' }]);
  const { passwords } = ctx.service;
  const replaced = await attemptOnPhone(ctx, passwordLocks(ctx, await claimOf(ctx, user)), {
    check: async () => ((await isPasswordOf(ctx.service, user, typed)) ? passwords.hash(newPassword) : null),
    accept: (passwordHash) => replacePassword(ctx, user, passwordHash),
  });
  if (replaced !== null) return;
  throw badRequest('invalid_current_password', 'The current password is wrong.', [
    { field: 'currentPassword', message: 'currentPassword is wrong' },
  ]);
}

/** Checks again, with the row locked, that neither the password nor the session has changed since it was verified. */
async function replacePassword(ctx: AuthContext, verified: User, passwordHash: string): Promise<User> {
  const { device } = await claimOf(ctx, verified);
  const user = await lockSignedInUser(ctx);
  if (user.passwordHash !== verified.passwordHash) throw conflict('password_changed', 'The password was changed meanwhile. Try again.');
  await user.update({ passwordHash });
  await revokeSessions(ctx, user, { except: sessionOf(ctx) });
  await forgetUserDevices(ctx.db, user, device);
  await auditUser(ctx, { user, action: 'password.changed' });
  return user;
}

function sessionOf({ actor }: AuthContext): string {
  if (actor.kind !== 'user') throw permissionDenied();
  return actor.sessionId;
}
