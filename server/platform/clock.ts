/** The one source of the time. Tests move it; nothing else may call `new Date()` for now. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
