import { User } from '../../../../models/auth/User.ts';
import { requireStrongPassword } from '../../../platform/crypto/password-rules.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type AttemptLocks, type LockArea, phoneLocks } from '../attempts/lock-key.ts';
import type { Auth, AuthContext, AuthProject } from '../auth.ts';
import type { PhoneClaim } from '../devices/phone-claim.ts';
import { findUser } from './users.ts';

/** The locks of the password, at login and at every other check of it. */
export function passwordLocks(ctx: AuthContext, claim: PhoneClaim, area: LockArea = 'signIn'): AttemptLocks {
  return phoneLocks(ctx, claim, { secret: 'password', area });
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

/** The user that a new password is for. One who registers, or resets a password, is known by little more than the phone. */
export type PasswordOwner = Pick<User, 'phone'> & Partial<Pick<User, 'firstName' | 'lastName' | 'email'>>;

/**
 * Refuses a new password that is easy to guess for an attacker who knows the user, the project and its apps.
 * @throws ApiError 400 `validation_error`
 */
export async function requireGoodPassword(
  auth: Auth,
  { field, password }: { readonly field: string; readonly password: string },
  { owner, project }: { readonly owner: PasswordOwner; readonly project: AuthProject },
): Promise<void> {
  const { phone, firstName, lastName, email } = owner;
  const context = [firstName, lastName, email, project.name, ...(await auth.appNames())];
  await requireStrongPassword(auth.passwords.strength, { field, password, accountNames: [phone], context });
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
