import type { ClientRateLimitInfo } from 'express-rate-limit';
import { type Config, RATE_LIMIT_NAMES, type RateLimit, type RateLimitName } from '../../../config/types.ts';
import { systemClock } from '../../clock.ts';
import { throttled } from '../../errors.ts';
import type { Logger } from '../../observe/logger.ts';
import type { HeaderSink } from '../fast-path/response-headers.ts';
import { digestOf, type LimitStore, LocalStore, SharedStore } from './rate-limit-store.ts';
import type { SharedCounters } from './redis-counters.ts';

export interface RateLimiters {
  /**
   * Counts one hit of `key` against the limit `name` and writes the state into the headers of the answer. Does nothing for a limit
   * that is off. Returns a promise only when the count is not known at once.
   * @throws ApiError 429 with the seconds until the window ends, when the limit is used up.
   */
  consume(name: RateLimitName, key: string, headers: HeaderSink): Promise<void> | undefined;
  /** The same for a hit, or several at once, but returns the seconds to wait instead of throwing; 0 when they are allowed. */
  hit(name: RateLimitName, key: string, headers: HeaderSink, hits?: number): Promise<number>;
  /** Counts several hits of `key` at once. Resolves to how many of them are allowed. */
  take(name: RateLimitName, key: string, hits: number, headers: HeaderSink): Promise<number>;
  /**
   * Seconds until `key` is free again when the limit `name` is used up for it, so that the next hit would be refused; else 0. Counts
   * nothing.
   */
  blockedFor(name: RateLimitName, key: string): Promise<number>;
  /** Whether Redis counts at the moment; null without `redisUrl`. */
  readonly isRedisUp: boolean | null;
  /** Ends the timers and the connection to Redis. */
  close(): Promise<void>;
}

/** Gets the name of the limit, as the `RateLimit` header shows it, for each hit above it. */
export type OnRefusal = (limitName: string) => void;

/** Fixed windows, counted in the process or, with `redisUrl`, by all processes together. */
export async function createRateLimiters(
  config: Pick<Config, 'redisUrl' | 'rateLimits'>,
  log: Logger,
  onRefusal: OnRefusal = () => {},
): Promise<RateLimiters> {
  const shared = config.redisUrl === null ? null : await connectCounters(config.redisUrl, log);
  const limiters = new Map<RateLimitName, Limiter>();
  for (const name of RATE_LIMIT_NAMES) {
    const limit = config.rateLimits[name];
    if (limit !== null) limiters.set(name, createLimiter(name, limit, { shared, onRefusal }));
  }
  return {
    consume(name, key, headers) {
      const limiter = limiters.get(name);
      return limiter === undefined ? undefined : countOrRefuse(limiter, key, headers);
    },
    async hit(name, key, headers, hits = 1) {
      const limiter = limiters.get(name);
      return limiter === undefined ? 0 : show(limiter, await limiter.store.increment(boundedKey(key), hits), headers);
    },
    async take(name, key, hits, headers) {
      const limiter = limiters.get(name);
      return limiter === undefined ? hits : takeHits(limiter, await limiter.store.increment(boundedKey(key), hits), { hits, headers });
    },
    async blockedFor(name, key) {
      const limiter = limiters.get(name);
      return limiter === undefined ? 0 : secondsBlocked(limiter, await limiter.store.get(boundedKey(key)));
    },
    get isRedisUp() {
      return shared === null ? null : shared.isUp;
    },
    async close() {
      for (const { store } of limiters.values()) store.shutdown();
      shared?.close();
    },
  };
}

/** Loads the client of Redis, which takes a megabyte, only where it is used. */
async function connectCounters(url: string, log: Logger): Promise<SharedCounters> {
  const { SharedCounters } = await import('./redis-counters.ts');
  return new SharedCounters(url, log);
}

interface Limiter {
  readonly name: string;
  /** Hits that one window allows. */
  readonly limit: number;
  /** The value of `RateLimit-Policy`. */
  readonly policy: string;
  readonly store: LimitStore;
  readonly onRefusal: OnRefusal;
}

interface LimiterDeps {
  readonly shared: SharedCounters | null;
  readonly onRefusal: OnRefusal;
}

