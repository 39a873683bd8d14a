import { recordAudit } from '../../../server/platform/db/records/audit.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { mailNotices } from '../../../server/services/platform-admin/notices/notices.ts';
import { type MovableClock, movableClock } from '../../apps/support.ts';
import { always } from '../../support/always.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DUTY = ['duty@example.com', 'lead@example.com'];
const PASSWORD = 'correct horse battery staple 7';

export interface Duty {
  readonly server: TestServer;
  readonly clock: MovableClock;
  readonly smtp: MailServer;
  /** One run at the time of the clock. */
  run(): Promise<void>;
  /** Writes an audit row of the server itself. */
  act(action: string, details?: Readonly<Record<string, unknown>>, more?: { projectId?: number | null; subject?: string }): Promise<void>;
  set(settings: object, projectId?: number): Promise<void>;
  /** Recipient and subject of all mails that went out, sorted; `since` mails before are left out. */
  mails(since?: number): Promise<[string, string][]>;
  text(index: number): string;
  close(): Promise<void>;
}

/** A server whose notices run only when a test asks for it, and the mail server it uses. */
export async function startDuty(env: Record<string, string> = {}): Promise<Duty> {
  const smtp = await startMailServer();
  // the mails must be due for real time too
  const clock = movableClock('2026-03-10T10:05:00.000Z');
  const server = await startServer({ clock, env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com', ...env } });
  await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  const settled = async (): Promise<boolean> =>
    (await selectRows(server.db, "SELECT id FROM mail_outbox WHERE state = 'waiting'")).length === 0;
  return {
    server,
    clock,
    smtp,
    run: () => mailNotices(server.services.notices, always),
    act: (action, details = {}, { projectId = 11, subject = `project:${projectId}` } = {}) => {
      const by = { actor: { kind: 'system', id: 'otp' }, requestId: null, address: null, now: clock.now() } as const;
      return inTransaction(server.db, () => recordAudit(server.db, by, { projectId, action, subject, details }));
    },
    set: async (settings, projectId = 11) => {
      await admin(server).put(`/admin/projects/${projectId}`, { settings }).expect(200);
    },
    mails: async (since = 0) => {
      await until(settled, undefined, 20_000);
      return smtp.mails
        .slice(since)
        .map(({ to, email }): [string, string] => [to.join(), email.subject ?? ''])
        .sort();
    },
    text: (index) => smtp.mails.at(index)?.email.text ?? '',
    close: async () => {
      await server.close();
      await smtp.close();
    },
  };
}

let operators = 0;

/** An operator, by default an admin of project 11. */
export async function newOperator(server: TestServer, fields: { email?: string; role?: string; projectId?: number }): Promise<number> {
  const { email, role = 'admin', projectId = 11 } = fields;
  operators += 1;
  const body = { username: `on-duty-${operators}`, password: PASSWORD, role, ...(email === undefined ? {} : { email }) };
  return (await admin(server).post(`/admin/projects/${projectId}/operators`, body).expect(201)).body.id;
}
