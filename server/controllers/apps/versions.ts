import type { Context } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok, type Reply } from '../../platform/http/reply/reply.ts';
import { presentVersion } from '../../presenters/apps/version.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { DryRunQuery } from '../../schemas/apps/dry-run.ts';
import type { VersionParams, VersionRolloutInput } from '../../schemas/apps/versions.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { versionOf } from '../../services/apps/flags/row-version.ts';
import { type NewVersion, type VersionPatch, viewOf } from '../../services/apps/releases/release-columns.ts';
import * as rollouts from '../../services/apps/releases/rollouts.ts';
import * as versions from '../../services/apps/releases/versions.ts';
import { writeRelease } from './dry-run.ts';

export const listVersions: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const found = await versions.listVersions(ctx.db, params.slug);
  return ok(found.map((version) => presentVersion(viewOf(version, ctx.now))));
};

export const getVersion: Handler<VersionParams, unknown, unknown, Apps> = async (ctx, { params }) =>
  shown(ctx, await versions.getVersion(ctx.db, params));

export const publishVersion: Handler<SlugParams, DryRunQuery, NewVersion, Apps> = (ctx, input) =>
  writeRelease(ctx, input, {
    write: () => versions.publishVersion(ctx.service, ctx, input.params.slug, input.body),
    reply: (version) => created(presentVersion(viewOf(version, ctx.now)), ['ETag', versionOf(version)]),
  });

export const updateVersion: Handler<VersionParams, DryRunQuery, VersionPatch, Apps> = (ctx, input) =>
  change(ctx, input, () => versions.updateVersion(ctx.service, ctx, input.params, input.body));

export const setRollout: Handler<VersionParams, DryRunQuery, VersionRolloutInput, Apps> = (ctx, input) =>
  change(ctx, input, () => {
    const { percent, steps } = input.body;
    return rollouts.rolloutVersion(ctx.service, ctx, input.params, { rolloutPercent: percent, steps });
  });

export const haltVersion: Handler<VersionParams, DryRunQuery, unknown, Apps> = (ctx, input) =>
  change(ctx, input, () => rollouts.haltVersion(ctx.service, ctx, input.params));

export const resumeVersion: Handler<VersionParams, DryRunQuery, unknown, Apps> = (ctx, input) =>
  change(ctx, input, () => rollouts.resumeVersion(ctx.service, ctx, input.params));

export const rollBackVersion: Handler<VersionParams, DryRunQuery, unknown, Apps> = (ctx, input) =>
  change(ctx, input, () => rollouts.rollBackVersion(ctx.service, ctx, input.params));

type Version = Parameters<typeof viewOf>[0];

function change(ctx: Context<Apps>, input: Parameters<typeof writeRelease>[1], write: () => Promise<Version>): Promise<Reply> {
  return writeRelease(ctx, input, { write, reply: (version) => shown(ctx, version) });
}

function shown({ now }: Context<Apps>, version: Version): Reply {
  return ok(presentVersion(viewOf(version, now)), ['ETag', versionOf(version)]);
}
