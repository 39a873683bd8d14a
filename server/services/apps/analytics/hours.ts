export const HOUR_MS = 3_600_000;

/** The hour of a time, counted since 1970. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}
