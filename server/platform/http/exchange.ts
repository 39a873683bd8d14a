import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Clock } from '../clock.ts';
import type { Actor, Context, ProjectInfo } from '../context.ts';
import type { Database } from '../db/database.ts';
import { ApiError, validationError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { AnsweredRequest, HttpMetrics } from '../metrics.ts';
import { AnswerHeaders, API_POLICY } from './fast-path/response-headers.ts';

/** The data of one request that exists before any endpoint is found; kept in `res.locals`. */
export interface Exchange {
  readonly requestId: string;
  /** The headers of every answer to it. */
  readonly headers: AnswerHeaders;
  /** The endpoint's path pattern, never the address itself: addresses contain phone numbers, and metrics need few labels. */
  route: string;
}

declare global {
  // Express documents this way to type res.locals
  namespace Express {
    interface Locals {
      exchange: Exchange;
    }
  }
}

export interface IntakeDeps {
  readonly metrics: HttpMetrics;
  /** Writes the one log line of each request. */
  logAnswer(answer: AnsweredRequest, requestId: string): void;
  /** Whether the process is shutting down; connections are then closed after each answer. */
  isDraining(): boolean;
}

const SINGLETONS = new Set(['host', 'content-type', 'content-length', 'x-request-id']);

/** Node silently drops all headers after the 2,000th, which may include a tenant or a credential. */
const MAX_HEADERS = 500;

/** The first step for every request: names it, counts and logs its answer, and returns the refusal of ambiguous framing. */
export function intake(deps: IntakeDeps): (req: Request, res: Response) => ApiError | null {
  return (req, res) => {
    const startedAt = performance.now();
    const exchange: Exchange = { requestId: readRequestId(req), headers: new AnswerHeaders(), route: 'unmatched' };
    res.locals = { exchange };
    exchange.headers.setHeader('X-Request-Id', exchange.requestId);
    if (deps.isDraining()) exchange.headers.setHeader('Connection', 'close');
    deps.metrics.started();
    whenOver(req, res, () => {
      const seconds = (performance.now() - startedAt) / 1000;
      const answer = { method: req.method, route: exchange.route, status: res.writableFinished ? res.statusCode : 499, seconds };
      deps.metrics.finished(answer);
      deps.logAnswer(answer, exchange.requestId);
    });
    const fault = framingFault(req);
    if (fault === null) return null;
    exchange.headers.setHeader('Connection', 'close');
    return validationError([{ field: 'headers', message: fault }]);
  };
}

/** The pipelined answers that wait for their turn, kept on the connection itself. */
const QUEUED = Symbol('queued answers');
type Connection = Request['socket'] & { [QUEUED]?: Set<() => void> };

/** Calls `done` once, when the answer is sent or its connection is closed. */
function whenOver(req: Request, res: Response, done: () => void): void {
  if (res.socket === null) whenQueuedOver(req, res, done);
  else res.on('close', done);
}

/** Node does not report the close of a connection to answers that wait behind another one on it. */
function whenQueuedOver(req: Request, res: Response, done: () => void): void {
  const queued = queuedAnswers(req.socket);
  queued.add(done);
  res.on('close', () => {
    if (queued.delete(done)) done();
  });
}

function queuedAnswers(socket: Connection): Set<() => void> {
  const known = socket[QUEUED];
  if (known !== undefined) return known;
  const queued = new Set<() => void>();
  socket[QUEUED] = queued;
  socket.once('close', () => {
    for (const done of queued) if (queued.delete(done)) done();
  });
  return queued;
}

function readRequestId(req: Request): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID();
}

/** Node accepts what proxies may read differently: unknown transfer codings, repeated singleton headers, invalid versions. */
function framingFault(req: Request): string | null {
  if (req.httpVersionMajor !== 1) return 'this version of HTTP is not supported';
  if (req.headers.host === undefined && req.httpVersionMinor > 0) return 'the header host is required';
  if (req.rawHeaders.length > 2 * MAX_HEADERS) return `there are more than ${MAX_HEADERS} headers`;
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'this Transfer-Encoding is not supported';
  // as many names as lines: no header is repeated, which is the usual case
  if (Object.keys(req.headers).length * 2 === req.rawHeaders.length) return null;
  const seen = new Set<string>();
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = req.rawHeaders[index]?.toLowerCase() ?? '';
    if (!SINGLETONS.has(name)) continue;
    if (seen.has(name)) return `the header ${name} must not be repeated`;
    seen.add(name);
  }
  return null;
}

/** Makes the context of a handler. */
export function makeContext(parts: ContextParts, deps: ContextDeps): Context {
  return new RequestContext(parts, deps);
}

export interface ContextDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
}

interface ContextParts {
  readonly service: unknown;
  readonly requestId: string;
  readonly actor: Actor;
  readonly project: ProjectInfo | null;
  readonly ifMatch?: Context['ifMatch'];
  consumeRateLimit?: Context['consumeRateLimit'];
  releaseSlot?: Context['releaseSlot'];
}

const UNLIMITED: Context['consumeRateLimit'] = async () => 0;
const NO_SLOT: Context['releaseSlot'] = () => {};

class RequestContext implements Context {
  readonly db: Database;
  readonly service: unknown;
  readonly requestId: string;
  readonly actor: Actor;
  readonly project: ProjectInfo | null;
  readonly now: Date;
  readonly ifMatch: Context['ifMatch'];
  readonly consumeRateLimit: Context['consumeRateLimit'];
  readonly releaseSlot: Context['releaseSlot'];
  readonly #parentLog: Logger;
  #log: Logger | undefined;

  constructor(parts: ContextParts, { db, log, clock }: ContextDeps) {
    const { requestId, actor, project, ifMatch = null, consumeRateLimit = UNLIMITED, releaseSlot = NO_SLOT } = parts;
    this.db = db;
    this.service = parts.service;
    this.requestId = requestId;
    this.actor = actor;
    this.project = project;
    this.now = clock.now();
    this.ifMatch = ifMatch;
    this.consumeRateLimit = consumeRateLimit;
    this.releaseSlot = releaseSlot;
    this.#parentLog = log;
  }

  /** Created on first use, because most requests log nothing themselves. */
  get log(): Logger {
    this.#log ??= this.#parentLog.child({ requestId: this.requestId });
    return this.#log;
  }
}

/** 405 for a known path, with the methods that it has. */
export function methodNotAllowed(allow: string): (req: Request, res: Response) => void {
  return (req, res) => {
    if (req.method === 'OPTIONS') {
      res.writeHead(204, { ...API_POLICY, ...res.locals.exchange.headers.all, Allow: allow });
      res.end();
      return;
    }
    throw new ApiError(405, 'method_not_allowed', `Allowed here: ${allow}.`, { headers: { Allow: allow } });
  };
}
