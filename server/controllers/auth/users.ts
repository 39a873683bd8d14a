import { projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { paginationOf } from '../../platform/http/pagination.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentUser } from '../../presenters/auth/user.ts';
import type { UserListQuery, UserParams, UserPatch } from '../../schemas/auth/users.ts';
import * as administration from '../../services/auth/user-administration.ts';
import { searchUsers } from '../../services/auth/user-search.ts';
import { findUser } from '../../services/auth/users.ts';

export const listUsers: Handler<unknown, UserListQuery, unknown> = async (ctx, { query }) => {
  const { users, total } = await searchUsers(projectIdOf(ctx), query);
  return ok({ data: users.map(presentUser), pagination: paginationOf(query, total) });
};

export const showUser: Handler<UserParams, unknown, unknown> = async (ctx, { params }) => {
  const user = await findUser(projectIdOf(ctx), params.id);
  return ok(presentUser(user));
};

export const updateUser: Handler<UserParams, unknown, UserPatch> = async (ctx, { params, body }) => {
  const user = await administration.updateUser(ctx, params.id, body);
  return ok(presentUser(user));
};

export const unlockUser: Handler<UserParams, unknown, unknown> = async (ctx, { params }) => {
  const user = await administration.unlockUser(ctx, params.id);
  return ok(presentUser(user));
};

export const endSessions: Handler<UserParams, unknown, unknown> = async (ctx, { params }) => {
  const revoked = await administration.endSessions(ctx, params.id);
  return ok({ revoked });
};
