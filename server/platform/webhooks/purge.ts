// Raw SQL: old rows are found by an index and deleted in small parts.

import type { Clock } from '../clock.ts';
import { type MayContinue, repeatChunks, type SharedWork } from '../concurrency/shared-work.ts';
import type { Database } from '../db/database.ts';
import { execute, selectRows } from '../db/statements/sql.ts';
import { acrossProjects } from '../db/tenancy/with-tenant.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const CHUNK = 500;

/** Deletes the deliveries that were queued 30 days ago, with their tries, and the outgoing events of that time. */
export function webhookRetention(db: Database, clock: Clock): SharedWork {
  return { name: 'webhook retention', clock, run: (mayContinue) => purge(db, clock.now(), mayContinue) };
}

async function purge(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await repeatChunks(mayContinue, CHUNK, async () => {
    const sql = `SELECT id FROM webhook_deliveries WHERE created_at <= :before ORDER BY created_at LIMIT ${CHUNK}`;
    return deleteDeliveries(
      db,
      (await selectRows<{ id: number }>(db, sql, { before })).map(({ id }) => id),
    );
  });
  await repeatChunks(mayContinue, CHUNK, () => deleteEvents(db, before));
}

async function deleteEvents(db: Database, before: Date): Promise<number> {
  const sql = `SELECT id FROM outgoing_events WHERE created_at <= :before ORDER BY created_at LIMIT ${CHUNK}`;
  const ids = (await selectRows<{ id: number }>(acrossProjects(db), sql, { before })).map(({ id }) => id);
  if (ids.length > 0) await execute(acrossProjects(db), 'DELETE FROM outgoing_events WHERE id IN (:ids)', { ids });
  return ids.length;
}

/** Deletes deliveries with their tries. Resolves to the number of them. */
async function deleteDeliveries(db: Database, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  await execute(db, 'DELETE FROM webhook_attempts WHERE delivery_id IN (:ids)', { ids: [...ids] });
  await execute(db, 'DELETE FROM webhook_deliveries WHERE id IN (:ids)', { ids: [...ids] });
  return ids.length;
}
