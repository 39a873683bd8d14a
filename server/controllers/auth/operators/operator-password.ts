import type { Handler } from '../../../platform/http/endpoint.ts';
import { ok } from '../../../platform/http/reply/reply.ts';
import type { ResetRequest } from '../../../schemas/auth/operators/operator-password.ts';
import type { Auth } from '../../../services/auth/auth.ts';
import * as reset from '../../../services/auth/operators/links/password-reset.ts';

export const sendOperatorReset: Handler<unknown, unknown, ResetRequest, Auth> = async (ctx, { body }) => {
  await reset.requestPasswordReset(ctx, body.username);
  return ok({ message: 'If the operator has an e-mail address, a link is on its way.' });
};

export const confirmOperatorReset: Handler<unknown, unknown, reset.LinkedPassword, Auth> = async (ctx, { body }) => {
  await reset.confirmPasswordReset(ctx, body);
  return ok({ message: 'The password is set. Sign in with it.' });
};
