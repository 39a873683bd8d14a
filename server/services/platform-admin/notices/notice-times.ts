// Raw SQL: the right to mail is taken by compare-and-set.
import type { Database } from '../../../platform/db/database.ts';
import { ensureRow, execute } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export interface Turn {
  readonly projectId: number;
  readonly kind: string;
  readonly now: Date;
  /** The last mail of the kind must have been before this time. */
  readonly before: Date;
}

/** Whether a mail of the kind may go out now; then it counts as the last one. Call it in the transaction that queues the mail. */
export async function takeTurn(db: Database, { projectId, kind, now, before }: Turn): Promise<boolean> {
  const key = { project_id: projectId, kind };
  await ensureRow(db, 'notice_times', Object.keys(key), { ...key, mailed_at: new Date(0) });
  const taken = await execute(
    withTenant(db, projectId),
    `UPDATE notice_times SET mailed_at = :now
     WHERE project_id = :projectId AND kind = :kind AND (mailed_at < :before OR mailed_at > :latest)`,
    { kind, now, before, latest: latestAt(now) },
  );
  return taken > 0;
}

/** A later time was set by a clock that ran ahead, and does not count. */
export function latestAt(now: Date): Date {
  return new Date(now.getTime() + HOUR_MS);
}

/** The time without what exceeds the last full step. */
export function floorTo(stepMs: number, timeMs: number): Date {
  return new Date(timeMs - (timeMs % stepMs));
}
