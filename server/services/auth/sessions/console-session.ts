import { Session } from '../../../../models/auth/Session.ts';
import { readRefreshToken } from '../../../platform/auth/refresh-token.ts';
import { browserOf } from '../../../platform/context.ts';
import { refreshTokenNotValid } from '../../../platform/errors.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { type OperatorTokenPair, refreshOperatorSession } from '../operators/operator-sessions.ts';
import { loginOperator, type OperatorLogin, type OperatorSignedIn } from '../operators/operator-tokens.ts';
import { signOutOf } from '../operators/own-sessions.ts';
import { countRefreshToken } from './refresh-token-limit.ts';

/** The session of an operator in a browser, whose cookie holds the refresh token. */
export interface ConsoleSession {
  readonly tokens: OperatorTokenPair;
  readonly operator: AuthOperator;
}

/** Signs an operator in as `loginOperator` does. @throws ApiError as `loginOperator` */
export async function openConsoleSession(ctx: AuthContext, typed: OperatorLogin): Promise<ConsoleSession & OperatorSignedIn> {
  const signedIn = await loginOperator(ctx, typed);
  return { ...signedIn, operator: await operatorOf(ctx, signedIn.tokens) };
}

/**
 * Renews the tokens of the session in the cookie. A request without the cookie guesses nothing, so it does not count.
 * @throws ApiError as `refreshOperatorSession`
 */
export async function refreshConsoleSession(ctx: AuthContext): Promise<ConsoleSession> {
  const { refreshToken } = browserOf(ctx);
  if (refreshToken === null) throw refreshTokenNotValid();
  const tokens = await refreshOperatorSession(ctx, refreshToken);
  return { tokens, operator: await operatorOf(ctx, tokens) };
}

/** Ends the session in the cookie, if there is one. @throws ApiError 429 `throttled` */
export async function endConsoleSession(ctx: AuthContext): Promise<void> {
  const { refreshToken } = browserOf(ctx);
  if (refreshToken === null) return;
  const presented = readRefreshToken(ctx.service.secrets, 'operator', refreshToken);
  await countRefreshToken(ctx, presented, null);
  const where = { id: presented?.sessionId ?? '', revokedAt: null };
  const session = presented === null ? null : await ctx.db.model(Session).findOne({ where, acrossProjects: true });
  const operator = session === null || session.operatorId === null ? null : await ctx.service.operators.find(session.operatorId);
  if (session !== null && operator !== null) await signOutOf(ctx, operator, session.id);
}

/** @throws ApiError 401 `token_not_valid` when the operator was removed meanwhile */
async function operatorOf(ctx: AuthContext, { operatorId }: OperatorTokenPair): Promise<AuthOperator> {
  const operator = await ctx.service.operators.find(operatorId);
  if (operator === null) throw refreshTokenNotValid();
  return operator;
}
