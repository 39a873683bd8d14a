import { Gate } from './http/gate.ts';

export interface KeyedGateOptions {
  /** How many may wait for one key. */
  readonly queue: number;
  /** Longest wait, in milliseconds. */
  readonly waitMs: number;
}

/** A gate for each key, there only while somebody is at it. */
export class KeyedGate {
  readonly #options: KeyedGateOptions;
  readonly #gates = new Map<string, { readonly gate: Gate; users: number }>();

  constructor(options: KeyedGateOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` when fewer than `places` of its key are under way.
   * @throws ApiError 503 when the queue is full or the wait too long.
   */
  async run<T>(key: string, places: number, work: () => Promise<T>): Promise<T> {
    const entry = this.#gates.get(key) ?? { gate: new Gate({ ...this.#options, places }), users: 0 };
    this.#gates.set(key, entry);
    entry.users += 1;
    try {
      return await entry.gate.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#gates.delete(key);
    }
  }
}
