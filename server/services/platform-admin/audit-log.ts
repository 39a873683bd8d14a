export { type AuditQuery, listAudit, readAudit } from '../../platform/db/audit-entries.ts';
