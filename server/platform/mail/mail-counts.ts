// Raw SQL: each count reads a bounded part of one index.
import type { Database } from '../db/database.ts';
import { asDate, selectRows } from '../db/statements/sql.ts';
import { withTenant } from '../db/tenancy/with-tenant.ts';

/** The mails of a project that were not sent, each number at most `MAX_COUNTED`. */
export interface UnsentMail {
  readonly waiting: number;
  /** Those of the last 30 days, which are kept that long. */
  readonly failed: number;
  /** Since when the first one waits. */
  readonly oldestAt: Date | null;
}

const MAX_COUNTED = 10_000;

/** Counts the mails of a project that wait or failed: one statement. */
export async function countUnsentMail(db: Database, projectId: number): Promise<UnsentMail> {
  const [row] = await selectRows<{ waiting: number; failed: number; oldest: Date | string | null }>(
    withTenant(db, projectId),
    `SELECT ${countOf(db, 'waiting')} AS waiting, ${countOf(db, 'failed')} AS failed,
      (SELECT MIN(created_at) FROM mail_outbox${force(db)} WHERE project_id = :projectId AND state = 'waiting') AS oldest`,
  );
  const oldest = row?.oldest ?? null;
  return { waiting: Number(row?.waiting), failed: Number(row?.failed), oldestAt: oldest === null ? null : asDate(oldest) };
}

function countOf(db: Database, state: string): string {
  return `(SELECT COUNT(*) FROM (SELECT 1 FROM mail_outbox${force(db)} WHERE project_id = :projectId AND state = '${state}'
    LIMIT ${MAX_COUNTED}) newest)`;
}

function force(db: Database): string {
  return db.isMySql ? ' FORCE INDEX (mail_outbox_project)' : '';
}
