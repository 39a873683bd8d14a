import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentUser } from '../../presenters/auth/user.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as profile from '../../services/auth/users/profile.ts';

export const getProfile: Handler<unknown, unknown, unknown, Auth> = async (ctx) => {
  const user = await profile.showProfile(ctx);
  return ok(presentUser(user));
};

export const updateProfile: Handler<unknown, unknown, profile.ProfilePatch, Auth> = async (ctx, { body }) => {
  const user = await profile.updateProfile(ctx, body);
  return ok(presentUser(user));
};
