import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Admission } from '../concurrency/admission.ts';
import type { ApiError } from '../errors.ts';
import type { HttpMetrics } from '../observe/metrics.ts';
import type { AnsweredRequest } from '../observe/request-durations.ts';
import type { Exchange } from './exchange.ts';
import { AnswerHeaders, VERSION_HEADER } from './fast-path/response-headers.ts';
import type { Route } from './mount.ts';
import type { Cors } from './reply/cors.ts';
import { framingFault, noteNewest } from './request/framing.ts';

export interface FrontDoorDeps {
  /** The version of Diwan, which every answer names. */
  readonly version: string;
  readonly cors: Cors;
  readonly admission: Admission;
  readonly metrics: HttpMetrics;
  /** Writes the one log line of each request. */
  logAnswer(answer: AnsweredRequest, requestId: string): void;
  /** Whether the process is shutting down; connections are then closed after each answer. */
  isDraining(): boolean;
}

/** Returns the refusal of a request, or null. `hot` is its route if the lane has found it. */
export type FrontDoor = (req: Request, res: Response, hot: Route | undefined) => ApiError | null;

/** The first step of every request: names it, counts and logs its answer, and refuses ambiguous framing and what is too much now. */
export function frontDoor(routes: readonly Route[], deps: FrontDoorDeps): FrontDoor {
  const { version, cors } = deps;
  const overload = overloadRefusals(routes, deps.admission);
  return (req, res, hot) => {
    const startedAt = performance.now();
    let isReported = false;
    const exchange: Exchange = {
      requestId: readRequestId(req),
      headers: new AnswerHeaders(),
      policy: cors.open,
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
    exchange.headers.setHeader(VERSION_HEADER, version);
    exchange.headers.setHeader('X-Request-Id', exchange.requestId);
    if (deps.isDraining()) exchange.headers.setHeader('Connection', 'close');
    deps.metrics.started();
    whenOver(req, res, () => exchange.report(res.writableFinished ? res.statusCode : 499));
    noteNewest(req.socket, res);
    const fault = framingFault(req);
    if (fault === null) return overload(req, hot);
    exchange.headers.setHeader('Connection', 'close');
    return fault;
  };
}

/** Light questions of operators, balancers and other services, answered by an overloaded server too. */
const LIGHT_PATHS = ['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json'];

/** The refusal of a request that an overloaded server does not admit. Sign-ins, answers from memory and light questions always are. */
function overloadRefusals(routes: readonly Route[], admission: Admission): (req: Request, hot: Route | undefined) => ApiError | null {
  const alwaysAdmitted = new Set([...LIGHT_PATHS, ...routes.filter(({ isSignIn }) => isSignIn).map(({ path }) => path)]);
  return ({ method, url }, hot) => {
    const isLight = hot === undefined ? method === 'OPTIONS' || alwaysAdmitted.has(pathOf(url)) : hot.endpoint.pool === 'memory';
    return isLight ? null : admission.refusal(isRead(method) ? 'read' : 'write');
  };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Without the query and a slash at the end. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.endsWith('/') ? path.slice(0, -1) : path;
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
