import { poolOf } from '../../controllers/apps/dry-run.ts';
import * as maintenance from '../../controllers/apps/maintenance.ts';
import { del, get, put } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { DryRunQuery, MaintenanceDryRunBody } from '../../schemas/apps/dry-run.ts';
import { MaintenanceAnswer, MaintenanceHistory, MaintenancePut, WindowParams } from '../../schemas/apps/maintenance.ts';

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
