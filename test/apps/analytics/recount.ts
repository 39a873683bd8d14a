/** Counts the dashboard from the raw events, as the reference for the server's counters. */

export interface PlainEvent {
  readonly id: number;
  readonly eventType: string;
  readonly userId: string | null;
  readonly platform: string | null;
  readonly appVersion: string | null;
  readonly occurredAt: Date;
  readonly createdAt: Date;
}

const DAY_MS = 86_400_000;

/** The expected body of `GET /admin/apps/:slug/analytics`. */
export function recount(events: readonly PlainEvent[], days: number, now: Date): Record<string, unknown> {
  const start = now.getTime() - days * DAY_MS;
  const inside = events.filter((event) => event.occurredAt.getTime() >= start);
  const byDate = countBy(inside, (event) => dateOf(event.occurredAt.getTime()));
  return {
    period: `${days} days`,
    totalEvents: inside.length,
    topEventTypes: topTen(inside, (event) => event.eventType).map(([type, count]) => ({ type, count: String(count) })),
    recentEvents: inside.toSorted(byRecency).slice(0, 20).map(shown),
    byDay: datesFrom(start, now.getTime()).map((date) => ({ date, count: byDate.get(date) ?? 0 })),
    byPlatform: topTen(inside, (event) => event.platform ?? '').map(([platform, count]) => ({ platform: platform || null, count })),
    byVersion: topTen(inside, spelledAlike(inside)).map(([version, count]) => ({ version: version || null, count })),
    uniqueUsers: new Set(inside.flatMap((event) => event.userId ?? [])).size,
  };
}

/** The histories have one version with two spellings, `1.0` and `1.0.0`. */
function spelledAlike(events: readonly PlainEvent[]): (event: PlainEvent) => string {
  const isUsual = events.some(({ appVersion }) => appVersion === '1.0.0');
  return ({ appVersion }) => (isUsual && appVersion === '1.0' ? '1.0.0' : (appVersion ?? ''));
}

function countBy(events: readonly PlainEvent[], pick: (event: PlainEvent) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(pick(event), (counts.get(pick(event)) ?? 0) + 1);
  return counts;
}

function topTen(events: readonly PlainEvent[], pick: (event: PlainEvent) => string): [string, number][] {
  return [...countBy(events, pick)].sort(([a, m], [b, n]) => n - m || Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, 10);
}

function byRecency(a: PlainEvent, b: PlainEvent): number {
  return b.occurredAt.getTime() - a.occurredAt.getTime() || b.id - a.id;
}

function shown({ id, eventType, userId, platform, appVersion, createdAt }: PlainEvent): Record<string, unknown> {
  return { id, eventType, userId, platform, appVersion, createdAt: createdAt.toISOString() };
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function datesFrom(start: number, end: number): string[] {
  const dates: string[] = [];
  for (let day = Math.floor(start / DAY_MS); day * DAY_MS <= end; day += 1) dates.push(dateOf(day * DAY_MS));
  return dates;
}
