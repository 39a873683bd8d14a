// Raw SQL: events are found by ranges of their ids, because no index has their users.
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, execute, forUpdate, selectRows } from '../../../platform/db/sql.ts';
import type { ErasedPerson, ErasureStep } from '../../../platform/erasure.ts';
import { hourOf } from './event-batch.ts';

/** Events that one statement looks at. */
const RANGE = 20_000;

/** The steps that take the id of a user from analytics events, and the user from the counts of users. */
export function eventErasure(db: Database): ErasureStep[] {
  return [
    { name: 'events', erasePart: (person, position) => eraseEvents(db, person, position) },
    { name: 'event_users', erasePart: (person) => eraseUser(db, person) },
  ];
}

interface SeenUser {
  readonly appId: number;
  readonly lastSeenMs: number;
}

/** The apps in which the user was seen; the key is looked up for each app. */
async function appsOf(db: Database, userId: string): Promise<SeenUser[]> {
  const rows = await selectRows<SeenUser>(
    db,
    `SELECT analytics_users.app_id AS appId, last_seen_ms AS lastSeenMs FROM apps
     JOIN analytics_users ON analytics_users.app_id = apps.id AND analytics_users.user_id = :userId ORDER BY apps.id`,
    { userId },
    { acrossProjects: true },
  );
  return rows.map(({ appId, lastSeenMs }) => ({ appId, lastSeenMs: Number(lastSeenMs) }));
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

/** The lock on the app orders it with the events that arrive, as `writeEvents` does. */
async function eraseUser(db: Database, { userId }: ErasedPerson): Promise<string | null> {
  const [seen] = await appsOf(db, userId);
  if (seen === undefined) return null;
  const { appId } = seen;
  await selectRows(db, `SELECT id FROM apps WHERE id = :appId${forUpdate(db)}`, { appId }, { acrossProjects: true });
  const key = 'app_id = :appId AND user_id = :userId';
  const select = `SELECT last_seen_ms AS lastSeenMs FROM analytics_users WHERE ${key}${forUpdate(db)}`;
  const [row] = await selectRows<{ lastSeenMs: number }>(db, select, { appId, userId });
  if (row === undefined) return '';
  await execute(db, `DELETE FROM analytics_users WHERE ${key}`, { appId, userId });
  const count = { app_id: appId, kind: 'user', hour: hourOf(Number(row.lastSeenMs)), value: '', n: -1 };
  await addToCounters(db, { table: 'analytics_counts', key: ['app_id', 'kind', 'hour', 'value'], add: ['n'] }, [count]);
  return '';
}
