import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentSettings } from '../../presenters/auth/settings.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as settings from '../../services/auth/users/settings.ts';

export const getSettings: Handler<unknown, unknown, unknown, Auth> = async (ctx) => {
  const user = await settings.showSettings(ctx);
  return ok(presentSettings(user));
};

export const updateSettings: Handler<unknown, unknown, settings.SettingsPatch, Auth> = async (ctx, { body }) => {
  const user = await settings.updateSettings(ctx, body);
  return ok(presentSettings(user));
};
