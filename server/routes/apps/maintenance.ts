import { poolOf } from '../../controllers/apps/dry-run.ts';
import * as maintenance from '../../controllers/apps/maintenance.ts';
import { del, get, put } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { DryRunQuery, MaintenanceDryRunBody } from '../../schemas/apps/dry-run.ts';
import {
  MaintenanceAnswer,
  MaintenanceEdit,
  MaintenanceEventBody,
  MaintenanceHistory,
  MaintenancePut,
  WindowParams,
} from '../../schemas/apps/maintenance.ts';

const shared = { auth: 'manager', reach: 'app', limit: 'admin', params: SlugParams, refusals: ['404 app_not_found'] } as const;
const dryRun = { query: DryRunQuery, pool: poolOf, dryRunReply: MaintenanceDryRunBody } as const;

export const endpoints = [
  put(
    '/admin/apps/:slug/maintenance',
    {
      ...shared,
      ...dryRun,
      body: MaintenancePut,
      reply: MaintenanceAnswer,
      summary: 'Switch maintenance on or off, or schedule it',
      description:
        'On ends the active windows and starts another; with `startAt` it schedules one and ends none. Off ends the active windows and returns the one that phones saw, or null.',
      refusals: [...shared.refusals, '409 maintenance_limit'],
    },
    maintenance.setMaintenance,
  ),
  get(
    '/admin/apps/:slug/maintenance/history',
    {
      ...shared,
      reply: MaintenanceHistory,
      summary: 'The last 20 events, most recent first',
      description: 'Windows that have not ended come before older events that have.',
    },
    maintenance.listMaintenanceEvents,
  ),
  put(
    '/admin/apps/:slug/maintenance/:id',
    {
      ...shared,
      ...dryRun,
      ifMatch: true,
      params: WindowParams,
      body: MaintenanceEdit,
      reply: MaintenanceEventBody,
      summary: 'Change a scheduled maintenance',
      description: '`If-Match` with the `ETag` of an answer, or the `etag` of the history, limits the change to that version.',
      refusals: [...shared.refusals, '404 maintenance_not_found', '409 maintenance_started', '412 content_changed'],
    },
    maintenance.updateMaintenance,
  ),
  del(
    '/admin/apps/:slug/maintenance/:id',
    {
      ...shared,
      ...dryRun,
      params: WindowParams,
      status: 204,
      reply: null,
      summary: 'Cancel a scheduled maintenance',
      refusals: [...shared.refusals, '404 maintenance_not_found', '409 maintenance_started'],
    },
    maintenance.deleteMaintenance,
  ),
];
