import { ANONYMOUS } from '../auth/user-guard.ts';
import type { Actor, ProjectInfo } from '../context.ts';
import { unavailable } from '../errors.ts';
import type { Call } from './call.ts';
import type { ComposedService, Endpoint } from './endpoint.ts';
import type { EventStreams } from './event-streams/event-streams.ts';
import { postponeInstead } from './event-streams/stream-answer.ts';
import { type HandleDeps, type HandlerCall, handle } from './handle.ts';
import { readIdempotencyKey, readKeyedRequest } from './idempotency.ts';
import type { RawInput } from './input/validate.ts';
import { countRefused } from './limits/account-limit.ts';
import { clientAddress } from './limits/client-address.ts';
import { type LimitDeps, limitAnswer, limitByActor, limitByAddress, limitFirst } from './limits/endpoint-limits.ts';
import { CLOSED, type Cors, isAdministration } from './reply/cors.ts';
import { prefersCsv } from './reply/csv.ts';
import { type Reply, sendReply, type WholeReply } from './reply/reply.ts';
import { sendStream } from './reply/stream.ts';
import { deviceNameOf, deviceTokenOf } from './request/device-name.ts';
import { type IdentifyDeps, identify, identifyLate, verifyAgain } from './request/identify.ts';
import { readIfMatch } from './request/if-match.ts';
import { browserSessionOf, requireOwnPage } from './request/own-page.ts';
import type { InputReader } from './request/read-input.ts';
import { sharedKeyOf } from './request/shared-key.ts';
import { findTenant, findTenantInBody, type TenantDeps } from './request/tenant-of-request.ts';

export interface ServeDeps extends LimitDeps, TenantDeps, HandleDeps, IdentifyDeps {
  readonly cors: Cors;
  readonly eventStreams: EventStreams;
  /** Whether the database is migrated and the process accepts requests. */
  isReady(): boolean;
}

/** An endpoint of a service, with what is worked out once at the start. */
export interface Mounted {
  readonly endpoint: Endpoint<unknown>;
  readonly service: ComposedService;
  readonly hasSearch: boolean;
  readonly hasCsv: boolean;
  readonly readInput: InputReader;
  readonly deps: ServeDeps;
}

/** The steps of a request to an endpoint, in their only order. Rejects with the error that the client should get. */
export async function serve(mounted: Mounted, call: Call): Promise<void> {
  try {
    setHeaders(mounted, call);
    const caller = await admit(mounted, call);
    const asked = await read(mounted, call, caller);
    const reply = await run(mounted, call, asked);
    await answer(mounted, call, reply);
  } catch (error) {
    await refuse(mounted, call, error);
  }
}

/** Sets what all answers of the endpoint have, refusals too. */
function setHeaders({ endpoint, service, deps, hasCsv }: Mounted, { req, res, params }: Call): void {
  const { exchange } = res.locals;
  const { protocol } = endpoint;
  if (protocol !== undefined) exchange.renderRefusal = (error) => protocol.renderRefusal(error, params);
  exchange.route = service.prefix + endpoint.path;
  if (isAdministration(endpoint)) exchange.policy = deps.cors.restricted(req, exchange.headers);
  if (endpoint.isForBrowser === true) exchange.policy = CLOSED;
  if (variesByCaller(endpoint)) exchange.headers.setHeader('Vary', 'X-Project-ID, Authorization');
  if (hasCsv) exchange.headers.append('Vary', 'Accept');
}

/** The caller and the tenant of a request. */
interface Caller {
  readonly actor: Actor;
  readonly project: ProjectInfo | null;
}

const ANYONE: Caller = { actor: ANONYMOUS, project: null };

/** Rate-limits the request and finds its caller and tenant, as far as they are known without its body. */
async function admit(mounted: Mounted, call: Call): Promise<Caller> {
  const { endpoint, deps } = mounted;
  if (!deps.isReady()) throw unavailable('The service is starting. Try again in a moment.');
  if (endpoint.isForBrowser === true) requireOwnPage(call.req);
  await call.deadline.bound(limitByAddress(mounted, deps, call));
  const caller = isForAnyone(endpoint, call) ? ANYONE : await call.deadline.bound(callerOf(mounted, call));
  await call.deadline.bound(limitByActor(endpoint, deps, { actor: caller.actor, call }));
  return caller;
}

interface Asked extends Caller {
  readonly input: RawInput;
}

