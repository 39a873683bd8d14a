import type { App } from '../../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import { scopeOf } from '../../../domain/maintenance/scope.ts';
import { stateOf } from '../../../domain/maintenance/window.ts';
import { auditApp, type ChangeAct } from '../app-audit.ts';
import { changeApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { recordSteps } from './clock-steps.ts';
import { fieldsOf, openWindows } from './read-windows.ts';
import { closeElapsed, endByHand, reopenWindow, requireRoom, requireSound } from './write-windows.ts';

/** The windows that a switch of maintenance began and ended, as the audit log has them: an undo needs them. */
export interface SwitchedWindows {
  readonly begun: readonly number[];
  /** The time is a text once it is recorded. */
  readonly ended: readonly { readonly id: number; readonly at: Date | string | null }[];
}

export function switchedWindows(begun: readonly MaintenanceEvent[], ended: readonly MaintenanceEvent[]): SwitchedWindows {
  return { begun: begun.map(({ id }) => id), ended: ended.map(({ id, endedAt }) => ({ id, at: endedAt })) };
}

/** The ids of windows to end and to begin again. */
interface Switch {
  readonly end: readonly number[];
  readonly begin: readonly number[];
}

/**
 * Goes back from a switch of maintenance. Windows that are over by themselves stay so.
 * @throws ApiError 400 `validation_error` when the segment of testers is gone, 409 `maintenance_limit`
 */
export function switchBack(apps: Apps, act: ChangeAct, slug: string, { end, begin }: Switch): Promise<void> {
  return changeApp(apps, slug, async (app) => {
    const now = apps.clock.now();
    const open = await openWindows(apps.db, app.id);
    await recordSteps(apps, app, open, now);
    await closeElapsed(open, now);
    const ended = open.filter((event) => end.includes(event.id) && event.endedAt === null);
    for (const event of ended) await endByHand(event, now);
    const begun = await reopen(apps, app, begin, now);
    const [first] = begun;
    const action = first === undefined ? 'maintenance.ended' : 'maintenance.started';
    const details = {
      before: { isActive: ended.length > 0 },
      after: first === undefined ? { isActive: false } : { isActive: true, ...fieldsOf(first) },
      windows: switchedWindows(begun, ended),
    };
    auditApp(apps, act, app, { action, target: `maintenance:${first?.id ?? end[0]}`, details });
  });
}

async function reopen({ db }: Apps, app: App, ids: readonly number[], now: Date): Promise<MaintenanceEvent[]> {
  const events = await db.model(MaintenanceEvent).findAll({ where: { appId: app.id, id: [...ids] } });
  const byId = new Map(events.map((event) => [event.id, event]));
  const wanted = ids.flatMap((id) => byId.get(id) ?? []).filter((event) => stateOf({ ...timesOf(event), endedAt: null }, now) !== 'ended');
  requireRoom(await openWindows(db, app.id), now, wanted);
  for (const event of wanted) {
    await requireSound(db, app, { input: { isActive: true, testers: scopeOf(event).testers }, now });
    await reopenWindow(event, app);
  }
  return wanted;
}

function timesOf({ startAt, endAt, announceFrom }: MaintenanceEvent): Pick<MaintenanceEvent, 'startAt' | 'endAt' | 'announceFrom'> {
  return { startAt, endAt, announceFrom };
}
