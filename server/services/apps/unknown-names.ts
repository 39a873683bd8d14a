import { LRUCache } from 'lru-cache';

/** How long a name without a row is remembered; the poll of the revisions finds later rows within the same time. */
const MISSING_MS = 500;
const MAX_MISSING = 100;
/** Look-ups a second, and at once after a pause. */
const BUDGET = 5;

/**
 * Looks up the names of apps or flags that the last poll did not show, such as that of an app which another process has just created. A
 * flood of unknown names costs a few look-ups a second: beyond that budget a name counts as missing until the next poll.
 */
export class UnknownNames {
  readonly #exists: (name: string) => Promise<boolean>;
  readonly #missing = new LRUCache<string, true>({ max: MAX_MISSING, ttl: MISSING_MS });
  readonly #underway = new Map<string, Promise<boolean>>();
  #left = BUDGET;
  #countedAt = performance.now();

  constructor(exists: (name: string) => Promise<boolean>) {
    this.#exists = exists;
  }

  /** Whether the name exists, as far as the budget allows to know. Requests for one name share a look-up. */
  has(name: string): boolean | Promise<boolean> {
    if (this.#missing.has(name)) return false;
    return this.#underway.get(name) ?? (this.#spend() && this.#lookUp(name));
  }

  #lookUp(name: string): Promise<boolean> {
    const promise = this.#exists(name)
      .then((exists) => {
        if (!exists) this.#missing.set(name, true);
        return exists;
      })
      .finally(() => this.#underway.delete(name));
    this.#underway.set(name, promise);
    return promise;
  }

  #spend(): boolean {
    const now = performance.now();
    this.#left = Math.min(BUDGET, this.#left + ((now - this.#countedAt) / 1000) * BUDGET);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
