import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Gate } from '../http/gate.ts';

/** Argon2id, 19 MiB, two passes, one lane (contract §2, on passwords). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const COST_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Of 32 random bytes that nobody kept, at the cost above: no password fits it. */
export const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$i6lcXG+vW1aJVKE5RJaVoQ$ZgGMQjWE9a49HZ6cw/xcGY3N2rrJi84xm1v00rIYJs4';

/**
 * Hashing takes a core and 19 MiB for some 25 ms. More at once than there are cores gain nothing and starve the thread pool
 * that files and DNS need, so the rest waits in order, a bounded time.
 */
const hashing = new Gate({ places: availableParallelism(), queue: 256, waitMs: 1500 });

/**
 * The hash to keep, in PHC form (97 characters of ASCII).
 * @throws ApiError 503 when too many passwords wait to be hashed.
 */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(canonical(password), COST));
}

/**
 * Whether the password is the one that was hashed.
 * @throws ApiError 503 when too many passwords wait to be hashed.
 */
export function verifyPassword(kept: string, password: string): Promise<boolean> {
  return hashing.run(() => verify(kept, canonical(password)));
}

/** Costs what `verifyPassword` costs and answers false: an account that is not there must not be told by the time. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  await verifyPassword(DUMMY_HASH, password);
  return false;
}

/** Whether a hash was made at another cost than today's; replace it when the password is next known. */
export function needsRehash(kept: string): boolean {
  return !kept.startsWith(COST_PREFIX);
}

/** Keyboards differ in how they compose letters; what is typed is the same password (NFC, neither trimmed nor folded). */
function canonical(password: string): string {
  return password.normalize('NFC');
}
