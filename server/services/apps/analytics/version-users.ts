// Raw SQL: sums of the hourly counters, which have no model.
import type { Health } from '../../../domain/releases/guard.ts';
import type { Database } from '../../../platform/db/database.ts';
import { selectRows } from '../../../platform/db/sql.ts';
import { hourOf } from './hours.ts';

const HOURS_OF_DAY = 24;

/** The users of a version in the last 24 hours, the hour under way included, and those of them who saw a crash. */
export async function healthOf(
  db: Database,
  { appId, versionName, now }: { readonly appId: number; readonly versionName: string; readonly now: Date },
): Promise<Health> {
  const rows = await selectRows<{ kind: string; total: number | string }>(
    db,
    `SELECT kind, SUM(n) AS total FROM analytics_counts
     WHERE app_id = :appId AND kind IN ('version_user', 'crash_user') AND hour >= :from AND value = :versionName GROUP BY kind`,
    { appId, versionName, from: hourOf(now.getTime()) - HOURS_OF_DAY },
  );
  const totalOf = (kind: string): number => Number(rows.find((row) => row.kind === kind)?.total ?? 0);
  const crashed = Math.max(0, totalOf('crash_user'));
  return { users: Math.max(crashed, totalOf('version_user')), crashed };
}
