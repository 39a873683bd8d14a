import { Redis, type Result } from 'ioredis';
import type { Logger } from '../logger.ts';

/** A counter without an expiry gets one, so that no count can outlive its window whatever happened between the two commands. */
const HIT = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {hits, left}`;

const PEEK = `return {tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1])}`;

/** Hits so far, and milliseconds until the window ends (negative: no such key). */
export type Count = [hits: number, leftMs: number];

declare module 'ioredis' {
  // the way that ioredis documents for typing defineCommand
  interface RedisCommander<Context> {
    rateLimitHit(key: string, windowMs: number): Result<Count, Context>;
    rateLimitPeek(key: string): Result<Count, Context>;
  }
}

/** Every key of ours in Redis begins so. */
export const KEY_PREFIX = 'diwan:rl:';
const PROBE_KEY = `${KEY_PREFIX}probe`;
/** How long Redis is left alone after a failure, in milliseconds. */
const BREAK_MS = 1000;
/** The longest that one request waits for Redis, in milliseconds. */
const ANSWER_MS = 150;

/**
 * The counters in Redis and the breaker before them. A failed command opens the breaker; while it is open, requests count in the
 * process and do not wait, and a probe of our own asks once per second whether Redis counts again.
 */
export class SharedCounters {
  readonly #client: Redis;
  readonly #log: Logger;
  #state: 'starting' | 'up' | 'down' | 'closed' = 'starting';
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, log: Logger) {
    this.#log = log;
    this.#client = new Redis(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: BREAK_MS,
      // a peer that went away without a word would else hold the connection for minutes
      socketTimeout: 2 * BREAK_MS,
      retryStrategy: (attempt) => Math.min(attempt * 100, BREAK_MS),
    });
    this.#client.defineCommand('rateLimitHit', { numberOfKeys: 1, lua: HIT });
    this.#client.defineCommand('rateLimitPeek', { numberOfKeys: 1, lua: PEEK });
    this.#client.on('error', (error: Error) => this.#fail(error));
    this.#client.on('close', () => this.#fail(new Error('the connection was closed')));
    this.#client.on('ready', () => void this.#probe());
  }

  get isUp(): boolean {
    return this.#state === 'up';
  }

  /** Counts one hit. @returns null when Redis did not say that it counted it. */
  hit(key: string, windowMs: number): Promise<Count | null> {
    return this.#ask(this.#client.rateLimitHit(key, windowMs));
  }

  /** Reads a count and adds nothing. @returns null when Redis did not answer. */
  peek(key: string): Promise<Count | null> {
    return this.#ask(this.#client.rateLimitPeek(key));
  }

  close(): void {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#client.disconnect();
  }

  async #ask(answer: Promise<Count>): Promise<Count | null> {
    try {
      return await inTime(answer);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** The probe counts like a request does: a full or read-only Redis answers a PING, and counts nothing. */
  async #probe(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const count = await this.hit(PROBE_KEY, BREAK_MS);
    if (count === null || this.#state === 'up' || this.#state === 'closed') return;
    this.#state = 'up';
    this.#log.info('rate limits are counted in Redis');
  }

  #fail(error: unknown): void {
    if (this.#state === 'closed') return;
    // the message alone: the error itself carries the arguments of its command, a password among them
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#state !== 'down') this.#log.warn({ reason }, 'Redis does not count: each process counts for itself until it does');
    this.#state = 'down';
    this.#timer ??= setTimeout(() => void this.#probe(), BREAK_MS).unref();
  }
}

/**
 * Fails when the answer takes too long. A time-out that strikes in a busy process looks once more: the answer may lie in the socket,
 * read by nobody yet, and a process short of CPU must not take Redis for dead. (Hence no `commandTimeout`, which does not look.)
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new Error(`no answer within ${ANSWER_MS} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), ANSWER_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
