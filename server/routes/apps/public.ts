import * as shown from '../../controllers/apps/public.ts';
import { get } from '../../platform/http/endpoint.ts';
import { PublicAppBody, SlugParams } from '../../schemas/apps/apps.ts';
import { FlagMap } from '../../schemas/apps/flags.ts';
import { MaintenanceBody } from '../../schemas/apps/maintenance.ts';
import { BootstrapBody, BootstrapQuery, GateQuery, PhoneQuery, StreamQuery } from '../../schemas/apps/public.ts';
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
  get(
    '/apps/:slug/maintenance',
    {
      ...shared,
      query: PhoneQuery,
      reply: MaintenanceBody,
      summary: 'Is the app under maintenance',
      description:
        'A request that tells nothing sees the maintenance of all phones. The answer to a request with any parameter has `readOnly` and `upcoming`, and knows maintenance of some phones only.',
    },
    shown.getMaintenance,
  ),
  get(
    '/apps/:slug/gate',
    {
      ...shared,
      query: GateQuery,
      status: 204,
      reply: null,
      summary: 'May a request pass',
      description:
        'For `auth_request` of nginx: 204 lets the request pass. 503 has `Retry-After`, and `X-Maintenance` with the mode, which tells it from a failure.',
      refusals: [...shared.refusals, '503 under_maintenance'],
    },
    shown.checkGate,
  ),
  get(
    '/apps/:slug/features',
    {
      ...shared,
      query: PhoneQuery,
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
  get(
    '/apps/:slug/events',
    {
      ...shared,
      query: StreamQuery,
      reply: 'events',
      summary: 'Stream of changes',
      description:
        'Server-sent events: one message `{"type":"refetchEvaluation"}` whenever flags, versions or maintenance of the app change. A client that reconnects with `since` or `Last-Event-ID` learns at once whether it has missed a change. A stream that ends at once says with `retry` when to return.',
    },
    shown.streamChanges,
  ),
];
