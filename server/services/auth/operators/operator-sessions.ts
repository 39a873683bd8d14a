import { randomUUID } from 'node:crypto';
import { Session } from '../../../../models/auth/Session.ts';
import { signOperatorToken } from '../../../platform/auth/access-token.ts';
import { makeRefreshToken, type RefreshGeneration, readRefreshToken } from '../../../platform/auth/refresh-token.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { ApiError, refreshTokenNotValid } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/network.ts';
import type { Auth, AuthContext, AuthOperator } from '../auth.ts';
import { requireProject } from '../projects.ts';
import { countRefreshToken } from '../sessions/refresh-token-limit.ts';
import { rotate } from '../sessions/session-family.ts';
import { refreshEnd } from '../sessions/session-life.ts';

export interface OperatorTokenPair {
  operatorId: number;
  access: string;
  refresh: string;
}

/** The same error for a wrong password, an unknown username and a deactivated operator. */
export function noActiveAccount(): ApiError {
  return new ApiError(401, 'no_active_account', 'No active account found with the given credentials');
}

/** The instance, and the sender as the list of sessions shows it. */
export type SessionClient = Pick<AuthContext, 'service' | 'address' | 'device' | 'browser'>;

/**
 * Signs in an operator whose password was just verified, in the caller's transaction if there is one. It reads the operator again with
 * the row locked, so that a login that races with a change of the operator opens no session.
 * @throws ApiError 401 `no_active_account` when the operator was deactivated, or password or second factor was changed meanwhile
 */
export async function openOperatorSession(client: SessionClient, verified: AuthOperator, now: Date): Promise<OperatorTokenPair> {
  const { service: auth, address, device, browser } = client;
  const { id } = verified;
  return inTransaction(auth.db, async () => {
    const operator = await auth.operators.lock(id);
    if (operator === null || !operator.isActive || !isSame(operator, verified)) throw noActiveAccount();
    const session = await auth.db.model(Session).create({
      id: randomUUID(),
      projectId: operator.projectId,
      operatorId: id,
      method: 'username',
      device,
      address: networkOf(address),
      rotatedAt: now,
      expiresAt: refreshEnd(auth, now, { browser }),
      createdAt: openingTime(operator, now),
    });
    return pairOf(auth, {
      operator,
      sessionId: session.id,
      generation: session.generation,
      issuedAt: await issueTimeOf(auth, operator, now),
    });
  });
}

/** A session that was opened without the second factor must not begin after this was put in force. */
function isSame(operator: AuthOperator, verified: AuthOperator): boolean {
  const isSameFactor = operator.totpEnabledAt?.getTime() === verified.totpEnabledAt?.getTime();
  return isSameFactor && operator.passwordHash === verified.passwordHash;
}

/** After the last change, which ends all older sessions: a request may be older than the change that it waited for. */
function openingTime({ accessChangedAt }: AuthOperator, now: Date): Date {
  return new Date(Math.max(now.getTime(), accessChangedAt.getTime() + 1));
}

function issueTimeOf(auth: Auth, { id }: AuthOperator, now: Date): Promise<Date> {
  return auth.revocations.issueTime('operator', String(id), now);
}

interface Signed extends RefreshGeneration {
  readonly operator: AuthOperator;
  readonly issuedAt: Date;
}

function pairOf(auth: Auth, { operator, sessionId, generation, issuedAt }: Signed): OperatorTokenPair {
  const { keys, secrets, config } = auth;
  const { id: operatorId, username, email, projectId, role, isOwner } = operator;
  const claims = { operatorId, username, email, projectId, role, isOwner, sessionId, generation };
  return {
    operatorId,
    access: signOperatorToken(keys, claims, { now: issuedAt, seconds: config.keys.accessTokenSeconds }),
    refresh: makeRefreshToken(secrets, 'operator', { sessionId, generation }),
  };
}

/**
 * Exchanges a refresh token of an operator, which is used up by it, for a new pair.
 * @throws ApiError 401 `token_not_valid` unless the token is valid and its operator is active and unchanged since the sign-in,
 *   403 `project_inactive`
 */
export async function refreshOperatorSession(ctx: AuthContext, refreshToken: string): Promise<OperatorTokenPair> {
  const presented = readRefreshToken(ctx.service.secrets, 'operator', refreshToken);
  const where = { id: presented?.sessionId ?? '' };
  const session = presented === null ? null : await ctx.db.model(Session).findOne({ where, acrossProjects: true });
  const operator = session === null ? null : await liveOwnerOf(ctx, session);
  // by session: each browser and each machine of an operator refreshes for itself
  await countRefreshToken(ctx, presented, null);
  if (presented === null || session === null || operator === null) throw refreshTokenNotValid();
  // before the transaction: inside it this would need a second connection
  if (!operator.isOwner) await requireProject(ctx.service, operator.projectId);
  const signed = await inTransaction(ctx.db, () => renew(ctx, presented, session));
  if (signed === null) throw refreshTokenNotValid();
  return pairOf(ctx.service, signed);
}

async function renew(ctx: AuthContext, presented: RefreshGeneration, session: Session): Promise<Signed | null> {
  const { id: sessionId, projectId, operatorId, createdAt: openedAt } = session;
  const operator = operatorId === null ? null : await ctx.service.operators.lock(operatorId);
  if (operator === null || !mayContinue(operator, openedAt)) return null;
  const generation = await rotate(ctx, { ...presented, projectId, openedAt, owner: { kind: 'operator', id: operator.id } });
  return generation === null ? null : { operator, sessionId, generation, issuedAt: await issueTimeOf(ctx.service, operator, ctx.now) };
}

/** The operator of a session that has neither ended nor expired. */
async function liveOwnerOf(ctx: AuthContext, { operatorId, revokedAt, expiresAt, createdAt }: Session): Promise<AuthOperator | null> {
  if (operatorId === null || revokedAt !== null || expiresAt <= ctx.now) return null;
  const operator = await ctx.service.operators.find(operatorId);
  return operator !== null && mayContinue(operator, createdAt) ? operator : null;
}

/** Whether nothing has ended the session that was opened then: a change of the access ends all older ones. */
function mayContinue({ isActive, accessChangedAt }: AuthOperator, openedAt: Date): boolean {
  return isActive && openedAt > accessChangedAt;
}
