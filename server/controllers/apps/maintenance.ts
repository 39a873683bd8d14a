import type { Handler } from '../../platform/http/endpoint.ts';
import { noContent, ok } from '../../platform/http/reply.ts';
import { presentMaintenanceEvent } from '../../presenters/apps/maintenance.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { WindowParams } from '../../schemas/apps/maintenance.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import * as maintenance from '../../services/apps/maintenance/windows.ts';

export const setMaintenance: Handler<SlugParams, unknown, maintenance.MaintenanceInput, Apps> = async (ctx, { params, body }) => {
  const event = await maintenance.setMaintenance(ctx.service, ctx, params.slug, body);
  return ok(event === null ? null : presentMaintenanceEvent(event, ctx.now));
};

export const listMaintenanceEvents: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const events = await maintenance.listMaintenance(ctx.db, params.slug);
  return ok(events.map((event) => presentMaintenanceEvent(event, ctx.now)));
};

export const deleteMaintenance: Handler<WindowParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  await maintenance.cancelMaintenance(ctx.service, ctx, params);
  return noContent();
};
