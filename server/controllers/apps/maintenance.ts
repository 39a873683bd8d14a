import type { Handler } from '../../platform/http/endpoint.ts';
import { noContent, ok } from '../../platform/http/reply/reply.ts';
import { presentMaintenanceEvent } from '../../presenters/apps/maintenance.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { DryRunQuery } from '../../schemas/apps/dry-run.ts';
import type { WindowParams } from '../../schemas/apps/maintenance.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import * as maintenance from '../../services/apps/maintenance/windows.ts';
import { cancelWindow, writeMaintenance } from './dry-run.ts';

export const setMaintenance: Handler<SlugParams, DryRunQuery, maintenance.MaintenanceInput, Apps> = (ctx, input) =>
  writeMaintenance(ctx, input, {
    write: () => maintenance.setMaintenance(ctx.service, ctx, input.params.slug, input.body),
    reply: (event) => ok(event === null ? null : presentMaintenanceEvent(event, ctx.now)),
  });

export const listMaintenanceEvents: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const events = await maintenance.listMaintenance(ctx.db, params.slug);
  return ok(events.map((event) => presentMaintenanceEvent(event, ctx.now)));
};

export const deleteMaintenance: Handler<WindowParams, DryRunQuery, unknown, Apps> = (ctx, input) =>
  cancelWindow(ctx, input, {
    write: () => maintenance.cancelMaintenance(ctx.service, ctx, input.params),
    reply: () => noContent(),
  });
