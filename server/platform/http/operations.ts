import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { KEY_LEAD_SECONDS, type SigningKeys } from '../auth/signing-keys.ts';
import type { DatabaseReader } from '../db/reader.ts';
import { notAuthenticated, permissionDenied, unavailable } from '../errors.ts';
import type { ProcessState } from '../process-state.ts';
import { methodNotAllowed } from './exchange.ts';
import { type PreparedBody, prepareBody } from './fast-path/prepared-body.ts';
import { API_POLICY } from './fast-path/response-headers.ts';
import { ok, prepared, sendReply } from './reply.ts';

export interface OperationsDeps {
  readonly state: ProcessState;
  readonly keys: SigningKeys;
  /** Called once, by the first request for the document, so that the start does not wait for it. */
  openApi(): object;
  readonly metricsToken: string | null;
  /** null without `DATABASE_READER_URL`. */
  readonly reader: DatabaseReader | null;
  /** Resolves when the database answers, and rejects after `deadlineMs` at the latest. */
  ping(deadlineMs: number): Promise<void>;
  /** The metrics of this process, or of all workers. */
  readMetrics(): Promise<{ type: string; text: string }>;
}

/** How long a check waits for the database. Less than the second after which many balancers abandon a check. */
const CHECK_MS = 500;
const DEEP_CHECK_MS = 1_000;

/** The endpoints for operating the server: no rate limit, no tenant, and a token only for the metrics. */
export function operationsRouter(deps: OperationsDeps): Router {
  const router = Router();
  router.get('/healthz', named('/healthz'), (_req, res) => sendReply(res, ok({ status: 'ok' })));
  router.get('/readyz', named('/readyz'), async (req, res) => {
    const { deep = 'false' } = req.query;
    const isDeep = deep !== 'false' && deep !== '0';
    const database = await requireReady(deps, isDeep);
    const reader = isDeep && deps.reader !== null ? { reader: deps.reader.isInUse ? 'in_use' : 'not_in_use' } : {};
    sendReply(res, ok({ status: 'ready', database, ...reader }));
  });
  router.get('/metrics', named('/metrics'), async (req, res) => {
    requireMetricsAccess(req, deps.metricsToken);
    const { type, text } = await deps.readMetrics();
    res.writeHead(200, { ...API_POLICY, ...res.locals.exchange.headers.all, 'Content-Type': type, 'Cache-Control': 'no-store' });
    res.end(text);
  });
  router.get('/.well-known/jwks.json', named('/.well-known/jwks.json'), serveKeys(deps.keys));
  router.get(
    '/openapi.json',
    named('/openapi.json'),
    serveForever(() => deps.openApi(), 'public, max-age=300'),
  );
  router.all(['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json', '/openapi.json'], methodNotAllowed('GET, HEAD, OPTIONS'));
  return router;
}

function named(route: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.exchange.route = route;
    next();
  };
}

/** A document that is built on the first request and stays the same for the life of the process. */
function serveForever(make: () => object, cacheControl: string): RequestHandler {
  let body: PreparedBody | undefined;
  return (req, res) => {
    body ??= prepareBody(make());
    sendReply(res, prepared(body, ['Cache-Control', cacheControl]), req.headers['if-none-match']);
  };
}

/**
 * The current public keys. Caches keep them for less time than a new key waits before it signs, so that verifiers know every key in time
 * (`npm run keys:rotate`).
 */
function serveKeys(keys: SigningKeys): RequestHandler {
  let served = keys.revision;
  let body = prepareBody(keys.jwks);
  return (req, res) => {
    if (served !== keys.revision) body = prepareBody(keys.jwks);
    served = keys.revision;
    sendReply(res, prepared(body, ['Cache-Control', `public, max-age=${KEY_LEAD_SECONDS}`]), req.headers['if-none-match']);
  };
}

/**
 * The state of the database, unless the process starts or drains. Without its database a process still answers reads from memory, so only
 * a deep check refuses it: a balancer would otherwise take out all processes at once.
 */
async function requireReady({ state, ping }: OperationsDeps, isDeep: boolean): Promise<'ok' | 'unreachable'> {
  if (state.isDraining) throw unavailable('The process is shutting down.');
  if (!state.isReady) throw unavailable('The process is starting, or migrations are pending.');
  try {
    await ping(isDeep ? DEEP_CHECK_MS : CHECK_MS);
    return 'ok';
  } catch (error) {
    if (isDeep) throw unavailable('The database does not answer.', error);
    return 'unreachable';
  }
}

/** The headers that a proxy adds to a forwarded request. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'] as const;

/** Allows only requests that send METRICS_TOKEN; when it is not set, only requests from this machine that no proxy forwarded. */
function requireMetricsAccess(req: Request, token: string | null): void {
  if (token === null) {
    const isForwarded = FORWARDED.some((name) => req.headers[name] !== undefined);
    if (isLoopback(req.socket.remoteAddress ?? '') && !isForwarded) return;
    throw permissionDenied('Metrics are for this machine only, unless METRICS_TOKEN is set and sent.');
  }
  const given = req.headers.authorization ?? '';
  if (!timingSafeEqual(digest(given), digest(`Bearer ${token}`))) throw notAuthenticated();
}

function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
