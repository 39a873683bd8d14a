import { randomUUID } from 'node:crypto';
import { Session } from '../../../models/auth/Session.ts';
import { signOperatorToken } from '../../platform/auth/access-token.ts';
import { makeRefreshToken, type RefreshGeneration, readRefreshToken } from '../../platform/auth/refresh-token.ts';
import { issueTime } from '../../platform/auth/revocations.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ApiError, refreshTokenNotValid } from '../../platform/errors.ts';
import { requireProject } from './projects.ts';
import { refreshEnd, rotate } from './session-family.ts';
import { type AuthOperator, authSetup } from './setup.ts';

export interface OperatorTokenPair {
  access: string;
  refresh: string;
}

/** One answer to a wrong password, an unknown username and a deactivated operator. */
export function noActiveAccount(): ApiError {
  return new ApiError(401, 'no_active_account', 'No active account found with the given credentials');
}

/**
 * Signs in an operator whose password was just checked, in the transaction around it if there is one. With the row locked it looks
 * again: a login that raced with a change of the operator leaves no session behind.
 * @throws ApiError 401 `no_active_account` when the operator was deactivated or the password is another one by now
 */
export async function openOperatorSession({ id, passwordHash }: AuthOperator, now: Date): Promise<OperatorTokenPair> {
  return inTransaction(async () => {
    const operator = await authSetup().operators.lock(id);
    if (operator === null || !operator.isActive || operator.passwordHash !== passwordHash) throw noActiveAccount();
    const session = await Session.create({
      id: randomUUID(),
      projectId: operator.projectId,
      operatorId: id,
      method: 'username',
      rotatedAt: now,
      expiresAt: refreshEnd(now),
      createdAt: openingTime(operator, now),
    });
    return pairOf({ operator, sessionId: session.id, generation: session.generation, issuedAt: await issueTimeOf(operator, now) });
  });
}

/** After the last change, for what was opened before it is over. A request may be older than the change that it waited for. */
function openingTime({ accessChangedAt }: AuthOperator, now: Date): Date {
  return new Date(Math.max(now.getTime(), accessChangedAt.getTime() + 1));
}

function issueTimeOf({ id }: AuthOperator, now: Date): Promise<Date> {
  return issueTime('operator', String(id), now);
}

interface Signed extends RefreshGeneration {
  readonly operator: AuthOperator;
  readonly issuedAt: Date;
}

function pairOf({ operator, sessionId, generation, issuedAt }: Signed): OperatorTokenPair {
  const { keys, secrets, config } = authSetup();
  const { id: operatorId, username, email, projectId, role } = operator;
  const claims = { operatorId, username, email, projectId, role, sessionId };
  return {
    access: signOperatorToken(keys, claims, { now: issuedAt, seconds: config.keys.accessTokenSeconds }),
    refresh: makeRefreshToken(secrets, 'operator', { sessionId, generation }),
  };
}

/**
 * Gives a new pair for a refresh token of an operator; the old one is used up by it (contract §1.7).
 * @throws ApiError 401 `token_not_valid` for whatever is no refresh token that is in force, of an active operator who was not changed
 *   since; 403 `project_inactive`
 */
export async function refreshOperatorSession(refreshToken: string, ctx: Context): Promise<OperatorTokenPair> {
  const presented = readRefreshToken(authSetup().secrets, 'operator', refreshToken);
  if (presented === null) throw refreshTokenNotValid();
  const session = await Session.findOne({ where: { id: presented.sessionId }, acrossProjects: true });
  if (session === null) throw refreshTokenNotValid();
  await requireProject(session.projectId);
  const signed = await inTransaction(() => renew(presented, session, ctx));
  if (signed === null) throw refreshTokenNotValid();
  return pairOf(signed);
}

async function renew(presented: RefreshGeneration, session: Session, ctx: Context): Promise<Signed | null> {
  const { id: sessionId, projectId, operatorId } = session;
  const operator = operatorId === null ? null : await authSetup().operators.lock(operatorId);
  if (operator === null || !operator.isActive || session.createdAt <= operator.accessChangedAt) return null;
  const generation = await rotate({ ...presented, projectId, owner: `operator:${operator.id}` }, ctx);
  return generation === null ? null : { operator, sessionId, generation, issuedAt: await issueTimeOf(operator, ctx.now) };
}
