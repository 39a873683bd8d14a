import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentSignedIn } from '../../presenters/auth/signed-in.ts';
import type { CodeRequest } from '../../schemas/auth/fields.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as logins from '../../services/auth/users/login.ts';

export const sendLoginCode: Handler<unknown, unknown, CodeRequest, Auth> = async (ctx, { body }) => {
  const { message, cooldownSeconds } = await logins.sendLoginCode(ctx, body.phone);
  return ok({ message, cooldownSeconds });
};

export const loginWithPassword: Handler<unknown, unknown, logins.PasswordLogin, Auth> = async (ctx, { body }) => {
  const signedIn = await logins.loginWithPassword(ctx, body);
  return ok(presentSignedIn(signedIn));
};

export const loginWithCode: Handler<unknown, unknown, logins.OtpLogin, Auth> = async (ctx, { body }) => {
  const signedIn = await logins.loginWithCode(ctx, body);
  return ok(presentSignedIn(signedIn));
};
