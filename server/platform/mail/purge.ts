import { execute, selectRows } from '../db/sql.ts';
import { PRIORITIES } from './priority.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const CHUNK = 500;

/** Until when a mail that has ended is kept. */
export function forgetAt(now: Date): Date {
  return new Date(now.getTime() + KEPT_MS);
}

/** Deletes the mails that ended 30 days ago, in small steps, until told to stop. */
export async function purgeMails(now: Date, stopping?: AbortSignal): Promise<void> {
  for (const state of ['sent', 'logged', 'failed', 'unclear']) {
    for (const priority of Object.values(PRIORITIES)) {
      let isDone = false;
      while (!isDone && stopping?.aborted !== true) isDone = await purgeChunk({ state, priority }, now);
    }
  }
}

async function purgeChunk(of: { state: string; priority: number }, now: Date): Promise<boolean> {
  const rows = await selectRows<{ id: number }>(
    `SELECT id FROM mail_outbox WHERE state = :state AND priority = :priority AND due_at <= :now ORDER BY due_at LIMIT ${CHUNK}`,
    { ...of, now },
  );
  if (rows.length > 0) await execute('DELETE FROM mail_outbox WHERE id IN (:ids)', { ids: rows.map(({ id }) => id) });
  return rows.length < CHUNK;
}
