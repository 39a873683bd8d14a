import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentCodeSent } from '../../presenters/auth/code-sent.ts';
import { presentUser } from '../../presenters/auth/user.ts';
import type { EmailProof } from '../../schemas/auth/email.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as proofs from '../../services/auth/users/email-proof.ts';

export const sendEmailCode: Handler<unknown, unknown, unknown, Auth> = async (ctx) => {
  return ok(presentCodeSent(await proofs.sendEmailCode(ctx)));
};

export const proveEmail: Handler<unknown, unknown, EmailProof, Auth> = async (ctx, { body }) => {
  const user = await proofs.proveEmail(ctx, body.code);
  return ok(presentUser(user));
};
