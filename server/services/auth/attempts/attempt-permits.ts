import { randomBytes } from 'node:crypto';

/** A permit expires, because its process may have been killed. */
const PERMIT_MS = 5_000;

/** Its end in milliseconds (13 digits), a colon, ten random letters, a semicolon. */
export const PERMIT_LENGTH = 25;
/** The column holds this many permits of one key. */
export const MAX_PERMITS = 100;

/** The text of a permit that is taken at `now`, which may be long after its request arrived. */
export function newPermit(now: Date): string {
  const until = String(now.getTime() + PERMIT_MS).padStart(13, '0');
  return `${until}:${randomBytes(5).toString('hex')};`;
}

/** The permits of a row that have not expired. */
export function livePermits(permits: string, now: Date): string {
  return permits.replace(/(\d+):\w+;/g, (permit, until) => (Number(until) > now.getTime() ? permit : ''));
}
