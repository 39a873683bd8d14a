import { hash } from 'node:crypto';
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import { systemClock } from '../clock.ts';
import { type Count, KEY_PREFIX, type SharedCounters } from './shared-counters.ts';

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

/** One limit's counts in Redis, and in the process for as long as Redis does not count. A request never fails because of Redis. */
export class SharedStore implements LimitStore {
  readonly localKeys = false;
  readonly prefix: string;
  readonly #counters: SharedCounters;
  readonly #local = new LocalStore();
  #windowMs = 0;

  constructor(name: string, counters: SharedCounters) {
    this.prefix = `${KEY_PREFIX}${name}:`;
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
