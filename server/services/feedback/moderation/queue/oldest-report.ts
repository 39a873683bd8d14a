// Raw SQL: one entry of an index.
import type { Database } from '../../../../platform/db/database.ts';
import { asDate, selectRows } from '../../../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../../../platform/db/tenancy/with-tenant.ts';
import { NEVER } from './waiting-since.ts';

/** Since when the oldest open report of all projects waits; null when none does. Rows of a server of the release before do not count. */
export async function oldestOpenReport(db: Database): Promise<Date | null> {
  const force = db.isMySql ? ' FORCE INDEX (report_cases_oldest)' : '';
  const sql = `SELECT MIN(open_since) AS oldest FROM report_cases${force} WHERE state = 'open' AND is_gone = 0 AND open_since > :never`;
  const [row] = await selectRows<{ oldest: Date | string | null }>(acrossProjects(db), sql, { never: NEVER });
  return row === undefined || row.oldest === null ? null : asDate(row.oldest);
}
