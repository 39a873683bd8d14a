import type { IRouter, Request, Response } from 'express';
import { type ApiKeyGuard, hasApiKey, requireReach } from '../auth/api-key-guard.ts';
import { ANONYMOUS, identifyUser } from '../auth/user-guard.ts';
import type { Clock } from '../clock.ts';
import type { Actor, ApiKeyActor, Context } from '../context.ts';
import type { KeyedRequest } from '../db/idempotency.ts';
import { ApiError, invalidApiKey, throttled, unavailable } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { HeaderSink } from './answer-headers.ts';
import { readJsonBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import type { Row, Service, Work } from './endpoint.ts';
import { makeContext } from './exchange.ts';
import type { Gate } from './gate.ts';
import { answerOnce, onceEach, readKeyedRequest } from './idempotency.ts';
import { readIfMatch } from './if-match.ts';
import { createInputMemory } from './input/remembered.ts';
import { parseInput, type RawInput } from './input/validate.ts';
import { otherMethods } from './other-methods.ts';
import { type Reply, sendReply } from './reply.ts';
import { type LimitDeps, limitByActor, limitByAddress, limitFirst } from './row-limits.ts';
import { findTenant, findTenantInBody, type TenantDeps } from './tenant-of-request.ts';

export interface MountDeps extends LimitDeps, TenantDeps {
  readonly log: Logger;
  readonly clock: Clock;
  readonly apiKeys: ApiKeyGuard;
  readonly gate: Gate;
  readonly wideGate: Gate;
  readonly passwordGate: Gate;
  readonly sendGate: Gate;
  /** Whether the database is migrated and the process takes work. */
  isReady(): boolean;
}

/**
 * Puts a service's rows on the application. The only place where the order limit → guard → tenant → input → handler → reply is
 * written, and the only one that touches `req` and `res`. Rows stand on the application itself, for a router of their own would
 * cost each request a second dispatch.
 */
export function mount(app: IRouter, service: Service, deps: MountDeps): void {
  for (const [path, rows] of groupByPath(service.rows)) {
    const route = app.route(service.prefix + path);
    for (const row of rows) {
      const endpoint = { row, service, readInput: inputReader(row) };
      route[row.method]((req, res) => serve(endpoint, deps, { req, res }));
    }
  }
  app.use(service.prefix, otherMethods(service.rows));
}

function groupByPath(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.path, [...(groups.get(row.path) ?? []), row]);
  return groups;
}

interface Call {
  readonly req: Request;
  readonly res: Response;
}

interface Endpoint {
  readonly row: Row;
  readonly service: Service;
  readonly readInput: InputReader;
}

type InputReader = (call: Call) => RawInput | Promise<RawInput>;

/** Reads and checks what a row describes; for reads from memory once per address. */
function inputReader(row: Row): InputReader {
  const parse = (raw: RawInput): RawInput => parseInput(row, raw);
  if (row.body !== undefined)
    return async ({ req, res }) => parse({ params: req.params, query: req.query, body: await readJsonBody(req, res) });
  const rawOf = (req: Request): RawInput => ({ params: req.params, query: req.query, body: undefined });
  if (row.work !== 'memory') return ({ req }) => parse(rawOf(req));
  const remember = createInputMemory(parse);
  return ({ req }) => remember(req.url, () => rawOf(req));
}

