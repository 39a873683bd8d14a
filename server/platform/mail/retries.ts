import { MAX_SKEW_MS } from '../clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The wait after each attempt but the last: ten attempts within a day. */
const WAITS_MS = [...[5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS], ...[2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS, 10 * HOUR_MS]];
/** Shortens each wait by up to this share, so that failures of one moment are not repeated in one moment. */
const JITTER = 0.1;

export const MAX_ATTEMPTS = WAITS_MS.length + 1;
const LONGEST_WAIT_MS = Math.max(...WAITS_MS);

/**
 * SQL condition: the row is due. `dueBounds` has its values. A time beyond the longest wait was set by a clock that ran ahead, and counts
 * as due: a mail that is sent too early does no harm.
 */
export const IS_DUE = '(due_at <= :now OR due_at > :latest)';

export function dueBounds(now: Date): { now: Date; latest: Date } {
  return { now, latest: new Date(now.getTime() + LONGEST_WAIT_MS + MAX_SKEW_MS) };
}

/** Milliseconds until the next attempt after `attempts` failed ones; null when there is none. */
export function waitAfter(attempts: number): number | null {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 - JITTER * Math.random()));
}
