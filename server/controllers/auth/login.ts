import type { Handler } from '../../platform/http/endpoint.ts';
import { deviceHeader, ok, signInHeaders } from '../../platform/http/reply/reply.ts';
import { presentCodeSent } from '../../presenters/auth/code-sent.ts';
import { presentSignedIn } from '../../presenters/auth/signed-in.ts';
import type { LoginCodeRequest } from '../../schemas/auth/login.ts';
import type { Auth } from '../../services/auth/auth.ts';
import { sendOwnCode } from '../../services/auth/otp/own-codes.ts';
import * as logins from '../../services/auth/users/login.ts';

export const sendLoginCode: Handler<unknown, unknown, LoginCodeRequest, Auth> = async (ctx, { body }) => {
  const { phone, purpose = 'login' } = body;
  // the schema requires the phone of a login
  const sent = purpose === 'login' ? logins.sendLoginCode(ctx, phone ?? '') : sendOwnCode(ctx, { phone, purpose });
  return ok(presentCodeSent(await sent));
};

export const loginWithPassword: Handler<unknown, unknown, logins.PasswordLogin, Auth> = async (ctx, { body }) => {
  const signedIn = await logins.loginWithPassword(ctx, body);
  return ok(presentSignedIn(signedIn), deviceHeader(signedIn.deviceToken));
};

export const loginWithCode: Handler<unknown, unknown, logins.OtpLogin, Auth> = async (ctx, { body }) => {
  const signedIn = await logins.loginWithCode(ctx, body);
  return ok(presentSignedIn(signedIn), signInHeaders(signedIn));
};
