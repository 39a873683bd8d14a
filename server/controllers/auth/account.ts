import type { Handler } from '../../platform/http/endpoint.ts';
import { accepted, ok } from '../../platform/http/reply.ts';
import { presentSignedIn } from '../../presenters/auth/signed-in.ts';
import type { DeletionBody, PhoneDeletion } from '../../schemas/auth/account.ts';
import type { CodeRequest } from '../../schemas/auth/fields.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as deletion from '../../services/auth/deletion/deletion.ts';
import type { Proof } from '../../services/auth/deletion/proof.ts';
import * as restoring from '../../services/auth/deletion/restore.ts';

export const deleteAccount: Handler<unknown, unknown, Proof, Auth> = async (ctx, { body }) => {
  const deletesAt = await deletion.deleteOwnAccount(ctx, body);
  return accepted(presentDeletion(deletesAt));
};

export const sendDeletionCode: Handler<unknown, unknown, CodeRequest, Auth> = async (ctx, { body }) => {
  const { message, cooldownSeconds } = await deletion.sendDeletionCode(ctx, body.phone);
  return ok({ message, cooldownSeconds });
};

export const confirmDeletion: Handler<unknown, unknown, PhoneDeletion, Auth> = async (ctx, { body }) => {
  const deletesAt = await deletion.deleteAccountOfPhone(ctx, body);
  return accepted(presentDeletion(deletesAt));
};

export const restoreAccount: Handler<unknown, unknown, restoring.Restoring, Auth> = async (ctx, { body }) => {
  const signedIn = await restoring.restoreAccount(ctx, body);
  return ok(presentSignedIn(signedIn));
};

function presentDeletion(deletesAt: Date): DeletionBody {
  return { deletesAt: deletesAt.toISOString() };
}
