import type { Handler } from '../../platform/http/endpoint.ts';
import { created, dryRunReply, noContent, ok } from '../../platform/http/reply/reply.ts';
import { presentAgedFlag, presentExplained, presentFlag } from '../../presenters/apps/flag.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { DryRunQuery } from '../../schemas/apps/dry-run.ts';
import type { ExplainInput, FlagParams, FlagQuery } from '../../schemas/apps/flags.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import type { CopyInput } from '../../services/apps/flags/copy-flags.ts';
import * as copies from '../../services/apps/flags/copy-flags.ts';
import { explainFlags as explain } from '../../services/apps/flags/explain-flags.ts';
import * as flags from '../../services/apps/flags/flags.ts';
import { versionOf } from '../../services/apps/flags/row-version.ts';
import * as staleFlags from '../../services/apps/flags/stale-flags.ts';
import { writeFlag } from './dry-run.ts';

export const listFlags: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const found = await flags.listFlags(ctx.db, params.slug);
  return ok(found.map(presentFlag));
};

export const listFlagsWithAge: Handler<SlugParams, FlagQuery, unknown, Apps> = async (ctx, { params, query }) => {
  const found = await staleFlags.listAgedFlags(ctx.db, params.slug, { now: ctx.now, onlyStale: query.stale });
  return ok(found.map(presentAgedFlag));
};

export const copyFlags: Handler<SlugParams, DryRunQuery, CopyInput, Apps> = async (ctx, { params, query, body }) => {
  if (query.dryRun) return dryRunReply(await copies.dryRunCopy(ctx.service, ctx, params.slug, body));
  return ok(await copies.copyFlags(ctx.service, ctx, params.slug, body));
};

export const explainFlags: Handler<SlugParams, unknown, ExplainInput, Apps> = async (ctx, { params, body }) => {
  const found = await explain(ctx.db, params.slug, { context: body.context, at: body.at ?? ctx.now });
  return ok({ flags: found.map(presentExplained) });
};

export const getFlag: Handler<FlagParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const flag = await flags.getFlag(ctx.db, params);
  return ok(presentFlag(flag), ['ETag', versionOf(flag)]);
};

export const createFlag: Handler<SlugParams, DryRunQuery, flags.NewFlag, Apps> = (ctx, input) =>
  writeFlag(ctx, input, input.body.flagKey, async () => {
    const flag = await flags.createFlag(ctx.service, ctx, input.params.slug, input.body);
    return created(presentFlag(flag), ['ETag', versionOf(flag)]);
  });

export const updateFlag: Handler<FlagParams, DryRunQuery, flags.FlagPatch, Apps> = (ctx, input) =>
  writeFlag(ctx, input, input.params.flagKey, async () => {
    const flag = await flags.updateFlag(ctx.service, ctx, input.params, input.body);
    return ok(presentFlag(flag), ['ETag', versionOf(flag)]);
  });

export const deleteFlag: Handler<FlagParams, DryRunQuery, unknown, Apps> = (ctx, input) =>
  writeFlag(ctx, input, input.params.flagKey, async () => {
    await flags.deleteFlag(ctx.service, ctx, input.params);
    return noContent();
  });
