// Raw SQL: events are found by ranges of their ids, because no index has their users.
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, execute, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../../platform/db/tenancy/with-tenant.ts';
import type { ErasedPerson, ErasureStep } from '../../../platform/erasure.ts';
import { countedPart, countsOfUser, type StoredUser } from './users/user-counts.ts';

/** Events that one statement looks at. */
const RANGE = 20_000;

/** The steps that take the id of a user from analytics events, and the user from the counts of users. */
export function eventErasure(db: Database): ErasureStep[] {
  return [
    { name: 'events', erasePart: (person, position) => eraseEvents(db, person, position) },
    { name: 'event_users', erasePart: (person) => eraseUser(db, person) },
  ];
}

/** The apps in which the user was seen; the key is looked up for each app. */
async function appsOf(db: Database, userId: string): Promise<number[]> {
  const rows = await selectRows<{ appId: number }>(
    acrossProjects(db),
    `SELECT analytics_users.app_id AS appId FROM apps
     JOIN analytics_users ON analytics_users.app_id = apps.id AND analytics_users.user_id = :userId ORDER BY apps.id`,
    { userId },
  );
  return rows.map(({ appId }) => appId);
}

async function eraseEvents(db: Database, { userId }: ErasedPerson, position: string): Promise<string | null> {
  if ((await appsOf(db, userId)).length === 0) return null;
  const after = Number(position);
  const range = `SELECT MAX(id) AS last FROM (SELECT id FROM analytics_events WHERE id > :after ORDER BY id LIMIT ${RANGE}) events`;
  const [found] = await selectRows<{ last: number | null }>(db, range, { after });
  const last = found?.last ?? null;
  if (last === null) return null;
  const erase = 'UPDATE analytics_events SET user_id = NULL WHERE id > :after AND id <= :last AND user_id = :userId';
  await execute(db, erase, { after, last: Number(last), userId });
  return String(last);
}

/**
 * Deletes the user, and the row of the last installation from the time before the sign-in. The lock on the app orders it with the events
 * that arrive, as `writeEvents` does.
 */
async function eraseUser(db: Database, { userId }: ErasedPerson): Promise<string | null> {
  const [appId] = await appsOf(db, userId);
  if (appId === undefined) return null;
  await selectRows(acrossProjects(db), `SELECT id FROM apps WHERE id = :appId${forUpdate(db)}`, { appId });
  const installations = await eraseSeen(db, appId, [userId]);
  await eraseSeen(db, appId, installations);
  return '';
}

/** Deletes the rows with these keys and takes them from the counts. Resolves to the installations that the rows named. */
async function eraseSeen(db: Database, appId: number, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const where = 'app_id = :appId AND user_id IN (:keys)';
  const select = `SELECT last_seen_ms AS lastSeenMs, installation_id AS installationId, app_version AS appVersion,
      crashed_ms AS crashedMs, crashed_version AS crashedVersion, is_known AS isKnown, is_crash_known AS isCrashKnown,
      counted_build AS countedBuild, counted_crash AS countedCrash
    FROM analytics_users WHERE ${where}${forUpdate(db)}`;
  const rows = await selectRows<StoredUser>(db, select, { appId, keys });
  await execute(db, `DELETE FROM analytics_users WHERE ${where}`, { appId, keys });
  const counts = rows.flatMap((row) => countsOfUser(countedPart(row)).map((count) => ({ app_id: appId, ...count, n: -1 })));
  await addToCounters(db, { table: 'analytics_counts', key: ['app_id', 'kind', 'hour', 'value'], add: ['n'] }, counts);
  return rows.flatMap(({ installationId }) => installationId ?? []);
}
