import type { ObjectSchema, Schema } from 'joi';
import type { ServiceName } from '../../config/types.ts';
import type { KeyReach } from '../auth/api-key-guard.ts';
import type { UserAuth } from '../auth/user-guard.ts';
import type { Context } from '../context.ts';
import type { Reply } from './reply.ts';

/**
 * An endpoint is one row: router, validation, guard, tenant, rate limit, OpenAPI, `Allow` and the endpoint list are derived
 * from it (design §3). A row without `auth` does not compile.
 */

export type Method = 'get' | 'post' | 'put' | 'delete';
type SuccessStatus = 200 | 201 | 204;
type Access = { readonly auth: UserAuth } | { readonly auth: 'apiKey'; readonly reach: KeyReach };

/**
 * Counted by address before anything else, or by who asks once that is known. `global` has none of its own: that of phone auth as a
 * whole counts it, and where a phone or a username is limited the story counts (`ctx.hit`). `writeOrGuest` counts a user as `write` and
 * a guest by address as `guestReview`, but a guest's repeated request, to which an answer is kept, as `read`.
 */
export type RowLimit = 'read' | 'events' | 'admin' | 'write' | 'writeOrGuest' | 'global';

/**
 * Where the tenant comes from, which must exist: `true` from header, token or default; `active` likewise, and for all but staff it must
 * not be switched off; `body` from the body's `projectId`, header or default, and tokens are ignored; `bodyIfAny` likewise but without
 * the default, where the story finds it out (contract §1.3, §2).
 */
export type Tenancy = true | 'active' | 'body' | 'bodyIfAny';

interface RowFacts {
  readonly limit: RowLimit;
  readonly summary: string;
  readonly description?: string;
  /** Status of success, or all that there are, the usual one first; 200 when not given. */
  readonly status?: SuccessStatus | readonly [SuccessStatus, ...SuccessStatus[]];
  /** Shape of a success's body, strict; null for none. */
  readonly reply: Schema | null;
  /** Refusals of its own, as `404 app_not_found`; those of every endpoint are added by the OpenAPI document. */
  readonly refusals?: readonly `${number} ${string}`[];
  /** Resolves the tenant and refuses one that does not exist; without it the row belongs to none. */
  readonly tenant?: Tenancy;
  /**
   * Heeds `Idempotency-Key`: a repeated request gets the first answer again (contract §3). With the header the handler runs in one
   * transaction, which a refusal undoes whole.
   */
  readonly idempotent?: boolean;
  /** Heeds `If-Match`, which the story finds in `ctx.ifMatch`. */
  readonly ifMatch?: boolean;
}

/**
 * `database` (default) takes one of the places near the pool's size; `wide` one of the few for reads that may be large or long, so
 * that they hold little of the pool and of the memory; `password` one of those for work that waits for a core to hash on, which must
 * not keep the others waiting; `sending` one of those for sends of codes, left (`ctx.leavePlace`) before the wait for a provider;
 * `memory` answers from the process and takes none; `queued` has a bounded queue of its own.
 */
export type Work = 'database' | 'wide' | 'password' | 'sending' | 'memory' | 'queued';

export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

export type Handler<P, Q, B> = (ctx: Context, input: Input<P, Q, B>) => Reply | Promise<Reply>;

export type RowOptions<P, Q, B> = RowFacts &
  Access & {
    readonly params?: ObjectSchema<P>;
    readonly query?: ObjectSchema<Q>;
    readonly body?: ObjectSchema<B>;
    /** Of every request, or by what it asks for. */
    readonly work?: Work | ((input: Input<P, Q, B>) => 'database' | 'wide');
  };

/** A row with the types of its input erased: `mount` parses by the very schemas that gave the types. */
export type Row = RowFacts &
  Access & {
    readonly method: Method;
    readonly path: string;
    readonly params?: ObjectSchema;
    readonly query?: ObjectSchema;
    readonly body?: ObjectSchema;
    readonly work?: Work | ((input: Input<unknown, unknown, unknown>) => 'database' | 'wide') | undefined;
    readonly handler: (ctx: Context, input: Input<unknown, unknown, unknown>) => Reply | Promise<Reply>;
  };

/** The rows of one service under their common prefix. */
export interface Service {
  readonly name: ServiceName | 'platform-admin';
  readonly prefix: string;
  /** Heading and explanation in the API reference. */
  readonly title: string;
  readonly rows: readonly Row[];
}

function row(method: Method) {
  return <P, Q, B>(path: string, options: RowOptions<P, Q, B>, handler: Handler<P, Q, B>): Row => ({
    ...options,
    method,
    path,
    work: options.work as Row['work'],
    handler: handler as Row['handler'],
  });
}

export const get = row('get');
export const post = row('post');
export const put = row('put');
/** `delete` is a reserved word. */
export const del = row('delete');
