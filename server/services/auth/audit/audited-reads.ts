// Raw SQL: the number of changed rows decides which of several processes leaves the audit row.
import type { User } from '../../../../models/auth/User.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { auditNameOf, recordAudit } from '../../../platform/db/records/audit.ts';
import { asDate, execute, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { AuthContext } from '../auth.ts';
import { AUDITED_READ_MS } from './latest-reads.ts';

/**
 * Leaves an audit row that the caller reads users of the project, at most one an hour for each caller and project, over all processes. Call
 * it before the read: an answer without a trace must not be possible.
 */
export async function auditReadOfUsers(ctx: AuthContext): Promise<void> {
  const { db, now, service } = ctx;
  const read = { projectId: projectIdOf(ctx), reader: auditNameOf(ctx.actor), now };
  const key = `${read.projectId} ${read.reader}`;
  if (service.auditedReads.isCovered(key, now)) return;
  const at = await inTransaction(db, async () => {
    if (!(await claimHour(db, read))) return latestRead(db, read);
    await recordAudit(db, ctx, { projectId: read.projectId, action: 'users.read', subject: `project:${read.projectId}` });
    return now;
  });
  service.auditedReads.remember(key, at);
}

interface Read {
  readonly projectId: number;
  readonly reader: string;
  readonly now: Date;
}

/** Whether the hour of the last row is over, or there is none. It is true for one of several callers at the same time. */
async function claimHour(db: Database, { projectId, reader, now }: Read): Promise<boolean> {
  const tenant = withTenant(db, projectId);
  const values = { reader, now, due: new Date(now.getTime() - AUDITED_READ_MS) };
  const update = 'UPDATE audited_reads SET read_at = :now WHERE project_id = :projectId AND reader = :reader AND read_at <= :due';
  if ((await execute(tenant, update, values)) > 0) return true;
  const insert = db.isMySql ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
  const added = await execute(
    tenant,
    `${insert} INTO audited_reads (project_id, reader, read_at) VALUES (:projectId, :reader, :now)`,
    values,
  );
  return added > 0;
}

async function latestRead(db: Database, { projectId, reader, now }: Read): Promise<Date> {
  const sql = 'SELECT read_at FROM audited_reads WHERE project_id = :projectId AND reader = :reader';
  const [row] = await selectRows<{ read_at: Date | string }>(withTenant(db, projectId), sql, { reader });
  return row === undefined ? now : asDate(row.read_at);
}

/** Forgets that a user has read the users of the project. */
export async function forgetReadsOf(db: Database, { id, projectId }: Pick<User, 'id' | 'projectId'>): Promise<void> {
  const sql = 'DELETE FROM audited_reads WHERE project_id = :projectId AND reader = :reader';
  await execute(withTenant(db, projectId), sql, { reader: `user:${id}` });
}
