import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Clock } from '../clock.ts';
import type { Actor, Context, ProjectInfo } from '../context.ts';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../observe/logger.ts';
import type { HttpMetrics } from '../observe/metrics.ts';
import type { AnsweredRequest } from '../observe/request-durations.ts';
import { AnswerHeaders } from './fast-path/response-headers.ts';
import { type AnswerPolicy, CLOSED, type Cors, isPreflight, preflightHeaders } from './reply/cors.ts';
import { framingFault, noteNewest } from './request/framing.ts';

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

export interface IntakeDeps {
  /** Without it no page of another origin may read an answer. */
  readonly cors?: Cors;
  readonly metrics: HttpMetrics;
  /** Writes the one log line of each request. */
  logAnswer(answer: AnsweredRequest, requestId: string): void;
  /** Whether the process is shutting down; connections are then closed after each answer. */
  isDraining(): boolean;
}

/** The first step for every request: names it, counts and logs its answer, and returns the refusal of ambiguous framing. */
export function intake(deps: IntakeDeps): (req: Request, res: Response) => ApiError | null {
  const { open } = deps.cors ?? { open: CLOSED };
  return (req, res) => {
    const startedAt = performance.now();
    let isReported = false;
    const exchange: Exchange = {
      requestId: readRequestId(req),
      headers: new AnswerHeaders(),
      policy: open,
      route: 'unmatched',
      report(status) {
        if (isReported) return;
        isReported = true;
        const answer = { method: req.method, route: exchange.route, status, seconds: (performance.now() - startedAt) / 1000 };
        deps.metrics.finished(answer);
        deps.logAnswer(answer, exchange.requestId);
      },
    };
    res.locals = { exchange };
    exchange.headers.setHeader('X-Request-Id', exchange.requestId);
    if (deps.isDraining()) exchange.headers.setHeader('Connection', 'close');
    deps.metrics.started();
    whenOver(req, res, () => exchange.report(res.writableFinished ? res.statusCode : 499));
    noteNewest(req.socket, res);
    const fault = framingFault(req);
    if (fault !== null) exchange.headers.setHeader('Connection', 'close');
    return fault;
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
  readonly address?: string | null;
  readDevice?(): string | null;
  readonly project: ProjectInfo | null;
  readonly ifMatch?: Context['ifMatch'];
  readonly deviceToken?: string | null;
  readonly wantsCsv?: boolean;
  consumeRateLimit?: Context['consumeRateLimit'];
  takeFromRateLimit?: Context['takeFromRateLimit'];
  releaseSlot?: Context['releaseSlot'];
}

const UNLIMITED: Context['consumeRateLimit'] = async () => 0;
const ALL_HITS: Context['takeFromRateLimit'] = async (_name, _key, hits) => hits;
const NO_SLOT: Context['releaseSlot'] = () => {};
const NO_DEVICE = (): null => null;

class RequestContext implements Context {
  readonly db: Database;
  readonly service: unknown;
  readonly requestId: string;
  readonly actor: Actor;
  readonly address: string | null;
  readonly project: ProjectInfo | null;
  readonly now: Date;
  readonly ifMatch: Context['ifMatch'];
  readonly deviceToken: string | null;
  readonly wantsCsv: boolean;
  readonly consumeRateLimit: Context['consumeRateLimit'];
  readonly takeFromRateLimit: Context['takeFromRateLimit'];
  readonly releaseSlot: Context['releaseSlot'];
  readonly #parentLog: Logger;
  readonly #readDevice: () => string | null;
  #log: Logger | undefined;

  constructor(parts: ContextParts, { db, log, clock }: ContextDeps) {
    const { requestId, actor, address = null, project, ifMatch = null, consumeRateLimit = UNLIMITED, releaseSlot = NO_SLOT } = parts;
    this.db = db;
    this.service = parts.service;
    this.requestId = requestId;
    this.actor = actor;
    this.address = address;
    this.project = project;
    this.now = clock.now();
    this.ifMatch = ifMatch;
    this.deviceToken = parts.deviceToken ?? null;
    this.wantsCsv = parts.wantsCsv ?? false;
    this.consumeRateLimit = consumeRateLimit;
    this.takeFromRateLimit = parts.takeFromRateLimit ?? ALL_HITS;
    this.releaseSlot = releaseSlot;
    this.#parentLog = log;
    this.#readDevice = parts.readDevice ?? NO_DEVICE;
  }

  /** Read only by sign-ins. */
  get device(): string | null {
    return this.#readDevice();
  }

  /** Created on first use, because most requests log nothing themselves. */
  get log(): Logger {
    this.#log ??= this.#parentLog.child({ requestId: this.requestId });
    return this.#log;
  }
}

/** 405 for a known path, with the methods that it has; OPTIONS lists them, also to the preflight of a browser. */
export function methodNotAllowed(allow: string): (req: Request, res: Response) => void {
  return (req, res) => {
    if (req.method === 'OPTIONS') {
      const { headers, policy } = res.locals.exchange;
      const preflight = isPreflight(req) ? preflightHeaders(policy, allow) : [];
      res.writeHead(204, [...policy.security, ...policy.cors, ...preflight, ...headers.list, 'Allow', allow]);
      res.end();
      return;
    }
    throw new ApiError(405, 'method_not_allowed', `Allowed here: ${allow}.`, { headers: { Allow: allow } });
  };
}
