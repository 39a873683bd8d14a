import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentSession } from '../../presenters/auth/session.ts';
import { presentTokens } from '../../presenters/auth/tokens.ts';
import type { SessionParams, SessionRefresh } from '../../schemas/auth/sessions.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as ownSessions from '../../services/auth/sessions/own-sessions.ts';
import * as sessions from '../../services/auth/sessions/sessions.ts';
import * as signOuts from '../../services/auth/sessions/sign-out.ts';

export const refreshSession: Handler<unknown, unknown, SessionRefresh, Auth> = async (ctx, { body }) => {
  const tokens = await sessions.refreshSession(ctx, body.refresh_token);
  return ok(presentTokens(tokens));
};

export const signOut: Handler<unknown, unknown, signOuts.SignOut, Auth> = async (ctx, { body }) => {
  await signOuts.signOut(ctx, body);
  return ok({ message: body.all === true ? 'You are signed out on all devices.' : 'You are signed out.' });
};

export const listSessions: Handler<unknown, unknown, unknown, Auth> = async (ctx) => {
  const { sessions: own, currentId } = await ownSessions.listOwnSessions(ctx);
  return ok({ data: own.map((session) => presentSession(session, currentId)) });
};

export const endSession: Handler<SessionParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  await ownSessions.endOwnSession(ctx, params.id);
  return ok({ message: 'The session has ended.' });
};
