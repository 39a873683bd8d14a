import type { Handler } from '../../../platform/http/endpoint.ts';
import { ok } from '../../../platform/http/reply/reply.ts';
import { presentOwnAccount } from '../../../presenters/auth/operators/own-account.ts';
import { presentSession } from '../../../presenters/auth/session.ts';
import type { TotpCode, TotpStart } from '../../../schemas/auth/operators/own-account.ts';
import type { SessionParams } from '../../../schemas/auth/sessions.ts';
import type { Auth } from '../../../services/auth/auth.ts';
import * as account from '../../../services/auth/operators/own-account.ts';
import { endOwnSession, listOwnSessions, signOut } from '../../../services/auth/operators/own-sessions.ts';
import { signedInOperator } from '../../../services/auth/operators/signed-in-operator.ts';
import * as totp from '../../../services/auth/operators/totp.ts';

type Own<Body = unknown> = Handler<unknown, unknown, Body, Auth>;

export const getOwnAccount: Own = async (ctx) => {
  const operator = await signedInOperator(ctx);
  return ok(presentOwnAccount(operator));
};

export const updateOwnAccount: Own<account.OwnAccountChanges> = async (ctx, { body }) => {
  const operator = await account.changeOwnAccount(ctx, body);
  return ok(presentOwnAccount(operator));
};

export const changeOwnPassword: Own<account.OwnPasswordChange> = async (ctx, { body }) => {
  await account.changeOwnPassword(ctx, body);
  return ok({ message: 'The password is changed. Other sessions have ended.' });
};

export const listOperatorSessions: Own = async (ctx) => {
  const { sessions, current } = await listOwnSessions(ctx);
  return ok({ data: sessions.map((session) => presentSession(session, current)) });
};

export const endOperatorSession: Handler<SessionParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  await endOwnSession(ctx, params.id);
  return ok({ message: 'The session has ended.' });
};

export const logoutOperator: Own = async (ctx) => {
  await signOut(ctx);
  return ok({ message: 'Signed out.' });
};

export const startTotp: Own<TotpStart> = async (ctx, { body }) => {
  const { secret, otpauthUrl } = await totp.startTotp(ctx, body.password);
  return ok({ secret, otpauthUrl });
};

export const enableTotp: Own<TotpCode> = async (ctx, { body }) => {
  const recoveryCodes = await totp.enableTotp(ctx, body.code);
  return ok({ recoveryCodes });
};

export const disableTotp: Own<totp.TotpRemoval> = async (ctx, { body }) => {
  await totp.disableTotp(ctx, body);
  return ok({ message: 'The second factor is removed.' });
};
