import type { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import type { MaintenanceBody, MaintenanceEventBody } from '../../schemas/apps/maintenance.ts';

/** An event as operators see it. */
export function presentMaintenanceEvent(event: MaintenanceEvent): MaintenanceEventBody {
  return {
    id: event.id,
    isActive: event.isActive,
    messageEn: event.messageEn ?? null,
    messageAr: event.messageAr ?? null,
    estimatedEnd: event.estimatedEnd?.toISOString() ?? null,
    endedAt: event.endedAt?.toISOString() ?? null,
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  };
}

/** The maintenance as clients see it: all null when none is active. */
export function presentMaintenance(active: MaintenanceEvent | null): MaintenanceBody {
  return {
    maintenance: active !== null,
    messageEn: active?.messageEn ?? null,
    messageAr: active?.messageAr ?? null,
    estimatedEnd: active?.estimatedEnd?.toISOString() ?? null,
  };
}
