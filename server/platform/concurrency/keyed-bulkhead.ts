import { Bulkhead } from './bulkhead.ts';

export interface KeyedBulkheadOptions {
  /** How much work may wait for one key. */
  readonly queue: number;
  /** The longest wait, in milliseconds. */
  readonly waitMs: number;
}

interface Entry {
  readonly bulkhead: Bulkhead;
  users: number;
  /** Called when the next run ends. */
  onEnd: (() => void)[];
}

/** A bulkhead for each key, which exists only while it is in use. */
export class KeyedBulkhead {
  readonly #options: KeyedBulkheadOptions;
  readonly #bulkheads = new Map<string, Entry>();

  constructor(options: KeyedBulkheadOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` once fewer than `slots` runs of its key are active.
   * @throws ApiError 503 when the queue is full or the wait is too long
   */
  async run<T>(key: string, slots: number, work: () => Promise<T>): Promise<T> {
    const entry = this.#bulkheads.get(key) ?? { bulkhead: new Bulkhead({ ...this.#options, slots }), users: 0, onEnd: [] };
    this.#bulkheads.set(key, entry);
    entry.users += 1;
    try {
      return await entry.bulkhead.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#bulkheads.delete(key);
      for (const resolve of entry.onEnd.splice(0)) resolve();
    }
  }

  /** Resolves when the next run of this key ends. */
  nextEnd(key: string): Promise<void> {
    return new Promise((resolve) => this.#bulkheads.get(key)?.onEnd.push(resolve));
  }
}
