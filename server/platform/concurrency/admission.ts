import { ApiError } from '../errors.ts';

/** Kinds of requests, in the order in which an overloaded server refuses them. Sign-in and health are never refused. */
export type RequestKind = 'wide' | 'read' | 'write';

export interface AdmissionOptions {
  /** The longest standing delay, in milliseconds, at which requests are admitted as usual; null admits all. */
  readonly delayMs: number | null;
  /** How long the oldest request in a queue has waited, in milliseconds. */
  queueMs(): number;
}

/** The part of the limit that requests of all kinds together may fill before those of this kind are refused. */
const SHARES: Readonly<Record<RequestKind, number>> = { wide: 0.4, read: 0.8, write: 1 };
const USUAL_LIMIT = 256;
const LEAST_LIMIT = 80;
const MOST_LIMIT = 2_048;
const SHRINK = 0.8;
const GROWTH = 8;
const WINDOW_MS = 100;
const SAMPLE_MS = 20;
/** Random, so that refused clients do not come back together. */
const RETRY_SECONDS = [1, 2, 3] as const;

/**
 * Admits requests as long as they are answered without a standing delay. It limits the requests under way: the limit shrinks while, in
 * each of the last 100 ms, the event loop was late or the oldest request in a queue was old, and grows again when that is over. The least
 * delay of a window counts, as in CoDel (RFC 8289), so that a burst or one slow task refuses nothing.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #refusals = RETRY_SECONDS.map(overloaded);
  #limit = USUAL_LIMIT;
  #underWay = 0;
  #mostUnderWay = 0;
  #leastDelayMs = Number.POSITIVE_INFINITY;
  #sampledAt = 0;
  #windowEndsAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** The number of requests that may be under way at once. */
  get limit(): number {
    return this.#limit;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Begins to measure delays, until `stop`. */
  start(): void {
    if (this.#options.delayMs === null) return;
    this.#sampledAt = performance.now();
    this.#windowEndsAt = this.#sampledAt + WINDOW_MS;
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The refusal of one more request of this kind, or null when it is admitted. Its stack is that of the start. */
  refusal(kind: RequestKind): ApiError | null {
    if (this.#options.delayMs === null || this.#underWay < SHARES[kind] * this.#limit) return null;
    return this.#refusals[Math.floor(Math.random() * this.#refusals.length)] ?? null;
  }

  /** Counts a request until `leave`. */
  enter(): void {
    this.#underWay += 1;
    if (this.#underWay > this.#mostUnderWay) this.#mostUnderWay = this.#underWay;
  }

  leave(): void {
    this.#underWay -= 1;
  }

  #sample(): void {
    const now = performance.now();
    const lateMs = now - this.#sampledAt - SAMPLE_MS;
    this.#sampledAt = now;
    this.#leastDelayMs = Math.min(this.#leastDelayMs, Math.max(lateMs, this.#options.queueMs()));
    if (now < this.#windowEndsAt) return;
    this.adapt(this.#leastDelayMs);
    this.#leastDelayMs = Number.POSITIVE_INFINITY;
    this.#windowEndsAt = now + WINDOW_MS;
  }

  /** Sets the limit after a window with this least delay. */
  adapt(leastDelayMs: number): void {
    const used = this.#mostUnderWay;
    this.#mostUnderWay = this.#underWay;
    if (this.#options.delayMs === null) return;
    if (leastDelayMs > this.#options.delayMs) this.#limit = Math.max(LEAST_LIMIT, Math.floor(SHRINK * Math.min(this.#limit, used)));
    else if (this.#limit < USUAL_LIMIT || used >= this.#limit / 2) this.#limit = Math.min(MOST_LIMIT, this.#limit + GROWTH);
  }
}

function overloaded(seconds: number): ApiError {
  return new ApiError(503, 'unavailable', 'The server is overloaded. Try again in a moment.', {
    headers: { 'Retry-After': String(seconds) },
  });
}
