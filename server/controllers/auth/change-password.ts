import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import type { PasswordChange } from '../../schemas/auth/password.ts';
import * as passwords from '../../services/auth/password.ts';

export const changePassword: Handler<unknown, unknown, PasswordChange> = async (ctx, { body }) => {
  await passwords.changePassword(ctx, body);
  return ok({ message: 'The password is changed. Other devices are signed out.' });
};
