import type { Handler } from '../../../platform/http/endpoint.ts';
import { deviceHeader, ok } from '../../../platform/http/reply/reply.ts';
import { presentOperatorTokens } from '../../../presenters/auth/tokens.ts';
import type { OperatorRefresh } from '../../../schemas/auth/operators/operator-tokens.ts';
import type { Auth } from '../../../services/auth/auth.ts';
import { refreshOperatorSession } from '../../../services/auth/operators/operator-sessions.ts';
import { loginOperator, type OperatorLogin } from '../../../services/auth/operators/operator-tokens.ts';

export const loginAsOperator: Handler<unknown, unknown, OperatorLogin, Auth> = async (ctx, { body }) => {
  const { tokens, device } = await loginOperator(ctx, body);
  return ok(presentOperatorTokens(tokens), deviceHeader(device));
};

export const refreshOperatorTokens: Handler<unknown, unknown, OperatorRefresh, Auth> = async (ctx, { body }) => {
  const tokens = await refreshOperatorSession(ctx, body.refresh);
  return ok(presentOperatorTokens(tokens));
};
