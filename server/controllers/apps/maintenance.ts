import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentMaintenanceEvent } from '../../presenters/apps/maintenance.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { MaintenancePut } from '../../schemas/apps/maintenance.ts';
import * as maintenance from '../../services/apps/maintenance.ts';

export const setMaintenance: Handler<SlugParams, unknown, MaintenancePut> = async (ctx, { params, body }) => {
  const event = await maintenance.setMaintenance(params.slug, body, ctx.now);
  return ok(event === null ? null : presentMaintenanceEvent(event));
};

export const listMaintenance: Handler<SlugParams, unknown, unknown> = async (_ctx, { params }) => {
  const events = await maintenance.listMaintenance(params.slug);
  return ok(events.map(presentMaintenanceEvent));
};
