import * as maintenance from '../../controllers/apps/maintenance.ts';
import { get, put } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { MaintenanceAnswer, MaintenanceHistory, MaintenancePut } from '../../schemas/apps/maintenance.ts';

const shared = { auth: 'manager', reach: 'app', limit: 'admin', params: SlugParams, refusals: ['404 app_not_found'] } as const;

export const endpoints = [
  put(
    '/admin/apps/:slug/maintenance',
    {
      ...shared,
      body: MaintenancePut,
      reply: MaintenanceAnswer,
      summary: 'Switch maintenance on or off',
      description: 'On ends the active event and starts another. Off returns the event that it ended, or null.',
    },
    maintenance.setMaintenance,
  ),
  get(
    '/admin/apps/:slug/maintenance/history',
    { ...shared, reply: MaintenanceHistory, summary: 'The last 20 events, most recent first' },
    maintenance.listMaintenanceEvents,
  ),
];
