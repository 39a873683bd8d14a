import { Session } from '../../../../models/auth/Session.ts';
import { User } from '../../../../models/auth/User.ts';
import type { Actor } from '../../../platform/context.ts';
import { permissionDenied, tokenNotValid } from '../../../platform/errors.ts';
import type { AuthContext, AuthProject } from '../auth.ts';
import { requireProject } from '../projects.ts';
import { findById } from '../users/users.ts';

type UserActor = Extract<Actor, { kind: 'user' }>;

/**
 * The user who signed in with the token of the request.
 * @throws ApiError 403 `permission_denied` for an operator, 403 `project_inactive`, 401 `token_not_valid` when the user is no longer
 *   active
 */
export async function signedInUser(ctx: AuthContext): Promise<User> {
  const { id, projectId } = userActorOf(ctx);
  await projectOfUser(ctx);
  return requireUser(await findById(ctx.db, projectId, id));
}

/**
 * The project of the signed-in user. Call it before a transaction: inside one it would need a second connection.
 * @throws ApiError 403 `permission_denied` for an operator, 403 `project_inactive`
 */
export async function projectOfUser(ctx: AuthContext): Promise<AuthProject> {
  return requireProject(ctx.service, userActorOf(ctx).projectId);
}

/**
 * The signed-in user, with the row locked until the surrounding transaction ends. Ending sessions locks the same row, so a slow request
 * that was authenticated before its session ended changes nothing.
 * @throws ApiError 403 `permission_denied` for an operator, 401 `token_not_valid` when the user is no longer active or the session was
 *   ended meanwhile
 */
export async function lockSignedInUser(ctx: AuthContext): Promise<User> {
  const { id, projectId, sessionId } = userActorOf(ctx);
  const user = requireUser(await ctx.db.model(User).findOne({ where: { id, projectId }, lock: true }));
  const session = await ctx.db.model(Session).findOne({ where: { id: sessionId, projectId, userId: id, revokedAt: null } });
  if (session === null) throw tokenNotValid();
  return user;
}

/** @throws ApiError 403 `permission_denied` for operators */
export function userActorOf({ actor }: AuthContext): UserActor {
  if (actor.kind !== 'user') throw permissionDenied('This is for users who sign in with a phone.');
  return actor;
}

function requireUser(user: User | null): User {
  if (user?.status !== 'active') throw tokenNotValid('User is not active');
  return user;
}
