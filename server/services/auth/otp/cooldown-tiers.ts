/** The sends of codes to one phone, over all purposes. */
export interface SendState {
  /** Since the last reset. */
  readonly sends: number;
  readonly lastSentAt: Date;
}

/** A phone that was sent nothing for so long starts anew (contract §2). */
export const FORGOTTEN_AFTER_MS = 48 * 3_600_000;

/**
 * Seconds until the next code may be sent, rounded up; 0 when it may be sent now. `waits` holds the seconds before the 1st, 2nd, …
 * send since the last reset, and the last of them goes for all later ones.
 */
export function secondsToWait(state: SendState | null, waits: readonly number[], now: Date): number {
  const live = liveState(state, now);
  if (live === null) return 0;
  const freeAt = live.lastSentAt.getTime() + secondsAfter(live.sends, waits) * 1000;
  return Math.max(0, Math.ceil((freeAt - now.getTime()) / 1000));
}

/** The state after a send. */
export function afterSend(state: SendState | null, now: Date): SendState {
  return { sends: (liveState(state, now)?.sends ?? 0) + 1, lastSentAt: now };
}

/** Seconds that lie between the `sends`-th send and the next. */
export function secondsAfter(sends: number, waits: readonly number[]): number {
  return waits[Math.min(sends, waits.length - 1)] ?? 0;
}

function liveState(state: SendState | null, now: Date): SendState | null {
  const isForgotten = state === null || now.getTime() - state.lastSentAt.getTime() >= FORGOTTEN_AFTER_MS;
  return isForgotten ? null : state;
}
