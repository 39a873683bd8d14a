import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentCodeSent } from '../../presenters/auth/code-sent.ts';
import { presentUser } from '../../presenters/auth/user.ts';
import type { PhoneProof } from '../../schemas/auth/phone-change.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as changes from '../../services/auth/users/phone-change.ts';

export const startPhoneChange: Handler<unknown, unknown, changes.PhoneChange, Auth> = async (ctx, { body }) => {
  return ok(presentCodeSent(await changes.startPhoneChange(ctx, body)));
};

export const finishPhoneChange: Handler<unknown, unknown, PhoneProof, Auth> = async (ctx, { body }) => {
  const user = await changes.finishPhoneChange(ctx, body.otp);
  return ok(presentUser(user));
};
