import { projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { paginationOf } from '../../platform/http/pagination.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentUser } from '../../presenters/auth/user.ts';
import type { UserParams } from '../../schemas/auth/users.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as administration from '../../services/auth/users/user-administration.ts';
import { searchUsers, type UserListQuery } from '../../services/auth/users/user-search.ts';
import { findUser } from '../../services/auth/users/users.ts';

export const listUsers: Handler<unknown, UserListQuery, unknown, Auth> = async (ctx, { query }) => {
  const { users, total } = await searchUsers(ctx.db, projectIdOf(ctx), query);
  return ok({ data: users.map(presentUser), pagination: paginationOf(query, total) });
};

export const getUser: Handler<UserParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  const user = await findUser(ctx.db, projectIdOf(ctx), params.id);
  return ok(presentUser(user));
};

export const updateUser: Handler<UserParams, unknown, administration.UserPatch, Auth> = async (ctx, { params, body }) => {
  const user = await administration.updateUser(ctx, params.id, body);
  return ok(presentUser(user));
};

export const unlockUser: Handler<UserParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  const user = await administration.unlockUser(ctx, params.id);
  return ok(presentUser(user));
};

export const revokeUserSessions: Handler<UserParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  const revoked = await administration.endSessions(ctx, params.id);
  return ok({ revoked });
};
