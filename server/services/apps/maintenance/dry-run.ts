import type { App } from '../../../../models/apps/App.ts';
import type { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import { type MaintenanceChange, maintenanceQuestion } from '../../../domain/maintenance/audience.ts';
import { maintenanceRemarks } from '../../../domain/maintenance/remarks.ts';
import { scopeOf } from '../../../domain/maintenance/scope.ts';
import type { CompiledWindow } from '../../../domain/maintenance/window.ts';
import type { Apps } from '../apps-service.ts';
import { type ChangeEffect, dryRunChange, type TriedWrite } from '../audience/dry-run-change.ts';
import { measureAudience } from '../audience/measure-audience.ts';
import { compileStoredSegments } from '../flags/compile-flags.ts';
import { compileWindows, openWindows } from './read-windows.ts';
import type { WindowKey } from './windows.ts';
import { seenOf } from './write-windows.ts';

/** The windows that have not ended. */
interface Windows {
  readonly events: readonly MaintenanceEvent[];
  readonly compiled: readonly CompiledWindow[];
}

type WindowDryRun<T> = Omit<TriedWrite<T, Windows>, 'read'> & { readonly now: Date };
export type MaintenanceDryRun = WindowDryRun<MaintenanceEvent | null>;
type Effects = Promise<ChangeEffect<MaintenanceEvent>>;

/**
 * Switches maintenance on or off or schedules it, without keeping that, and measures who would be under it while it is active.
 * @throws what the write throws
 */
export function dryRunMaintenance(apps: Apps, dryRun: MaintenanceDryRun): Effects {
  return effectOf(apps, dryRun, (result, { events }) => {
    const { now } = dryRun;
    const isAdded = result !== null && events.every(({ id }) => id !== result.id);
    const isComing = result?.startAt != null && result.startAt > now;
    return { before: isComing ? null : seenOf(events, now), after: result, added: isAdded ? result : null };
  });
}

/** Cancels a window without keeping that, and measures who would have been under it. @throws what the write throws */
export function dryRunCancel(apps: Apps, { id }: WindowKey, dryRun: WindowDryRun<void>): Effects {
  return effectOf(apps, dryRun, (_, { events }) => ({
    before: events.find((event) => event.id === id) ?? null,
    after: null,
    added: null,
  }));
}

/** Edits a window without keeping that, and measures who would be under it while it is active. @throws what the write throws */
export function dryRunEdit(apps: Apps, { id }: WindowKey, dryRun: WindowDryRun<MaintenanceEvent>): Effects {
  return effectOf(apps, dryRun, (result, { events }) => ({
    before: events.find((event) => event.id === id) ?? null,
    after: result,
    added: null,
    edited: result,
  }));
}

interface Sides {
  readonly before: MaintenanceEvent | null;
  readonly after: MaintenanceEvent | null;
  readonly added: MaintenanceEvent | null;
  readonly edited?: MaintenanceEvent;
}

async function effectOf<T>(apps: Apps, { slug, now, write }: WindowDryRun<T>, sidesOf: (result: T, before: Windows) => Sides): Effects {
  const read = (app: App) => readWindows(apps, app);
  const tried = await dryRunChange(apps, { slug, write, read });
  const { before, after, added, edited = null } = sidesOf(tried.result, tried.before);
  const at = Math.max(now.getTime(), (after ?? before)?.startAt?.getTime() ?? 0);
  const [were, are] = [tried.before.compiled, tried.after.compiled];
  const change: MaintenanceChange = { before: were, after: are, added: added?.id ?? null, edited: edited?.id ?? null, at };
  const audience = await measureAudience(apps.db, { appId: tried.app.id, now }, maintenanceQuestion(change));
  return { before, after, audience, warnings: maintenanceRemarks(change, sourceOf(added ?? edited), now.getTime()) };
}

async function readWindows({ db }: Apps, app: App): Promise<Windows> {
  const events = await openWindows(db, app.id);
  const segments = await db.model(Segment).findAll({ where: { appId: app.id } });
  return { events, compiled: compileWindows(events, compileStoredSegments(segments)) };
}

function sourceOf(written: MaintenanceEvent | null): Parameters<typeof maintenanceRemarks>[1] {
  return written === null ? null : { mode: written.mode, startAt: written.startAt, ...scopeOf(written) };
}
