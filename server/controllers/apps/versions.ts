import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply.ts';
import { presentVersion } from '../../presenters/apps/version.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { VersionParams } from '../../schemas/apps/versions.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import * as versions from '../../services/apps/versions.ts';

export const listVersions: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const found = await versions.listVersions(ctx.db, params.slug);
  return ok(found.map(presentVersion));
};

export const publishVersion: Handler<SlugParams, unknown, versions.NewVersion, Apps> = async (ctx, { params, body }) => {
  const version = await versions.publishVersion(ctx.service, ctx, params.slug, body);
  return created(presentVersion(version));
};

export const updateVersion: Handler<VersionParams, unknown, versions.VersionPatch, Apps> = async (ctx, { params, body }) => {
  const version = await versions.updateVersion(ctx.service, ctx, params, body);
  return ok(presentVersion(version));
};
