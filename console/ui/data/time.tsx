import { useEffect, useState } from 'react';
import { useFormat, useTexts } from '../../i18n/texts.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time, again each minute. The only place of the console that reads the clock. */
export function useNow(everyMs = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** `3 hours ago`, with the exact time in its title. */
export function Time({ at }: { readonly at: string }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={at} title={format.exact(at)}>
      {format.relative(at, now)}
    </time>
  );
}

/** `27 Nov 2026, 02:10`, for what is to come or what must be compared. */
export function ExactTime({ at }: { readonly at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exact(at)}>
      {format.date(at)} {format.time(at)}
    </time>
  );
}

/** How long something has waited: `21 h`. */
export function useAge(): (since: string) => string {
  const { common } = useTexts();
  const now = useNow();
  return (since) => {
    const ms = Math.max(0, now.getTime() - new Date(since).getTime());
    if (ms < HOUR_MS) return common.minutes(Math.floor(ms / MINUTE_MS));
    if (ms < 2 * DAY_MS) return common.hours(Math.floor(ms / HOUR_MS));
    return common.days(Math.floor(ms / DAY_MS));
  };
}

/** The hours since then, for what is late. */
export function useHoursSince(): (since: string) => number {
  const now = useNow();
  return (since) => (now.getTime() - new Date(since).getTime()) / HOUR_MS;
}
