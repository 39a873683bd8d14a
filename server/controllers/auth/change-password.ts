import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as passwords from '../../services/auth/users/change-password.ts';

export const changePassword: Handler<unknown, unknown, passwords.PasswordChange, Auth> = async (ctx, { body }) => {
  await passwords.changePassword(ctx, body);
  return ok({ message: 'The password is changed. Other devices are signed out.' });
};
