import { LRUCache } from 'lru-cache';

/** How long a slug without an app is remembered; the poll of the revisions finds later apps within the same time. */
const MISSING_MS = 500;
const MAX_MISSING = 100;
/** Look-ups a second, and at once after a pause. */
const BUDGET = 5;

/**
 * Looks up slugs that the last poll did not show, such as that of an app which another process has just created. A flood of unknown slugs
 * costs a few look-ups a second: beyond that budget a slug counts as missing until the next poll.
 */
export class UnknownApps {
  readonly #exists: (slug: string) => Promise<boolean>;
  readonly #missing = new LRUCache<string, true>({ max: MAX_MISSING, ttl: MISSING_MS });
  readonly #underway = new Map<string, Promise<boolean>>();
  #left = BUDGET;
  #countedAt = performance.now();

  constructor(exists: (slug: string) => Promise<boolean>) {
    this.#exists = exists;
  }

  /** Whether there is an app with this slug, as far as the budget allows to know. Requests for one slug share a look-up. */
  has(slug: string): boolean | Promise<boolean> {
    if (this.#missing.has(slug)) return false;
    return this.#underway.get(slug) ?? (this.#spend() && this.#lookUp(slug));
  }

  #lookUp(slug: string): Promise<boolean> {
    const promise = this.#exists(slug)
      .then((exists) => {
        if (!exists) this.#missing.set(slug, true);
        return exists;
      })
      .finally(() => this.#underway.delete(slug));
    this.#underway.set(slug, promise);
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