async function serve({ row, service, readInput }: Endpoint, deps: MountDeps, call: Call): Promise<void> {
  const { req, res } = call;
  const { exchange } = res.locals;
  const { headers } = exchange;
  exchange.route = service.prefix + row.path;
  if (dependsOnAsker(row)) headers.setHeader('Vary', 'X-Project-ID, Authorization');
  if (!deps.isReady()) throw unavailable('The service is starting. Try again in a moment.');
  await limitByAddress({ row, service }, deps, call);
  // a public row without a tenant knows both beforehand: each promise that need not be is felt on the hottest reads
  const actor = row.auth === 'public' ? ANONYMOUS : await identify(row, deps, call);
  const belongsToNone = row.tenant === undefined && req.headers['x-project-id'] === undefined;
  const known = belongsToNone ? null : await findTenant({ row, service }, deps, { req, actor });
  const counted = limitByActor(row, deps, { actor, call });
  if (counted !== undefined) await counted;
  const read = readInput(call);
  const input = read instanceof Promise ? await read : read;
  // a body may take 10 s to arrive, and whoever sent its first byte may be signed out by then
  if (row.body !== undefined && (actor.kind === 'user' || actor.kind === 'operator')) await deps.tokens.verify(req);
  const project = row.tenant === 'body' || row.tenant === 'bodyIfAny' ? await findTenantInBody(row.tenant, deps, { req, input }) : known;
  const facts = { requestId: exchange.requestId, actor, project, ifMatch: row.ifMatch === true ? readIfMatch(req) : null };
  const keyed = row.idempotent === true ? readKeyedRequest(req, { facts, input }) : null;
  const made = handle(row, deps, { facts, headers, input, keyed, count: () => limitFirst(row, deps, { actor, call }) });
  const reply = made instanceof Promise ? await made : made;
  sendReply(res, row.auth !== 'public' || row.tenant !== undefined ? keptByNobody(reply) : reply, req.headers['if-none-match']);
}

interface Asked {
  readonly facts: Pick<Context, 'requestId' | 'actor' | 'project' | 'ifMatch'>;
  readonly headers: HeaderSink;
  readonly input: RawInput;
  /** The request as its `Idempotency-Key` names it. */
  readonly keyed: KeyedRequest | null;
  /** Counts what is counted of a keyed request only when it is the first. */
  count(): Promise<void>;
}

/** Runs the handler, in its turn where the work has a gate. What is answered from memory counts nothing and waits for nothing. */
function handle(row: Row, deps: MountDeps, { facts, headers, input, keyed, count }: Asked): Reply | Promise<Reply> {
  if (row.work === 'memory') return row.handler(makeContext(facts, deps), input);
  const hitOnce: Context['hit'] = (name, key) => deps.limits.hit(name, key, headers);
  const hit = keyed === null ? hitOnce : onceEach(hitOnce);
  const answer = (leavePlace: Context['leavePlace']): Reply | Promise<Reply> => {
    const ctx = makeContext({ ...facts, hit, leavePlace }, deps);
    const work = (): Reply | Promise<Reply> => row.handler(ctx, input);
    return keyed === null ? work() : answerOnce(keyed, ctx, { headers, count, work });
  };
  const gate = gateOf(typeof row.work === 'function' ? row.work(input) : row.work, deps);
  return gate === null ? answer(() => {}) : gate.run(answer);
}

function gateOf(work: Work = 'database', { gate, wideGate, passwordGate, sendGate }: MountDeps): Gate | null {
  if (work === 'database') return gate;
  if (work === 'wide') return wideGate;
  if (work === 'password') return passwordGate;
  return work === 'sending' ? sendGate : null;
}

/** Whether the same address answers differently by tenant or by token. */
function dependsOnAsker(row: Row): boolean {
  return row.tenant !== undefined || (row.auth !== 'public' && row.auth !== 'apiKey');
}

/** What belongs to a tenant or to somebody stays out of every cache, whatever the handler says of it. */
function keptByNobody(reply: Reply): Reply {
  return reply.headers === undefined ? reply : { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-store' } };
}

async function identify(row: Row, deps: MountDeps, call: Call): Promise<Actor> {
  if (row.auth !== 'apiKey') return identifyUser(deps.tokens, call.req, row.auth);
  const actor = await verifyApiKey(deps, call);
  requireReach(actor, { scope: row.method === 'get' ? 'read' : 'write', reach: row.reach, slug: slugOf(call.req) });
  return actor;
}

function slugOf(req: Request): string | undefined {
  const slug = req.params['slug'];
  return typeof slug === 'string' ? slug : undefined;
}

/** A wrong key counts against its sender's address; once over, no key of that address is looked up. */
async function verifyApiKey(deps: MountDeps, call: Call): Promise<ApiKeyActor> {
  if (!hasApiKey(call.req)) throw invalidApiKey();
  const address = clientAddress(call.req);
  const wait = await deps.limits.blockedFor('failedKeys', address);
  if (wait > 0) throw throttled(wait);
  try {
    return await deps.apiKeys.verify(call.req);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      await deps.limits.consume('failedKeys', address, call.res.locals.exchange.headers);
    throw error;
  }
}
