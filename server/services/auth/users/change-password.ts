import { Session } from '../../../models/auth/Session.ts';
import type { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { hashPassword } from '../../platform/crypto/password.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ApiError, badRequest, conflict, permissionDenied, validationError } from '../../platform/errors.ts';
import { guardedGuess } from './attempt-locks.ts';
import { isPasswordOf, passwordLock, requireUnlikePhone } from './passwords.ts';
import { revokeSessions } from './sessions.ts';
import { lockSignedInUser, signedInUser } from './signed-in-user.ts';
import { auditUser } from './user-audit.ts';

export interface Change {
  currentPassword?: string;
  newPassword: string;
}

/** How long after a code was proved a first password may be set, in milliseconds. */
const FRESH_MS = 10 * 60_000;

/**
 * Changes the user's password, or sets the first one, and signs out everywhere else.
 * @throws ApiError 400 for a weak password, `invalid_current_password`, 403 `reauthentication_required`, `permission_denied` for
 *   operators, 401 `token_not_valid` when the session was ended meanwhile, 409 `password_changed` when another change was faster,
 *   429 `account_locked`
 */
export async function changePassword(ctx: Context, typed: Change): Promise<void> {
  const user = await signedInUser(ctx);
  requireUnlikePhone(typed.newPassword, user.phone, 'newPassword');
  if (user.passwordHash === null) await requireFreshCode(ctx, user);
  else await requireCurrent(ctx, user, typed.currentPassword);
  const passwordHash = await hashPassword(typed.newPassword);
  await inTransaction(() => replacePassword(ctx, user, passwordHash));
}

/** Whoever got hold of a token must not be able to make the account their own with it. */
async function requireFreshCode(ctx: Context, { id, projectId }: User): Promise<void> {
  const session = await Session.findOne({ where: { id: sessionOf(ctx), projectId, userId: id, revokedAt: null } });
  const byCode = session?.method === 'otp' || session?.method === 'registration';
  if (session !== null && byCode && ctx.now.getTime() - session.createdAt.getTime() <= FRESH_MS) return;
  throw new ApiError(403, 'reauthentication_required', 'To set a first password, sign in with a code not more than 10 minutes ago.');
}

/** A wrong one counts like a wrong password at login. */
async function requireCurrent(ctx: Context, user: User, typed: string | undefined): Promise<void> {
  if (typed === undefined) throw validationError([{ field: 'currentPassword', message: 'currentPassword is required' }]);
  const isRight = await guardedGuess(passwordLock(ctx, user.projectId, user.phone), ctx.now, () => isPasswordOf(user, typed));
  if (isRight) return;
  throw badRequest('invalid_current_password', 'The current password is wrong.', [
    { field: 'currentPassword', message: 'currentPassword is wrong' },
  ]);
}

/** What was proved above holds for the password and the session as they were then. */
async function replacePassword(ctx: Context, proved: User, passwordHash: string): Promise<void> {
  const user = await lockSignedInUser(ctx);
  if (user.passwordHash !== proved.passwordHash) throw conflict('password_changed', 'The password was changed meanwhile. Try again.');
  await user.update({ passwordHash });
  await revokeSessions(user, ctx.now, { except: sessionOf(ctx) });
  await auditUser(ctx, { user, action: 'password.changed' });
}

function sessionOf({ actor }: Context): string {
  if (actor.kind !== 'user') throw permissionDenied();
  return actor.sessionId;
}
