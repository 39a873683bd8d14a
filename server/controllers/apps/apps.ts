import { projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply/reply.ts';
import { presentApp } from '../../presenters/apps/app.ts';
import type { AppsQuery, SlugParams } from '../../schemas/apps/apps.ts';
import * as apps from '../../services/apps/apps.ts';
import type { Apps } from '../../services/apps/apps-service.ts';

export const listApps: Handler<unknown, AppsQuery, unknown, Apps> = async (ctx, { query }) => {
  const { appProjects } = ctx.service;
  const found = await apps.listApps(ctx.service, ctx.actor, query.projectId);
  return ok(found.map((app) => presentApp(app, appProjects.of(app))));
};

export const getManagedApp: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const app = await apps.findApp(ctx.db, params.slug);
  return ok(presentApp(app, ctx.service.appProjects.of(app)));
};

export const createApp: Handler<unknown, unknown, apps.NewApp, Apps> = async (ctx, { body }) => {
  const app = await apps.createApp(ctx.service, ctx, projectIdOf(ctx), body);
  return created(presentApp(app, ctx.service.appProjects.of(app)));
};

export const updateApp: Handler<SlugParams, unknown, apps.AppPatch, Apps> = async (ctx, { params, body }) => {
  const app = await apps.updateApp(ctx.service, ctx, params.slug, body);
  return ok(presentApp(app, ctx.service.appProjects.of(app)));
};
