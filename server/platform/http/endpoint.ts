import Joi, { type ObjectSchema, type Schema } from 'joi';
import type { ServiceName } from '../../config/types.ts';
import type { Reach } from '../auth/reach.ts';
import type { Area } from '../auth/scopes.ts';
import type { UserAuth } from '../auth/user-guard.ts';
import type { Context } from '../context.ts';
import type { Reply } from './reply/reply.ts';
import type { Protocol } from './request/protocol.ts';

/**
 * An endpoint is declared as one value, from which router, validation, guard, tenant, rate limit, OpenAPI, `Allow` and the endpoint list
 * are derived. An endpoint without `auth` does not compile.
 */

export type Method = 'get' | 'post' | 'put' | 'delete';
type SuccessStatus = 200 | 201 | 202 | 204;

/**
 * `manager` admits an API key or an operator of the role: by default `staff` for reads and `admin` for writes. A key needs `scope`
 * beside `read` or `write`; what belongs to people always has one.
 */
type Access =
  | { readonly auth: UserAuth }
  | { readonly auth: 'manager'; readonly reach: Exclude<Reach, 'tenant'>; readonly role?: 'staff' | 'admin'; readonly scope?: Area }
  | { readonly auth: 'manager'; readonly reach: 'tenant'; readonly role?: 'staff' | 'admin'; readonly scope: 'feedback' | 'users' };

/**
 * `read`, `evaluate` and `events` count by address before anything else, the others by actor. `evaluate` counts answers too, by the client
 * that the reply names. `global` is only the limit of phone auth as a whole;
 * services count phones and usernames with `ctx.consumeRateLimit`. `account` counts by user with a valid token, else as `global`; the
 * service counts a refresh token. `writeOrGuest` counts users as `write` and guests as `guestReviewByAddress`, but a guest's repeated
 * idempotency key as `read` (docs/reference/rate-limits.md).
 */
export type EndpointLimit = 'read' | 'evaluate' | 'events' | 'admin' | 'write' | 'writeOrGuest' | 'global' | 'account';

/**
 * The source of the tenant, which must exist. `true`: header, token or default project. `active`: the same, and the project must be active
 * except for staff. `body`: the body's `projectId`, header or default; tokens are ignored. `bodyIfAny`: the same without the default,
 * where the service finds the project (docs/reference/tenancy.md).
 */
export type Tenancy = true | 'active' | 'body' | 'bodyIfAny';

/**
 * JSON of a strict schema; with `csv` also a table for clients that prefer it (`ctx.wantsCsv`). `events`: an `EventStreamReply`, whose
 * refusals that pass by themselves become streams that end at once. null: no body.
 */
export type ReplyForm = Schema | { readonly json: Schema; readonly csv: true } | 'events' | null;

/** The schema of a reply that is JSON, else null. */
export function jsonOf(reply: ReplyForm): Schema | null {
  if (reply === null || reply === 'events') return null;
  return Joi.isSchema(reply) ? reply : reply.json;
}

/** Whether a reply may be a table. */
export function hasCsv(reply: ReplyForm): boolean {
  return reply !== null && reply !== 'events' && !Joi.isSchema(reply);
}

interface EndpointBase {
  readonly limit: EndpointLimit;
  /** The name of the operation in the API reference and in generated clients; the name of the handler when not given. */
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
  /** The success status, or all of them with the usual one first; 200 when not given. */
  readonly status?: SuccessStatus | readonly [SuccessStatus, ...SuccessStatus[]];
  /** The form of a successful reply. */
  readonly reply: ReplyForm;
  /** Strict schema of the answer to `?dryRun=true`, made with `dryRunReply`. Its `query` has that parameter. */
  readonly dryRunReply?: Schema;
  /** Its own refusals, such as `404 app_not_found`; the OpenAPI document adds those of all endpoints. */
  readonly refusals?: readonly `${number} ${string}`[];
  /** Without it the endpoint belongs to no tenant. */
  readonly tenant?: Tenancy;
  /**
   * Honours `Idempotency-Key`: a repeated request gets the first answer again. When the header is sent, the handler runs in one
   * transaction, which a refusal rolls back (docs/reference/idempotency.md). `signIn`: the service keeps the answer to a sign-in itself, by
   * `ctx.idempotencyKey`, because what it counts must remain after a refusal.
   */
  readonly idempotent?: true | 'signIn';
  /**
   * Equal requests without credentials that wait at the same time share one answer, each no older than its own arrival. Only for a GET that
   * answers all such callers alike: its handler gets a context that names no caller.
   */
  readonly isShared?: true;
  /** Also for an operator who must set up a second factor before anything else. */
  readonly isBeforeTotp?: boolean;
  /** Honours `If-Match`, which the service reads from `ctx.ifMatch`. */
  readonly ifMatch?: boolean;
  /** On a POST of managers that only reads: readers may send it, and it leaves no audit row. */
  readonly isRead?: true;
  /** Set on an endpoint that serves another protocol. */
  readonly protocol?: Protocol;
  /**
   * For the pages of this server: refuses requests of all others, and may read and set the cookies of their session (`ctx.browser`), in
   * which `ctx.deviceToken` is too.
   */
  readonly isForBrowser?: true;
  /** Honours `X-Diwan-Device`, which the service reads from `ctx.deviceToken`; `issued`: the answer has one as well. */
  readonly device?: 'read' | 'issued';
}

