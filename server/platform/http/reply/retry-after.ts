/** Clients set timers by it, and timers of 32 bits fire at once when they are given more than 24 days. */
const MAX_SECONDS = 3_600;

/** Whole seconds until a retry makes sense: at least 1, and at most an hour. A client that comes too early gets the rest. */
export function secondsToRetry(seconds: number): number {
  return Math.min(MAX_SECONDS, Math.max(1, Math.ceil(seconds)));
}

/** The value of `Retry-After`. */
export function retryAfterOf(seconds: number): string {
  return String(secondsToRetry(seconds));
}
