/** Audit rows of failed sign-ins with usernames that do not exist, in one process. */
const ROWS_PER_HOUR = 100;
const HOUR_MS = 3_600_000;

/** Bounds the audit rows that strangers can cause by inventing usernames. */
export class UnknownUsernames {
  #hour = 0;
  #rows = 0;

  /** Whether one more row fits into this hour; if so, it is counted. */
  mayRecord(now: Date): boolean {
    const hour = Math.floor(now.getTime() / HOUR_MS);
    if (hour !== this.#hour) [this.#hour, this.#rows] = [hour, 0];
    this.#rows += 1;
    return this.#rows <= ROWS_PER_HOUR;
  }
}
