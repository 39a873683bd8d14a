// Raw SQL: one statement requeues the mails of earlier releases.
import type { MayContinue } from '../concurrency/shared-work.ts';
import type { Database } from '../db/database.ts';
import { purgeRows } from '../db/records/purge-rows.ts';
import { execute } from '../db/statements/sql.ts';
import { acrossProjects } from '../db/tenancy/with-tenant.ts';
import { PRIORITIES } from './priority.ts';

const KEPT_MS = 30 * 24 * 3_600_000;

/** When the row of an ended mail is deleted. */
export function forgetAt(now: Date): Date {
  return new Date(now.getTime() + KEPT_MS);
}

/** Deletes the mails that ended 30 days ago, in chunks. */
export async function purgeMails(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  await requeueLegacyMails(db, now);
  // earlier releases ended a mail of unknown outcome as `unclear`
  for (const state of ['sent', 'logged', 'failed', 'unwanted', 'unclear']) {
    for (const priority of Object.values(PRIORITIES)) {
      const where = 'state = :state AND priority = :priority AND due_at <= :now';
      await purgeRows(db, { table: 'mail_outbox', where, values: { state, priority, now } }, mayContinue);
    }
  }
}

/** Earlier releases marked a mail as `sending` during an attempt. If its process died, it is due again like any other. */
async function requeueLegacyMails(db: Database, now: Date): Promise<void> {
  await execute(
    acrossProjects(db),
    "UPDATE mail_outbox SET state = 'waiting', lease = NULL WHERE state = 'sending' AND priority IN (:priorities) AND due_at <= :now",
    { priorities: Object.values(PRIORITIES), now },
  );
}
