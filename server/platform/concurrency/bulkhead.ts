import { unavailable } from '../errors.ts';

export interface BulkheadOptions {
  /** How much work may run at once. */
  slots: number;
  /** How much more may wait. */
  queue: number;
  /** The longest wait, in milliseconds. */
  waitMs: number;
}

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
  /** A time of `performance.now()`. */
  since: number;
}

/** Runs a bounded amount of work at once, such as the size of a connection pool. The rest waits in order, for a bounded time. */
export class Bulkhead {
  readonly #options: BulkheadOptions;
  readonly #waiting = new Set<Waiter>();
  #busy = 0;

  constructor(options: BulkheadOptions) {
    this.#options = options;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** How long the work that is next in line has waited, in milliseconds; 0 when none waits. */
  get oldestWaitMs(): number {
    for (const { since } of this.#waiting) return performance.now() - since;
    return 0;
  }

  /**
   * Runs `work` in a slot; it may call `releaseSlot` before it ends.
   * @throws ApiError 503 when the queue is full or the wait is too long
   */
  async run<T>(work: (releaseSlot: () => void) => T | Promise<T>): Promise<T> {
    if (this.#busy >= this.#options.slots) await this.#wait();
    else this.#busy += 1;
    let isHeld = true;
    const releaseSlot = (): void => {
      if (isHeld) this.#release();
      isHeld = false;
    };
    try {
      return await work(releaseSlot);
    } finally {
      releaseSlot();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.size >= this.#options.queue) throw overloaded();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(overloaded());
      }, this.#options.waitMs);
      const waiter: Waiter = { resolve, reject, timer, since: performance.now() };
      this.#waiting.add(waiter);
    });
  }

  /** Passes the slot to the work that has waited longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#busy -= 1;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.resolve();
  }
}

function overloaded(): Error {
  return unavailable('The service is busy. Try again in a moment.');
}
