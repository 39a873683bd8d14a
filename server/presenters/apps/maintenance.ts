import type { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { scopeOf } from '../../domain/maintenance/scope.ts';
import { type CompiledWindow, endOf, stateOf } from '../../domain/maintenance/window.ts';
import type { MaintenanceBody, MaintenanceEventBody, UpcomingBody } from '../../schemas/apps/maintenance.ts';
import type { MaintenanceAnswer } from '../../services/apps/maintenance/ask.ts';

/** An event as operators see it at a time. */
export function presentMaintenanceEvent(event: MaintenanceEvent, now: Date): MaintenanceEventBody {
  const state = stateOf(event, now);
  return {
    id: event.id,
    isActive: state === 'active',
    state,
    messageEn: event.messageEn ?? null,
    messageAr: event.messageAr ?? null,
    estimatedEnd: event.estimatedEnd?.toISOString() ?? null,
    startAt: event.startAt?.toISOString() ?? null,
    endAt: event.endAt?.toISOString() ?? null,
    announceFrom: event.announceFrom?.toISOString() ?? null,
    mode: event.mode,
    ...scopeOf(event),
    endedAt: endOf(event, now)?.toISOString() ?? null,
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  };
}

/** The maintenance as clients see it: all null when none is active. Only clients that tell more get more fields. */
export function presentMaintenance({ active, upcoming, includesUpcoming }: MaintenanceAnswer): MaintenanceBody {
  const old = {
    maintenance: active !== null,
    messageEn: active?.messageEn ?? null,
    messageAr: active?.messageAr ?? null,
    estimatedEnd: active === null ? null : (active.estimatedEnd?.toISOString() ?? instantOf(active.endAt)),
  };
  return includesUpcoming ? { ...old, readOnly: active?.mode === 'read_only', upcoming: upcoming.map(presentUpcoming) } : old;
}

function presentUpcoming({ id, startAt, endAt, mode, messageEn, messageAr }: CompiledWindow): UpcomingBody {
  return { id, startAt: new Date(startAt).toISOString(), endAt: instantOf(endAt), mode, messageEn, messageAr };
}

function instantOf(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}
