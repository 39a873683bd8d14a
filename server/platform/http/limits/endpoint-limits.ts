import type { Request } from 'express';
import { subjectOf } from '../../auth/subject.ts';
import type { Actor } from '../../context.ts';
import type { Call } from '../call.ts';
import type { Endpoint, Service } from '../endpoint.ts';
import { isNotModified, type WholeReply } from '../reply/reply.ts';
import { clientAddress } from './client-address.ts';
import type { RateLimiters } from './rate-limits.ts';

export interface LimitDeps {
  readonly limits: RateLimiters;
  /** Whether the limit of phone auth applies to every service (`RATE_LIMIT_GLOBAL_SCOPE`). */
  readonly globalLimitOnAll: boolean;
}

/** An endpoint of a service. */
interface Limited {
  readonly endpoint: Endpoint;
  readonly service: Service;
  /** Whether `q` in the query searches. */
  readonly hasSearch: boolean;
}

interface IdentifiedCall {
  readonly actor: Actor;
  readonly call: Call;
}

/**
 * Counts a request before its actor is known. Administration has only its own limit, and accounts count once their user is
 * known (`account-limit.ts`).
 * @throws ApiError 429 `throttled`
 */
export function limitByAddress(limited: Limited, deps: LimitDeps, call: Call): Promise<void> | undefined {
  const { endpoint, service } = limited;
  const { headers } = call.res.locals.exchange;
  const countsGlobally = (service.name === 'auth' || deps.globalLimitOnAll) && endpoint.limit !== 'admin' && endpoint.limit !== 'account';
  const counted = countsGlobally ? deps.limits.consume('global', clientAddress(call.req), headers) : undefined;
  const ownLimit = (): Promise<void> | undefined => limitOfEndpoint(limited, deps, call);
  return counted === undefined ? ownLimit() : counted.then(ownLimit);
}

function limitOfEndpoint({ endpoint, hasSearch }: Limited, deps: LimitDeps, call: Call): Promise<void> | undefined {
  const { req, res, params, query } = call;
  const { headers } = res.locals.exchange;
  if (endpoint.limit === 'read') {
    const counted = deps.limits.consume('read', clientAddress(req), headers);
    const isSearch = hasSearch && query['q'] !== undefined && query['q'] !== '';
    if (!isSearch) return counted;
    // a search reads many more rows than it shows
    const search = (): Promise<void> | undefined => deps.limits.consume('search', clientAddress(req), headers);
    return counted === undefined ? search() : counted.then(search);
  }
  if (endpoint.limit === 'evaluate') return deps.limits.consume('evaluateAddress', clientAddress(req), headers);
  if (endpoint.limit === 'events') return deps.limits.consume('events', eventsKey(clientAddress(req), String(params['slug'])), headers);
  return undefined;
}

/** The key of the limit `events`. By the slug in the path: the app is not looked up yet, and an unknown slug must count too. */
export function eventsKey(address: string | null, slug: string): string {
  return `${address ?? 'unknown'} ${slug}`;
}

/**
 * Counts a request by its actor. Guests are allowed few writes, so a guest's request with an `Idempotency-Key`, which may only read the
 * answer of an earlier one, counts as a read here and as a write in `limitFirst`.
 * @throws ApiError 429 `throttled`
 */
export function limitByActor(endpoint: Endpoint, { limits }: LimitDeps, { actor, call }: IdentifiedCall): Promise<void> | undefined {
  const { headers } = call.res.locals.exchange;
  const mayBeReplay = endpoint.idempotent === true && call.req.headers['idempotency-key'] !== undefined;
  if (isGuest(endpoint, actor)) return limits.consume(mayBeReplay ? 'read' : 'guestReviewByAddress', clientAddress(call.req), headers);
  if (endpoint.limit === 'write' || endpoint.limit === 'writeOrGuest') return limits.consume('write', actorKey(actor, call.req), headers);
  return endpoint.limit === 'admin' ? limits.consume('admin', actorKey(actor, call.req), headers) : undefined;
}

/**
 * Counts the first request with an `Idempotency-Key`, once it is known to be the first.
 * @throws ApiError 429 `throttled`
 */
export async function limitFirst(endpoint: Endpoint, { limits }: LimitDeps, { actor, call }: IdentifiedCall): Promise<void> {
  if (isGuest(endpoint, actor)) await limits.consume('guestReviewByAddress', clientAddress(call.req), call.res.locals.exchange.headers);
}

/**
 * Counts an answer for one client of an address. An answer that the client has already costs little and does not count.
 * @throws ApiError 429 `throttled`
 */
export function limitAnswer({ limits }: LimitDeps, { req, res }: Call, reply: WholeReply): Promise<void> | undefined {
  if (reply.countedFor === undefined || isNotModified(reply, req.headers['if-none-match'])) return undefined;
  return limits.consume('evaluate', `${clientAddress(req)} ${reply.countedFor}`, res.locals.exchange.headers);
}

function isGuest(endpoint: Endpoint, actor: Actor): boolean {
  return endpoint.limit === 'writeOrGuest' && actor.kind === 'anonymous';
}

/** The key of a caller in a limit; the address without an actor. */
export function actorKey(actor: Actor, req: Request): string {
  return actor.kind === 'anonymous' ? clientAddress(req) : subjectOf(actor);
}
