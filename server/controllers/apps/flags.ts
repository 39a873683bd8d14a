import type { Handler } from '../../platform/http/endpoint.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { presentFlag } from '../../presenters/apps/flag.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { FlagParams } from '../../schemas/apps/flags.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import * as flags from '../../services/apps/flags/flags.ts';
import { versionOf } from '../../services/apps/flags/row-version.ts';

export const listFlags: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const found = await flags.listFlags(ctx.db, params.slug);
  return ok(found.map(presentFlag));
};

export const getFlag: Handler<FlagParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const flag = await flags.getFlag(ctx.db, params);
  return ok(presentFlag(flag), ['ETag', versionOf(flag)]);
};

export const createFlag: Handler<SlugParams, unknown, flags.NewFlag, Apps> = async (ctx, { params, body }) => {
  const flag = await flags.createFlag(ctx.service, ctx, params.slug, body);
  return created(presentFlag(flag), ['ETag', versionOf(flag)]);
};

export const updateFlag: Handler<FlagParams, unknown, flags.FlagPatch, Apps> = async (ctx, { params, body }) => {
  const flag = await flags.updateFlag(ctx.service, ctx, params, body);
  return ok(presentFlag(flag), ['ETag', versionOf(flag)]);
};

export const deleteFlag: Handler<FlagParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  await flags.deleteFlag(ctx.service, ctx, params);
  return noContent();
};
