import type { Context } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok, type Reply } from '../../platform/http/reply.ts';
import { presentVersion } from '../../presenters/apps/version.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { VersionParams, VersionRolloutInput } from '../../schemas/apps/versions.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { versionOf } from '../../services/apps/flags/row-version.ts';
import { type NewVersion, type VersionPatch, viewOf } from '../../services/apps/releases/release-columns.ts';
import * as rollouts from '../../services/apps/releases/rollouts.ts';
import * as versions from '../../services/apps/releases/versions.ts';

export const listVersions: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const found = await versions.listVersions(ctx.db, params.slug);
  return ok(found.map((version) => presentVersion(viewOf(version, ctx.now))));
};

export const getVersion: Handler<VersionParams, unknown, unknown, Apps> = async (ctx, { params }) =>
  shown(ctx, await versions.getVersion(ctx.db, params));

export const publishVersion: Handler<SlugParams, unknown, NewVersion, Apps> = async (ctx, { params, body }) => {
  const version = await versions.publishVersion(ctx.service, ctx, params.slug, body);
  return created(presentVersion(viewOf(version, ctx.now)), ['ETag', versionOf(version)]);
};

export const updateVersion: Handler<VersionParams, unknown, VersionPatch, Apps> = async (ctx, { params, body }) =>
  shown(ctx, await versions.updateVersion(ctx.service, ctx, params, body));

export const setRollout: Handler<VersionParams, unknown, VersionRolloutInput, Apps> = async (ctx, { params, body }) =>
  shown(ctx, await rollouts.rolloutVersion(ctx.service, ctx, params, { rolloutPercent: body.percent, steps: body.steps }));

export const haltVersion: Handler<VersionParams, unknown, unknown, Apps> = async (ctx, { params }) =>
  shown(ctx, await rollouts.haltVersion(ctx.service, ctx, params));

export const resumeVersion: Handler<VersionParams, unknown, unknown, Apps> = async (ctx, { params }) =>
  shown(ctx, await rollouts.resumeVersion(ctx.service, ctx, params));

export const rollBackVersion: Handler<VersionParams, unknown, unknown, Apps> = async (ctx, { params }) =>
  shown(ctx, await rollouts.rollBackVersion(ctx.service, ctx, params));

function shown({ now }: Context<Apps>, version: Parameters<typeof viewOf>[0]): Reply {
  return ok(presentVersion(viewOf(version, now)), ['ETag', versionOf(version)]);
}
