import { browserOf } from '../../../platform/context.ts';
import type { Handler } from '../../../platform/http/endpoint.ts';
import { noContent, ok } from '../../../platform/http/reply/reply.ts';
import { clearedSession, deviceCookie, sessionCookie } from '../../../platform/http/request/own-page.ts';
import { presentConsoleSession } from '../../../presenters/auth/operators/console-session.ts';
import type { Auth, AuthContext } from '../../../services/auth/auth.ts';
import type { OperatorLogin } from '../../../services/auth/operators/operator-tokens.ts';
import * as sessions from '../../../services/auth/sessions/console-session.ts';
import { BROWSER_IDLE_SECONDS } from '../../../services/auth/sessions/session-life.ts';

export const openConsoleSession: Handler<unknown, unknown, OperatorLogin, Auth> = async (ctx, { body }) => {
  const session = await sessions.openConsoleSession(ctx, body);
  return ok(bodyOf(ctx, session), [...cookieOf(ctx, session), ...deviceCookie(browserOf(ctx), session.device)]);
};

export const refreshConsoleSession: Handler<unknown, unknown, unknown, Auth> = async (ctx) => {
  const session = await sessions.refreshConsoleSession(ctx);
  return ok(bodyOf(ctx, session), cookieOf(ctx, session));
};

export const endConsoleSession: Handler<unknown, unknown, unknown, Auth> = async (ctx) => {
  await sessions.endConsoleSession(ctx);
  return noContent(clearedSession(browserOf(ctx)));
};

function bodyOf(ctx: AuthContext, session: sessions.ConsoleSession) {
  return presentConsoleSession(session, ctx.service.config.keys.accessTokenSeconds);
}

function cookieOf(ctx: AuthContext, { tokens }: sessions.ConsoleSession): readonly string[] {
  return sessionCookie(browserOf(ctx), tokens.refresh, BROWSER_IDLE_SECONDS);
}
