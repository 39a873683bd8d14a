const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The waits after each try but the last: ten tries within a day. */
const WAITS_MS = [...[5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS], ...[2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS, 10 * HOUR_MS]];
/** A wait is shorter by up to this part, so that what failed together does not come again together. */
const JITTER = 0.1;

/** Milliseconds until the next try after so many that failed; null when there is to be none. */
export function waitAfter(attempts: number): number | null {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 - JITTER * Math.random()));
}
