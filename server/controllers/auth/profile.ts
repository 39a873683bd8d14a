import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentUser } from '../../presenters/auth/user.ts';
import type { ProfilePatch } from '../../schemas/auth/profile.ts';
import * as profile from '../../services/auth/profile.ts';

export const showProfile: Handler<unknown, unknown, unknown> = async (ctx) => {
  const user = await profile.showProfile(ctx);
  return ok(presentUser(user));
};

export const updateProfile: Handler<unknown, unknown, ProfilePatch> = async (ctx, { body }) => {
  const user = await profile.updateProfile(ctx, body);
  return ok(presentUser(user));
};
