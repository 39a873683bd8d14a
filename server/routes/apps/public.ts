import * as shown from '../../controllers/apps/public.ts';
import { get } from '../../platform/http/endpoint.ts';
import { PublicAppBody, SlugParams } from '../../schemas/apps/apps.ts';
import { FlagMap } from '../../schemas/apps/flags.ts';
import { MaintenanceBody } from '../../schemas/apps/maintenance.ts';
import { BootstrapBody, BootstrapQuery, FlagsQuery } from '../../schemas/apps/public.ts';
import { UpdateCheckBody, UpdateQuery } from '../../schemas/apps/update-check.ts';

const shared = { auth: 'public', limit: 'evaluate', pool: 'memory', params: SlugParams, refusals: ['404 app_not_found'] } as const;

export const endpoints = [
  get('/apps/:slug', { ...shared, reply: PublicAppBody, summary: 'App information' }, shown.getApp),
  get(
    '/apps/:slug/version',
    {
      ...shared,
      query: UpdateQuery,
      reply: UpdateCheckBody,
      summary: 'Is there an update, and is it forced',
      description:
        'An update is forced when the version is below the minimum in effect, or when any newer release is forced: skipping a forced release does not escape it.',
    },
    shown.checkUpdate,
  ),
  get('/apps/:slug/maintenance', { ...shared, reply: MaintenanceBody, summary: 'Is the app under maintenance' }, shown.getMaintenance),
  get(
    '/apps/:slug/features',
    {
      ...shared,
      query: FlagsQuery,
      reply: FlagMap,
      summary: 'Feature flags by key',
      description:
        'Flags with targeting are evaluated for what the request tells. An answer to `installationId`, `userId`, `country`, `language` or `osVersion` is private.',
    },
    shown.getFlags,
  ),
  get(
    '/apps/:slug/bootstrap',
    {
      ...shared,
      query: BootstrapQuery,
      reply: BootstrapBody,
      summary: 'App, update check, maintenance and flags in one call',
      description: 'For the start of a client. The ETag covers everything except serverTime.',
    },
    shown.getBootstrap,
  ),
];
