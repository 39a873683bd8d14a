import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentAuditEntry } from '../../presenters/platform-admin/audit-entry.ts';
import * as auditLog from '../../services/platform-admin/audit-log.ts';

export const listAuditLog: Handler<unknown, auditLog.AuditQuery, unknown> = async (ctx, { query }) => {
  const { entries, nextBefore } = await auditLog.listAudit(ctx.db, ctx.actor, query);
  return ok({ success: true, message: 'Audit log.', data: entries.map(presentAuditEntry), nextBefore });
};