function createLimiter(limitName: RateLimitName, { count, seconds }: NonNullable<RateLimit>, { shared, onRefusal }: LimiterDeps): Limiter {
  const name = nameOfLimit(limitName);
  const windowMs = seconds * 1000;
  const store = shared === null ? new LocalStore(windowMs) : new SharedStore(name, windowMs, shared);
  return { name, limit: count, policy: `"${name}"; q=${count}; w=${seconds}`, store, onRefusal };
}

/** The name of a limit in headers and metrics, such as `send-otp`. */
export function nameOfLimit(name: RateLimitName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Without a promise where the store needs none: on the hottest reads each one costs measurable time. */
function countOrRefuse(limiter: Limiter, key: string, headers: HeaderSink): Promise<void> | undefined {
  const seconds = count(limiter, key, headers);
  return typeof seconds === 'number' ? refuseIfOver(seconds) : seconds.then(refuseIfOver);
}

function refuseIfOver(seconds: number): undefined {
  if (seconds > 0) throw throttled(seconds);
}

/** Returns the seconds to wait. */
function count(limiter: Limiter, key: string, headers: HeaderSink): number | Promise<number> {
  const counted = limiter.store.increment(boundedKey(key));
  return counted instanceof Promise ? counted.then((info) => show(limiter, info, headers)) : show(limiter, counted, headers);
}

/** Writes the headers and returns the seconds to wait. */
function show(limiter: Limiter, { totalHits, resetTime }: ClientRateLimitInfo, headers: HeaderSink): number {
  const seconds = secondsUntil(resetTime);
  writeHeaders(headers, limiter, { totalHits, seconds });
  if (totalHits <= limiter.limit) return 0;
  limiter.onRefusal(limiter.name);
  return seconds;
}

/** Returns how many of the hits are allowed. The headers show the limit once, as it is after them. */
function takeHits(limiter: Limiter, info: ClientRateLimitInfo, { hits, headers }: { hits: number; headers: HeaderSink }): number {
  for (const name of ['RateLimit', 'RateLimit-Policy']) removeItem(headers, name, `"${limiter.name}";`);
  show(limiter, info, headers);
  return Math.max(0, Math.min(hits, hits - (info.totalHits - limiter.limit)));
}

/** Removes an item from a header that is a list. */
function removeItem(headers: HeaderSink, name: string, start: string): void {
  if (headers.headersSent) return;
  const items = [headers.getHeader(name) ?? []].flat().flatMap((line) => String(line).split(', '));
  headers.removeHeader(name);
  for (const item of items) if (!item.startsWith(start)) headers.append(name, item);
}

/** Keys contain text of any length from the client; long ones are replaced by a digest. */
function boundedKey(key: string): string {
  return key.length > 100 ? digestOf(key) : key;
}

/**
 * `RateLimit` and `RateLimit-Policy` list each limit that was counted, as in draft 8 of the IETF's RateLimit header fields.
 * `X-RateLimit-*` show one limit of several: the one that refused, else the one with the fewest hits left.
 */
function writeHeaders(headers: HeaderSink, { name, limit, policy }: Limiter, used: { totalHits: number; seconds: number }): void {
  if (headers.headersSent) return;
  const remaining = Math.max(0, limit - used.totalHits);
  headers.append('RateLimit', `"${name}"; r=${remaining}; t=${used.seconds}`);
  headers.append('RateLimit-Policy', policy);
  const shown = headers.getHeader('X-RateLimit-Remaining');
  if (used.totalHits <= limit && shown !== undefined && Number(shown) <= remaining) return;
  headers.setHeader('X-RateLimit-Limit', String(limit));
  headers.setHeader('X-RateLimit-Remaining', String(remaining));
}

function secondsBlocked({ limit }: Limiter, info: ClientRateLimitInfo | undefined): number {
  return info === undefined || info.totalHits < limit ? 0 : secondsUntil(info.resetTime);
}

/** Rounded up and never 0. */
function secondsUntil(end: Date | undefined): number {
  const leftMs = end === undefined ? 0 : end.getTime() - systemClock.now().getTime();
  return Math.max(1, Math.ceil(leftMs / 1000));
}
