// Raw SQL: deletes by index in small chunks.
import { type MayContinue, repeatChunks } from '../concurrency/shared-work.ts';
import type { Database } from '../db/database.ts';
import { ACROSS_PROJECTS, execute, selectRows } from '../db/sql.ts';
import { PRIORITIES } from './priority.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const CHUNK = 500;

/** When the row of an ended mail is deleted. */
export function forgetAt(now: Date): Date {
  return new Date(now.getTime() + KEPT_MS);
}

/** Deletes the mails that ended 30 days ago, in chunks. */
export async function purgeMails(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  await requeueLegacyMails(db, now);
  // earlier releases ended a mail of unknown outcome as `unclear`
  for (const state of ['sent', 'logged', 'failed', 'unclear']) {
    for (const priority of Object.values(PRIORITIES)) {
      await repeatChunks(mayContinue, CHUNK, () => purgeChunk(db, { state, priority }, now));
    }
  }
}

/** Earlier releases marked a mail as `sending` during an attempt. If its process died, it is due again like any other. */
async function requeueLegacyMails(db: Database, now: Date): Promise<void> {
  await execute(
    db,
    "UPDATE mail_outbox SET state = 'waiting', lease = NULL WHERE state = 'sending' AND priority IN (:priorities) AND due_at <= :now",
    { priorities: Object.values(PRIORITIES), now },
    ACROSS_PROJECTS,
  );
}

async function purgeChunk(db: Database, ended: { state: string; priority: number }, now: Date): Promise<number> {
  const rows = await selectRows<{ id: number }>(
    db,
    `SELECT id FROM mail_outbox WHERE state = :state AND priority = :priority AND due_at <= :now ORDER BY due_at LIMIT ${CHUNK}`,
    { ...ended, now },
    ACROSS_PROJECTS,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await execute(db, 'DELETE FROM mail_outbox WHERE id IN (:ids)', { ids }, ACROSS_PROJECTS);
  return rows.length;
}
