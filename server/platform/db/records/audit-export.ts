import { Op } from 'sequelize';
import { AuditEntry } from '../../../../models/platform/AuditEntry.ts';
import type { ExportPart } from '../../export.ts';
import type { Database } from '../database.ts';
import { exportRows } from './export-rows.ts';

/**
 * The audit rows of a user: `activity` is what the user did, `accountLog` what else happened to the account, without the names and networks
 * of the people who did it. A sign-in is anonymous, because it only begins the session.
 */
export function auditExport(db: Database): ExportPart[] {
  const own = (userId: string): string => `user:${userId}`;
  return [
    exportRows(db.model(AuditEntry), {
      key: 'activity',
      columns: ['id', 'action', 'subject', 'target', 'address', 'createdAt'],
      where: ({ projectId, userId }) => ({ projectId, actor: own(userId) }),
    }),
    exportRows(db.model(AuditEntry), {
      key: 'accountLog',
      columns: ['id', 'action', 'actor', 'details', 'address', 'createdAt'],
      where: ({ projectId, userId }) => ({ projectId, subject: own(userId), actor: { [Op.ne]: own(userId) } }),
      record: ({ id, action, actor, details, address, createdAt }) => ({
        id,
        action,
        details: JSON.parse(details),
        address: actor === 'anonymous' ? address : null,
        createdAt,
      }),
    }),
  ];
}
