import { ANONYMOUS } from '../auth/user-guard.ts';
import type { Admission } from '../concurrency/admission.ts';
import type { Bulkhead } from '../concurrency/bulkhead.ts';
import type { Deadline } from '../concurrency/deadline.ts';
import type { SharedReads } from '../concurrency/shared-reads.ts';
import type { Context } from '../context.ts';
import type { KeyedRequest } from '../db/records/idempotency.ts';
import { type Endpoint as EndpointOf, onlyReads, type PoolName } from './endpoint.ts';
import type { HeaderSink } from './fast-path/response-headers.ts';
import { answerOnce, onceEach } from './idempotency.ts';
import type { RawInput } from './input/validate.ts';
import type { LimitDeps } from './limits/endpoint-limits.ts';
import { type ContextDeps, makeContext } from './make-context.ts';
import { type Reply, serialised, type WholeReply } from './reply/reply.ts';

export interface HandleDeps extends ContextDeps, Pick<LimitDeps, 'limits'> {
  readonly admission: Admission;
  readonly databasePool: Bulkhead;
  readonly widePool: Bulkhead;
  readonly passwordPool: Bulkhead;
  readonly sendingPool: Bulkhead;
  readonly sharedReads: SharedReads<WholeReply>;
}

type Endpoint = EndpointOf<unknown>;

/** A request that is admitted and whose input is checked. */
export interface HandlerCall {
  readonly base: Pick<
    Context,
    'requestId' | 'actor' | 'address' | 'project' | 'ifMatch' | 'deviceToken' | 'idempotencyKey' | 'browser' | 'wantsCsv' | 'service'
  > & {
    readDevice(): string | null;
  };
  readonly headers: HeaderSink;
  readonly input: RawInput;
  readonly deadline: Deadline;
  /** The digests of a request with an `Idempotency-Key`. */
  readonly keyed: KeyedRequest | null;
  /** The same for all requests that may share the answer; null when only this one may get it. */
  readonly sharedKey: string | null;
  /** Rate-limits the first use of an idempotency key. */
  count(): Promise<void>;
}

interface SharedCall extends HandlerCall {
  readonly sharedKey: string;
  readonly bulkhead: Bulkhead;
}

/** Runs the handler in its bulkhead. Answers from memory take no slot and never wait. */
export function handle(endpoint: Endpoint, deps: HandleDeps, call: HandlerCall): Reply | Promise<Reply> {
  const { base, headers, input, deadline, keyed } = call;
  if (endpoint.pool === 'memory') return endpoint.handler(makeContext(base, deps), input);
  const pool = typeof endpoint.pool === 'function' ? endpoint.pool(input) : endpoint.pool;
  const isJoining = call.sharedKey !== null && deps.sharedReads.has(call.sharedKey);
  const refusal = pool === 'wide' && !isJoining ? deps.admission.refusal('wide') : null;
  if (refusal !== null) throw refusal;
  // a keyed request opens a transaction, which no queue bounds
  const bulkhead = bulkheadOf(keyed !== null && pool === 'queued' ? 'database' : pool, deps);
  if (call.sharedKey !== null && bulkhead !== null) return readShared(endpoint, deps, { ...call, sharedKey: call.sharedKey, bulkhead });
  const limit: Context['consumeRateLimit'] = (name, key, hits) => deps.limits.hit(name, key, headers, hits);
  const consumeRateLimit = keyed === null ? limit : onceEach(limit);
  const answer = (release: () => void): Reply | Promise<Reply> => {
    deadline.check();
    const releaseSlot = (): void => {
      release();
      deadline.lift();
    };
    const takeFromRateLimit: Context['takeFromRateLimit'] = (name, key, hits) => deps.limits.take(name, key, hits, headers);
    const ctx = makeContext({ consumeRateLimit, takeFromRateLimit, releaseSlot, ...base }, deps);
    return onlyReads(endpoint) ? endpoint.handler(ctx, input) : write(endpoint, ctx, { isQueued: bulkhead === null, ...call });
  };
  return bulkhead === null ? answer(() => {}) : bulkhead.run(answer);
}

/** Answers several requests at once, in one slot. The context of the handler has nothing of the caller. */
function readShared(endpoint: Endpoint, deps: HandleDeps, { base, input, deadline, sharedKey, bulkhead }: SharedCall): Promise<Reply> {
  return deps.sharedReads.read(sharedKey, {
    enter: (begin) => bulkhead.run(begin),
    async load() {
      const { requestId, project, service } = base;
      return serialised(await endpoint.handler(makeContext({ requestId, project, service, actor: ANONYMOUS }, deps), input));
    },
    isWanted: () => !deadline.isOver,
  });
}

/** The statements of a write end with its deadline. A queue writes for several requests, so its outcome is unknown by then. */
function write(endpoint: Endpoint, ctx: Context, call: HandlerCall & { readonly isQueued: boolean }): Reply | Promise<Reply> {
  const { input, deadline, keyed } = call;
  const work = (): Reply | Promise<Reply> => endpoint.handler(ctx, input);
  if (!call.isQueued)
    return ctx.db.scopes.runUntil(deadline, async () => (keyed === null ? work() : answerOnce(keyed, ctx, { ...call, work })));
  deadline.mayHaveWritten = true;
  return work();
}

function bulkheadOf(pool: PoolName = 'database', { databasePool, widePool, passwordPool, sendingPool }: HandleDeps): Bulkhead | null {
  if (pool === 'database') return databasePool;
  if (pool === 'wide') return widePool;
  if (pool === 'password') return passwordPool;
  return pool === 'sending' ? sendingPool : null;
}
