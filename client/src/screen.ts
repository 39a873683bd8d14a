import type { Bootstrap } from './api.ts';

export type Screen = 'maintenance' | 'update_required' | 'update_available' | 'ok';

type Update = Bootstrap['version'];

const HOUR_MS = 3_600_000;
/** For a server that says nothing of it. */
const REMIND_AFTER_HOURS = 24;

export function screenOf(update: Update | null, maintenance: Bootstrap['maintenance'] | null, isDismissed: boolean): Screen {
  if (maintenance?.maintenance === true && maintenance.readOnly !== true) return 'maintenance';
  if (update?.forceUpdate === true) return 'update_required';
  return update?.updateAvailable === true && !isDismissed ? 'update_available' : 'ok';
}

/** The note about a dismissed update: its version code and the time. */
export function noteDismissal({ latestVersionCode }: Update, now: number): string {
  return `${latestVersionCode} ${now}`;
}

/** Whether this update was dismissed a short while ago. After the clock was set back, it shows again. */
export function isDismissed({ latestVersionCode, update }: Update, dismissal: string | null, now: number): boolean {
  const [code, at] = (dismissal ?? '').split(' ');
  if (code !== String(latestVersionCode)) return false;
  const age = now - Number(at);
  return age >= 0 && age < (update?.remindAfterHours ?? REMIND_AFTER_HOURS) * HOUR_MS;
}
