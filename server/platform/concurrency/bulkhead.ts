import { unavailable } from '../errors.ts';

export interface GateOptions {
  /** How many may be under way at once. */
  places: number;
  /** How many more may wait. */
  queue: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
}

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Keeps the work that needs the database near the size of its pool; the rest waits in order, a bounded time (contract §1.8). */
export class Gate {
  readonly #options: GateOptions;
  readonly #waiting = new Set<Waiter>();
  #busy = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `work` on a place, which it may leave before it ends.
   * @throws ApiError 503 when the queue is full or the wait too long.
   */
  async run<T>(work: (leave: () => void) => T | Promise<T>): Promise<T> {
    if (this.#busy >= this.#options.places) await this.#wait();
    else this.#busy += 1;
    let isHeld = true;
    const leave = (): void => {
      if (isHeld) this.#release();
      isHeld = false;
    };
    try {
      return await work(leave);
    } finally {
      leave();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.size >= this.#options.queue) throw overloaded();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(overloaded());
      }, this.#options.waitMs);
      const waiter: Waiter = { resolve, reject, timer };
      this.#waiting.add(waiter);
    });
  }

  /** Hands the place to the one who has waited longest. */
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
