import { User } from '../../../../models/auth/User.ts';
import { passwordFaults } from '../../../platform/crypto/password-rules.ts';
import { ApiError, validationError } from '../../../platform/errors.ts';
import type { LockKey } from '../attempts/lock-key.ts';
import type { Auth, AuthContext } from '../auth.ts';
import { findUser } from './users.ts';

/** The key that counts wrong passwords of a phone, at login and at every other check of the password. */
export function passwordLock({ requestId }: AuthContext, projectId: number, phone: string): LockKey {
  return { kind: 'password', projectId, subject: phone, requestId };
}

/** The same error for a wrong password, an unknown phone and a user without a password. */
export function invalidCredentials(): ApiError {
  return new ApiError(401, 'invalid_credentials', 'The phone number or the password is wrong.');
}

/** Takes the same time for unknown users and users without a password. */
export function isPasswordOf(auth: Auth, user: User | null, typed: string): Promise<boolean> {
  const stored = user?.passwordHash ?? null;
  return stored === null ? auth.passwords.verifyDummy(typed) : auth.passwords.verify(stored, typed);
}

/** A password must not be the phone; the rules of the field do not know the phone. @throws ApiError 400 `validation_error` */
export function requireUnlikePhone(password: string, phone: string, field: string): void {
  const faults = passwordFaults(password, [phone]);
  if (faults.length > 0) throw validationError(faults.map((fault) => ({ field, message: `${field} ${fault}` })));
}

export interface VerifiedUser {
  readonly user: User;
  /** The hash of the verified password: the stored one, or a new one that replaced it because its cost was out of date. */
  readonly currentHash: string;
}

/**
 * The user if the password is theirs, else null. Takes the same time for unknown users. A hash whose cost is out of date is replaced; the
 * password does not change, so no session ends.
 * @throws ApiError 401 `invalid_credentials` when the password was changed meanwhile
 */
export async function verifyPassword(auth: Auth, user: User | null, typed: string): Promise<VerifiedUser | null> {
  if (!(await isPasswordOf(auth, user, typed)) || user === null || user.passwordHash === null) return null;
  return { user, currentHash: await currentHash(auth, user, user.passwordHash, typed) };
}

async function currentHash(auth: Auth, user: User, storedHash: string, typed: string): Promise<string> {
  if (!auth.passwords.needsRehash(storedHash)) return storedHash;
  const fresh = await auth.passwords.hash(typed);
  const where = { id: user.id, projectId: user.projectId, passwordHash: storedHash };
  const [replaced] = await auth.db.model(User).update({ passwordHash: fresh }, { where, silent: true });
  return replaced === 1 ? fresh : hashOfConcurrentChange(auth, user, typed);
}

/** A concurrent login replaced the hash by another one of the same password, or the password was changed. */
async function hashOfConcurrentChange(auth: Auth, user: User, typed: string): Promise<string> {
  const current = await findUser(auth.db, user.projectId, user.id);
  if (current.passwordHash === null || !(await isPasswordOf(auth, current, typed))) throw invalidCredentials();
  return current.passwordHash;
}
