import { MAX_SKEW_MS } from '../clock.ts';

export interface RetryPlan {
  /** The wait after each attempt but the last, in milliseconds. */
  readonly waitsMs: readonly number[];
  /** Each wait is multiplied by a random number between these, so that failures of one moment are not repeated in one moment. */
  readonly jitter: readonly [least: number, most: number];
  /** The longest wait that a row may have for another reason. */
  readonly longestMs?: number;
}

/**
 * SQL condition: the row is due. `dueBounds` has its values. A time beyond the longest wait was set by a clock that ran ahead, and counts
 * as due: to work too early does no harm.
 */
export const IS_DUE = '(due_at <= :now OR due_at > :latest)';

/** When the rows of a queue are tried again. */
export class Retries {
  readonly #plan: RetryPlan;
  readonly #longestMs: number;

  constructor(plan: RetryPlan) {
    this.#plan = plan;
    this.#longestMs = Math.max(Math.max(...plan.waitsMs) * plan.jitter[1], plan.longestMs ?? 0);
  }

  get maxAttempts(): number {
    return this.#plan.waitsMs.length + 1;
  }

  dueBounds(now: Date): { now: Date; latest: Date } {
    return { now, latest: new Date(now.getTime() + this.#longestMs + MAX_SKEW_MS) };
  }

  /** Milliseconds until the next attempt after `attempts` failed ones; null when there is none. */
  waitAfter(attempts: number): number | null {
    const waitMs = this.#plan.waitsMs[attempts - 1];
    const [least, most] = this.#plan.jitter;
    return waitMs === undefined ? null : Math.round(waitMs * (least + (most - least) * Math.random()));
  }
}
