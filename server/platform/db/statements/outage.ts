import { ConnectionAcquireTimeoutError, ConnectionError } from 'sequelize';
import { markReported } from '../../observe/loggable-error.ts';
import type { Logger } from '../../observe/logger.ts';
import { driverErrorOf, QUERY_DEADLINE } from './driver-error.ts';

/** Too many connections: the server is there, but busy. */
const BUSY = new Set([1040, 1203, 1226]);

/** Whether the database can be reached: one log line when an outage begins, one when it ends. */
export class Outage {
  readonly #log: Logger;
  #beganAt = 0;
  /** The number with which the server refused; null when it was not reached. */
  #refusal: number | null = null;
  #reason: string | null = null;
  #answers = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Why the database cannot be reached, with the next step; null when it can. */
  get reason(): string | null {
    return this.#reason;
  }

  /** The statements answered so far. */
  get answers(): number {
    return this.#answers;
  }

  recordAnswer(): void {
    this.#answers += 1;
    if (this.#reason === null) return;
    this.#reason = null;
    const seconds = Math.round((performance.now() - this.#beganAt) / 100) / 10;
    this.#log.info({ seconds }, 'the database answers again');
  }

  /** `answersBefore` is the count when the statement was sent: if others were answered since, only this statement is slow. */
  recordFailure(error: unknown, answersBefore: number): void {
    if (!isOutage(error, answersBefore === this.#answers)) return;
    const { errno, message } = driverErrorOf(error);
    const refusal = errno !== null && errno > 0 ? errno : null;
    markReported(error);
    if (this.#reason !== null && refusal === this.#refusal) return;
    if (this.#reason === null) this.#beganAt = performance.now();
    this.#reason = message;
    this.#refusal = refusal;
    this.#log.warn(`the database is away; trying again until it answers. ${message}`);
  }
}

function isOutage(error: unknown, isOnlyFailures: boolean): boolean {
  const { errno, code } = driverErrorOf(error);
  if (code === QUERY_DEADLINE) return isOnlyFailures;
  return error instanceof ConnectionError && !(error instanceof ConnectionAcquireTimeoutError) && !BUSY.has(errno ?? 0);
}
