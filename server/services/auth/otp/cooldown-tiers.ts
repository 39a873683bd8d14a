/** The codes sent to one phone, over all purposes. */
export interface SendState {
  /** Number of codes since the last reset. */
  readonly sends: number;
  readonly lastSentAt: Date;
}

/** A phone that was sent no code for this long starts again at the first tier. */
export const COOLDOWN_MEMORY_MS = 48 * 3_600_000;

/**
 * Seconds until the next code may be sent, rounded up; 0 when it may be sent now. `waits` holds the seconds before the 1st, 2nd, …
 * send since the last reset; its last value also applies to all later sends.
 */
export function secondsToWait(state: SendState | null, waits: readonly number[], now: Date): number {
  const live = liveState(state, now);
  if (live === null) return 0;
  const freeAt = live.lastSentAt.getTime() + secondsAfter(live.sends, waits) * 1000;
  return Math.max(0, Math.ceil((freeAt - now.getTime()) / 1000));
}

/** A send that is dated in the future, by a clock that ran ahead, counts as a send of now, so that no phone waits longer than it should. */
export function withoutFuture(state: SendState, now: Date): SendState {
  return state.lastSentAt > now ? { sends: state.sends, lastSentAt: now } : state;
}

/** The state after a send. */
export function afterSend(state: SendState | null, now: Date): SendState {
  return { sends: (liveState(state, now)?.sends ?? 0) + 1, lastSentAt: now };
}

/** Seconds between the `sends`-th send and the next. */
export function secondsAfter(sends: number, waits: readonly number[]): number {
  return waits[Math.min(sends, waits.length - 1)] ?? 0;
}

function liveState(state: SendState | null, now: Date): SendState | null {
  const isExpired = state === null || now.getTime() - state.lastSentAt.getTime() >= COOLDOWN_MEMORY_MS;
  return isExpired ? null : withoutFuture(state, now);
}
