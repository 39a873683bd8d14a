// Raw SQL: sums of the hourly counters, which have no model.
import { MAX_SPELLINGS, sumByVersion } from '../../../domain/version-counts.ts';
import type { Database } from '../../../platform/db/database.ts';
import { selectRows } from '../../../platform/db/statements/sql.ts';
import { findApp } from '../apps.ts';
import { hourOf } from './hours.ts';

const HOURS_OF_DAY = 24;
const DAY_MS = 86_400_000;
/** Versions with their own line, those with the most users or events; the others are summed. */
const TOP = 20;

/** The number of users, or events, of a version. */
export interface VersionShare {
  /** null for users and events that tell no version, and for the sum of rare versions. */
  readonly version: string | null;
  readonly count: number;
}

export interface Adoption {
  readonly days: number;
  /** The users that were seen in the period, by their last version. */
  readonly users: readonly VersionShare[];
  readonly totalUsers: number;
  /** The events of each day of UTC, by version. */
  readonly byDay: readonly { readonly date: string; readonly total: number; readonly versions: readonly VersionShare[] }[];
}

/**
 * How far each version of an app has spread, from the hourly counters.
 * @throws ApiError 404 `app_not_found`
 */
export async function readAdoption(db: Database, slug: string, days: number, now: Date): Promise<Adoption> {
  const { id: appId } = await findApp(db, slug);
  const from = hourOf(now.getTime()) - days * HOURS_OF_DAY + 1;
  const users = await countUsers(db, appId, from);
  const known = users.reduce((sum, { count }) => sum + count, 0);
  const totalUsers = await countAllUsers(db, appId, from);
  return {
    days,
    totalUsers,
    users: top(users, totalUsers - known),
    byDay: await countByDay(db, { appId, from, days, now }),
  };
}

async function countUsers(db: Database, appId: number, from: number): Promise<VersionShare[]> {
  const rows = await selectRows<{ version: string; total: number | string }>(
    db,
    `SELECT value AS version, SUM(n) AS total FROM analytics_counts
     WHERE app_id = :appId AND kind = 'version_user' AND hour >= :from GROUP BY value HAVING SUM(n) > 0 ORDER BY total DESC, version
     LIMIT ${MAX_SPELLINGS}`,
    { appId, from },
  );
  return merged(rows);
}

/** Rows of several spellings become one version, also rows that were stored earlier. */
function merged(rows: readonly { readonly version: string; readonly total: number | string }[]): { version: string; count: number }[] {
  return sumByVersion(rows.map(({ version, total }) => [version, Number(total)])).map(([version, count]) => ({ version, count }));
}

async function countAllUsers(db: Database, appId: number, from: number): Promise<number> {
  const sql = `SELECT SUM(n) AS total FROM analytics_counts WHERE app_id = :appId AND kind = 'user' AND hour >= :from`;
  const [row] = await selectRows<{ total: number | string | null }>(db, sql, { appId, from });
  return Number(row?.total ?? 0);
}

interface DailyWindow {
  readonly appId: number;
  /** Hours since 1970. */
  readonly from: number;
  readonly days: number;
  readonly now: Date;
}

/** Today and the `days` days before, at every hour of the day, although the first has no events in the last hour. */
async function countByDay(db: Database, { appId, from, days, now }: DailyWindow): Promise<Adoption['byDay']> {
  const rows = await selectRows<{ day: number | string; version: string; total: number | string; dayTotal: number | string }>(
    db,
    `SELECT day, version, total, dayTotal FROM (
       SELECT day, version, SUM(n) AS total, SUM(SUM(n)) OVER (PARTITION BY day) AS dayTotal,
         ROW_NUMBER() OVER (PARTITION BY day ORDER BY SUM(n) DESC, version) AS place
       FROM (SELECT hour - hour % ${HOURS_OF_DAY} AS day, value AS version, n FROM analytics_counts
         WHERE app_id = :appId AND kind = 'version' AND hour >= :from) AS counted GROUP BY day, version
     ) AS placed WHERE place <= ${MAX_SPELLINGS} ORDER BY total DESC, version`,
    { appId, from },
  );
  const first = Math.floor(now.getTime() / DAY_MS) - days;
  return Array.from({ length: days + 1 }, (_, index) => {
    const day = first + index;
    const ofDay = rows.filter((row) => Number(row.day) === day * HOURS_OF_DAY);
    const named = merged(ofDay.filter(({ version }) => version !== ''));
    const total = Number(ofDay[0]?.dayTotal ?? 0);
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    return { date, total, versions: top(named, total - named.reduce((sum, { count }) => sum + count, 0)) };
  });
}

/** The most frequent versions, then the rest with `unknown` together. */
function top(shares: readonly VersionShare[], unknown: number): VersionShare[] {
  const rest = shares.slice(TOP).reduce((sum, { count }) => sum + count, Math.max(0, unknown));
  return [...shares.slice(0, TOP), ...(rest > 0 ? [{ version: null, count: rest }] : [])];
}
