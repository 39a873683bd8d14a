import assert from 'node:assert/strict';
import type { Database } from '../../../server/platform/db/database.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { insertMails } from '../../../server/platform/mail/outbox.ts';
import { smtpTransport } from '../../../server/platform/mail/smtp.ts';
import { MailWorker } from '../../../server/platform/mail/worker.ts';
import { FEEDBACK_TEMPLATES } from '../../../server/services/feedback/mail/mail-templates.ts';
import { openDatabaseAt, silent } from '../../support/databases/scratch-database.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { endProcesses, type ServerProcess, startProcess, until } from '../../support/programs/process.ts';
import { testEnvironment } from '../../support/server.ts';

const FROM = { name: 'Souq', address: 'news@souq.example' };
const LEASE_MS = 25_000;

describe('mail workers of several processes', () => {
  let db: Database;
  let smtp: MailServer;
  /** A real server process; the other workers run in this process. */
  let other: ServerProcess;
  let queued = 0;
  /** How far the clock of the workers in this process is ahead. */
  let aheadMs = 0;
  const workers: MailWorker[] = [];

  before(async () => {
    smtp = await startMailServer();
    const env = await testEnvironment({
      SERVICES: 'feedback',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Souq <news@souq.example>',
      LOG_LEVEL: 'info',
    });
    other = await startProcess(env);
    db = openDatabaseAt(env['DATABASE_URL'] ?? '');
  });
  afterEach(async () => {
    smtp.behave({ recipient: 'take', content: 'take' });
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  after(async () => {
    endProcesses();
    await db.close();
    await smtp.close();
  });

  function startWorker(): void {
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const readers = { addressOf: () => null, isWanted: async () => true };
    const setup = { log: silent, clock, transport: smtpTransport(smtp.url, FROM), templates: FEEDBACK_TEMPLATES, readers, count: () => {} };
    const worker = new MailWorker(db, setup);
    worker.start();
    workers.push(worker);
  }

  /** Queues `count` mails to different recipients. */
  async function enqueue(count: number): Promise<string[]> {
    const recipients = Array.from({ length: count }, (_, index) => `u${queued + index}@example.com`);
    queued += count;
    const rest = { projectId: 11, language: 'en', template: 'review_approved', data: { name: 'Bob' } } as const;
    const mails = recipients.map((to) => ({ ...rest, to, key: `key:${to}` }));
    await inTransaction(db, () => insertMails(db, mails, new Date(Date.now())));
    return recipients;
  }

  async function states(recipients: readonly string[]): Promise<Record<string, number>> {
    const rows = await selectRows<{ state: string }>(db, 'SELECT state FROM mail_outbox WHERE recipient IN (:recipients)', { recipients });
    const counts: Record<string, number> = {};
    for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }

  const untilStates = (recipients: readonly string[], expected: Record<string, number>): Promise<void> =>
    until(
      async () => {
        assert.deepEqual(await states(recipients), expected);
        return true;
      },
      () => other.output().slice(-2_000),
    );

  /** The recipients of complete contents, accepted or not. */
  const contentsOf = (recipients: readonly string[]): string[] => smtp.contents.filter((to) => recipients.includes(to));

  const messageIdsOf = (recipients: readonly string[]): string[] =>
    smtp.messageIds.filter((_id, index) => recipients.includes(smtp.contents[index] ?? ''));

  it('send each mail once without failures', async () => {
    smtp.behave({ recipient: 'hang' });
    for (let count = 0; count < 3; count += 1) startWorker();
    const recipients = await enqueue(50);
    for (const worker of workers) worker.wake();
    // all four workers send nine mails each
    await until(() => smtp.recipients.length === 36);
    smtp.behave({ recipient: 'take' });
    await untilStates(recipients, { sent: 50 });
    assert.deepEqual(contentsOf(recipients).sort(), [...recipients].sort());
    // log lines arrive through a pipe, later than the mails
    await until(() => (other.output().match(/"msg":"mail sent"/g)?.length ?? 0) >= 9);
  });

  it('resend mails of a killed process with the same Message-ID', async () => {
    smtp.behave({ content: 'hang' });
    const unanswered = await enqueue(4);
    await until(() => contentsOf(unanswered).length === 4);
    const idsBefore = messageIdsOf(unanswered);
    smtp.behave({ recipient: 'hang' });
    const known = smtp.recipients.length;
    const begun = await enqueue(10);
    await until(() => smtp.recipients.length === known + 5);
    await other.end('SIGKILL');
    smtp.behave({ recipient: 'take', content: 'take' });
    startWorker();
    await untilStates(begun, { sent: 5, waiting: 5 });
    await untilStates(unanswered, { waiting: 4 });
    aheadMs = LEASE_MS;
    await untilStates([...begun, ...unanswered], { sent: 14 });
    assert.deepEqual(contentsOf(begun).sort(), [...begun].sort());
    assert.deepEqual(contentsOf(unanswered).sort(), [...unanswered, ...unanswered].sort());
    assert.deepEqual(new Set(messageIdsOf(unanswered)), new Set(idsBefore));
    assert.equal(new Set(idsBefore).size, 4);
  });
});
