import { hash } from 'node:crypto';
import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import { type Clock, systemClock } from '../../clock.ts';
import type { Count, SharedCounters } from './redis-counters.ts';
import { KEY_PREFIX } from './redis-keys.ts';

/** Counts the hits of keys in windows: the part of express-rate-limit's `Store` that the limiters use. */
export interface LimitStore extends Required<Pick<Store, 'increment' | 'get' | 'shutdown'>> {
  /** Counts a hit, or several. Returns a promise only when the count is not known at once. */
  increment(key: string, hits?: number): ClientRateLimitInfo | Promise<ClientRateLimitInfo>;
  shutdown(): void;
}

/** Keys of one generation; the store holds two. */
const MAX_KEYS = 100_000;

interface Window {
  hits: number;
  endMs: number;
}

/**
 * Counts in the process. A generation of keys ends after a window, or earlier when it is full; then the one before it is dropped, so memory
 * is bounded however many keys a stranger invents. A key that is still being hit stays, because each hit moves it into the current
 * generation.
 */
export class LocalStore implements LimitStore {
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #timer: NodeJS.Timeout;
  #current = new Map<string, Window>();
  #previous = new Map<string, Window>();

  constructor(windowMs: number, clock = systemClock) {
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#timer = setInterval(() => this.#startGeneration(), windowMs).unref();
  }

  increment(key: string, hits = 1): ClientRateLimitInfo {
    const now = this.#clock.now().getTime();
    const window = this.#openWindow(key, now) ?? { hits: 0, endMs: now + this.#windowMs };
    window.hits += hits;
    if (this.#current.get(key) !== window) {
      if (this.#current.size >= MAX_KEYS) this.#startGeneration();
      this.#current.set(key, window);
    }
    return infoOf(window);
  }

  get(key: string): ClientRateLimitInfo | undefined {
    const window = this.#openWindow(key, this.#clock.now().getTime());
    return window === undefined ? undefined : infoOf(window);
  }

  shutdown(): void {
    clearInterval(this.#timer);
  }

  #openWindow(key: string, now: number): Window | undefined {
    const window = this.#current.get(key) ?? this.#previous.get(key);
    if (window === undefined || window.endMs <= now) return undefined;
    // a window that ends too late began before the clock was set back
    window.endMs = Math.min(window.endMs, now + this.#windowMs);
    return window;
  }

  #startGeneration(): void {
    this.#previous = this.#current;
    this.#current = new Map();
  }
}

/** A copy, so that each of several parallel hits keeps the sum that it reached. */
function infoOf({ hits, endMs }: Window): ClientRateLimitInfo {
  return { totalHits: hits, resetTime: new Date(endMs) };
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
    this.#windowMs = windowMs;
  }

  async increment(key: string, hits = 1): Promise<ClientRateLimitInfo> {
    const count = this.#counters.isUp ? await this.#counters.hit(this.#keyOf(key), this.#windowMs, hits) : null;
    return count === null ? this.#local.increment(key, hits) : toInfo(count);
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
  return { totalHits: hits, resetTime: new Date(systemClock.now().getTime() + Math.max(0, leftMs)) };
}
