import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import { scopeOf } from '../../../domain/maintenance/scope.ts';
import { stateOf } from '../../../domain/maintenance/window.ts';
import type { Act } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { auditApp, type ChangeAct } from '../app-audit.ts';
import { changeApp, findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import type { ConditionalAct } from '../flags/flags.ts';
import { requireVersion } from '../flags/row-version.ts';
import { recordSteps } from './clock-steps.ts';
import { fieldsOf, openWindows } from './read-windows.ts';
import { switchedWindows } from './switch-back.ts';
import {
  closeActive,
  closeElapsed,
  createWindow,
  type MaintenanceInput,
  requireRoom,
  requireSound,
  setWindow,
  type WindowChanges,
} from './write-windows.ts';

export type { MaintenanceInput, WindowChanges } from './write-windows.ts';

/** A maintenance window of an app. */
export interface WindowKey {
  slug: string;
  id: number;
}

const HISTORY_LENGTH = 20;

/**
 * Switches maintenance on, which ends the active windows and starts another; schedules one (`startAt`); or switches it off, which only ends
 * the active ones. Returns the window that was added or ended; null when there was none to end.
 * @throws ApiError 400 `validation_error`, 409 `maintenance_limit`
 */
export async function setMaintenance(apps: Apps, act: Act, slug: string, input: MaintenanceInput): Promise<MaintenanceEvent | null> {
  return changeApp(apps, slug, async (app) => {
    // a window may have started while this waited for the app
    const now = apps.clock.now();
    await requireSound(apps.db, app, { input, now });
    const open = await openWindows(apps.db, app.id);
    await recordSteps(apps, app, open, now);
    if (input.isActive && input.startAt) return schedule(apps, act, { app, input, open, now });
    const ended = await closeActive(open, now);
    const begun = input.isActive ? [await createWindow(apps.db, app, { isNow: true, now, input })] : [];
    const [event = null] = [...begun, ...ended];
    if (event === null) return null;
    const details = { before: { isActive: ended.length > 0 }, after: input, windows: switchedWindows(begun, ended) };
    const action = input.isActive ? 'maintenance.started' : 'maintenance.ended';
    auditApp(apps, act, app, { action, target: `maintenance:${event.id}`, details });
    return event;
  });
}

/**
 * Schedules a window again that was canceled, under its id.
 * @throws ApiError 400 `validation_error`, 409 `maintenance_limit`
 */
export async function scheduleAgain(
  apps: Apps,
  act: ChangeAct,
  { slug, id }: WindowKey,
  input: MaintenanceInput,
): Promise<MaintenanceEvent> {
  return changeApp(apps, slug, async (app) => {
    const now = apps.clock.now();
    await requireSound(apps.db, app, { input, now });
    return schedule(apps, act, { app, input, open: await openWindows(apps.db, app.id), now, id });
  });
}

/**
 * Deletes a window that has not started.
 * @throws ApiError 404 `maintenance_not_found`, 409 `maintenance_started`
 */
export async function cancelMaintenance(apps: Apps, act: ChangeAct, { slug, id }: WindowKey): Promise<void> {
  await changeApp(apps, slug, async (app) => {
    const event = await findScheduled(apps, app, id);
    auditApp(apps, act, app, { action: 'maintenance.canceled', target: `maintenance:${id}`, details: { before: fieldsOf(event) } });
    await event.destroy();
  });
}

/**
 * Changes the given fields of a window that has not started. Dates are those of the whole window: it still starts in the future.
 * @throws ApiError 400 `validation_error`, 404 `maintenance_not_found`, 409 `maintenance_started`, 412 `content_changed`
 */
export async function editMaintenance(
  apps: Apps,
  act: ConditionalAct,
  { slug, id }: WindowKey,
  changes: WindowChanges,
): Promise<MaintenanceEvent> {
  return changeApp(apps, slug, async (app) => {
    const event = await findScheduled(apps, app, id);
    requireVersion(act.ifMatch, event);
    const before = fieldsOf(event);
    setWindow(event, changes);
    const input = { isActive: true, startAt: event.startAt, endAt: event.endAt, announceFrom: event.announceFrom, ...scopeOf(event) };
    await requireSound(apps.db, app, { input, now: apps.clock.now() });
    if (event.changed() === false) return event;
    await event.save();
    const details = differences(before, fieldsOf(event));
    auditApp(apps, act, app, { action: 'maintenance.changed', target: `maintenance:${id}`, details });
    return event;
  });
}

/** @throws ApiError 404 `maintenance_not_found`, 409 `maintenance_started` */
async function findScheduled({ db, clock }: Apps, app: App, id: number): Promise<MaintenanceEvent> {
  const event = await db.model(MaintenanceEvent).findOne({ where: { id, appId: app.id } });
  if (event === null) throw notFound('maintenance', 'maintenance window');
  // a window may have started while this waited for the app
  if (['active', 'ended'].includes(stateOf(event, clock.now())))
    throw conflict('maintenance_started', `The maintenance ${id} has started already. Switch maintenance off to end it.`);
  return event;
}

type Fields = ReturnType<typeof fieldsOf>;

function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const only = (fields: Fields): Fields => Object.fromEntries(changed.map((name) => [name, fields[name]]));
  return { before: only(before), after: only(after) };
}

/** The last 20 events, most recent first; those that have not ended come before older ones that have. */
export async function listMaintenance(db: Database, slug: string): Promise<MaintenanceEvent[]> {
  const app = await findApp(db, slug);
  const latest = await db.model(MaintenanceEvent).findAll({ where: { appId: app.id }, order: [['id', 'DESC']], limit: HISTORY_LENGTH });
  const open = await openWindows(db, app.id);
  const isOpen = new Set(open.map(({ id }) => id));
  const ended = latest.filter(({ id }) => !isOpen.has(id)).slice(0, HISTORY_LENGTH - open.length);
  return [...open, ...ended].toSorted((a, b) => b.id - a.id);
}

interface Scheduling {
  readonly app: App;
  readonly input: MaintenanceInput;
  readonly open: readonly MaintenanceEvent[];
  readonly now: Date;
  readonly id?: number;
}

async function schedule(apps: Apps, act: ChangeAct, { app, input, open, now, id }: Scheduling): Promise<MaintenanceEvent> {
  await closeElapsed(open, now);
  requireRoom(open, now, 1);
  const event = await createWindow(apps.db, app, { isNow: false, now, input, id });
  auditApp(apps, act, app, { action: 'maintenance.scheduled', target: `maintenance:${event.id}`, details: { after: input } });
  return event;
}
