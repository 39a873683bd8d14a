import type { Request, Response } from 'express';
import type { Deadline } from '../concurrency/deadline.ts';

/** A request whose endpoint is found. Only platform code sees it; handlers get a context and their input. */
export interface Call {
  readonly req: Request;
  readonly res: Response;
  /** The parameters of the path and the query, not checked yet. */
  readonly params: Request['params'];
  readonly query: Request['query'];
  /** The time that all waits of the request share. */
  readonly deadline: Deadline;
}
