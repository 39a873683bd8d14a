import { Retries } from '../queue/retries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Ten attempts within a day. */
export const MAIL_RETRIES = new Retries({
  waitsMs: [...[5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS], ...[2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS, 10 * HOUR_MS]],
  jitter: [0.9, 1],
});
