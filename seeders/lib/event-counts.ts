import type { DemoEvent } from './events.ts';

const HOUR = 3_600_000;

/** A row of the hourly counts, without its app. */
export interface HourlyCount {
  readonly kind: string;
  readonly hour: number;
  readonly value: string;
  readonly n: number;
}

// The counts as the server stored them when this seeder was written.

/** Events by hour: in total and by type, platform and version; and users by the hour in which they were last seen. */
export function hourlyCounts(events: readonly DemoEvent[]): HourlyCount[] {
  const counts = new Map<string, { kind: string; hour: number; value: string; n: number }>();
  const count = (kind: string, ms: number, value: string): void => {
    const hour = Math.floor(ms / HOUR);
    const key = `${kind} ${hour} ${value}`;
    const known = counts.get(key) ?? { kind, hour, value, n: 0 };
    known.n += 1;
    counts.set(key, known);
  };
  for (const { eventType, platform, appVersion, occurredAt } of events) {
    const ms = occurredAt.getTime();
    count('all', ms, '');
    count('type', ms, eventType);
    count('platform', ms, platform);
    count('version', ms, appVersion);
  }
  for (const ms of lastSeen(events).values()) count('user', ms, '');
  return [...counts.values()];
}

/** When each user was last seen, in milliseconds. */
export function lastSeen(events: readonly DemoEvent[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { userId, occurredAt } of events) if (userId !== null) seen.set(userId, Math.max(seen.get(userId) ?? 0, occurredAt.getTime()));
  return seen;
}
