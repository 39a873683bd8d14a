import * as maintenance from '../../controllers/apps/maintenance.ts';
import { get, put, type Row } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { MaintenanceAnswer, MaintenanceHistory, MaintenancePut } from '../../schemas/apps/maintenance.ts';

const facts = { auth: 'apiKey', reach: 'app', limit: 'admin', params: SlugParams, refusals: ['404 app_not_found'] } as const;

export const rows: readonly Row[] = [
  put(
    '/admin/apps/:slug/maintenance',
    {
      ...facts,
      body: MaintenancePut,
      reply: MaintenanceAnswer,
      summary: 'Switch maintenance on or off',
      description: 'On opens a new event and closes the active one. Off answers the event that it closed, or null.',
    },
    maintenance.setMaintenance,
  ),
  get(
    '/admin/apps/:slug/maintenance/history',
    { ...facts, reply: MaintenanceHistory, summary: 'The last 20 events, most recent first' },
    maintenance.listMaintenance,
  ),
];
