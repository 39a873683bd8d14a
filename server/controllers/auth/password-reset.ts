import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentCodeSent } from '../../presenters/auth/code-sent.ts';
import type { CodeRequest } from '../../schemas/auth/fields.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as resets from '../../services/auth/users/password-reset.ts';

export const sendPasswordResetCode: Handler<unknown, unknown, CodeRequest, Auth> = async (ctx, { body }) => {
  return ok(presentCodeSent(await resets.sendResetCode(ctx, body.phone)));
};

export const resetPassword: Handler<unknown, unknown, resets.ResetConfirm, Auth> = async (ctx, { body }) => {
  await resets.resetPassword(ctx, body);
  return ok({ message: 'The password is set. Sign in with it.' });
};
