import type { Request, Response } from 'express';
import type { Actor } from '../context.ts';
import { clientAddress } from './client-address.ts';
import type { Row, Service } from './endpoint.ts';
import type { RateLimiters } from './rate-limits.ts';

export interface LimitDeps {
  readonly limits: RateLimiters;
  /** Whether the limit of phone auth binds every service (`RATE_LIMIT_GLOBAL_SCOPE`). */
  readonly globalLimitOnAll: boolean;
}

interface Call {
  readonly req: Request;
  readonly res: Response;
}

interface Asked {
  readonly actor: Actor;
  readonly call: Call;
}

/** What is counted before it is known who asks. On administration its own limit is the only one. @throws ApiError 429 `throttled` */
export function limitByAddress({ row, service }: { row: Row; service: Service }, deps: LimitDeps, call: Call): Promise<void> | undefined {
  const { headers } = call.res.locals.exchange;
  const countsGlobally = (service.name === 'auth' || deps.globalLimitOnAll) && row.limit !== 'admin';
  const own = (): Promise<void> | undefined => limitOfRow(row, deps, call);
  return countsGlobally ? deps.limits.consume('global', clientAddress(call.req), headers).then(own) : own();
}

function limitOfRow(row: Row, deps: LimitDeps, { req, res }: Call): Promise<void> | undefined {
  const { headers } = res.locals.exchange;
  if (row.limit === 'read') return deps.limits.consume('read', clientAddress(req), headers);
  // the path's slug stands for the app: it is not looked up yet, and an unknown one must count too
  if (row.limit === 'events') return deps.limits.consume('events', `${clientAddress(req)} ${String(req.params['slug'])}`, headers);
  return undefined;
}

/**
 * What is counted by who asks. A guest has few writes: a request with an `Idempotency-Key`, which may only read the answer that it got
 * before, counts as a read here and as a write in `limitFirst`.
 * @throws ApiError 429 `throttled`
 */
export function limitByActor(row: Row, { limits }: LimitDeps, { actor, call }: Asked): Promise<void> | undefined {
  const { headers } = call.res.locals.exchange;
  const mayBeKept = row.idempotent === true && call.req.headers['idempotency-key'] !== undefined;
  if (isGuest(row, actor)) return limits.consume(mayBeKept ? 'read' : 'guestReview', clientAddress(call.req), headers);
  if (row.limit === 'write' || row.limit === 'writeOrGuest') return limits.consume('write', actorKey(actor, call.req), headers);
  return row.limit === 'admin' ? limits.consume('admin', actorKey(actor, call.req), headers) : undefined;
}

/** What is counted of a request with an `Idempotency-Key` once it is known to be the first one. @throws ApiError 429 `throttled` */
export async function limitFirst(row: Row, { limits }: LimitDeps, { actor, call }: Asked): Promise<void> {
  if (isGuest(row, actor)) await limits.consume('guestReview', clientAddress(call.req), call.res.locals.exchange.headers);
}

function isGuest(row: Row, actor: Actor): boolean {
  return row.limit === 'writeOrGuest' && actor.kind === 'anonymous';
}

function actorKey(actor: Actor, req: Request): string {
  return actor.kind === 'anonymous' ? clientAddress(req) : `${actor.kind}:${actor.id}`;
}
