// Raw SQL: sums over the hourly counters and the raw events of one partial hour, each in one statement.
import { Op } from 'sequelize';
import { AnalyticsEvent } from '../../../../models/apps/AnalyticsEvent.ts';
import { MAX_SPELLINGS, sumByVersion } from '../../../domain/version-counts.ts';
import type { Database } from '../../../platform/db/database.ts';
import { selectRows } from '../../../platform/db/statements/sql.ts';
import { inSnapshot } from '../../../platform/db/transactions/transaction.ts';
import { findApp } from '../apps.ts';
import { HOUR_MS, hourOf } from './hours.ts';

export interface ValueCount {
  /** '' for events without a value. */
  readonly value: string;
  readonly count: number;
}

export interface Dashboard {
  readonly days: number;
  readonly totalEvents: number;
  readonly topEventTypes: readonly ValueCount[];
  readonly recentEvents: readonly AnalyticsEvent[];
  /** Every UTC day that the window overlaps, oldest first; `value` is its date. */
  readonly byDay: readonly ValueCount[];
  readonly byPlatform: readonly ValueCount[];
  readonly byVersion: readonly ValueCount[];
  readonly uniqueUsers: number;
}

type ValueKind = 'type' | 'platform' | 'version';

/** From `start` until `wholeFrom` the raw events count, from there on the hourly counters. */
interface Window {
  readonly appId: number;
  readonly start: Date;
  readonly now: Date;
  readonly firstWholeHour: number;
  readonly wholeFrom: Date;
}

const DAY_MS = 24 * HOUR_MS;
const TOP = 10;
const RECENT = 20;

/**
 * The last `days` days, rolling and exact to the millisecond. The first, partial hour of the window is counted from the raw events, the
 * rest from the hourly counters, so that the duration does not grow with the events.
 * @throws ApiError 404 `app_not_found`
 */
export async function readDashboard(db: Database, slug: string, days: number, now: Date): Promise<Dashboard> {
  return inSnapshot(db, async () => {
    const app = await findApp(db, slug);
    const window = windowOf(app.id, days, now);
    const byDay = await countByDay(db, window);
    const top = await countValues(db, window);
    return {
      days,
      totalEvents: byDay.reduce((sum, day) => sum + day.count, 0),
      topEventTypes: top('type'),
      recentEvents: await recentEvents(db, window),
      byDay,
      byPlatform: top('platform'),
      byVersion: mergedVersions(top('version')),
      uniqueUsers: await countUsers(db, window),
    };
  });
}

function windowOf(appId: number, days: number, now: Date): Window {
  const start = new Date(now.getTime() - days * DAY_MS);
  const firstWholeHour = hourOf(start.getTime()) + 1;
  return { appId, start, now, firstWholeHour, wholeFrom: new Date(firstWholeHour * HOUR_MS) };
}

const PARTIAL_HOUR = 'app_id = :appId AND occurred_at >= :start AND occurred_at < :wholeFrom';

/** The most frequent values of each kind. One statement, so that the raw events of the partial hour are read once. */
async function countValues(db: Database, window: Window): Promise<(kind: ValueKind) => ValueCount[]> {
  const sql = `SELECT kind, value, total FROM (
      SELECT kind, value, SUM(n) AS total, ROW_NUMBER() OVER (PARTITION BY kind ORDER BY SUM(n) DESC, value ASC) AS place FROM (
        SELECT kind, value, SUM(n) AS n FROM analytics_counts
        WHERE app_id = :appId AND kind IN ('type', 'platform', 'version') AND hour >= :firstWholeHour GROUP BY kind, value
        UNION ALL
        SELECT kind, CASE kind WHEN 'type' THEN event_type WHEN 'platform' THEN COALESCE(platform, '') ELSE COALESCE(app_version, '') END AS value,
          COUNT(*) AS n
        FROM analytics_events CROSS JOIN (SELECT 'type' AS kind UNION ALL SELECT 'platform' UNION ALL SELECT 'version') AS kinds
        WHERE ${PARTIAL_HOUR} GROUP BY 1, 2
      ) AS counted GROUP BY kind, value HAVING SUM(n) > 0
    ) AS placed WHERE place <= CASE kind WHEN 'version' THEN ${MAX_SPELLINGS} ELSE ${TOP} END ORDER BY place`;
  const rows = await selectRows<{ kind: ValueKind; value: string; total: number }>(db, sql, { ...window });
  return (kind) => rows.filter((row) => row.kind === kind).map(({ value, total }) => ({ value, count: Number(total) }));
}

/** The most frequent versions, whatever their spelling. */
function mergedVersions(counts: readonly ValueCount[]): ValueCount[] {
  return sumByVersion(counts.map(({ value, count }) => [value, count]))
    .slice(0, TOP)
    .map(([value, count]) => ({ value, count }));
}

async function countByDay(db: Database, window: Window): Promise<ValueCount[]> {
  const sql = `SELECT hour - hour % 24 AS day, SUM(n) AS total FROM analytics_counts
    WHERE app_id = :appId AND kind = 'all' AND hour >= :firstWholeHour GROUP BY hour - hour % 24`;
  const rows = await selectRows<{ day: number; total: number }>(db, sql, { ...window });
  const counts = new Map(rows.map((row) => [Number(row.day) / 24, Number(row.total)]));
  const firstDay = Math.floor(window.start.getTime() / DAY_MS);
  counts.set(firstDay, (counts.get(firstDay) ?? 0) + (await countPartialHour(db, window)));
  const days = Math.floor(window.now.getTime() / DAY_MS) - firstDay + 1;
  return Array.from({ length: days }, (_, index) => ({ value: dateOf(firstDay + index), count: counts.get(firstDay + index) ?? 0 }));
}

async function countPartialHour(db: Database, window: Window): Promise<number> {
  const rows = await selectRows<{ total: number }>(db, `SELECT COUNT(*) AS total FROM analytics_events WHERE ${PARTIAL_HOUR}`, {
    ...window,
  });
  return Number(rows[0]?.total ?? 0);
}

/** Counts each user once, by the hour in which the user was last seen. */
async function countUsers(db: Database, window: Window): Promise<number> {
  const sql = `SELECT
      COALESCE((SELECT SUM(n) FROM analytics_counts WHERE app_id = :appId AND kind = 'user' AND hour >= :firstWholeHour), 0) AS whole,
      (SELECT COUNT(*) FROM analytics_users WHERE app_id = :appId AND last_seen_ms >= :from AND last_seen_ms < :until) AS part`;
  const limits = { from: window.start.getTime(), until: window.wholeFrom.getTime() };
  const rows = await selectRows<{ whole: number; part: number }>(db, sql, { ...window, ...limits });
  return Number(rows[0]?.whole ?? 0) + Number(rows[0]?.part ?? 0);
}

function recentEvents(db: Database, window: Window): Promise<AnalyticsEvent[]> {
  return db.model(AnalyticsEvent).findAll({
    attributes: ['id', 'eventType', 'userId', 'platform', 'appVersion', 'createdAt'],
    where: { appId: window.appId, occurredAt: { [Op.gte]: window.start } },
    order: [
      ['occurredAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: RECENT,
  });
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
