import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply.ts';
import { presentApp } from '../../presenters/apps/app.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import * as apps from '../../services/apps/apps.ts';
import type { Apps } from '../../services/apps/apps-service.ts';

export const listApps: Handler<unknown, unknown, unknown, Apps> = async (ctx) => {
  const found = await apps.listApps(ctx.db, ctx.actor);
  return ok(found.map(presentApp));
};

export const createApp: Handler<unknown, unknown, apps.NewApp, Apps> = async (ctx, { body }) => {
  const app = await apps.createApp(ctx.service, body);
  return created(presentApp(app));
};

export const updateApp: Handler<SlugParams, unknown, apps.AppPatch, Apps> = async (ctx, { params, body }) => {
  const app = await apps.updateApp(ctx.service, params.slug, body);
  return ok(presentApp(app));
};
