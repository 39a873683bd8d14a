import { Op } from 'sequelize';
import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import { stateOf } from '../../../domain/maintenance/window.ts';
import { type SwitchedWindows, switchBack } from '../maintenance/switch-back.ts';
import { cancelMaintenance, editMaintenance, type MaintenanceInput, scheduleAgain, type WindowChanges } from '../maintenance/windows.ts';
import {
  CHANGED_NOTHING,
  currentBy,
  type Fields,
  keysOf,
  plainOf,
  type RowKind,
  rowIsUnchanged,
  rowStep,
  type UndoHandler,
  type UndoStep,
} from './undo-step.ts';

const WINDOW: RowKind = {
  changed: ['changed'],
  created: 'scheduled',
  deleted: 'canceled',
  fields: {
    startAt: null,
    endAt: null,
    announceFrom: null,
    mode: 'full',
    messageEn: null,
    messageAr: null,
    estimatedEnd: null,
    platforms: null,
    versions: null,
    testers: null,
  },
};

/** Cancels a window that was scheduled, gives an edited one its fields back, or schedules one again under its id. */
export const undoWindow: UndoHandler = {
  stepOf: (recorded) => rowStep(WINDOW, recorded),
  async readCurrent(db, app, steps) {
    const events = await db.model(MaintenanceEvent).findAll({ where: { appId: app.id, id: keysOf(steps) } });
    return currentBy(events, ({ id }) => String(id));
  },
  isUnchanged: rowIsUnchanged(WINDOW),
  obstacleTo({ slug, step: { key, back }, current, now }) {
    const path = `PUT /admin/apps/${slug}/maintenance`;
    if (current !== null) return hasBegun(current, now) ? `the maintenance ${key} has started. Switch it off with ${path} instead.` : null;
    return hasBegun(back ?? {}, now) ? `the time of its start has come. Set another one with ${path} instead.` : null;
  },
  revert(apps, act, slug, { key, left, back }) {
    const id = Number(key);
    if (back === null) return cancelMaintenance(apps, act, { slug, id });
    if (left !== null) return editMaintenance(apps, { ...act, ifMatch: null }, { slug, id }, datesOf(back) as WindowChanges);
    const input = { isActive: true, ...datesOf(back) } as MaintenanceInput;
    return scheduleAgain(apps, act, { slug, id }, input);
  },
  adviceOn: () => CHANGED_NOTHING,
};

/** Switches maintenance off that was switched on, and the windows on again that were ended by it. */
export const undoSwitch: UndoHandler = {
  stepOf({ details, at }) {
    const { windows } = details;
    return typeof windows === 'object' && windows !== null ? { key: '', left: windows as Fields, back: {}, at } : null;
  },
  async readCurrent(db, app, steps) {
    const named = steps.flatMap((step) => [...switchedBy(step).begun, ...switchedBy(step).ended.map(({ id }) => id)]);
    const where = { appId: app.id, [Op.or]: [{ endedAt: null }, { id: [...new Set(named)] }] };
    const windows = (await db.model(MaintenanceEvent).findAll({ where })).map(plainOf);
    return () => ({ windows });
  },
  isUnchanged({ step, current, now }) {
    const { begun, ended } = switchedBy(step);
    const windows = windowsOf(current);
    const isOpen = (window: Fields | undefined): boolean => window !== undefined && handEnd(window) === null;
    const areAsLeft = begun.every((id) => isOpen(windows.get(id))) && ended.every(({ id, at }) => windows.get(id)?.['endedAt'] === at);
    // maintenance that was switched on since is a later change
    const others = [...windows.values()].filter((window) => window['startAt'] === null && isOpen(window) && !isOver(window, now));
    return areAsLeft && others.every(({ id }) => begun.includes(Number(id)));
  },
  obstacleTo({ slug, step, current, now }) {
    const { begun, ended } = switchedBy(step);
    const windows = windowsOf(current);
    const isAllOver = [...begun, ...ended.map(({ id }) => id)].every((id) => isOver(windows.get(id) ?? {}, now));
    return isAllOver ? `it would be over by now. Switch maintenance on or off with PUT /admin/apps/${slug}/maintenance instead.` : null;
  },
  revert(apps, act, slug, step) {
    const { begun, ended } = switchedBy(step);
    return switchBack(apps, act, slug, { end: begun, begin: ended.map(({ id }) => id) });
  },
  adviceOn: (_recorded, slug) =>
    `it came at its time, or the log of an earlier release does not name its windows. Switch maintenance on or off with PUT /admin/apps/${slug}/maintenance instead.`,
};

function switchedBy({ left }: UndoStep): SwitchedWindows {
  return left as unknown as SwitchedWindows;
}

function windowsOf(current: Fields | null): Map<number, Fields> {
  const windows = (current?.['windows'] ?? []) as readonly Fields[];
  return new Map(windows.map((window) => [Number(window['id']), window]));
}

/** The time at which a window was ended by hand. The next write marks one that has ended by itself. */
function handEnd({ endedAt, endAt }: Fields): unknown {
  return endedAt === endAt ? null : endedAt;
}

function isOver({ endAt }: Fields, now: Date): boolean {
  return typeof endAt === 'string' && new Date(endAt) <= now;
}

function hasBegun(window: Fields, now: Date): boolean {
  const { startAt, endAt, announceFrom, endedAt } = datesOf(window);
  const times = { startAt: startAt ?? null, endAt: endAt ?? null, announceFrom: announceFrom ?? null, endedAt: endedAt ?? null };
  return ['active', 'ended'].includes(stateOf(times as Parameters<typeof stateOf>[0], now));
}

const TIMES = new Set(['startAt', 'endAt', 'announceFrom', 'estimatedEnd', 'endedAt']);

function datesOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, TIMES.has(name) && typeof field === 'string' ? new Date(field) : field]),
  );
}
