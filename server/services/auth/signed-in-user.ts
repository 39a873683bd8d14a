import { Session } from '../../../models/auth/Session.ts';
import { User } from '../../../models/auth/User.ts';
import type { Actor, Context } from '../../platform/context.ts';
import { permissionDenied, tokenNotValid } from '../../platform/errors.ts';
import { requireProject } from './projects.ts';
import type { AuthProject } from './setup.ts';

type UserActor = Extract<Actor, { kind: 'user' }>;

/**
 * The user whose token it is.
 * @throws ApiError 403 `permission_denied` for an operator, who has no such record, 403 `project_inactive`, 401 `token_not_valid` when
 *   the user is gone or not active any more
 */
export async function signedInUser(ctx: Context): Promise<User> {
  const { id, projectId } = userActorOf(ctx);
  await projectOfUser(ctx);
  return requireUser(await User.findOne({ where: { id, projectId } }));
}

/**
 * The project of the user whose token it is. Ask it before a transaction: in one it would take a second connection.
 * @throws ApiError 403 `permission_denied` for an operator, 403 `project_inactive`
 */
export async function projectOfUser(ctx: Context): Promise<AuthProject> {
  return requireProject(userActorOf(ctx).projectId);
}

/**
 * The user whose token it is, locked until the transaction around it ends. Signing out locks the same row, and what came before this
 * counts: a request that was let in before it, and then took its time, changes nothing any more.
 * @throws ApiError 403 `permission_denied` for an operator, 401 `token_not_valid` when the user is gone or not active, or the session
 *   was ended meanwhile
 */
export async function lockSignedInUser(ctx: Context): Promise<User> {
  const { id, projectId, sessionId } = userActorOf(ctx);
  const user = requireUser(await User.findOne({ where: { id, projectId }, lock: true }));
  const session = await Session.findOne({ where: { id: sessionId, projectId, userId: id, revokedAt: null } });
  if (session === null) throw tokenNotValid();
  return user;
}

function userActorOf({ actor }: Context): UserActor {
  if (actor.kind !== 'user') throw permissionDenied('This is for users who sign in with a phone.');
  return actor;
}

function requireUser(user: User | null): User {
  if (user?.status !== 'active') throw tokenNotValid('User is not active');
  return user;
}
