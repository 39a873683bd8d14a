import { Op, type WhereOptions } from 'sequelize';
import { Session } from '../../../../models/auth/Session.ts';
import { CLOCK_LEEWAY } from '../../../platform/auth/access-token.ts';
import { recordAudit, signedBy } from '../../../platform/db/records/audit.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { auditOwnAccount, currentSession, lockSignedInOperator, operatorActorOf, signedInOperator } from './signed-in-operator.ts';

/** The sessions that the list shows. Machines that sign in for each run have many. */
const MAX_SHOWN = 100;

export interface OwnSessions {
  readonly sessions: readonly Session[];
  /** The session of the request. */
  readonly current: string;
}

/** The open sessions of the signed-in operator, the one that was used last first. */
export async function listOwnSessions(ctx: AuthContext): Promise<OwnSessions> {
  const operator = await signedInOperator(ctx);
  const sessions = await ctx.db.model(Session).findAll({
    where: openSessionsOf(ctx, operator),
    order: [
      ['rotatedAt', 'DESC'],
      ['id', 'ASC'],
    ],
    limit: MAX_SHOWN,
  });
  return { sessions, current: currentSession(ctx) };
}

/** Ends one session of the signed-in operator. @throws ApiError 404 `session_not_found` */
export async function endOwnSession(ctx: AuthContext, id: string): Promise<void> {
  await inTransaction(ctx.db, async () => {
    const operator = await lockSignedInOperator(ctx);
    const session = await ctx.db.model(Session).findOne({ where: { ...openSessionsOf(ctx, operator), id } });
    if (session === null) throw notFound('session');
    await endSessionsOf(ctx, operator, [id]);
    await auditOwnAccount(ctx, operator, { action: 'operator.session_ended', target: `session:${id}` });
  });
}

/** Ends the session of the request, if it has not ended already. */
export async function signOut(ctx: AuthContext): Promise<void> {
  await signOutOf(ctx, operatorActorOf(ctx), currentSession(ctx));
}

/** Ends this session of the operator who signs out, if it has not ended already. */
export async function signOutOf(
  ctx: AuthContext,
  operator: Pick<AuthOperator, 'id' | 'projectId' | 'username'>,
  sessionId: string,
): Promise<void> {
  const { id: operatorId, username, projectId } = operator;
  await inTransaction(ctx.db, async () => {
    const open = { id: sessionId, operatorId, projectId, revokedAt: null };
    const [ended] = await ctx.db.model(Session).update({ revokedAt: ctx.now }, { where: open });
    if (ended === 0) return;
    await ctx.service.revocations.revoke('session', [sessionId], ctx.now);
    const act = signedBy(ctx, { kind: 'operator', id: operatorId, username });
    const subject = `operator:${operatorId}`;
    await recordAudit(ctx.db, act, { projectId, subject, action: 'operator.signed_out', target: `session:${sessionId}` });
  });
}

/** Ends all sessions of the operator but that of the request. Call it in a transaction with the operator's row locked. */
export async function endOtherSessions(ctx: AuthContext, { id: operatorId, projectId }: AuthOperator): Promise<void> {
  // an access token may be valid for longer than the refresh token of its session
  const expiresAt = { [Op.gt]: new Date(ctx.now.getTime() - (ctx.service.config.keys.accessTokenSeconds + CLOCK_LEEWAY) * 1_000) };
  const others = { operatorId, projectId, revokedAt: null, expiresAt, id: { [Op.ne]: currentSession(ctx) } };
  const live = await ctx.db.model(Session).findAll({ attributes: ['id'], where: others });
  await endSessionsOf(
    ctx,
    { projectId },
    live.map(({ id }) => id),
  );
}

function openSessionsOf(ctx: AuthContext, { id: operatorId, projectId, accessChangedAt }: AuthOperator): WhereOptions<Session> {
  return { operatorId, projectId, revokedAt: null, expiresAt: { [Op.gt]: ctx.now }, createdAt: { [Op.gt]: accessChangedAt } };
}
