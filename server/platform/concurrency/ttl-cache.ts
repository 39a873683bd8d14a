import { AsyncResource } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';

export interface TtlCacheOptions {
  /** The most entries that are kept. */
  readonly max?: number;
  /** The oldest answer that is returned, in milliseconds since its load began. */
  readonly maxAgeMs?: number;
}

/** Loads each key at most once per `maxAgeMs`, negative answers included. A failed load is never kept. */
export class TtlCache<K extends NonNullable<unknown>, V> {
  readonly #entries: LRUCache<K, { readonly value: V }>;

  constructor(load: (key: K) => Promise<V>, { max = 10_000, maxAgeMs = 1000 }: TtlCacheOptions = {}) {
    // the answer is shared, so its load must not join the transaction of its first reader
    const detachedLoad = AsyncResource.bind(load);
    this.#entries = new LRUCache({
      // `max` would reserve 0.4 MB at once
      maxSize: max,
      sizeCalculation: () => 1,
      ttl: maxAgeMs,
      // a load that `forget` overtakes still answers those who wait for it, but is not kept
      ignoreFetchAbort: true,
      fetchMethod: async (key, _stale, { options }) => {
        const startedAt = performance.now();
        const value = await detachedLoad(key);
        // the TTL counts from the load's start; a negative one is over, while 0 would mean forever
        options.ttl = startedAt + maxAgeMs - performance.now() || -1;
        return { value };
      },
    });
  }

  async get(key: K): Promise<V> {
    return (await this.#entries.forceFetch(key)).value;
  }

  /** The answer, if it is remembered; loads nothing. */
  peek(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Call it after the commit of a change: the next `get` loads again. */
  forget(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
