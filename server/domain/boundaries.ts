/**
 * Boundaries are the times at which something changes by itself, in milliseconds since 1970. They are in no order, and infinite ones do not
 * count.
 */

/** The next time after `at`; null when there is none. */
export function nextOf(boundaries: readonly number[], at: number): number | null {
  const next = boundaries.reduce((earliest, time) => (time > at && time < earliest ? time : earliest), Infinity);
  return next === Infinity ? null : next;
}

/** The last time after `from` that has come at `at`; `from` when there is none. */
export function lastOf(boundaries: readonly number[], from: number, at: number): number {
  return boundaries.reduce((latest, time) => (time <= at && time > latest ? time : latest), from);
}
