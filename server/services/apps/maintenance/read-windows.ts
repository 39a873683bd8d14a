import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import type { CompiledSegments } from '../../../domain/flags/compile.ts';
import { scopeOf } from '../../../domain/maintenance/scope.ts';
import { type CompiledWindow, compileWindow, stateOf } from '../../../domain/maintenance/window.ts';
import type { Database } from '../../../platform/db/database.ts';
import { conflict } from '../../../platform/errors.ts';
import { visibleOrNull } from '../../../platform/unicode.ts';

/** The windows of an app that have not ended by hand. Those that have ended by themselves are few: each write marks them. */
export function openWindows(db: Database, appId: number): Promise<MaintenanceEvent[]> {
  return db.model(MaintenanceEvent).findAll({ where: { appId, endedAt: null } });
}

/** The open windows of an app, prepared for requests. */
export function compileWindows(events: readonly MaintenanceEvent[], segments: CompiledSegments): CompiledWindow[] {
  return events.map((event) => {
    const { id, mode, startAt, endAt, announceFrom, endedAt, estimatedEnd } = event;
    // stored before blank messages were refused
    const messages = { messageEn: visibleOrNull(event.messageEn), messageAr: visibleOrNull(event.messageAr) };
    return compileWindow({ id, mode, startAt, endAt, announceFrom, endedAt, estimatedEnd, ...messages, ...scopeOf(event) }, segments);
  });
}

/** @throws ApiError 409 `in_use` when windows that have not ended name the segment */
export function requireNoWindow(segment: string, open: readonly MaintenanceEvent[], now: Date): void {
  const using = open.filter((event) => scopeOf(event).testers?.segment === segment && stateOf(event, now) !== 'ended');
  if (using.length === 0) return;
  throw conflict('in_use', `The segment ${segment} is in use by the maintenance windows ${using.map(({ id }) => id).join(', ')}.`);
}

/** The fields of a window that the audit log shows. */
export function fieldsOf(event: MaintenanceEvent): Readonly<Record<string, unknown>> {
  const { startAt, endAt, announceFrom, mode, messageEn, messageAr, estimatedEnd } = event;
  return { startAt, endAt, announceFrom, mode, messageEn, messageAr, estimatedEnd, ...scopeOf(event) };
}
