import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply.ts';
import { presentApp } from '../../presenters/apps/app.ts';
import type { AppCreate, AppPatch, SlugParams } from '../../schemas/apps/apps.ts';
import * as apps from '../../services/apps/apps.ts';

export const listApps: Handler<unknown, unknown, unknown> = async (ctx) => {
  const found = await apps.listApps(ctx.actor);
  return ok(found.map(presentApp));
};

export const createApp: Handler<unknown, unknown, AppCreate> = async (_ctx, { body }) => {
  const app = await apps.createApp(body);
  return created(presentApp(app));
};

export const updateApp: Handler<SlugParams, unknown, AppPatch> = async (_ctx, { params, body }) => {
  const app = await apps.updateApp(params.slug, body);
  return ok(presentApp(app));
};
