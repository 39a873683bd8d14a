import { Session } from '../../../../models/auth/Session.ts';
import { User } from '../../../../models/auth/User.ts';
import { readRefreshToken } from '../../../platform/auth/refresh-token.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { refreshTokenNotValid, validationError } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import { forgetOtherDevices } from '../devices/user-devices.ts';
import { auditEnded, endSessionsOf } from './end-sessions.ts';
import { countRefreshToken } from './refresh-token-limit.ts';
import { liveSessionsOf } from './sessions.ts';
import { userActorOf } from './signed-in-user.ts';
import { findOwned, liveOwnerOf } from './unchanged-user.ts';

export interface SignOut {
  /** Ends all sessions of the user; only with an access token. */
  all?: boolean;
  /** Takes the place of the access token. */
  refresh_token?: string;
}

interface OwnSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly projectId: number;
}

/**
 * Ends the session of the access token or the refresh token, or all sessions of its user, and then forgets the other devices. Does nothing
 * when that session has ended already: a token of an ended session must not end others.
 * @throws ApiError 401 `token_not_valid` for a refresh token that is not valid or belongs to another project, 403 `permission_denied` for
 *   operators, 400 for `all` with a refresh token
 */
export async function signOut(ctx: AuthContext, { all = false, refresh_token: refreshToken }: SignOut): Promise<void> {
  if (all && refreshToken !== undefined) throw validationError([{ field: 'all', message: 'all needs an access token' }]);
  const own = refreshToken === undefined ? ofAccessToken(ctx) : await ofRefreshToken(ctx, refreshToken);
  if (own !== null) await inTransaction(ctx.db, () => endOwn(ctx, own, all));
}

function ofAccessToken(ctx: AuthContext): OwnSession {
  const { id: userId, projectId, sessionId } = userActorOf(ctx);
  return { sessionId, userId, projectId };
}

/** null for a session that ended so long ago that its row is gone. */
async function ofRefreshToken(ctx: AuthContext, token: string): Promise<OwnSession | null> {
  const presented = readRefreshToken(ctx.service.secrets, 'phone', token);
  const session = presented === null ? null : await findOwned(ctx, presented.sessionId);
  await countRefreshToken(ctx, presented, liveOwnerOf(session));
  if (presented === null) throw refreshTokenNotValid();
  if (session === null) return null;
  const { id: userId, projectId } = session.owner;
  if (projectId !== (ctx.project?.id ?? projectId)) throw refreshTokenNotValid();
  return { sessionId: presented.sessionId, userId, projectId };
}

/** Locks the user first, as everything that opens or ends sessions does. */
async function endOwn(ctx: AuthContext, { sessionId, userId, projectId }: OwnSession, all: boolean): Promise<void> {
  const { db } = ctx;
  const user = await db.model(User).findOne({ where: { id: userId, projectId }, lock: true });
  const session = await db.model(Session).findOne({ where: { id: sessionId, userId, projectId, revokedAt: null } });
  if (user === null || session === null) return;
  const sessions = all ? await liveSessionsOf(ctx, user) : [sessionId];
  await endSessionsOf(ctx, user, sessions);
  if (all) await forgetOtherDevices(ctx, user);
  await auditEnded(ctx, user, { sessions, reason: 'sign_out' });
}
