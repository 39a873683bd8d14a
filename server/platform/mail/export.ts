// Raw SQL: no index finds the mails of a recipient.
import type { Database } from '../db/database.ts';
import { scanRows } from '../db/records/export-rows.ts';
import { asDate } from '../db/statements/sql.ts';
import type { ExportedPerson, ExportPart } from '../export.ts';

/** Mails with a code, which opens something as long as it is valid. */
const SECRET = 'email_code';

/** The mails to the proved address of a user, and those that name the user in their key, sent or not. */
export function mailExport(db: Database): ExportPart {
  return { key: 'mails', pages: (person) => readMails(db, person) };
}

interface MailRow {
  readonly template: string;
  readonly data: string;
  readonly createdAt: Date | string;
  readonly settledAt: Date | string | null;
}

async function* readMails(db: Database, { projectId, userId, provedEmail }: ExportedPerson): AsyncGenerator<readonly object[]> {
  const pages = scanRows<MailRow>(db, {
    table: 'mail_outbox',
    columns:
      'recipient, recipient_name AS recipientName, language, template, data, state, created_at AS createdAt, settled_at AS settledAt',
    condition: 'project_id = :projectId AND (recipient = :provedEmail OR INSTR(mail_key, :inKey) > 0)',
    projectId,
    values: { provedEmail, inKey: `:${userId}:` },
  });
  for await (const rows of pages) yield rows.map(mailRecord);
}

function mailRecord({ template, data, createdAt, settledAt, ...mail }: MailRow): object {
  const times = { createdAt: asDate(createdAt), settledAt: settledAt === null ? null : asDate(settledAt) };
  return { ...mail, template, data: template === SECRET ? null : JSON.parse(data), ...times };
}
