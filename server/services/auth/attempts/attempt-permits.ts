import { randomBytes } from 'node:crypto';

/** A permit is void after this, for its process may have been killed. */
const PERMIT_MS = 5_000;

/** Milliseconds of its end, a colon, ten letters of its own, a semicolon. */
export const PERMIT_LENGTH = 25;
/** As many of one key as the column holds. */
export const MOST_PERMITS = 100;

/** The text of a permit that is got now, which may be long after its request came. */
export function newPermit(now: Date): string {
  const until = String(now.getTime() + PERMIT_MS).padStart(13, '0');
  return `${until}:${randomBytes(5).toString('hex')};`;
}

/** Those of a row's permits that are not void. */
export function livePermits(permits: string, now: Date): string {
  return permits.replace(/(\d+):\w+;/g, (permit, until) => (Number(until) > now.getTime() ? permit : ''));
}
