import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentTokens } from '../../presenters/auth/tokens.ts';
import type { SessionRefresh } from '../../schemas/auth/sessions.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as sessions from '../../services/auth/sessions/sessions.ts';

export const refreshSession: Handler<unknown, unknown, SessionRefresh, Auth> = async (ctx, { body }) => {
  const tokens = await sessions.refreshSession(ctx, body.refresh_token);
  return ok(presentTokens(tokens));
};