/**
 * The bulkhead that an endpoint runs in. `database` (default): about as many slots as the connection pool. `wide`: few slots, for reads
 * that may be large or long. `password`: work that waits for a core to hash on. `sending`: sends of codes, which release the slot
 * (`ctx.releaseSlot`) before they wait for a provider. `memory`: answered from the process without a slot. `queued`: has its own queue,
 * except with an `Idempotency-Key`, when it takes a slot of `database`.
 */
export type PoolName = 'database' | 'wide' | 'password' | 'sending' | 'memory' | 'queued';

export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

export type Handler<P, Q, B, S = unknown> = (ctx: Context<S>, input: Input<P, Q, B>) => Reply | Promise<Reply>;

export type EndpointOptions<P, Q, B> = EndpointBase &
  Access & {
    readonly params?: ObjectSchema<P>;
    readonly query?: ObjectSchema<Q>;
    readonly body?: ObjectSchema<B>;
    /** For every request, or chosen by its input. */
    readonly pool?: PoolName | ((input: Input<P, Q, B>) => 'database' | 'wide');
    /** On a public endpoint: whether this input needs a user's token. Without it, tokens are ignored. */
    readonly needsUser?: (input: Input<P, Q, B>) => boolean;
    /** Whether the token may be of a session that has ended, so that a repeated sign-out succeeds. */
    readonly mayHaveEnded?: boolean;
  };

/** An endpoint without the types of its input: `mount` parses with the same schemas that gave the types. */
export type Endpoint<S = never> = EndpointBase &
  Access & {
    readonly method: Method;
    readonly path: string;
    /** Its heading in the API reference; that of the service when not given. */
    readonly heading?: Heading;
    readonly params?: ObjectSchema;
    readonly query?: ObjectSchema;
    readonly body?: ObjectSchema;
    readonly pool?: PoolName | ((input: Input<unknown, unknown, unknown>) => 'database' | 'wide') | undefined;
    readonly mayHaveEnded?: boolean;
    readonly needsUser?: ((input: Input<unknown, unknown, unknown>) => boolean) | undefined;
    readonly handler: (ctx: Context<S>, input: Input<unknown, unknown, unknown>) => Reply | Promise<Reply>;
  };

/** A heading of the API reference (a tag of the OpenAPI document). Generated clients name a class after it, so it has no punctuation. */
export interface Heading {
  readonly name: string;
  readonly description: string;
}

/** Whether an endpoint changes nothing, by its method or by its declaration. */
export function onlyReads({ method, isRead }: Pick<Endpoint, 'method' | 'isRead'>): boolean {
  return method === 'get' || isRead === true;
}

/** Puts endpoints under a heading of the API reference. */
export function underHeading<S>(name: string, description: string, endpoints: readonly Endpoint<S>[]): Endpoint<S>[] {
  return endpoints.map((one) => ({ ...one, heading: { name, description } }));
}

/** The endpoints of one service under their common prefix. `S` is the type of `ctx.service` in their handlers. */
export interface Service<S = never> {
  readonly name: ServiceName | 'platform-admin';
  readonly prefix: string;
  /** The heading in the API reference of endpoints that have none themselves. */
  readonly heading: Heading;
  /** The prefix under which the same endpoints are documented; the API reference shows them once. */
  readonly copyOf?: string;
  readonly endpoints: readonly Endpoint<S>[];
}

/** A service together with the instance that its handlers work on. */
export interface ComposedService extends Service<unknown> {
  readonly instance: unknown;
}

/** Binds a service to the instance that `mount` passes to its handlers; after that the instance's type is no longer needed. */
export function composeService<S>(service: Service<S>, instance: S): ComposedService {
  return { ...service, endpoints: service.endpoints as readonly Endpoint<unknown>[], instance };
}

function endpoint(method: Method) {
  return <P, Q, B, S>(path: string, options: EndpointOptions<P, Q, B>, handler: Handler<P, Q, B, S>): Endpoint<S> => ({
    ...options,
    method,
    path,
    pool: options.pool as Endpoint['pool'],
    needsUser: options.needsUser as Endpoint['needsUser'],
    handler: handler as Endpoint<S>['handler'],
  });
}

export const get = endpoint('get');
export const post = endpoint('post');
export const put = endpoint('put');
/** `delete` is a reserved word. */
export const del = endpoint('delete');
