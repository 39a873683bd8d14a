import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentOperatorTokens } from '../../presenters/auth/tokens.ts';
import type { OperatorLogin, OperatorRefresh } from '../../schemas/auth/operator-tokens.ts';
import { loginOperator } from '../../services/auth/operator-login.ts';
import { refreshOperatorSession } from '../../services/auth/operator-sessions.ts';

export const obtainTokens: Handler<unknown, unknown, OperatorLogin> = async (ctx, { body }) => {
  const tokens = await loginOperator(ctx, body);
  return ok(presentOperatorTokens(tokens));
};

export const refreshTokens: Handler<unknown, unknown, OperatorRefresh> = async (ctx, { body }) => {
  const tokens = await refreshOperatorSession(body.refresh, ctx);
  return ok(presentOperatorTokens(tokens));
};
