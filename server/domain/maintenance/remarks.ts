import type { MaintenanceChange } from './audience.ts';
import { stateAt, type WindowSource } from './window.ts';

type Written = Pick<WindowSource, 'mode' | 'platforms' | 'versions' | 'testers' | 'startAt'>;

/** Everything about a change of the maintenance at `now` that may surprise. `written` is the window that it adds or edits. */
export function maintenanceRemarks(change: MaintenanceChange, written: Written | null, now: number): string[] {
  const isEdit = typeof change.edited === 'number';
  return [...(isEdit ? [] : remarksOnOthers(change, now)), ...(written === null ? [] : remarksOnWindow(written, now))];
}

function remarksOnOthers({ before, after, added }: MaintenanceChange, now: number): string[] {
  const ended = before.filter(({ id }) => !after.some((window) => window.id === id));
  if (added !== null) return ended.length === 0 ? [] : [`It ends the active maintenance ${idsOf(ended)}.`];
  const coming = after.filter((window) => stateAt(window, now) !== 'active');
  return [
    ...(ended.length === 0 ? ['No maintenance is active, so nothing changes.'] : []),
    ...(coming.length === 0 ? [] : [`The maintenance ${idsOf(coming)} stays scheduled.`]),
  ];
}

function remarksOnWindow({ mode, platforms, versions, testers, startAt }: Written, now: number): string[] {
  const attributes = [platforms === null ? [] : 'platform', versions === null ? [] : 'version'].flat().join(' and ');
  const isComing = startAt !== null && startAt.getTime() > now;
  return [
    ...(isComing ? [`The numbers are as if it were active; it starts at ${startAt.toISOString()}.`] : []),
    ...(mode === 'read_only' ? ['It is read-only: its users may still read, and clients that tell nothing new are not under it.'] : []),
    ...(attributes === '' ? [] : [`Only phones that tell their ${attributes} are under it.`]),
    ...(testers !== null && mode === 'full' ? ['Clients that tell nothing about the person let no tester in.'] : []),
  ];
}

function idsOf(windows: readonly { readonly id: number }[]): string {
  return windows.map(({ id }) => id).join(', ');
}