/** Reads and checks the input, and finds the caller and the tenant that only the input names. */
async function read({ endpoint, readInput, deps }: Mounted, call: Call, early: Caller): Promise<Asked> {
  const { tenant } = endpoint;
  // the client's own time to send a body is not counted
  const input = await readInput(call);
  if (endpoint.body !== undefined) await verifyAgain(endpoint, deps, { req: call.req, actor: early.actor });
  const actor = endpoint.needsUser?.(input) === true ? await identifyLate(endpoint, deps, call) : early.actor;
  const isInBody = tenant === 'body' || tenant === 'bodyIfAny';
  const project = isInBody ? await call.deadline.bound(findTenantInBody(tenant, deps, { req: call.req, input, actor })) : early.project;
  return { actor, project, input };
}

/** Runs the handler, once for a repeated or shared request. */
async function run(mounted: Mounted, call: Call, asked: Asked): Promise<Reply> {
  const { endpoint, deps } = mounted;
  const { req, res, deadline } = call;
  const { exchange } = res.locals;
  const base = contextOf(mounted, call, asked);
  const keyed = endpoint.idempotent === true ? readKeyedRequest(req, asked) : null;
  const sharedKey = endpoint.isShared === true ? sharedKeyOf(req, { route: exchange.route, ...asked }) : null;
  const count = (): Promise<void> => limitFirst(endpoint, deps, { actor: asked.actor, call });
  exchange.isCounted = true;
  const { headers } = exchange;
  return deadline.bound(handle(endpoint, deps, { base, headers, input: asked.input, deadline, keyed, sharedKey, count }));
}

/** Sends the reply: a document or events in a stream, or a body. */
async function answer({ endpoint, deps }: Mounted, call: Call, reply: Reply): Promise<void> {
  const { req, res, deadline } = call;
  if ('stream' in reply) return sendStream(res, reply, { pool: deps.widePool, deadline });
  if ('opening' in reply) return deps.eventStreams.open(req, res, reply.opening);
  await deadline.bound(limitAnswer(deps, call, reply));
  const isPersonal = endpoint.auth !== 'public' || endpoint.tenant !== undefined;
  sendReply(res, isPersonal ? withoutCaching(reply) : reply, req.headers['if-none-match']);
}

/** Does what some endpoints do with a refusal. @throws the error, which the error handler renders, unless a stream has answered it */
async function refuse({ endpoint, deps }: Mounted, call: Call, error: unknown): Promise<void> {
  if (endpoint.reply === 'events') return postponeInstead(error, call.req, call.res);
  if (endpoint.limit === 'account' && endpoint.auth === 'public') await countRefused(error, deps, call);
  throw error;
}

/** Whether one URL has different answers for different tenants or tokens. */
function variesByCaller(endpoint: Mounted['endpoint']): boolean {
  return endpoint.tenant !== undefined || (endpoint.auth !== 'public' && endpoint.auth !== 'manager');
}

/** Whether a request has neither caller nor tenant, as the hottest reads. */
function isForAnyone({ auth, tenant, protocol }: Mounted['endpoint'], { req }: Call): boolean {
  return auth === 'public' && tenant === undefined && (protocol !== undefined || req.headers['x-project-id'] === undefined);
}

async function callerOf({ endpoint, service, deps }: Mounted, call: Call): Promise<Caller> {
  const { req } = call;
  const actor = await identify(endpoint, deps, call);
  const hasNoTenant = endpoint.tenant === undefined && req.headers['x-project-id'] === undefined;
  return { actor, project: hasNoTenant ? null : await findTenant({ endpoint, service }, deps, { req, actor }) };
}

function contextOf({ endpoint, service, hasCsv }: Mounted, { req, res }: Call, { actor, project }: Asked): HandlerCall['base'] {
  const { headers } = req;
  const browser = endpoint.isForBrowser === true ? browserSessionOf(req) : null;
  // written out: an object that begins with a spread gets its own shape in V8, which would cost a third of a cached read
  return {
    requestId: res.locals.exchange.requestId,
    actor,
    address: clientAddress(req),
    readDevice: () => deviceNameOf(headers),
    ifMatch: endpoint.ifMatch === true ? readIfMatch(req) : null,
    deviceToken: endpoint.device !== undefined ? deviceTokenOf(headers) : (browser?.deviceToken ?? null),
    idempotencyKey: endpoint.idempotent === 'signIn' ? readIdempotencyKey(req) : null,
    browser,
    wantsCsv: hasCsv && prefersCsv(req),
    project,
    service: service.instance,
  };
}

/** Replies that belong to a tenant or a person stay out of every cache, whatever the handler asked for. */
function withoutCaching(reply: WholeReply): WholeReply {
  if (!('latin1' in reply)) return reply;
  const others = reply.headers.filter((_, index, all) => all[index - (index % 2)] !== 'Cache-Control');
  return { ...reply, headers: [...others, 'Cache-Control', 'no-store'] };
}
