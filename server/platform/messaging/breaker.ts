import CircuitBreaker from 'opossum';
import { ChannelFailure } from './channel.ts';

/** Times in milliseconds. */
export interface BreakerTimes {
  /** The calls of this long are looked at. */
  readonly windowMs: number;
  /** How long an open breaker stays open before one call tries the channel again. */
  readonly openMs: number;
}

export const BREAKER_TIMES: BreakerTimes = { windowMs: 30_000, openMs: 30_000 };
const FEWEST_CALLS = 5;
/** The library opens above its threshold; half of the calls is to be enough. */
const THRESHOLD_PERCENT = 49.9;

export const BREAKER_STATES = ['closed', 'half_open', 'open'] as const;
type BreakerState = (typeof BREAKER_STATES)[number];

/** Remembers how a channel has done lately: one at which at least half of the calls failed is left alone for a while. */
export class ChannelBreaker {
  readonly #circuit: CircuitBreaker<[() => Promise<void>], void>;

  constructor({ windowMs, openMs }: BreakerTimes) {
    this.#circuit = new CircuitBreaker((work: () => Promise<void>) => work(), {
      timeout: false,
      rollingCountTimeout: windowMs,
      resetTimeout: openMs,
      volumeThreshold: FEWEST_CALLS,
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

  /** Told of each change of the state. */
  onChange(listener: (state: BreakerState) => void): void {
    this.#circuit.on('open', () => listener('open'));
    this.#circuit.on('halfOpen', () => listener('half_open'));
    this.#circuit.on('close', () => listener('closed'));
  }

  /** Runs the call whatever the state is; a success against it shows that the channel is back. */
  async run(work: () => Promise<void>): Promise<void> {
    if (this.allows) return this.#circuit.fire(work);
    await work();
    this.#circuit.close();
  }
}
