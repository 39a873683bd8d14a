import type { IRouter, Request, Response } from 'express';
import { ANONYMOUS } from '../auth/user-guard.ts';
import { Deadline } from '../concurrency/deadline.ts';
import type { Actor, ProjectInfo } from '../context.ts';
import { unavailable } from '../errors.ts';
import type { ComposedService, Endpoint as EndpointOf } from './endpoint.ts';
import type { EventStreams } from './event-streams/event-streams.ts';
import { postponeInstead } from './event-streams/stream-answer.ts';
import { type HandleDeps, handle } from './handle.ts';
import { readKeyedRequest } from './idempotency.ts';
import { countRefused } from './limits/account-limit.ts';
import { clientAddress } from './limits/client-address.ts';
import { type LimitDeps, limitAnswer, limitByActor, limitByAddress, limitFirst } from './limits/endpoint-limits.ts';
import { otherMethods } from './other-methods.ts';
import { type Cors, isAdministration } from './reply/cors.ts';
import { prefersCsv } from './reply/csv.ts';
import { sendReply, type WholeReply } from './reply/reply.ts';
import { sendStream } from './reply/stream.ts';
import { deviceNameOf, deviceTokenOf } from './request/device-name.ts';
import { type IdentifyDeps, identify, identifyLate, verifyAgain } from './request/identify.ts';
import { readIfMatch } from './request/if-match.ts';
import { paramsOf, routerPath } from './request/protocol.ts';
import { type InputReader, inputReader } from './request/read-input.ts';
import { sharedKeyOf } from './request/shared-key.ts';
import { findTenant, findTenantInBody, type TenantDeps } from './request/tenant-of-request.ts';

export interface MountDeps extends LimitDeps, TenantDeps, HandleDeps, IdentifyDeps {
  readonly cors: Cors;
  readonly eventStreams: EventStreams;
  /** Whether the database is migrated and the process accepts requests. */
  isReady(): boolean;
}

type Endpoint = EndpointOf<unknown>;

/** A registered endpoint, with what the fast path needs to answer its requests too. */
export interface Route {
  /** The whole pattern, such as `/api/v1/apps/:slug`. */
  readonly path: string;
  readonly endpoint: Endpoint;
  /** Whether a person needs it to sign in, so that it is admitted when the server is overloaded. */
  readonly isSignIn: boolean;
  /** Answers a request with these parts of its URL. Rejects with the error that the client should get. */
  serve(req: Request, res: Response, url: Pick<Request, 'params' | 'query'>): Promise<void>;
}

/**
 * Registers the endpoints of a service. This is the only place that orders limit → guard → tenant → input → handler → reply;
 * handlers never see `req` and `res`. Routes are on the application itself: a router costs each request a second dispatch.
 */
export function mount(app: IRouter, service: ComposedService, deps: MountDeps): Route[] {
  const routes = service.endpoints.map((endpoint) => routeOf(endpoint, service, deps));
  const pathOf = ({ path, endpoint }: Route): string => routerPath(path, endpoint.protocol);
  for (const path of new Set(routes.map(pathOf))) {
    const registered = app.route(path);
    for (const route of routes) if (pathOf(route) === path) registered[route.endpoint.method]((req, res) => route.serve(req, res, req));
  }
  app.use(service.prefix, otherMethods(service.endpoints, deps.cors));
  return routes;
}

function routeOf(endpoint: Endpoint, service: ComposedService, deps: MountDeps): Route {
  const mounted = { endpoint, service, hasSearch: hasSearch(endpoint), readInput: inputReader(endpoint) };
  const path = service.prefix + endpoint.path;
  const { protocol } = endpoint;
  const answer: Route['serve'] = (req, res, { params, query }) =>
    serve(mounted, deps, { req, res, params: protocol === undefined ? params : paramsOf(protocol, req, params), query });
  const streamed: Route['serve'] = (req, res, url) => answer(req, res, url).catch((error) => postponeInstead(error, req, res));
  if (endpoint.eventStream === true) return { path, endpoint, isSignIn: false, serve: streamed };
  const isCountedByToken = endpoint.limit === 'account' && endpoint.auth === 'public';
  const counted: Route['serve'] = (req, res, url) => countRefused(answer(req, res, url), deps, { req, res });
  return { path, endpoint, isSignIn: isSignIn(endpoint, service), serve: isCountedByToken ? counted : answer };
}

function isSignIn({ auth }: Endpoint, { name }: ComposedService): boolean {
  return name === 'auth' && auth === 'public';
}

function hasSearch({ query }: Endpoint): boolean {
  return query?.$_terms['keys']?.some(({ key }: { key: string }) => key === 'q') === true;
}

interface Call {
  readonly req: Request;
  readonly res: Response;
  readonly params: Request['params'];
  readonly query: Request['query'];
}

interface MountedEndpoint {
  readonly endpoint: Endpoint;
  readonly service: ComposedService;
  readonly hasSearch: boolean;
  readonly readInput: InputReader;
}

