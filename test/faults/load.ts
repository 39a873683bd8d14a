import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SigningKeys } from '../../server/platform/auth/signing-keys.ts';
import { tokenOf } from '../support/requests/tokens.ts';
import { ask, refusal } from '../support/requests/wire.ts';
import { idOf, KINDS, type Kind } from './writes.ts';

/** A client without an answer after this time has given up; the server promises 2.5 s. */
const PATIENCE_MS = 10_000;
/** A client repeats a write for so long; idempotency keys of a dead process are free after 5 s. */
const REPEAT_MS = 60_000;
/**
 * The pause before a repetition grows by this factor up to the limit, so that repetitions do not overload a server that starts. The limit
 * leaves a client time for two tries in the 5 s after a fault.
 */
const BACKOFF = { factor: 1.5, limit: 2 } as const;
/** The server works, and says when the key is free: the pause does not grow. */
const HELD = 409;

export interface LoadTarget {
  readonly url: string;
  readonly keys: SigningKeys;
  /** The post that is voted for and commented on. */
  readonly postId: number;
  /** Chooses the connection of a request; by default a kept one. */
  readonly agent?: () => Agent;
}

export interface Write {
  readonly id: string;
  readonly kind: Kind;
  /** The server promises that repeating it until it is acknowledged does it once. */
  readonly isRepeated: boolean;
  acknowledged: boolean;
}

export interface Load {
  readonly writes: readonly Write[];
  /** The repeated writes that are not acknowledged. */
  open(): readonly Write[];
  /** Counts of the answers that were no success, and of requests without an answer. */
  readonly refusals: Readonly<Record<string, number>>;
  /** When a refusal of this kind was seen last, by `performance.now()`; 0 when there was none. */
  lastRefusalAt(kind: string): number;
  acknowledged(): number;
  longestGapMs(): number;
  slowestAnswerMs(): number;
  /** Starts to measure the gap again; returns the longest one since the last call. */
  lapGapMs(): number;
  /** Sends no new write, and resolves when the repeated ones are acknowledged or abandoned. */
  stop(): Promise<void>;
}

/**
 * Sends writes at a fixed rate, whether or not earlier ones are answered. Half of the writes that need a key to be repeated have one; a
 * write that may be repeated is repeated after `Retry-After`, and then after longer pauses, until it is acknowledged, and each other write
 * is sent once.
 */
export function startLoad(target: LoadTarget, perSecond: number): Load {
  return new OpenLoop(target, perSecond);
}

class OpenLoop implements Load {
  readonly writes: Write[] = [];
  readonly refusals: Record<string, number> = {};
  readonly #target: LoadTarget;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  readonly #perSecond: number;
  readonly #lastRefusals = new Map<string, number>();
  #acknowledged = 0;
  #lastAt = performance.now();
  #gapMs = 0;
  #lapMs = 0;
  #slowestMs = 0;

  constructor(target: LoadTarget, perSecond: number) {
    this.#target = target;
    this.#perSecond = perSecond;
    this.#timer = setInterval(() => this.#sendDue(), 1000 / perSecond);
  }

  open(): Write[] {
    return this.writes.filter(({ isRepeated, acknowledged }) => isRepeated && !acknowledged);
  }

  lastRefusalAt(kind: string): number {
    return this.#lastRefusals.get(kind) ?? 0;
  }

  acknowledged(): number {
    return this.#acknowledged;
  }

  longestGapMs(): number {
    return Math.max(this.#gapMs, this.lapGapMs());
  }

  slowestAnswerMs(): number {
    return this.#slowestMs;
  }

  lapGapMs(): number {
    this.#endGap(performance.now());
    const lap = this.#lapMs;
    this.#lapMs = 0;
    return lap;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#endGap(performance.now());
    const gap = this.#gapMs;
    await Promise.all(this.#running);
    this.#agent.destroy();
    // without new writes there is no gap
    this.#gapMs = gap;
    this.#lapMs = 0;
    this.#lastAt = Number.POSITIVE_INFINITY;
  }

  /** Timers are late on a busy machine; the rate stays. */
  #sendDue(): void {
    const due = ((performance.now() - this.#startedAt) / 1000) * this.#perSecond;
    while (this.writes.length < due) {
      const write = newWrite(this.writes.length);
      this.writes.push(write);
      const sent = this.#send(write).finally(() => this.#running.delete(sent));
      this.#running.add(sent);
    }
  }

  async #send(write: Write): Promise<void> {
    const startedAt = performance.now();
    for (let backoff = 1; ; backoff = Math.min(backoff * BACKOFF.factor, BACKOFF.limit)) {
      const pauseMs = await this.#attempt(write, backoff);
      if (pauseMs === null || !write.isRepeated || performance.now() - startedAt > REPEAT_MS) return;
      await sleep(pauseMs);
    }
  }

  /** Null after a success, else the milliseconds after which the request is repeated. */
  async #attempt(write: Write, backoff: number): Promise<number | null> {
    const sentAt = performance.now();
    const answer = await this.#ask(write);
    const now = performance.now();
    if (typeof answer !== 'string' || answer === 'no answer') this.#slowestMs = Math.max(this.#slowestMs, now - sentAt);
    if (typeof answer !== 'string' && answer.status < 300) {
      write.acknowledged = true;
      this.#acknowledged += 1;
      this.#endGap(now);
      return null;
    }
    const kind = typeof answer === 'string' ? answer : refusal(answer);
    this.refusals[kind] = (this.refusals[kind] ?? 0) + 1;
    this.#lastRefusals.set(kind, now);
    const retryAfter = typeof answer === 'string' ? 1 : Number(answer.headers['retry-after'] ?? 1);
    const growth = typeof answer !== 'string' && answer.status === HELD ? 1 : backoff;
    return retryAfter * 1000 * growth * (0.8 + 0.4 * Math.random());
  }

  /** The answer, or the error of the connection. */
  #ask({ id, kind, isRepeated }: Write) {
    const { url, keys, postId, agent = () => this.#agent } = this.#target;
    const [path, body] = kind.request(id, postId);
    const key = isRepeated && kind.repeatable === 'with-key' ? { 'Idempotency-Key': id } : {};
    const headers = { Authorization: `Bearer ${tokenOf(keys, { userId: id })}`, ...key };
    const sent = ask(url, `/api/v1${path}`, { method: 'POST', headers, agent: agent(), ...(body === undefined ? {} : { body }) });
    const patience = sleep(PATIENCE_MS, 'no answer', { ref: false });
    return Promise.race([sent.catch((error: NodeJS.ErrnoException) => error.code ?? error.message), patience]);
  }

  #endGap(now: number): void {
    const gap = now - this.#lastAt;
    this.#gapMs = Math.max(this.#gapMs, gap);
    this.#lapMs = Math.max(this.#lapMs, gap);
    this.#lastAt = now;
  }
}

function newWrite(number: number): Write {
  const kind = KINDS[number % KINDS.length];
  if (kind === undefined) throw new Error('There are no kinds of writes.');
  const hasKey = Math.floor(number / KINDS.length) % 2 === 0;
  return { id: idOf(number), kind, isRepeated: kind.repeatable === 'always' || hasKey, acknowledged: false };
}
