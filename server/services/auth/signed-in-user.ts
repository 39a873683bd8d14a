import { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { permissionDenied, tokenNotValid } from '../../platform/errors.ts';
import { requireProject } from './projects.ts';

/**
 * The user whose token it is; locked, if asked for, until the transaction ends.
 * @throws ApiError 403 `permission_denied` for an operator, who has no such record, 403 `project_inactive`, 401 `token_not_valid` when
 *   the user is gone or not active any more
 */
export async function signedInUser({ actor }: Context, options: { lock?: boolean } = {}): Promise<User> {
  if (actor.kind !== 'user') throw permissionDenied('This is for users who sign in with a phone.');
  await requireProject(actor.projectId);
  const user = await User.findOne({ where: { id: actor.id, projectId: actor.projectId }, ...options });
  if (user?.status !== 'active') throw tokenNotValid('User is not active');
  return user;
}
