import { listAuditLog } from '../../controllers/platform-admin/audit-log.ts';
import { get } from '../../platform/http/endpoint.ts';
import { AuditLogBody, AuditQuery } from '../../schemas/platform-admin/audit-log.ts';

export const endpoints = [
  get(
    '/admin/audit-log',
    {
      auth: 'manager',
      reach: 'own',
      role: 'staff',
      scope: 'audit',
      limit: 'admin',
      // a filter that has no index may read many rows
      pool: 'wide',
      query: AuditQuery,
      reply: { json: AuditLogBody, csv: true },
      summary: 'The audit log, newest first',
      description:
        'An admin and a key of a project see the acts in their project, staff their own acts, an owner and a platform key all. ' +
        'Acts are never changed; `nextBefore` leads to the next page. ' +
        '`Accept: text/csv` gets a table of all rows that match, whatever `limit` says.',
    },
    listAuditLog,
  ),
];
