import type { App } from '../../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import { windowFaults } from '../../../domain/maintenance/faults.ts';
import { byWeight } from '../../../domain/maintenance/view.ts';
import { endOf, type MaintenanceMode, stateOf, type Testers, type VersionRange } from '../../../domain/maintenance/window.ts';
import type { Database } from '../../../platform/db/database.ts';
import { conflict, validationError } from '../../../platform/errors.ts';

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

/** Every process keeps those that have not ended, a phone gets all that are announced, and the history has room for all. */
const MAX_OPEN = 15;

/** @throws ApiError 409 `maintenance_limit` when `more` windows are too many, beside one that is switched on */
export function requireRoom(open: readonly MaintenanceEvent[], now: Date, more: readonly MaintenanceEvent[] | 1): void {
  const count = open.filter((event) => stateOf(event, now) !== 'ended').length;
  if (more === 1 ? count < MAX_OPEN : count + more.length <= MAX_OPEN + 1) return;
  throw conflict('maintenance_limit', `An app has at most ${MAX_OPEN} maintenance windows that have not ended.`);
}

interface Creation {
  readonly isNow: boolean;
  readonly now: Date;
  readonly input: MaintenanceInput;
  /** The id of a window that was canceled and comes back. */
  readonly id?: number | undefined;
}

export function createWindow(db: Database, app: App, { isNow, now, input, id }: Creation): Promise<MaintenanceEvent> {
  const { platforms = null, versions = null, testers = null, mode = 'full' } = input;
  const texts = { platforms: textOf(platforms), versions: textOf(versions), testers: textOf(testers) };
  return db.model(MaintenanceEvent).create({
    ...input,
    ...texts,
    ...(id === undefined ? {} : { id }),
    mode,
    startAt: isNow ? null : (input.startAt ?? null),
    startRecordedAt: isNow ? now : null,
    appId: app.id,
    ...marksOf(app, isNow && mode === 'full' && platforms === null && versions === null),
  });
}

/** The fields of a window that an edit may change. */
export type WindowChanges = Omit<MaintenanceInput, 'isActive'>;

/** Sets the given fields of a scheduled window; null clears. */
export function setWindow(event: MaintenanceEvent, { platforms, versions, testers, ...others }: WindowChanges): void {
  const texts = Object.entries({ platforms, versions, testers }).filter(([, value]) => value !== undefined);
  event.set({ ...others, ...Object.fromEntries(texts.map(([name, value]) => [name, textOf(value ?? null)])) });
}

/** Opens a window again that was ended, under its id. */
export function reopenWindow(event: MaintenanceEvent, app: App): Promise<MaintenanceEvent> {
  const { mode, startAt, platforms, versions } = event;
  const isForAll = startAt === null && mode === 'full' && platforms === null && versions === null;
  return event.update({ endedAt: null, endRecordedAt: null, ...marksOf(app, isForAll) });
}

/** Ends the active windows at `now`. Returns them, the one that phones saw first. */
export async function closeActive(open: readonly MaintenanceEvent[], now: Date): Promise<MaintenanceEvent[]> {
  await closeElapsed(open, now);
  const active = activeOf(open, now);
  for (const event of active) await endByHand(event, now);
  return active;
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
export async function closeElapsed(open: readonly MaintenanceEvent[], now: Date): Promise<void> {
  for (const event of open) if (stateOf(event, now) === 'ended') await closeWindow(event, endOf(event, now) ?? now);
}

/** Its caller leaves the audit row. */
export function endByHand(event: MaintenanceEvent, now: Date): Promise<MaintenanceEvent> {
  event.endRecordedAt = now;
  return closeWindow(event, now);
}

function closeWindow(event: MaintenanceEvent, endedAt: Date): Promise<MaintenanceEvent> {
  return event.update({ isActive: false, endedAt, activeAppId: null });
}

/** @throws ApiError 400 `validation_error` */
export async function requireSound(db: Database, app: App, { input, now }: { input: MaintenanceInput; now: Date }): Promise<void> {
  const named = input.testers?.segment;
  const found = named === undefined ? [] : await db.model(Segment).findAll({ where: { appId: app.id, segmentKey: named } });
  const faults = windowFaults(input, { now, segments: new Set(found.map(({ segmentKey }) => segmentKey)) });
  if (faults.length > 0) throw validationError(faults);
}

/** Servers of the release before see only a maintenance of everybody from its creation on. */
function marksOf(app: App, isForAll: boolean): Pick<MaintenanceEvent, 'isActive' | 'activeAppId'> {
  return { isActive: isForAll, activeAppId: isForAll ? app.id : null };
}

function textOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function weightOf({ id, mode, startAt }: MaintenanceEvent): { id: number; mode: MaintenanceMode; startAt: number } {
  return { id, mode, startAt: startAt?.getTime() ?? Number.NEGATIVE_INFINITY };
}
