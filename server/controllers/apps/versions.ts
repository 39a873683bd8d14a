import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply.ts';
import { presentVersion } from '../../presenters/apps/version.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { VersionCreate, VersionParams, VersionPatch } from '../../schemas/apps/versions.ts';
import * as versions from '../../services/apps/versions.ts';

export const listVersions: Handler<SlugParams, unknown, unknown> = async (_ctx, { params }) => {
  const found = await versions.listVersions(params.slug);
  return ok(found.map(presentVersion));
};

export const publishVersion: Handler<SlugParams, unknown, VersionCreate> = async (_ctx, { params, body }) => {
  const version = await versions.publishVersion(params.slug, body);
  return created(presentVersion(version));
};

export const updateVersion: Handler<VersionParams, unknown, VersionPatch> = async (_ctx, { params, body }) => {
  const version = await versions.updateVersion(params.slug, params.id, body);
  return ok(presentVersion(version));
};
