import type { SecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { auditExport } from '../../platform/db/records/audit-export.ts';
import type { ExportPart } from '../../platform/export.ts';
import { mailExport } from '../../platform/mail/export.ts';
import { eventExport } from '../../services/apps/analytics/export.ts';
import { sessionExport, signInExport } from '../../services/auth/export/own-data.ts';
import { feedbackExport } from '../../services/feedback/export.ts';

/** Composes the export of an account from the lists of every service, in the order of the document: services do not import each other. */
export function composeExport(db: Database, secrets: SecretKeys): ExportPart[] {
  const { events, apps } = eventExport(db);
  const feedback = feedbackExport(db);
  return [sessionExport(db), ...feedback, events, apps, mailExport(db), ...auditExport(db), ...signInExport(db, secrets)];
}
