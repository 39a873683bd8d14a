import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentTokens } from '../../presenters/auth/tokens.ts';
import type { SessionRefresh } from '../../schemas/auth/sessions.ts';
import * as sessions from '../../services/auth/sessions.ts';

export const refreshSession: Handler<unknown, unknown, SessionRefresh> = async (ctx, { body }) => {
  const tokens = await sessions.refreshSession(body.refresh_token, ctx);
  return ok(presentTokens(tokens));
};
