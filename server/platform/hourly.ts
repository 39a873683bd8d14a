import { type RecurringWork, runAgainAndAgain } from './recurring.ts';

const HOUR_MS = 3_600_000;

export type HourlyWork = Pick<RecurringWork, 'stop'>;

/** Runs `work`, which never fails, at once and then every hour. It ends early, at a point of its own choice, once told to stop. */
export function runHourly(work: (stopping: AbortSignal) => Promise<void>): HourlyWork {
  return runAgainAndAgain(HOUR_MS, work);
}
