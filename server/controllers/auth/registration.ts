import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok, signInHeaders } from '../../platform/http/reply/reply.ts';
import { presentCodeSent } from '../../presenters/auth/code-sent.ts';
import { presentSignedIn } from '../../presenters/auth/signed-in.ts';
import type { CodeRequest } from '../../schemas/auth/fields.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as registration from '../../services/auth/users/registration.ts';

export const sendRegistrationCode: Handler<unknown, unknown, CodeRequest, Auth> = async (ctx, { body }) => {
  return ok(presentCodeSent(await registration.sendRegistrationCode(ctx, body.phone)));
};

export const verifyRegistration: Handler<unknown, unknown, registration.RegisterVerify, Auth> = async (ctx, { body }) => {
  const signedIn = await registration.register(ctx, body);
  return created(presentSignedIn(signedIn), signInHeaders(signedIn));
};
