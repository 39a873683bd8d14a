import type { Clock } from '../../clock.ts';

/** When this process last committed a write to its database, and when a write last failed; null if it has not happened yet. */
export class WriteTimes {
  readonly #clock: Clock;
  #committed: Date | null = null;
  #failed: Date | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get committed(): Date | null {
    return this.#committed;
  }

  get failed(): Date | null {
    return this.#failed;
  }

  recordCommit(): void {
    this.#committed = this.#clock.now();
  }

  recordFailure(): void {
    this.#failed = this.#clock.now();
  }
}

/** Whether a statement writes rows. */
export function isWrite(sql: string): boolean {
  return /^\s*(?:insert|update|delete|replace)\b/i.test(sql);
}
