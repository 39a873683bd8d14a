import { User } from '../../../models/auth/User.ts';
import { selectRows } from '../../platform/db/sql.ts';
import { findInProject } from '../../platform/db/tenancy.ts';
import { ApiError, notFound } from '../../platform/errors.ts';

/** Who has the phone (E.164) in the project; null when nobody has, for a deleted user has given it up. */
export function findByPhone(projectId: number, phone: string): Promise<User | null> {
  return User.findOne({ where: { projectId, phoneKey: phone } });
}

/**
 * The language of who has the phone; null when nobody has. One small column and no model: whether there is a user must not be told by
 * the time that it takes to read one.
 */
export async function languageOf(projectId: number, phone: string): Promise<string | null> {
  const [user] = await selectRows<{ language: string }>('SELECT language FROM users WHERE project_id = :projectId AND phone_key = :phone', {
    projectId,
    phone,
  });
  return user?.language ?? null;
}

/** A deleted user is found too. @throws ApiError 404 `user_not_found` */
export function findUser(projectId: number, id: string): Promise<User> {
  return findInProject(User, projectId, id, 'user');
}

/** The user as they are now, who stay so until the transaction ends. @throws ApiError 404 `user_not_found` */
export async function lockUser({ id, projectId }: Pick<User, 'id' | 'projectId'>): Promise<User> {
  const user = await User.findOne({ where: { id, projectId }, lock: true });
  if (user === null) throw notFound('user');
  return user;
}

/** @throws ApiError 403 `account_suspended`, 403 `account_inactive` */
export function requireActive({ status }: Pick<User, 'status'>): void {
  if (status === 'active') return;
  if (status === 'suspended') throw new ApiError(403, 'account_suspended', 'This account is suspended.');
  throw new ApiError(403, 'account_inactive', 'This account is not active.');
}

/** 404 for who proved to own a phone that no user has. */
export function userNotRegistered(): ApiError {
  return new ApiError(404, 'user_not_registered', 'This phone number is not registered yet.');
}
