import { randomBytes } from 'node:crypto';
import { MAX_SKEW_MS } from '../../../platform/clock.ts';

/** A permit expires, because its process may have been killed. */
const PERMIT_MS = 5_000;

/** Its end in milliseconds (13 digits), a colon, ten random letters, a semicolon. */
export const PERMIT_LENGTH = 25;
/** The column holds this many permits of one key. */
export const MAX_PERMITS = 100;

/** The text of a permit that is taken at `now`, which may be long after its request arrived. */
export function newPermit(now: Date): string {
  return `${endAfter(now)}:${randomBytes(5).toString('hex')};`;
}

/**
 * The permits of a row that have not expired, as one text. A permit that ends too late, because a clock ran ahead, ends 5 seconds from now.
 * It is not dropped at once, because its attempt may be under way.
 */
export function livePermits(permits: string, now: Date): string {
  const latest = now.getTime() + PERMIT_MS + MAX_SKEW_MS;
  return permitsIn(permits)
    .filter((permit) => endOf(permit) > now.getTime())
    .map((permit) => (endOf(permit) > latest ? permit.replace(/^\d+/, endAfter(now)) : permit))
    .join('');
}

function endOf(permit: string): number {
  return Number.parseInt(permit, 10);
}

function endAfter(now: Date): string {
  return String(now.getTime() + PERMIT_MS).padStart(13, '0');
}

export function permitsIn(permits: string): string[] {
  return permits.match(/\d+:\w+;/g) ?? [];
}
