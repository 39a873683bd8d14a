import type { Handler } from '../../platform/http/endpoint.ts';
import { jsonReply } from '../../platform/http/reply/json-document.ts';
import { accepted, deviceHeader, ok } from '../../platform/http/reply/reply.ts';
import { presentDeletion, presentExportHead } from '../../presenters/auth/account.ts';
import { presentCodeSent } from '../../presenters/auth/code-sent.ts';
import { presentSignedIn } from '../../presenters/auth/signed-in.ts';
import type { PhoneDeletion } from '../../schemas/auth/account.ts';
import type { CodeRequest } from '../../schemas/auth/fields.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as deletion from '../../services/auth/deletion/deletion.ts';
import type { Proof } from '../../services/auth/deletion/proof.ts';
import * as restoring from '../../services/auth/deletion/restore.ts';
import * as accountExport from '../../services/auth/export/account-export.ts';

export const deleteAccount: Handler<unknown, unknown, Proof, Auth> = async (ctx, { body }) => {
  const deletesAt = await deletion.deleteOwnAccount(ctx, body);
  return accepted(presentDeletion(deletesAt));
};

export const sendDeletionCode: Handler<unknown, unknown, CodeRequest, Auth> = async (ctx, { body }) => {
  return ok(presentCodeSent(await deletion.sendDeletionCode(ctx, body.phone)));
};

export const confirmDeletion: Handler<unknown, unknown, PhoneDeletion, Auth> = async (ctx, { body }) => {
  const deletesAt = await deletion.deleteAccountOfPhone(ctx, body);
  return accepted(presentDeletion(deletesAt));
};

export const restoreAccount: Handler<unknown, unknown, restoring.Restoring, Auth> = async (ctx, { body }) => {
  const signedIn = await restoring.restoreAccount(ctx, body);
  return ok(presentSignedIn(signedIn), deviceHeader(signedIn.deviceToken));
};

export const exportAccount: Handler<unknown, unknown, Proof, Auth> = async (ctx, { body }) => {
  const exported = await accountExport.exportOwnAccount(ctx, body);
  return jsonReply({ fileName: 'account.json', head: presentExportHead(exported), ...exported });
};