async function serve(mounted: MountedEndpoint, deps: MountDeps, call: Call): Promise<void> {
  const { endpoint, service, readInput } = mounted;
  const { req, res } = call;
  const { exchange } = res.locals;
  const { headers } = exchange;
  const { protocol } = endpoint;
  if (protocol !== undefined) exchange.renderRefusal = (error) => protocol.renderRefusal(error, call.params);
  exchange.route = service.prefix + endpoint.path;
  if (isAdministration(endpoint)) exchange.policy = deps.cors.restricted(req, headers);
  if (variesByCaller(endpoint)) headers.setHeader('Vary', 'X-Project-ID, Authorization');
  if (endpoint.csv === true) headers.append('Vary', 'Accept');
  if (!deps.isReady()) throw unavailable('The service is starting. Try again in a moment.');
  const deadline = new Deadline(isSignIn(endpoint, service) ? null : deps.admission);
  const admitted = admit(mounted, deps, call);
  const { actor: identified, known } = admitted instanceof Promise ? await deadline.bound(admitted) : admitted;
  const counted = limitByActor(endpoint, deps, { actor: identified, call });
  if (counted !== undefined) await deadline.bound(counted);
  // the client's own time to send a body is not counted
  const read = readInput(call);
  const input = read instanceof Promise ? await read : read;
  if (endpoint.body !== undefined) await verifyAgain(endpoint, deps, { req, actor: identified });
  const actor = endpoint.needsUser?.(input) === true ? await identifyLate(endpoint, deps, call) : identified;
  const isInBody = endpoint.tenant === 'body' || endpoint.tenant === 'bodyIfAny';
  const project = isInBody ? await deadline.bound(findTenantInBody(endpoint.tenant, deps, { req, input, actor })) : known;
  const ifMatch = endpoint.ifMatch === true ? readIfMatch(req) : null;
  const readDevice = (): string | null => deviceNameOf(req.headers);
  // written out: an object that begins with a spread gets its own shape in V8, which would cost a third of a cached read
  const base = {
    requestId: exchange.requestId,
    actor,
    address: clientAddress(req),
    readDevice,
    ifMatch,
    deviceToken: endpoint.device !== undefined ? deviceTokenOf(req.headers) : null,
    wantsCsv: endpoint.csv === true && prefersCsv(req),
    project,
    service: service.instance,
  };
  const keyed = endpoint.idempotent === true ? readKeyedRequest(req, { actor, project, input }) : null;
  const sharedKey = endpoint.isShared === true ? sharedKeyOf(req, { route: exchange.route, project, input }) : null;
  const count = () => limitFirst(endpoint, deps, { actor, call });
  exchange.isCounted = true;
  const made = handle(endpoint, deps, { base, headers, input, deadline, keyed, sharedKey, count });
  const reply = made instanceof Promise ? await deadline.bound(made) : made;
  if ('stream' in reply) return sendStream(res, reply, { pool: deps.widePool, deadline });
  if ('opening' in reply) return deps.eventStreams.open(req, res, reply.opening);
  const answered = limitAnswer(deps, call, reply);
  if (answered !== undefined) await deadline.bound(answered);
  const isPersonal = endpoint.auth !== 'public' || endpoint.tenant !== undefined;
  sendReply(res, isPersonal ? withoutCaching(reply) : reply, req.headers['if-none-match']);
}

/** Whether one URL has different answers for different tenants or tokens. */
function variesByCaller(endpoint: Endpoint): boolean {
  return endpoint.tenant !== undefined || (endpoint.auth !== 'public' && endpoint.auth !== 'manager');
}

/** Replies that belong to a tenant or a person stay out of every cache, whatever the handler asked for. */
function withoutCaching(reply: WholeReply): WholeReply {
  if (!('latin1' in reply)) return reply;
  const others = reply.headers.filter((_, index, all) => all[index - (index % 2)] !== 'Cache-Control');
  return { ...reply, headers: [...others, 'Cache-Control', 'no-store'] };
}

/** The caller and the tenant of a request, as far as they are known without its body. */
interface Admitted {
  readonly actor: Actor;
  readonly known: ProjectInfo | null;
}

const OPEN: Admitted = { actor: ANONYMOUS, known: null };

/**
 * Counts a request, then finds its caller and tenant. A public endpoint without a tenant has neither, and gets no promise where the count
 * needs none: on the hottest reads each one costs measurable time.
 */
function admit(mounted: MountedEndpoint, deps: MountDeps, call: Call): Admitted | Promise<Admitted> {
  const { auth, tenant, protocol } = mounted.endpoint;
  const limited = limitByAddress(mounted, deps, call);
  const ignoresProject = protocol !== undefined || call.req.headers['x-project-id'] === undefined;
  const isOpen = auth === 'public' && tenant === undefined && ignoresProject;
  if (!isOpen) return identifyCaller(mounted, deps, { limited, ...call });
  return limited === undefined ? OPEN : limited.then(() => OPEN);
}

interface LimitedCall extends Call {
  /** The count that must succeed first. */
  readonly limited: Promise<void> | undefined;
}

async function identifyCaller(mounted: MountedEndpoint, deps: MountDeps, call: LimitedCall): Promise<Admitted> {
  const { endpoint } = mounted;
  await call.limited;
  const actor = await identify(endpoint, deps, call);
  const hasNoTenant = endpoint.tenant === undefined && call.req.headers['x-project-id'] === undefined;
  return { actor, known: hasNoTenant ? null : await findTenant(mounted, deps, { req: call.req, actor }) };
}
