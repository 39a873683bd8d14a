import * as versions from '../../controllers/apps/versions.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { VersionBody, VersionCreate, VersionList, VersionParams, VersionPatch } from '../../schemas/apps/versions.ts';

const shared = { auth: 'manager', reach: 'app', limit: 'admin' } as const;

export const endpoints = [
  get(
    '/admin/apps/:slug/versions',
    { ...shared, params: SlugParams, reply: VersionList, summary: 'Releases, the newest first', refusals: ['404 app_not_found'] },
    versions.listVersions,
  ),
  post(
    '/admin/apps/:slug/versions',
    {
      ...shared,
      status: 201,
      params: SlugParams,
      body: VersionCreate,
      reply: VersionBody,
      summary: 'Publish a release',
      description: 'The code must be above every earlier one of the app. An active release becomes the current version of the app.',
      refusals: ['404 app_not_found', '409 version_code_not_incrementing'],
    },
    versions.publishVersion,
  ),
  put(
    '/admin/apps/:slug/versions/:id',
    {
      ...shared,
      params: VersionParams,
      body: VersionPatch,
      reply: VersionBody,
      summary: 'Activate, deactivate or change a release',
      description: 'When the newest release is deactivated, the next active one becomes current.',
      refusals: ['404 app_not_found', '404 version_not_found'],
    },
    versions.updateVersion,
  ),
];
