import type { App } from '../../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import { windowFaults } from '../../../domain/maintenance/faults.ts';
import { scopeOf } from '../../../domain/maintenance/scope.ts';
import { byWeight } from '../../../domain/maintenance/view.ts';
import { endOf, type MaintenanceMode, stateOf, type Testers, type VersionRange } from '../../../domain/maintenance/window.ts';
import type { Act } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { conflict, notFound, validationError } from '../../../platform/errors.ts';
import { auditApp } from '../app-audit.ts';
import { changeApp, findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { openWindows } from './read-windows.ts';

export interface MaintenanceInput {
  isActive: boolean;
  messageEn?: string | null;
  messageAr?: string | null;
  estimatedEnd?: Date | null;
  startAt?: Date | null;
  endAt?: Date | null;
  announceFrom?: Date | null;
  mode?: MaintenanceMode;
  platforms?: ('android' | 'ios')[] | null;
  versions?: VersionRange[] | null;
  testers?: Testers | null;
}

/** A maintenance window of an app. */
export interface WindowKey {
  slug: string;
  id: number;
}

const HISTORY_LENGTH = 20;
/** Every process keeps those that have not ended, a phone gets all that are announced, and the history has room for all. */
const MAX_OPEN = 15;

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
    if (input.isActive && input.startAt) return schedule(apps, act, { app, input, open, now });
    const closed = await closeActive(open, now);
    const action = input.isActive ? 'maintenance.started' : 'maintenance.ended';
    if (input.isActive || closed !== null)
      await auditApp(apps, act, app, { action, details: { before: { isActive: closed !== null }, after: input } });
    return input.isActive ? create(apps.db, app, { isNow: true, input }) : closed;
  });
}

/**
 * Deletes a window that has not started.
 * @throws ApiError 404 `maintenance_not_found`, 409 `maintenance_started`
 */
export async function cancelMaintenance(apps: Apps, act: Act, { slug, id }: WindowKey): Promise<void> {
  await changeApp(apps, slug, async (app) => {
    const event = await apps.db.model(MaintenanceEvent).findOne({ where: { id, appId: app.id } });
    if (event === null) throw notFound('maintenance', 'maintenance window');
    if (['active', 'ended'].includes(stateOf(event, apps.clock.now())))
      throw conflict('maintenance_started', `The maintenance ${id} has started already. Switch maintenance off to end it.`);
    const { startAt, endAt, announceFrom, mode, messageEn, messageAr, estimatedEnd } = event;
    const before = { startAt, endAt, announceFrom, mode, messageEn, messageAr, estimatedEnd, ...scopeOf(event) };
    await auditApp(apps, act, app, { action: 'maintenance.canceled', target: `maintenance:${id}`, details: { before } });
    await event.destroy();
  });
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
}

async function schedule(apps: Apps, act: Act, { app, input, open, now }: Scheduling): Promise<MaintenanceEvent> {
  await closeElapsed(open, now);
  if (open.filter((event) => stateOf(event, now) !== 'ended').length >= MAX_OPEN)
    throw conflict('maintenance_limit', `An app has at most ${MAX_OPEN} maintenance windows that have not ended.`);
  const event = await create(apps.db, app, { isNow: false, input });
  await auditApp(apps, act, app, { action: 'maintenance.scheduled', target: `maintenance:${event.id}`, details: { after: input } });
  return event;
}

function create(db: Database, app: App, { isNow, input }: { isNow: boolean; input: MaintenanceInput }): Promise<MaintenanceEvent> {
  const { platforms = null, versions = null, testers = null, mode = 'full' } = input;
  // servers of the release before see only a maintenance of everybody
  const isForAll = isNow && mode === 'full' && platforms === null && versions === null;
  const texts = { platforms: textOf(platforms), versions: textOf(versions), testers: textOf(testers) };
  return db.model(MaintenanceEvent).create({
    ...input,
    ...texts,
    mode,
    startAt: isNow ? null : (input.startAt ?? null),
    appId: app.id,
    isActive: isForAll,
    activeAppId: isForAll ? app.id : null,
  });
}

function textOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Ends the active windows at `now`. Returns the one that phones saw. */
async function closeActive(open: readonly MaintenanceEvent[], now: Date): Promise<MaintenanceEvent | null> {
  await closeElapsed(open, now);
  const active = activeOf(open, now);
  for (const event of active) await close(event, now);
  return active[0] ?? null;
}

/** The active window that phones see first; null when none is active. */
export function seenOf(open: readonly MaintenanceEvent[], now: Date): MaintenanceEvent | null {
  return activeOf(open, now)[0] ?? null;
}

/** The active windows, the one that phones see first. */
function activeOf(open: readonly MaintenanceEvent[], now: Date): MaintenanceEvent[] {
  const active = open.filter((event) => stateOf(event, now) === 'active');
  return active.toSorted((a, b) => byWeight(weightOf(a), weightOf(b)));
}

/** Marks the windows that have ended by themselves, so that few rows are open. */
async function closeElapsed(open: readonly MaintenanceEvent[], now: Date): Promise<void> {
  for (const event of open) if (stateOf(event, now) === 'ended') await close(event, endOf(event, now) ?? now);
}

function close(event: MaintenanceEvent, endedAt: Date): Promise<MaintenanceEvent> {
  return event.update({ isActive: false, endedAt, activeAppId: null });
}

function weightOf({ id, mode, startAt }: MaintenanceEvent): { id: number; mode: MaintenanceMode; startAt: number } {
  return { id, mode, startAt: startAt?.getTime() ?? Number.NEGATIVE_INFINITY };
}

async function requireSound(db: Database, app: App, { input, now }: { input: MaintenanceInput; now: Date }): Promise<void> {
  const named = input.testers?.segment;
  const found = named === undefined ? [] : await db.model(Segment).findAll({ where: { appId: app.id, segmentKey: named } });
  const faults = windowFaults(input, { now, segments: new Set(found.map(({ segmentKey }) => segmentKey)) });
  if (faults.length > 0) throw validationError(faults);
}
