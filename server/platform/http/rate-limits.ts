import type { Request, Response } from 'express';
import { type ClientRateLimitInfo, type RateLimitInfo, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';
import { type Config, RATE_LIMIT_NAMES, type RateLimit, type RateLimitName } from '../../config/types.ts';
import { systemClock } from '../clock.ts';
import { throttled } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { HeaderSink } from './answer-headers.ts';
import { digestOf, type LimitStore, LocalStore, SharedStore } from './rate-limit-store.ts';
import { SharedCounters } from './shared-counters.ts';

export interface RateLimiters {
  /**
   * Counts one hit of `key` against the limit `name` and tells the state in the headers of the answer. A limit that is off
   * does nothing.
   * @throws ApiError 429 with the seconds until the window ends, when the limit is used up.
   */
  consume(name: RateLimitName, key: string, headers: HeaderSink): Promise<void>;
  /** The same, answering the seconds to wait in place of an error; 0 when it passed. */
  hit(name: RateLimitName, key: string, headers: HeaderSink): Promise<number>;
  /** Seconds until `key` is free again when `name` is used up for it, so that the next hit would be refused; else 0. Counts nothing. */
  blockedFor(name: RateLimitName, key: string): Promise<number>;
  /** Ends the timers and the connection to Redis. */
  close(): Promise<void>;
}

/** The limits of contract §1.6: fixed windows, counted in the process or, with `redisUrl`, by all processes together. */
export function createRateLimiters(config: Pick<Config, 'redisUrl' | 'rateLimits'>, log: Logger): RateLimiters {
  const shared = config.redisUrl === null ? null : new SharedCounters(config.redisUrl, log);
  const limiters = new Map<RateLimitName, Limiter>();
  for (const name of RATE_LIMIT_NAMES) {
    const limit = config.rateLimits[name];
    if (limit !== null) limiters.set(name, createLimiter(name, limit, shared));
  }
  return {
    consume(name, key, headers) {
      const limiter = limiters.get(name);
      return limiter === undefined ? DONE : countOrRefuse(limiter, key, headers);
    },
    async hit(name, key, headers) {
      const limiter = limiters.get(name);
      return limiter === undefined ? 0 : count(limiter, key, headers);
    },
    async blockedFor(name, key) {
      const limiter = limiters.get(name);
      return limiter === undefined ? 0 : secondsBlocked(limiter, await limiter.store.get(boundedKey(key)));
    },
    async close() {
      for (const { store } of limiters.values()) store.shutdown();
      shared?.close();
    },
  };
}

const DONE: Promise<void> = Promise.resolve();

interface Limiter {
  readonly name: string;
  readonly count: number;
  /** The limit as `RateLimit-Policy` tells it. */
  readonly policy: string;
  readonly store: LimitStore;
  readonly middleware: RateLimitRequestHandler;
}

/** Longest interval of a Node timer, in milliseconds; a longer one would run without pause and forget every count at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function createLimiter(name: RateLimitName, limit: NonNullable<RateLimit>, shared: SharedCounters | null): Limiter {
  const told = kebabCase(name);
  const store = shared === null ? new LocalStore() : new SharedStore(told, shared);
  const middleware = rateLimit({
    windowMs: Math.min(limit.seconds * 1000, LONGEST_TIMER_MS),
    limit: limit.count,
    keyGenerator: keyOfCall,
    handler: decideLater,
    store,
    // `tell` writes them: the library's draft-8 headers digest the key for each request, and its X-RateLimit headers bring a Reset
    // and a Date along and show the limit that was counted last
    standardHeaders: false,
    legacyHeaders: false,
    // they print to the console; what they look for is decided here: keys are given, and several limits count one request
    validate: false,
  });
  return { name: told, count: limit.count, policy: `"${told}"; q=${limit.count}; w=${limit.seconds}`, store, middleware };
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * What the middleware is given in the place of its request: the key to read, and room for its outcome. A fresh one for each count,
 * so that counts side by side cannot mix; and it costs half of what the true request does, whose address would be worked out for a
 * debug line that nobody reads.
 */
interface Call extends Request {
  key?: string;
  rateLimit?: RateLimitInfo | undefined;
}

function keyOfCall(call: Call): string {
  return call.key ?? '';
}

async function countOrRefuse(limiter: Limiter, key: string, headers: HeaderSink): Promise<void> {
  const seconds = await count(limiter, key, headers);
  if (seconds > 0) throw throttled(seconds);
}

/** Answers the seconds to wait. */
async function count(limiter: Limiter, key: string, headers: HeaderSink): Promise<number> {
  const call = { key: boundedKey(key), rateLimit: undefined } as Call;
  // of a response the middleware asks for nothing, since it writes no headers
  await limiter.middleware(call, headers as Response, rethrow);
  const info = call.rateLimit;
  if (info === undefined) throw new Error('the rate limit was not counted');
  const isOver = info.used > info.limit;
  tell(headers, limiter, info, isOver);
  return isOver ? secondsUntil(info.resetTime) : 0;
}

/** Keys hold text of the client's choosing, as long as the client likes; what is kept of them is short. */
function boundedKey(key: string): string {
  return key.length > 100 ? digestOf(key) : key;
}

/** The middleware's `next`: makes its promise fail with the error instead of swallowing it. */
function rethrow(error?: unknown): void {
  if (error !== undefined) throw error;
}

/** Stands for the middleware's own 429, which would end the answer in a shape of its own. */
function decideLater(): void {}

/**
 * Each limit that was counted, in the shape of draft 8 of the IETF's RateLimit header fields. In `X-RateLimit-*`, of several limits
 * on one request, the one with the fewest hits left; a refusal shows the limit that refused.
 */
function tell(headers: HeaderSink, limiter: Limiter, info: RateLimitInfo, isOver: boolean): void {
  if (headers.headersSent) return;
  headers.append('RateLimit', `"${limiter.name}"; r=${info.remaining}; t=${secondsUntil(info.resetTime)}`);
  headers.append('RateLimit-Policy', limiter.policy);
  const shown = headers.getHeader('X-RateLimit-Remaining');
  if (!isOver && shown !== undefined && Number(shown) <= info.remaining) return;
  headers.setHeader('X-RateLimit-Limit', String(info.limit));
  headers.setHeader('X-RateLimit-Remaining', String(info.remaining));
}

function secondsBlocked(limiter: Limiter, info: ClientRateLimitInfo | undefined): number {
  if (info === undefined || info.totalHits < limiter.count) return 0;
  return secondsUntil(info.resetTime);
}

/** Rounded up and never 0. */
function secondsUntil(end: Date | undefined): number {
  const leftMs = end === undefined ? 0 : end.getTime() - systemClock.now().getTime();
  return Math.max(1, Math.ceil(leftMs / 1000));
}
