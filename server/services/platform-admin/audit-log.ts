export { type AuditQuery, listAudit } from '../../platform/db/audit-entries.ts';
