import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from '../concurrency/bulkhead.ts';
import { PasswordStrength } from './password-strength.ts';

/** The cost of Argon2id: memory in KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** 19 MiB, two passes, one lane: about 25 ms of one core. */
export const FULL_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** More hashes at once than cores gain nothing and starve the thread pool that files and DNS need: the rest waits, a bounded time. */
const HASHING_POOL = { slots: availableParallelism(), queue: 256, waitMs: 1500 };

/** Hashes and verifies passwords at one cost. Methods throw ApiError 503 when too many passwords wait to be hashed. */
export class PasswordHasher {
  /** Estimates new passwords before they are hashed. */
  readonly strength = new PasswordStrength();
  readonly #cost: PasswordCost;
  readonly #prefix: string;
  readonly #dummyHash: Promise<string>;
  readonly #pool = new Bulkhead(HASHING_POOL);

  constructor(cost: PasswordCost = FULL_COST) {
    this.#cost = cost;
    this.#prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
    // the hash of a random password that is kept nowhere
    this.#dummyHash = hash(crypto.randomUUID(), cost);
  }

  /** The hash to store, in PHC form (97 characters of ASCII at full cost). */
  hash(password: string): Promise<string> {
    return this.#pool.run(() => hash(canonical(password), this.#cost));
  }

  /** Whether `stored` is the hash of the password. */
  verify(stored: string, password: string): Promise<boolean> {
    return this.#pool.run(() => verify(stored, canonical(password)));
  }

  /** Takes as long as `verify` and returns false, so that the time does not show that an account does not exist. */
  async verifyDummy(password: string): Promise<false> {
    await this.verify(await this.#dummyHash, password);
    return false;
  }

  /** Whether the hash was made at another cost, so that it should be replaced when the password is next known. */
  needsRehash(stored: string): boolean {
    return !stored.startsWith(this.#prefix);
  }
}

/** Keyboards compose letters differently, so passwords are compared in NFC. They are neither trimmed nor case-folded. */
function canonical(password: string): string {
  return password.normalize('NFC');
}
