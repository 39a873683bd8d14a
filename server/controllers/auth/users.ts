import { projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { jsonReply } from '../../platform/http/reply/json-document.ts';
import { paginationOf } from '../../platform/http/reply/pagination.ts';
import { accepted, ok } from '../../platform/http/reply/reply.ts';
import { presentDeletion, presentExportHead } from '../../presenters/auth/account.ts';
import { presentManagedUser } from '../../presenters/auth/user.ts';
import { presentUserSecurity } from '../../presenters/auth/user-security.ts';
import type { UserErasure, UserParams } from '../../schemas/auth/users.ts';
import { auditReadOfUsers } from '../../services/auth/audit/audited-reads.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as accountExport from '../../services/auth/export/account-export.ts';
import { listUsers as findUsers, type UserListQuery } from '../../services/auth/search/user-list.ts';
import * as administration from '../../services/auth/users/user-administration.ts';
import { findUserSecurity } from '../../services/auth/users/user-security.ts';
import { findUser } from '../../services/auth/users/users.ts';

export const listUsers: Handler<unknown, UserListQuery, unknown, Auth> = async (ctx, { query }) => {
  await auditReadOfUsers(ctx);
  const { users, total } = await findUsers(ctx.db, projectIdOf(ctx), query);
  return ok({ data: users.map(presentManagedUser), pagination: paginationOf(query, total) });
};

export const getUser: Handler<UserParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  await auditReadOfUsers(ctx);
  const user = await findUser(ctx.db, projectIdOf(ctx), params.id);
  return ok(presentManagedUser(user));
};

export const getUserSecurity: Handler<UserParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  await auditReadOfUsers(ctx);
  return ok(presentUserSecurity(await findUserSecurity(ctx, params.id)));
};

export const updateUser: Handler<UserParams, unknown, administration.UserPatch, Auth> = async (ctx, { params, body }) => {
  const user = await administration.updateUser(ctx, params.id, body);
  return ok(presentManagedUser(user));
};

export const unlockUser: Handler<UserParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  const user = await administration.unlockUser(ctx, params.id);
  return ok(presentManagedUser(user));
};

export const revokeUserSessions: Handler<UserParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  const revoked = await administration.endSessions(ctx, params.id);
  return ok({ revoked });
};

export const exportUser: Handler<UserParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  const exported = await accountExport.exportUser(ctx, params.id);
  return jsonReply({ fileName: `user-${params.id}.json`, head: presentExportHead(exported), ...exported });
};

export const eraseUser: Handler<UserParams, unknown, UserErasure, Auth> = async (ctx, { params, body }) => {
  const erasedAt = await administration.eraseUser(ctx, params.id, body.reason);
  return accepted(presentDeletion(erasedAt));
};
