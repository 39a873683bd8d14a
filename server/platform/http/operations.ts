import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { bearerCredentials } from '../auth/bearer.ts';
import { KEY_LEAD_SECONDS, type SigningKeys } from '../auth/signing-keys.ts';
import { notAuthenticated, permissionDenied } from '../errors.ts';
import { type PreparedBody, prepareBody } from './fast-path/prepared-body.ts';
import { API_POLICY } from './fast-path/response-headers.ts';
import { methodNotAllowed } from './other-methods.ts';
import { type ReadinessDeps, requireReady } from './readiness.ts';
import { CLOSED } from './reply/cors.ts';
import { ok, prepared, sendReply } from './reply/reply.ts';

export interface OperationsDeps extends ReadinessDeps {
  readonly keys: SigningKeys;
  /** Reads the document for the first request, so that the start does not wait for it; null when it is not served. */
  readonly openApi: (() => Promise<object>) | null;
  /** Every error code with its meaning. */
  errorCatalogue(): object;
  readonly metricsToken: string | null;
  /** The metrics of this process, or of all workers. */
  readMetrics(): Promise<{ type: string; text: string }>;
}

/** The endpoints for operating the server: no rate limit, no tenant, and a token only for the metrics. */
export function operationsRouter(deps: OperationsDeps): Router {
  const router = Router();
  router.get('/healthz', closed('/healthz'), (_req, res) => sendReply(res, ok({ status: 'ok' })));
  router.get('/readyz', closed('/readyz'), async (req, res) => {
    const { deep = 'false' } = req.query;
    const isDeep = deep !== 'false' && deep !== '0';
    const database = await requireReady(deps, { isDeep, mayKnow: mayReadInternals(req, deps.metricsToken) });
    sendReply(res, ok({ status: 'ready', ...database }));
  });
  router.get('/metrics', closed('/metrics'), async (req, res) => {
    requireMetricsAccess(req, deps.metricsToken);
    const { type, text } = await deps.readMetrics();
    res.writeHead(200, { ...API_POLICY, ...res.locals.exchange.headers.all, 'Content-Type': type, 'Cache-Control': 'no-store' });
    res.end(text);
  });
  router.get('/.well-known/jwks.json', named('/.well-known/jwks.json'), serveKeys(deps.keys));
  router.get(
    '/errors.json',
    named('/errors.json'),
    serveForever(async () => deps.errorCatalogue(), 'public, max-age=300'),
  );
  const { openApi } = deps;
  if (openApi !== null) router.get('/openapi.json', named('/openapi.json'), serveForever(openApi, 'public, max-age=300'));
  const readOnly = methodNotAllowed('GET, HEAD, OPTIONS');
  for (const path of ['/healthz', '/readyz', '/metrics']) router.all(path, closed(path), readOnly);
  const documents = ['/.well-known/jwks.json', '/errors.json'];
  router.all(openApi === null ? documents : [...documents, '/openapi.json'], readOnly);
  return router;
}

function named(route: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.exchange.route = route;
    next();
  };
}

/** For operators and balancers: a page that a person of this machine or network opens must not read it in their browser. */
function closed(route: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.exchange.route = route;
    res.locals.exchange.policy = CLOSED;
    next();
  };
}

/** A document that is built on the first request and stays the same for the life of the process. */
function serveForever(make: () => Promise<object>, cacheControl: string): RequestHandler {
  let body: Promise<PreparedBody> | undefined;
  return async (req, res) => {
    body ??= make().then(prepareBody);
    sendReply(res, prepared(await body, ['Cache-Control', cacheControl]), req.headers['if-none-match']);
  };
}

/**
 * The current public keys. Caches keep them for less time than a new key waits before it signs, so that verifiers know every key in time
 * (`npx diwan-server keys:rotate`).
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

/** The headers that a proxy adds to a forwarded request. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'] as const;

/** Allows only requests that send METRICS_TOKEN; when it is not set, only requests from this machine that no proxy forwarded. */
function requireMetricsAccess(req: Request, token: string | null): void {
  if (token === null && !isFromThisMachine(req))
    throw permissionDenied('Metrics are for this machine only, unless METRICS_TOKEN is set and sent.');
  if (token !== null && !sends(req, token)) throw notAuthenticated();
}

function mayReadInternals(req: Request, token: string | null): boolean {
  return isFromThisMachine(req) || (token !== null && sends(req, token));
}

function sends(req: Request, token: string): boolean {
  return timingSafeEqual(digest(bearerCredentials(req.headers.authorization) ?? ''), digest(token));
}

function isFromThisMachine(req: Request): boolean {
  return isLoopback(req.socket.remoteAddress ?? '') && FORWARDED.every((name) => req.headers[name] === undefined);
}

function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
