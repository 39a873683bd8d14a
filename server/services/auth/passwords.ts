import { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { hashPassword, needsRehash, verifyAgainstNothing, verifyPassword } from '../../platform/crypto/password.ts';
import { passwordFaults } from '../../platform/crypto/password-rules.ts';
import { ApiError, validationError } from '../../platform/errors.ts';
import type { LockKey } from './attempt-locks.ts';
import { findUser } from './users.ts';

/** What wrong passwords of a phone are counted under, at login and wherever else the password is asked for. */
export function passwordLock({ requestId }: Context, projectId: number, phone: string): LockKey {
  return { kind: 'password', projectId, subject: phone, requestId };
}

/** One answer to a wrong password, an unknown phone and a user without a password. */
export function invalidCredentials(): ApiError {
  return new ApiError(401, 'invalid_credentials', 'The phone number or the password is wrong.');
}

/** Takes the same time whoever it is, nobody and users without a password too. */
export function isPasswordOf(user: User | null, typed: string): Promise<boolean> {
  const kept = user?.passwordHash ?? null;
  return kept === null ? verifyAgainstNothing(typed) : verifyPassword(kept, typed);
}

/** What the field's own rules cannot know: a password must not be the phone. @throws ApiError 400 `validation_error` */
export function requireUnlikePhone(password: string, phone: string, field: string): void {
  const faults = passwordFaults(password, [phone]);
  if (faults.length > 0) throw validationError(faults.map((fault) => ({ field, message: `${field} ${fault}` })));
}

/**
 * The hash that stands for the password just proved: the user's, or one of today's cost in its place. That is no change of the
 * password, so nothing is signed out by it.
 * @throws ApiError 401 `invalid_credentials` when the password was changed meanwhile
 */
export async function upToDateHash(user: User, kept: string, typed: string): Promise<string> {
  if (!needsRehash(kept)) return kept;
  const fresh = await hashPassword(typed);
  const where = { id: user.id, projectId: user.projectId, passwordHash: kept };
  const [replaced] = await User.update({ passwordHash: fresh }, { where, silent: true });
  return replaced === 1 ? fresh : hashOfAnother(user, typed);
}

/** A login at the same moment was faster, and its hash is of the same password; or the password is another one now. */
async function hashOfAnother(user: User, typed: string): Promise<string> {
  const now = await findUser(user.projectId, user.id);
  if (now.passwordHash === null || !(await isPasswordOf(now, typed))) throw invalidCredentials();
  return now.passwordHash;
}
