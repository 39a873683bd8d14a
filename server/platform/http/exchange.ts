import type { ApiError } from '../errors.ts';
import type { AnswerHeaders } from './fast-path/response-headers.ts';
import type { AnswerPolicy } from './reply/cors.ts';

/** The data of one request that exists before any endpoint is found; kept in `res.locals`. */
export interface Exchange {
  readonly requestId: string;
  /** The headers of every answer to it. */
  readonly headers: AnswerHeaders;
  /** The pages that may read the answer. Until an endpoint is found, those that may read its public endpoints. */
  policy: AnswerPolicy;
  /** The endpoint's path pattern, never the address itself: addresses contain phone numbers, and metrics need few labels. */
  route: string;
  /** The body of a refusal in another protocol; null for the usual one. */
  renderRefusal?: (error: ApiError) => object | null;
  /** Whether the limit `account` has counted the request, or its handler does. */
  isCounted?: boolean;
  /** Counts and logs the answer. Called when the answer is over, or before that for a stream; later calls change nothing. */
  report(status: number): void;
}

declare global {
  // Express documents this way to type res.locals
  namespace Express {
    interface Locals {
      exchange: Exchange;
    }
  }
}
