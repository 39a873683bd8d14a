import { Redis, type Result } from 'ioredis';
import type { Logger } from '../../observe/logger.ts';
import { KEY_PREFIX } from './redis-keys.ts';

/** A counter without an expiry gets one, so that no count outlives its window even if the process died between two commands. */
const HIT = `
local hits = redis.call('INCRBY', KEYS[1], ARGV[2])
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
  // ioredis documents this way to type defineCommand
  interface RedisCommander<Context> {
    rateLimitHit(key: string, windowMs: number, hits: number): Result<Count, Context>;
    rateLimitPeek(key: string): Result<Count, Context>;
  }
}

const PROBE_KEY = `${KEY_PREFIX}probe`;
/** How long Redis is not asked after a failure, in milliseconds. */
const BREAK_MS = 1000;
/** The longest that one request waits for Redis, in milliseconds. */
const ANSWER_MS = 150;

/**
 * The counters in Redis behind a circuit breaker. A failed command opens the breaker. While it is open, requests count in the process
 * without waiting, and a probe checks once per second whether Redis counts again.
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
      // otherwise a peer that disappeared silently would hold the connection for minutes
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

  /** Counts `hits` hits at once. @returns null when Redis did not confirm them. */
  hit(key: string, windowMs: number, hits = 1): Promise<Count | null> {
    return this.#send(this.#client.rateLimitHit(key, windowMs, hits));
  }

  /** Reads a count without changing it. @returns null when Redis did not answer. */
  peek(key: string): Promise<Count | null> {
    return this.#send(this.#client.rateLimitPeek(key));
  }

  close(): void {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#client.disconnect();
  }

  async #send(answer: Promise<Count>): Promise<Count | null> {
    try {
      return await withTimeout(answer);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** The probe counts as a request does, because a full or read-only Redis answers a PING although it cannot count. */
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
    // only the message: the error also contains the arguments of its command, such as a password
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#state !== 'down') this.#log.warn({ reason }, 'Redis does not count: each process counts for itself until it does');
    this.#state = 'down';
    this.#timer ??= setTimeout(() => void this.#probe(), BREAK_MS).unref();
  }
}

/**
 * Fails when the answer takes too long. After the time-out it waits for one more turn of the event loop: in a busy process the answer may
 * already be in the socket, and a lack of CPU must not count as a dead Redis. ioredis's `commandTimeout` does not do this.
 */
function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`no answer within ${ANSWER_MS} ms`));
    const timer = setTimeout(() => setImmediate(fail), ANSWER_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
