import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../clock.ts';
import type { Actor, Context, ProjectInfo } from '../context.ts';
import { ApiError, validationError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { HttpMetrics } from '../metrics.ts';

/** What is known of one request from its first byte on; lives in `res.locals`. */
export interface Exchange {
  readonly requestId: string;
  /** The row's path pattern, never the address itself: addresses hold phone numbers, and metrics need few labels. */
  route: string;
}

declare global {
  // the way that Express documents for typing res.locals
  namespace Express {
    interface Locals {
      exchange: Exchange;
    }
  }
}

export interface IntakeDeps {
  readonly log: Logger;
  readonly metrics: HttpMetrics;
  /** Whether the process is about to end: connections are then not kept. */
  isDraining(): boolean;
}

const SINGLETONS = new Set(['host', 'content-type', 'content-length', 'x-request-id']);

/** First in the chain: names the request, refuses ambiguous framing, counts and logs the answer. */
export function intake(deps: IntakeDeps): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const exchange: Exchange = { requestId: readRequestId(req), route: 'unmatched' };
    res.locals.exchange = exchange;
    res.setHeader('X-Request-Id', exchange.requestId);
    if (deps.isDraining()) res.setHeader('Connection', 'close');
    deps.metrics.started();
    res.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1000;
      const status = res.writableFinished ? res.statusCode : 499;
      deps.metrics.finished({ method: req.method, route: exchange.route, status, seconds });
      logAnswer(deps.log, {
        id: exchange.requestId,
        method: req.method,
        route: exchange.route,
        status,
        ms: Math.round(seconds * 1e6) / 1e3,
      });
    });
    const fault = framingFault(req);
    if (fault === null) return next();
    res.setHeader('Connection', 'close');
    next(validationError([{ field: 'headers', message: fault }]));
  };
}

function logAnswer(log: Logger, line: { id: string; method: string; route: string; status: number; ms: number }): void {
  if (line.status >= 500) log.error(line, 'answered');
  else log.info(line, 'answered');
}

function readRequestId(req: Request): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID();
}

/** Node accepts what proxies read in two ways: unknown transfer codings and repeated singleton headers. */
function framingFault(req: Request): string | null {
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'this Transfer-Encoding is not supported';
  const seen = new Set<string>();
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = (req.rawHeaders[index] as string).toLowerCase();
    if (!SINGLETONS.has(name)) continue;
    if (seen.has(name)) return `the header ${name} must not be repeated`;
    seen.add(name);
  }
  return null;
}

/** Makes the context of a handler; the request's own logger is made when it is first asked for. */
export function makeContext(
  parts: { requestId: string; actor: Actor; project: ProjectInfo | null },
  deps: { log: Logger; clock: Clock },
): Context {
  let log: Logger | undefined;
  return {
    ...parts,
    now: deps.clock.now(),
    get log() {
      log ??= deps.log.child({ requestId: parts.requestId });
      return log;
    },
  };
}

/** 405 for a known path, with the methods that it has (contract §1.5). */
export function methodNotAllowed(allow: string): (req: Request, res: Response) => void {
  return (req, res) => {
    if (req.method === 'OPTIONS') {
      res.writeHead(204, { Allow: allow });
      res.end();
      return;
    }
    throw new ApiError(405, 'method_not_allowed', `Allowed here: ${allow}.`, { headers: { Allow: allow } });
  };
}
