import { hash } from 'node:crypto';
import { MemoryStore, type ClientRateLimitInfo, type Options, type Store } from 'express-rate-limit';
import { Redis, type Result } from 'ioredis';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';

/** What the limiters ask of a store beyond express-rate-limit's interface. */
export interface LimitStore extends Store {
  get(key: string): Promise<ClientRateLimitInfo | undefined>;
  shutdown(): void;
}

/** Keys of one generation; the store holds two. */
const MAX_KEYS = 100_000;

/**
 * Counts in the process, bounded: a sender with endless keys makes the oldest ones forgotten, never the memory full.
 * A key that is being hit stays, since each hit takes it into the current generation.
 */
export class LocalStore extends MemoryStore {
  override async increment(key: string): Promise<ClientRateLimitInfo> {
    if (this.current.size >= MAX_KEYS) {
      this.previous = this.current;
      this.current = new Map();
    }
    const counted = super.increment(key);
    const record = this.current.get(key);
    // a copy: MemoryStore hands out the living record, where parallel hits would each read the sum of all and be refused together
    return record === undefined ? counted : { totalHits: record.totalHits, resetTime: record.resetTime };
  }
}

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
type Count = [hits: number, leftMs: number];

declare module 'ioredis' {
  // the way that ioredis documents for typing defineCommand
  interface RedisCommander<Context> {
    rateLimitHit(key: string, windowMs: number): Result<Count, Context>;
    rateLimitPeek(key: string): Result<Count, Context>;
  }
}

const PREFIX = 'diwan:rl:';
const PROBE_KEY = `${PREFIX}probe`;
/** How long Redis is left alone after a failure, in milliseconds. */
const BREAK_MS = 1000;
/** The longest that one request waits for Redis, in milliseconds. */
const COMMAND_MS = 150;

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
      commandTimeout: COMMAND_MS,
      connectTimeout: BREAK_MS,
      // a peer that went away without a word would else hold the connection for minutes
      socketTimeout: BREAK_MS,
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

  /** Counts one hit. @returns null when Redis did not count it. */
  async hit(key: string, windowMs: number): Promise<Count | null> {
    try {
      return await this.#client.rateLimitHit(key, windowMs);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** Reads a count and adds nothing. @returns null when Redis did not answer. */
  async peek(key: string): Promise<Count | null> {
    try {
      return await this.#client.rateLimitPeek(key);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  close(): void {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#client.disconnect();
  }

  /** The probe counts like a request does: a full or read-only Redis answers a PING, and counts nothing. */
  async #probe(): Promise<void> {
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
    if (this.#state !== 'down') this.#log.warn({ reason }, 'Redis does not count: each process counts rate limits for itself until it does');
    this.#state = 'down';
    this.#timer ??= setTimeout(() => void this.#probe(), BREAK_MS).unref();
  }
}

/** One limit's counts in Redis, and in the process for as long as Redis does not count. A request never fails because of Redis. */
export class SharedStore implements LimitStore {
  readonly localKeys = false;
  readonly prefix: string;
  readonly #counters: SharedCounters;
  readonly #local = new LocalStore();
  #windowMs = 0;

  constructor(name: string, counters: SharedCounters) {
    this.prefix = `${PREFIX}${name}:`;
    this.#counters = counters;
  }

  init(options: Options): void {
    this.#windowMs = options.windowMs;
    this.#local.init(options);
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    const count = this.#counters.isUp ? await this.#counters.hit(this.#keyOf(key), this.#windowMs) : null;
    return count === null ? this.#local.increment(key) : toInfo(count);
  }

  async get(key: string): Promise<ClientRateLimitInfo | undefined> {
    const count = this.#counters.isUp ? await this.#counters.peek(this.#keyOf(key)) : null;
    if (count === null) return this.#local.get(key);
    return count[0] > 0 ? toInfo(count) : undefined;
  }

  /** Required by the interface and never asked for: a refused or failed request counts like any other. */
  decrement(): never {
    throw new Error('a counted hit is never taken back');
  }

  resetKey(): never {
    throw new Error('a count ends with its window alone');
  }

  shutdown(): void {
    this.#local.shutdown();
  }

  /** Keys hold phone numbers and e-mail addresses, which have no business in Redis. */
  #keyOf(key: string): string {
    return this.prefix + digestOf(key);
  }
}

/** 128 bits of SHA-256: enough that no two keys share a count. */
export function digestOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}

function toInfo([hits, leftMs]: Count): ClientRateLimitInfo {
  // express-rate-limit reads the machine's clock, so the end of the window is told by the same clock
  return { totalHits: hits, resetTime: new Date(systemClock.now().getTime() + Math.max(0, leftMs)) };
}
