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
  for (const { lastMs, appVersion } of seenUsers(events).values()) {
    count('user', lastMs, '');
    count('version_user', lastMs, appVersion);
  }
  return [...counts.values()];
}

/** A user as the latest event shows it. */
export interface SeenUser {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly platform: string;
  readonly appVersion: string;
}

/** When each user was first and last seen, in milliseconds, and on which platform and version. */
export function seenUsers(events: readonly DemoEvent[]): Map<string, SeenUser> {
  const seen = new Map<string, SeenUser>();
  for (const { userId, platform, appVersion, occurredAt } of events) {
    if (userId === null) continue;
    const ms = occurredAt.getTime();
    const known = seen.get(userId);
    const latest = known === undefined || ms >= known.lastMs ? { platform, appVersion, lastMs: ms } : known;
    seen.set(userId, { ...latest, firstMs: Math.min(ms, known?.firstMs ?? ms) });
  }
  return seen;
}
