/** The messages between the bench and its load generator. */

export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

export interface LoadClient {
  readonly headers?: Readonly<Record<string, string>>;
  readonly requests: readonly LoadRequest[];
  /** A value that each answer brings and the next request needs, such as a refresh token. */
  readonly carried?: { readonly field: string; readonly value: string };
}

/** The place in a body of the carried value. */
export const CARRIED = '<carried>';

export interface LoadPlan {
  readonly url: string;
  readonly seconds: number;
  readonly clients: readonly LoadClient[];
  /** Keeps the generator from sleeping. Only for servers without a database, which would share the core of the generator. */
  readonly staysAwake?: boolean;
}

export interface LoadResult {
  /** Answers per second until the deadline. */
  readonly rate: number;
  /** All answers by status, also those that arrived after the deadline. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests whose connection closed without an answer. */
  readonly broken: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The share of its core that the generator needed; above 0.9 it limits the rate. */
  readonly busy: number;
  /** The last carried value of each client. */
  readonly carried: readonly string[];
}
