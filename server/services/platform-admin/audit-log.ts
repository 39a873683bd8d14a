export { type AuditQuery, listAudit, readAudit } from '../../platform/db/records/audit-entries.ts';
