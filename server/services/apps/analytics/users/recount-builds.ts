// Raw SQL: the parts of the statement that compares counters with the counted rows, and the lock for a repair.
import type { Database } from '../../../../platform/db/database.ts';
import {
  type Drift,
  type RecountOptions,
  recountSums,
  type Source,
  type StoredSum,
} from '../../../../platform/db/records/recount-steps.ts';
import { ensureRow, forUpdate, selectRows } from '../../../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../../../platform/db/tenancy/with-tenant.ts';
import { placeAll } from './place-users.ts';

const KEY = ['app_id', 'kind', 'hour', 'value'] as const;

/** The users whose places (`build-place.ts`) name a count. */
function usersAt(kind: string, place: string): Source {
  const colon = `INSTR(${place}, ':')`;
  return {
    from: 'analytics_users',
    where: `${place} IS NOT NULL`,
    // plus 0 makes a number of it on every engine
    key: { kind: `'${kind}'`, hour: `SUBSTR(${place}, 1, ${colon} - 1) + 0`, value: `SUBSTR(${place}, ${colon} + 1)` },
    groupBy: ['app_id', place],
    values: { n: 'COUNT(*)' },
    counts: (key) => key['kind'] === kind,
  };
}

const BUILD_SUM: StoredSum = {
  table: 'analytics_counts',
  name: 'analytics_counts.builds',
  key: KEY,
  values: ['n'],
  keptWhere: "kind IN ('build_user', 'build_crash')",
  sources: [usersAt('build_user', 'counted_build'), usersAt('build_crash', 'counted_crash')],
  async lock(db, key) {
    // as writers of events do
    const apps = await selectRows(acrossProjects(db), `SELECT id FROM apps WHERE id = :app_id${forUpdate(db)}`, key);
    if (apps.length === 0) return false;
    await ensureRow(db, 'analytics_counts', KEY, { ...key, n: 0 });
    return true;
  },
};

/** Compares the counts of users by build with the users and returns the differences; with `repair` it also corrects them. */
export async function recountBuilds(db: Database, options: RecountOptions): Promise<Drift[]> {
  // users whom a server of the release before has stored or moved
  if (options.repair) await placeAll(db);
  return recountSums(db, [BUILD_SUM], options);
}
