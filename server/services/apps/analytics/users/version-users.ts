// Raw SQL: sums of the hourly counters, which have no model.
import type { Health } from '../../../../domain/releases/guard.ts';
import { versionKey } from '../../../../domain/version-number.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { selectRows } from '../../../../platform/db/statements/sql.ts';
import { hourOf } from '../hours.ts';

const HOURS_OF_DAY = 24;

/**
 * The users of a version in the last 24 hours, the hour under way included, and those of them who saw a crash: only users whom the server
 * knows long enough (`isKnownFor` in seen-users.ts).
 */
export async function healthOf(
  db: Database,
  { appId, versionName, now }: { readonly appId: number; readonly versionName: string; readonly now: Date },
): Promise<Health> {
  const rows = await selectRows<{ kind: string; total: number | string }>(
    db,
    `SELECT kind, SUM(n) AS total FROM analytics_counts
     WHERE app_id = :appId AND kind IN ('known_user', 'known_crash') AND hour >= :from AND value = :version GROUP BY kind`,
    { appId, version: versionKey(versionName), from: hourOf(now.getTime()) - HOURS_OF_DAY },
  );
  const totalOf = (kind: string): number => Number(rows.find((row) => row.kind === kind)?.total ?? 0);
  const crashed = Math.max(0, totalOf('known_crash'));
  return { users: Math.max(crashed, totalOf('known_user')), crashed };
}
