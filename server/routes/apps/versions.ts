import { getAdoption, listVersionHealth } from '../../controllers/apps/analytics.ts';
import { poolOf } from '../../controllers/apps/dry-run.ts';
import * as versions from '../../controllers/apps/versions.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import { DashboardQuery } from '../../schemas/apps/analytics.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { DryRunQuery, ReleaseDryRunBody } from '../../schemas/apps/dry-run.ts';
import { AdoptionBody } from '../../schemas/apps/releases/adoption.ts';
import { VersionHealthQuery, VersionHealthReply } from '../../schemas/apps/releases/version-health.ts';
import { VersionBody, VersionCreate, VersionList, VersionParams, VersionPatch, VersionRollout } from '../../schemas/apps/versions.ts';

const shared = { auth: 'manager', reach: 'app', limit: 'admin' } as const;
const missing = ['404 app_not_found', '404 version_not_found'] as const;
const one = { ...shared, params: VersionParams, reply: VersionBody } as const;
const dryRun = { query: DryRunQuery, pool: poolOf, dryRunReply: ReleaseDryRunBody } as const;
const changed = { ...one, ...dryRun, ifMatch: true, refusals: [...missing, '412 content_changed'] } as const;

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
      ...dryRun,
      status: 201,
      params: SlugParams,
      body: VersionCreate,
      reply: VersionBody,
      summary: 'Publish a release',
      description:
        'The code must be above every earlier one for the same platform. An active release for everybody becomes the current version of the app.',
      refusals: ['404 app_not_found', '409 version_code_not_incrementing'],
    },
    versions.publishVersion,
  ),
  get(
    '/admin/apps/:slug/versions/adoption',
    {
      ...shared,
      params: SlugParams,
      query: DashboardQuery,
      reply: AdoptionBody,
      summary: 'How far each version has spread',
      refusals: ['404 app_not_found'],
    },
    getAdoption,
  ),
  get(
    '/admin/apps/:slug/versions/health',
    {
      ...shared,
      params: SlugParams,
      query: VersionHealthQuery,
      reply: VersionHealthReply,
      summary: 'Users and crashes of each release',
      description:
        'A user counts for the build of the last event, and for the build of the last crash. A release for both platforms counts the users of each platform for which its version has no release. Read from hourly counters.',
      refusals: ['404 app_not_found'],
    },
    listVersionHealth,
  ),
  get('/admin/apps/:slug/versions/:id', { ...one, summary: 'One release', refusals: missing }, versions.getVersion),
  put(
    '/admin/apps/:slug/versions/:id',
    {
      ...changed,
      body: VersionPatch,
      summary: 'Activate, deactivate or change a release',
      description:
        'When the newest release is deactivated, the next active one becomes current. `If-Match` with the `ETag` of an answer limits the change to that version.',
      refusals: [...changed.refusals, '409 version_code_not_incrementing'],
    },
    versions.updateVersion,
  ),
  post(
    '/admin/apps/:slug/versions/:id/rollout',
    {
      ...changed,
      body: VersionRollout,
      summary: 'Set the percent or the steps of a rollout',
      description: 'A phone that was offered the release stays so while the percent grows. A halted release stays halted.',
    },
    versions.setRollout,
  ),
  post(
    '/admin/apps/:slug/versions/:id/halt',
    { ...changed, summary: 'Halt a rollout', description: 'The release is offered to no phone, and its steps wait.' },
    versions.haltVersion,
  ),
  post(
    '/admin/apps/:slug/versions/:id/resume',
    { ...changed, summary: 'Resume a halted rollout', description: 'The steps to come are later by the time of the halt.' },
    versions.resumeVersion,
  ),
  post(
    '/admin/apps/:slug/versions/:id/rollback',
    {
      ...changed,
      summary: 'Go back to the release before',
      description: 'Halts the release. The release before becomes the latest; phones that have installed the halted one keep it.',
      refusals: [...changed.refusals, '409 no_earlier_release'],
    },
    versions.rollBackVersion,
  ),
];
