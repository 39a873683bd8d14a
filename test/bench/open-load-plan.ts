import type { LoadClient } from './load-plan.ts';

/** The messages between the bench and its open-loop generator. */

export interface OpenPlan {
  readonly url: string;
  readonly seconds: number;
  /** Requests per second. */
  readonly rate: number;
  /** Their requests are sent in turn. */
  readonly clients: readonly LoadClient[];
}

/** Times are in milliseconds. */
export interface OpenResult {
  /** Accepted requests per second. */
  readonly goodput: number;
  readonly accepted: number;
  readonly acceptedP99: number;
  /** Answers with status 503. */
  readonly refused: number;
  readonly refusedP99: number;
  /** The same for `/healthz`. */
  readonly probeP99: number;
  /** Answers with another status, and requests without one. */
  readonly others: Readonly<Record<string, number>>;
  /** The share of its core that the generator needed. */
  readonly busy: number;
}
