import CircuitBreaker from 'opossum';
import { ChannelFailure } from './channel.ts';

/** Times in milliseconds. */
export interface BreakerTimes {
  /** Only calls within this time count. */
  readonly windowMs: number;
  /** How long the breaker stays open before one call probes the channel. */
  readonly openMs: number;
}

export const BREAKER_TIMES: BreakerTimes = { windowMs: 30_000, openMs: 30_000 };
const MIN_CALLS = 5;
/** Half of the calls opens the breaker. The library opens it only above the threshold, which is therefore a little lower. */
const THRESHOLD_PERCENT = 49.9;

export const BREAKER_STATES = ['closed', 'half_open', 'open'] as const;
type BreakerState = (typeof BREAKER_STATES)[number];

/** The circuit breaker of a channel: it opens when at least half of the recent calls failed. */
export class ChannelBreaker {
  readonly #circuit: CircuitBreaker<[() => Promise<unknown>], unknown>;

  constructor({ windowMs, openMs }: BreakerTimes) {
    this.#circuit = new CircuitBreaker((work: () => Promise<unknown>) => work(), {
      timeout: false,
      rollingCountTimeout: windowMs,
      resetTimeout: openMs,
      volumeThreshold: MIN_CALLS,
      errorThresholdPercentage: THRESHOLD_PERCENT,
      errorFilter: (error: unknown) => error instanceof ChannelFailure && !error.isChannelFault,
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
    });
  }

  get state(): BreakerState {
    if (this.#circuit.opened) return 'open';
    return this.#circuit.halfOpen ? 'half_open' : 'closed';
  }

  /** Whether a call may be made: always when closed, one as a probe when half-open. */
  get allows(): boolean {
    return this.#circuit.closed || this.#circuit.pendingClose;
  }

  /** Registers a listener for each change of the state. */
  onChange(listener: (state: BreakerState) => void): void {
    this.#circuit.on('open', () => listener('open'));
    this.#circuit.on('halfOpen', () => listener('half_open'));
    this.#circuit.on('close', () => listener('closed'));
  }

  /** Runs the call in any state. A success while the breaker is open closes it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    let result: { readonly value: T } | undefined;
    const keep = async (): Promise<void> => {
      result = { value: await work() };
    };
    if (this.allows) await this.#circuit.fire(keep);
    else {
      await keep();
      this.#circuit.close();
    }
    if (result === undefined) throw new Error('The breaker ended a call that has no result.');
    return result.value;
  }
}
