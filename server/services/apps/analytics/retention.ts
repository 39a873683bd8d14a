// Raw SQL: analytics_counts and analytics_users are counters without models, and old rows are found and deleted by key.
import { Op } from 'sequelize';
import { App } from '../../../../models/apps/App.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type MayContinue, repeatChunks, type SharedWork } from '../../../platform/concurrency/shared-work.ts';
import type { Database } from '../../../platform/db/database.ts';
import { execute, selectRows } from '../../../platform/db/statements/sql.ts';
import type { Apps } from '../apps-service.ts';
import { STORED_KINDS } from './event-batch.ts';
import { HOUR_MS, hourOf } from './hours.ts';

const CHUNK = 1_000;
/** Apps in one page of the list. */
const APPS_AT_ONCE = 500;

/** Purges events older than `days`, in small steps that hold no lock for long. */
export function eventRetention({ db }: Apps, { clock, days }: { clock: Clock; days: number }): SharedWork {
  const run = async (mayContinue: MayContinue): Promise<void> => {
    const purged = await purgeEvents(db, new Date(clock.now().getTime() - days * 24 * HOUR_MS), mayContinue);
    if (purged > 0) db.log.info({ purged }, 'old events purged');
  };
  return { name: 'analytics retention', clock, run };
}

/** Old rows of an app: those of the hours before `firstHour`. */
interface OldRows {
  readonly appId: number;
  readonly firstHour: number;
}

/**
 * Deletes the events before the hour of `before`, with their counters and the users that were only seen then. Resolves to the number of
 * deleted events.
 */
export async function purgeEvents(db: Database, before: Date, mayContinue: MayContinue): Promise<number> {
  const firstHour = hourOf(before.getTime());
  let purged = 0;
  let lastId = 0;
  await repeatChunks(mayContinue, APPS_AT_ONCE, async () => {
    const where = { id: { [Op.gt]: lastId } };
    const apps = await db.model(App).findAll({ attributes: ['id'], where, order: ['id'], limit: APPS_AT_ONCE });
    for (const { id } of apps) {
      purged += await purgeApp(db, { appId: id, firstHour }, mayContinue);
      lastId = id;
    }
    return apps.length;
  });
  return purged;
}

/** Searches app by app, because MySQL uses the range of an index for constants only. */
async function purgeApp(db: Database, old: OldRows, mayContinue: MayContinue): Promise<number> {
  const purged = await repeatChunks(mayContinue, CHUNK, () => deleteEvents(db, old));
  await repeatChunks(mayContinue, CHUNK, () => deleteUsers(db, old));
  for (const kind of STORED_KINDS) await repeatChunks(mayContinue, CHUNK, () => deleteCounts(db, old, kind));
  return purged;
}

async function deleteEvents(db: Database, { appId, firstHour }: OldRows): Promise<number> {
  const old = `SELECT id FROM analytics_events WHERE app_id = :appId AND occurred_at < :before LIMIT ${CHUNK}`;
  const rows = await selectRows<{ id: number }>(db, old, { appId, before: new Date(firstHour * HOUR_MS) });
  if (rows.length > 0) await execute(db, 'DELETE FROM analytics_events WHERE id IN (:ids)', { ids: rows.map(({ id }) => id) });
  return rows.length;
}

async function deleteUsers(db: Database, { appId, firstHour }: OldRows): Promise<number> {
  const values = { appId, before: firstHour * HOUR_MS };
  const old = `SELECT user_id FROM analytics_users WHERE app_id = :appId AND last_seen_ms < :before LIMIT ${CHUNK}`;
  const rows = await selectRows<{ user_id: string }>(db, old, values);
  // a user who was seen meanwhile stays
  const remove = 'DELETE FROM analytics_users WHERE app_id = :appId AND user_id IN (:ids) AND last_seen_ms < :before';
  if (rows.length > 0) await execute(db, remove, { ...values, ids: rows.map(({ user_id }) => user_id) });
  return rows.length;
}

/** A chunk is a range of the primary key: app, kind, hour, value. */
async function deleteCounts(db: Database, { appId, firstHour }: OldRows, kind: string): Promise<number> {
  const rows = await selectRows<{ hour: number; value: string }>(
    db,
    `SELECT hour, value FROM analytics_counts WHERE app_id = :appId AND kind = :kind AND hour < :firstHour
     ORDER BY hour, value LIMIT ${CHUNK}`,
    { appId, kind, firstHour },
  );
  const last = rows.at(-1);
  if (last === undefined) return 0;
  await execute(
    db,
    `DELETE FROM analytics_counts
     WHERE app_id = :appId AND kind = :kind AND (hour < :hour OR (hour = :hour AND value <= :value))`,
    { appId, kind, ...last },
  );
  return rows.length;
}
