// Raw SQL: deletes by primary key in small chunks.
import type { Clock } from '../../platform/clock.ts';
import { type MayContinue, repeatChunks, type SharedWork } from '../../platform/concurrency/shared-work.ts';
import type { Database } from '../../platform/db/database.ts';
import { asDate, execute, selectRows } from '../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../platform/db/tenancy/with-tenant.ts';

const CHUNK = 500;
const DAY_MS = 24 * 3_600_000;

/** Purges audit rows older than `days`, in small steps that hold no lock for long. */
export function auditRetention(db: Database, { clock, days }: { clock: Clock; days: number }): SharedWork {
  const run = async (mayContinue: MayContinue): Promise<void> => {
    const purged = await purgeAudit(db, new Date(clock.now().getTime() - days * DAY_MS), mayContinue);
    if (purged > 0) db.log.info({ purged }, 'old audit rows purged');
  };
  return { name: 'audit retention', clock, run };
}

/** Ids grow with time, so old rows are found at the low end of the primary key, and a run without any reads one chunk. */
async function purgeAudit(db: Database, before: Date, mayContinue: MayContinue): Promise<number> {
  let purged = 0;
  await repeatChunks(mayContinue, CHUNK, async () => {
    const rows = await selectRows<{ id: number; createdAt: Date | string }>(
      acrossProjects(db),
      `SELECT id, created_at AS createdAt FROM audit_log ORDER BY id LIMIT ${CHUNK}`,
    );
    const ids = rows.filter(({ createdAt }) => asDate(createdAt) < before).map(({ id }) => id);
    if (ids.length === 0) return 0;
    purged += await execute(acrossProjects(db), 'DELETE FROM audit_log WHERE id IN (:ids)', { ids });
    return rows.length;
  });
  return purged;
}
