import { AsyncResource } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';

export interface ShortMemoryOptions {
  /** Most answers kept. */
  max?: number;
  /** Oldest answer given, in milliseconds. */
  maxAgeMs?: number;
}

/**
 * Remembers what was looked up, for a moment: negative answers too, one look-up per key at a time, failures never. Age counts
 * from when the look-up began, so that an answer never tells of longer ago than it may.
 */
export class ShortMemory<K extends NonNullable<unknown>, V> {
  readonly #load: (key: K) => Promise<V>;
  readonly #known: LRUCache<K, { readonly value: V }>;
  readonly #underway = new Map<K, Promise<V>>();

  constructor(load: (key: K) => Promise<V>, options: ShortMemoryOptions = {}) {
    // an answer is shared, so its look-up must not join the transaction of whoever asks first
    this.#load = AsyncResource.bind(load);
    this.#known = new LRUCache({ max: options.max ?? 10_000, ttl: options.maxAgeMs ?? 1000 });
  }

  async recall(key: K): Promise<V> {
    const known = this.#known.get(key);
    return known === undefined ? (this.#underway.get(key) ?? this.#look(key)) : known.value;
  }

  /** Call it when a change is committed: the next answer is looked up anew, and one being looked up is not kept. */
  forget(key: K): void {
    this.#known.delete(key);
    this.#underway.delete(key);
  }

  clear(): void {
    this.#known.clear();
    this.#underway.clear();
  }

  #look(key: K): Promise<V> {
    const start = performance.now();
    const promise = this.#load(key).then(
      (value) => {
        if (this.#end(key, promise)) this.#known.set(key, { value }, { start });
        return value;
      },
      (error: unknown) => {
        this.#end(key, promise);
        throw error;
      },
    );
    this.#underway.set(key, promise);
    return promise;
  }

  /** Whether this look-up is still the one whose answer counts. */
  #end(key: K, promise: Promise<V>): boolean {
    const isCurrent = this.#underway.get(key) === promise;
    if (isCurrent) this.#underway.delete(key);
    return isCurrent;
  }
}
