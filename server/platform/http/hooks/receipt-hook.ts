import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Admission } from '../../concurrency/admission.ts';
import type { Bulkhead } from '../../concurrency/bulkhead.ts';
import { Deadline } from '../../concurrency/deadline.ts';
import { ApiError, notFound, unavailable } from '../../errors.ts';
import { HOOK_PATH } from '../../messaging/delivery.ts';
import type { Receipt, Receipts } from '../../messaging/receipts/receipt.ts';
import { API_POLICY } from '../fast-path/response-headers.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { RateLimiters } from '../limits/rate-limits.ts';
import { methodNotAllowed } from '../other-methods.ts';
import { CLOSED } from '../reply/cors.ts';
import { ok, sendReply } from '../reply/reply.ts';
import { readRawBody } from '../request/body.ts';

/** Takes the receipts of messaging providers. */
export interface ReceiptHook {
  /** The providers with receipts, by name. */
  readonly providers: ReadonlyMap<string, Receipts>;
  receive(provider: string, receipts: readonly Receipt[]): Promise<void>;
  /** A request whose signature was wrong. */
  refused(provider: string): void;
}

export interface ReceiptHookDeps {
  readonly limits: RateLimiters;
  readonly admission: Admission;
  readonly databasePool: Bulkhead;
  /** Whether the database is migrated and the process accepts requests. */
  isReady(): boolean;
}

const ROUTE = `${HOOK_PATH}/:provider`;

/** Serves the addresses of receipts. An answer other than 200 makes a provider send them again. */
export function receiptHookRouter(hook: ReceiptHook, deps: ReceiptHookDeps): Router {
  const router = Router();
  router
    .route(ROUTE)
    .all(closed)
    .get((req, res) => confirm(hook, deps, { req, res }))
    .post((req, res) => receive(hook, deps, { req, res }))
    .all(methodNotAllowed('GET, HEAD, POST, OPTIONS'));
  return router;
}

interface Call {
  readonly req: Request;
  readonly res: Response;
}

/** Programs of providers call it, never the page of a browser. */
const closed: RequestHandler = (_req, res, next) => {
  res.locals.exchange.route = ROUTE;
  res.locals.exchange.policy = CLOSED;
  next();
};

/** Answers the question of a provider whether the address is ours. */
async function confirm(hook: ReceiptHook, deps: ReceiptHookDeps, call: Call): Promise<void> {
  const { req, res } = call;
  const { name, receipts } = await admit(hook, deps, call);
  if (receipts.confirm === undefined) throw notFound();
  const challenge = receipts.confirm((key) => textOf(req.query[key]));
  if (challenge === null) throw refusal(hook, name);
  const bytes = Buffer.from(challenge);
  const { headers } = res.locals.exchange;
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': bytes.length, 'Cache-Control': 'no-store' };
  res.writeHead(200, { ...API_POLICY, ...headers.all, ...type });
  res.end(bytes);
}

async function receive(hook: ReceiptHook, deps: ReceiptHookDeps, call: Call): Promise<void> {
  const { req, res } = call;
  const { name, receipts } = await admit(hook, deps, call);
  const body = await readRawBody(req, res);
  const received = receipts.read({ header: (key) => textOf(req.headers[key]), body });
  if (received === null) throw refusal(hook, name);
  if (received.length > 0) await new Deadline(deps.admission).bound(deps.databasePool.run(() => hook.receive(name, received)));
  sendReply(res, ok({ received: received.length }));
}

async function admit(hook: ReceiptHook, deps: ReceiptHookDeps, { req, res }: Call): Promise<{ name: string; receipts: Receipts }> {
  if (!deps.isReady()) throw unavailable('The service is starting. Try again in a moment.');
  await deps.limits.consume('receipts', clientAddress(req), res.locals.exchange.headers);
  const name = textOf(req.params['provider']) ?? '';
  const receipts = hook.providers.get(name);
  if (receipts === undefined) throw notFound();
  return { name, receipts };
}

function refusal(hook: ReceiptHook, provider: string): ApiError {
  hook.refused(provider);
  return new ApiError(401, 'not_authenticated', 'The signature is wrong.');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
