/** The only source of the current time, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** The clocks of two machines may differ by this much, in milliseconds; what is dated further in the future, a wrong clock has dated. */
export const MAX_SKEW_MS = 5_000;

export const systemClock: Clock = { now: () => new Date() };
