// Raw SQL: adds audit ids to a queue.
import type { Database } from '../db/database.ts';
import { ensureRows } from '../db/statements/sql.ts';

/** The acts of the server itself that are mailed to the team of their project. */
export const NOTICED_ACTS = ['otp.guard_acted', 'otp.cap_reached', 'version.halted', 'version.crashes', 'webhook.disabled'] as const;
export type NoticedAct = (typeof NOTICED_ACTS)[number];

export function isNoticed(action: string | undefined): action is NoticedAct {
  return NOTICED_ACTS.some((noticed) => noticed === action);
}

/** Lets the mail of the hour tell of these audit rows. Call it in the transaction that adds them. */
export function queueNotices(db: Database, auditIds: readonly number[], now: Date): Promise<void> {
  const rows = auditIds.map((id) => ({ audit_id: id, created_at: now }));
  return ensureRows(db, 'notice_acts', ['audit_id'], rows);
}
