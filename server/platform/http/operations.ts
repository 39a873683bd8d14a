import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { KEY_LEAD_SECONDS, type SigningKeys } from '../auth/signing-keys.ts';
import { notAuthenticated, permissionDenied, unavailable } from '../errors.ts';
import type { ProcessState } from '../process-state.ts';
import { API_POLICY } from './answer-headers.ts';
import { methodNotAllowed } from './exchange.ts';
import { type PreparedBody, prepareBody } from './prepared-body.ts';
import { ok, prepared, sendReply } from './reply.ts';

export interface OperationsDeps {
  readonly state: ProcessState;
  readonly keys: SigningKeys;
  /** Made when it is asked for, once: no start waits for it. */
  openApi(): object;
  readonly metricsToken: string | null;
  /** Resolves when the database answers, within a second. */
  ping(): Promise<void>;
  /** The metrics of this process, or of all workers. */
  readMetrics(): Promise<{ type: string; text: string }>;
}

/** What runs and watches the server asks (contract §1.1): never limited, no tenant, no token but for the metrics. */
export function operationsRouter(deps: OperationsDeps): Router {
  const router = Router();
  router.get('/healthz', named('/healthz'), (_req, res) => sendReply(res, ok({ status: 'ok' })));
  router.get('/readyz', named('/readyz'), async (_req, res) => {
    await requireReady(deps);
    sendReply(res, ok({ status: 'ready' }));
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

/** A document that stays the same as long as the process lives, made for the first who asks. */
function serveForever(make: () => object, cacheControl: string): RequestHandler {
  let body: PreparedBody | undefined;
  return (req, res) => {
    body ??= prepareBody(make());
    sendReply(res, prepared(body, { 'Cache-Control': cacheControl }), req.headers['if-none-match']);
  };
}

/**
 * The public keys as they are now. No cache keeps them longer than a new key waits until it signs: who verifies tokens then knows it in
 * time (`npm run keys:rotate`).
 */
function serveKeys(keys: SigningKeys): RequestHandler {
  let served = keys.revision;
  let body = prepareBody(keys.jwks);
  return (req, res) => {
    if (served !== keys.revision) body = prepareBody(keys.jwks);
    served = keys.revision;
    sendReply(res, prepared(body, { 'Cache-Control': `public, max-age=${KEY_LEAD_SECONDS}` }), req.headers['if-none-match']);
  };
}

async function requireReady({ state, ping }: OperationsDeps): Promise<void> {
  if (state.isDraining) throw unavailable('The process is ending.');
  if (!state.isReady) throw unavailable('The process is starting, or migrations are pending.');
  await ping().catch((cause: unknown) => {
    throw unavailable('The database does not answer.', cause);
  });
}

/** What a proxy adds when it asks for somebody else. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'] as const;

/** With a token, who knows it; without, who asks from this very machine, unless it is a proxy that asks for somebody else. */
function requireMetricsAccess(req: Request, token: string | null): void {
  if (token === null) {
    const isForwarded = FORWARDED.some((name) => req.headers[name] !== undefined);
    if (isLoopback(req.socket.remoteAddress ?? '') && !isForwarded) return;
    throw permissionDenied('Metrics are for this machine only, or for who knows METRICS_TOKEN.');
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
