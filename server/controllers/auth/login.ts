import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentSignedIn } from '../../presenters/auth/signed-in.ts';
import type { CodeRequest } from '../../schemas/auth/fields.ts';
import type { OtpLogin, PasswordLogin } from '../../schemas/auth/login.ts';
import * as logins from '../../services/auth/login.ts';

export const sendLoginCode: Handler<unknown, unknown, CodeRequest> = async (ctx, { body }) => {
  const { message, cooldownSeconds } = await logins.sendLoginCode(ctx, body.phone);
  return ok({ message, cooldownSeconds });
};

export const loginWithPassword: Handler<unknown, unknown, PasswordLogin> = async (ctx, { body }) => {
  const signedIn = await logins.loginWithPassword(ctx, body);
  return ok(presentSignedIn(signedIn));
};

export const loginWithCode: Handler<unknown, unknown, OtpLogin> = async (ctx, { body }) => {
  const signedIn = await logins.loginWithCode(ctx, body);
  return ok(presentSignedIn(signedIn));
};
