import { Retries } from '../queue/retries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The longest wait that a receiver may ask for. */
export const MAX_RETRY_AFTER_MS = HOUR_MS;

/** Ten tries within three days and a half. */
export const WEBHOOK_RETRIES = new Retries({
  waitsMs: [
    ...[5_000, 5 * MINUTE_MS, 30 * MINUTE_MS],
    ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS],
  ],
  jitter: [0.8, 1.2],
});

/** Seconds or a date of `Retry-After`, in milliseconds from `now`; null when it is absent or says nothing that can be read. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const waitMs = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
