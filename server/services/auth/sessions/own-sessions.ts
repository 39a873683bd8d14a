import { Op } from 'sequelize';
import { Session } from '../../../../models/auth/Session.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import { forgetOtherDevices } from '../devices/user-devices.ts';
import { auditEnded, endSessionsOf } from './end-sessions.ts';
import { lockSignedInUser, signedInUser, userActorOf } from './signed-in-user.ts';

/** More can only remain from a release without a limit. */
const MAX_LISTED = 100;

export interface OwnSessions {
  readonly sessions: readonly Session[];
  readonly currentId: string;
}

/** The live sessions of the signed-in user, the last used one first. @throws ApiError as `signedInUser` */
export async function listOwnSessions(ctx: AuthContext): Promise<OwnSessions> {
  const { id: userId, projectId } = await signedInUser(ctx);
  const sessions = await ctx.db.model(Session).findAll({
    where: { userId, projectId, revokedAt: null, expiresAt: { [Op.gt]: ctx.now } },
    order: [
      ['rotatedAt', 'DESC'],
      ['id', 'ASC'],
    ],
    limit: MAX_LISTED,
  });
  return { sessions, currentId: userActorOf(ctx).sessionId };
}

/**
 * Ends a session of the signed-in user, which may be the present one. The end of another one forgets the other devices too, because no row
 * says which device it has.
 * @throws ApiError as `lockSignedInUser`, 404 `session_not_found` for a session that has ended or belongs to someone else
 */
export async function endOwnSession(ctx: AuthContext, id: string): Promise<void> {
  await inTransaction(ctx.db, async () => {
    const user = await lockSignedInUser(ctx);
    const { id: userId, projectId } = user;
    const where = { id, userId, projectId, revokedAt: null, expiresAt: { [Op.gt]: ctx.now } };
    if ((await ctx.db.model(Session).findOne({ where })) === null) throw notFound('session');
    await endSessionsOf(ctx, user, [id]);
    if (id !== userActorOf(ctx).sessionId) await forgetOtherDevices(ctx, user);
    await auditEnded(ctx, user, { sessions: [id], reason: 'ended_by_user' });
  });
}
