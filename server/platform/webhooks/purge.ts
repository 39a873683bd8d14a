// Raw SQL: old rows are found by an index and deleted in small parts.

import type { Clock } from '../clock.ts';
import { type MayContinue, repeatChunks, type SharedWork } from '../concurrency/shared-work.ts';
import type { Database } from '../db/database.ts';
import { execute, selectRows } from '../db/statements/sql.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const CHUNK = 500;

/** Deletes the deliveries that were queued 30 days ago, with their tries. */
export function webhookRetention(db: Database, clock: Clock): SharedWork {
  return { name: 'webhook retention', clock, run: (mayContinue) => purgeDeliveries(db, clock.now(), mayContinue) };
}

async function purgeDeliveries(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await repeatChunks(mayContinue, CHUNK, async () => {
    const sql = `SELECT id FROM webhook_deliveries WHERE created_at <= :before ORDER BY created_at LIMIT ${CHUNK}`;
    return deleteDeliveries(
      db,
      (await selectRows<{ id: number }>(db, sql, { before })).map(({ id }) => id),
    );
  });
}

/** Deletes deliveries with their tries. Resolves to the number of them. */
async function deleteDeliveries(db: Database, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  await execute(db, 'DELETE FROM webhook_attempts WHERE delivery_id IN (:ids)', { ids: [...ids] });
  await execute(db, 'DELETE FROM webhook_deliveries WHERE id IN (:ids)', { ids: [...ids] });
  return ids.length;
}
