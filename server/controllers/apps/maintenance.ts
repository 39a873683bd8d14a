import type { Context } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { noContent, ok, type Reply } from '../../platform/http/reply/reply.ts';
import { presentMaintenanceEvent } from '../../presenters/apps/maintenance.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { DryRunQuery } from '../../schemas/apps/dry-run.ts';
import type { WindowParams } from '../../schemas/apps/maintenance.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { versionOf } from '../../services/apps/flags/row-version.ts';
import * as maintenance from '../../services/apps/maintenance/windows.ts';
import { cancelWindow, editWindow, writeMaintenance } from './dry-run.ts';

export const setMaintenance: Handler<SlugParams, DryRunQuery, maintenance.MaintenanceInput, Apps> = (ctx, input) =>
  writeMaintenance(ctx, input, {
    write: () => maintenance.setMaintenance(ctx.service, ctx, input.params.slug, input.body),
    reply: (event) => (event === null ? ok(null) : shown(ctx, event)),
  });

export const listMaintenanceEvents: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const events = await maintenance.listMaintenance(ctx.db, params.slug);
  return ok(events.map((event) => ({ ...presentMaintenanceEvent(event, ctx.now), etag: versionOf(event) })));
};

export const updateMaintenance: Handler<WindowParams, DryRunQuery, maintenance.WindowChanges, Apps> = (ctx, input) =>
  editWindow(ctx, input, {
    write: () => maintenance.editMaintenance(ctx.service, ctx, input.params, input.body),
    reply: (event) => shown(ctx, event),
  });

function shown({ now }: Context<Apps>, event: Parameters<typeof presentMaintenanceEvent>[0]): Reply {
  return ok(presentMaintenanceEvent(event, now), ['ETag', versionOf(event)]);
}

export const deleteMaintenance: Handler<WindowParams, DryRunQuery, unknown, Apps> = (ctx, input) =>
  cancelWindow(ctx, input, {
    write: () => maintenance.cancelMaintenance(ctx.service, ctx, input.params),
    reply: () => noContent(),
  });
