import type { Handler } from '../../platform/http/endpoint.ts';
import { type CsvRow, csvReply } from '../../platform/http/reply/csv.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { AUDIT_COLUMNS, auditCells, presentAuditEntry } from '../../presenters/platform-admin/audit-entry.ts';
import * as auditLog from '../../services/platform-admin/audit-log.ts';

export const listAuditLog: Handler<unknown, auditLog.AuditQuery, unknown> = async (ctx, { query }) => {
  if (ctx.wantsCsv) {
    const chunks = rowsOf(auditLog.readAudit(ctx.db, ctx.actor, query));
    return csvReply({ fileName: 'audit-log.csv', header: AUDIT_COLUMNS, chunks });
  }
  const { entries, nextBefore } = await auditLog.listAudit(ctx.db, ctx.actor, query);
  return ok({ success: true, message: 'Audit log.', data: entries.map(presentAuditEntry), nextBefore });
};

async function* rowsOf(chunks: ReturnType<typeof auditLog.readAudit>): AsyncGenerator<readonly CsvRow[]> {
  for await (const entries of chunks) yield entries.map(auditCells);
}
