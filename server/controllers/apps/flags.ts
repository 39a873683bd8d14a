import type { Handler } from '../../platform/http/endpoint.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { presentFlag } from '../../presenters/apps/flag.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { FlagCreate, FlagParams, FlagPatch } from '../../schemas/apps/flags.ts';
import * as flags from '../../services/apps/flags.ts';

export const listFlags: Handler<SlugParams, unknown, unknown> = async (_ctx, { params }) => {
  const found = await flags.listFlags(params.slug);
  return ok(found.map(presentFlag));
};

export const createFlag: Handler<SlugParams, unknown, FlagCreate> = async (_ctx, { params, body }) => {
  const flag = await flags.createFlag(params.slug, body);
  return created(presentFlag(flag));
};

export const updateFlag: Handler<FlagParams, unknown, FlagPatch> = async (_ctx, { params, body }) => {
  const flag = await flags.updateFlag(params.slug, params.flagKey, body);
  return ok(presentFlag(flag));
};

export const deleteFlag: Handler<FlagParams, unknown, unknown> = async (_ctx, { params }) => {
  await flags.deleteFlag(params.slug, params.flagKey);
  return noContent();
};
