import { hash } from 'node:crypto';
import { type ClientRateLimitInfo, MemoryStore } from 'express-rate-limit';
import { systemClock } from '../../clock.ts';
import type { Count, SharedCounters } from './redis-counters.ts';
import { KEY_PREFIX } from './redis-keys.ts';

/** Counts the hits of keys in windows. */
export interface LimitStore extends Pick<MemoryStore, 'get' | 'shutdown'> {
  /** Counts a hit, or several. Returns a promise only when the count is not known at once. */
  hit(key: string, hits?: number): ClientRateLimitInfo | Promise<ClientRateLimitInfo>;
}

/** Keys of one generation; the store holds two. */
const MAX_KEYS = 100_000;
/** The longest interval of a Node timer, in milliseconds; a longer one would fire without pause. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Counts in the process with bounded memory: after too many keys the oldest generation is dropped. A key that is still being hit
 * stays, because each hit moves it into the current generation.
 */
export class LocalStore extends MemoryStore implements LimitStore {
  constructor(windowMs: number) {
    super();
    this.windowMs = Math.min(windowMs, LONGEST_TIMER_MS);
    this.interval = setInterval(() => this.#startGeneration(), this.windowMs).unref();
  }

  hit(key: string, hits = 1): ClientRateLimitInfo | Promise<ClientRateLimitInfo> {
    if (this.current.size >= MAX_KEYS) this.#startGeneration();
    const counted = this.increment(key);
    const record = this.#endInTime(this.current.get(key));
    if (record !== undefined) record.totalHits += hits - 1;
    // a copy: MemoryStore returns its own record, in which parallel hits would each read the sum of all and be refused together
    return record === undefined ? counted : { totalHits: record.totalHits, resetTime: record.resetTime };
  }

  override get(key: string): Promise<ClientRateLimitInfo | undefined> {
    this.#endInTime(this.current.get(key) ?? this.previous.get(key));
    return super.get(key);
  }

  /** A window that ends too late began before the clock was set back: it ends after its length from now. */
  #endInTime(record: ClientRateLimitInfo | undefined): ClientRateLimitInfo | undefined {
    const latest = systemClock.now().getTime() + this.windowMs;
    if (record?.resetTime !== undefined && record.resetTime.getTime() > latest) record.resetTime = new Date(latest);
    return record;
  }

  #startGeneration(): void {
    this.previous = this.current;
    this.current = new Map();
  }
}

/** Counts one limit in Redis, and in the process while Redis does not count. A request never fails because of Redis. */
export class SharedStore implements LimitStore {
  readonly #prefix: string;
  readonly #counters: SharedCounters;
  readonly #windowMs: number;
  readonly #local: LocalStore;

  constructor(name: string, windowMs: number, counters: SharedCounters) {
    this.#prefix = `${KEY_PREFIX}${name}:`;
    this.#counters = counters;
    this.#local = new LocalStore(windowMs);
    this.#windowMs = this.#local.windowMs;
  }

  async hit(key: string, hits = 1): Promise<ClientRateLimitInfo> {
    const count = this.#counters.isUp ? await this.#counters.hit(this.#keyOf(key), this.#windowMs, hits) : null;
    return count === null ? this.#local.hit(key, hits) : toInfo(count);
  }

  async get(key: string): Promise<ClientRateLimitInfo | undefined> {
    const count = this.#counters.isUp ? await this.#counters.peek(this.#keyOf(key)) : null;
    if (count === null) return this.#local.get(key);
    return count[0] > 0 ? toInfo(count) : undefined;
  }

  shutdown(): void {
    this.#local.shutdown();
  }

  /** A digest, because keys hold phone numbers and e-mail addresses. */
  #keyOf(key: string): string {
    return this.#prefix + digestOf(key);
  }
}

/** 128 bits of SHA-256: enough that no two keys share a count. */
export function digestOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}

function toInfo([hits, leftMs]: Count): ClientRateLimitInfo {
  // MemoryStore uses the machine's clock, so the end of a window in Redis is computed from the same clock
  return { totalHits: hits, resetTime: new Date(systemClock.now().getTime() + Math.max(0, leftMs)) };
}
