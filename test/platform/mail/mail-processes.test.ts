import assert from 'node:assert/strict';
import type { Sequelize } from 'sequelize';
import { openDatabase } from '../../server/platform/db/connection.ts';
import { useDatabase } from '../../server/platform/db/database.ts';
import { selectRows } from '../../server/platform/db/sql.ts';
import { inTransaction } from '../../server/platform/db/transaction.ts';
import { enqueueMails } from '../../server/platform/mail/mailer.ts';
import { smtpTransport } from '../../server/platform/mail/smtp.ts';
import { MailWorker } from '../../server/platform/mail/worker.ts';
import { FEEDBACK_TEMPLATES } from '../../server/services/feedback/mail-templates.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { endProcesses, type ServerProcess, startProcess, until } from '../support/process.ts';
import { databaseConfig, silent } from '../support/scratch-database.ts';
import { testEnvironment } from '../support/server.ts';

const FROM = 'Souq <news@souq.example>';
const LEASE_MS = 25_000;

describe('mail workers of several processes on one database', () => {
  let database: Sequelize;
  let smtp: MailServer;
  /** A server as it is; the workers of this process are the others. */
  let other: ServerProcess;
  let queued = 0;
  /** How far ahead of the other process's time the workers of this one are. */
  let aheadMs = 0;
  const workers: MailWorker[] = [];

  before(async () => {
    smtp = await startMailServer();
    const env = await testEnvironment({ SERVICES: 'feedback', SMTP_URL: smtp.url, MAIL_FROM: FROM, LOG_LEVEL: 'info' });
    other = await startProcess(env);
    database = openDatabase(databaseConfig(env['DATABASE_URL'] ?? ''), silent);
    useDatabase(database);
  });
  afterEach(async () => {
    smtp.behave({ recipient: 'take', content: 'take' });
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  after(async () => {
    endProcesses();
    await database.close();
    await smtp.close();
  });

  function startWorker(): void {
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const setup = { log: silent, clock, transport: smtpTransport(smtp.url, FROM), templates: FEEDBACK_TEMPLATES, count: () => {} };
    const worker = new MailWorker(setup);
    worker.start();
    workers.push(worker);
  }

  /** Queues so many mails, each to somebody else. */
  async function enqueue(count: number): Promise<string[]> {
    const recipients = Array.from({ length: count }, (_, index) => `u${queued + index}@example.com`);
    queued += count;
    const rest = { projectId: 11, language: 'en', template: 'review_approved', data: { name: 'Bob' } } as const;
    const mails = recipients.map((to) => ({ ...rest, to, key: `key:${to}` }));
    await inTransaction(() => enqueueMails(mails, new Date(Date.now())));
    return recipients;
  }

  async function states(recipients: readonly string[]): Promise<Record<string, number>> {
    const rows = await selectRows<{ state: string }>('SELECT state FROM mail_outbox WHERE recipient IN (:recipients)', { recipients });
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

  /** Each content that came in whole, whatever became of it. */
  const contentsOf = (recipients: readonly string[]): string[] => smtp.contents.filter((to) => recipients.includes(to));

  it('send each mail once', async () => {
    smtp.behave({ recipient: 'hang' });
    for (let count = 0; count < 3; count += 1) startWorker();
    const recipients = await enqueue(100);
    for (const worker of workers) worker.wake();
    // all four are at it, with nine mails each
    await until(() => smtp.recipients.length === 36);
    smtp.behave({ recipient: 'take' });
    await untilStates(recipients, { sent: 100 });
    assert.deepEqual(contentsOf(recipients).sort(), [...recipients].sort());
    // its lines come by a pipe, later than what they tell
    await until(() => (other.output().match(/"msg":"a mail was sent"/g)?.length ?? 0) >= 9);
  });

  it('take over what a killed process had not sent, and never send again what it may have sent', async () => {
    smtp.behave({ content: 'hang' });
    const leaving = await enqueue(4);
    await until(() => contentsOf(leaving).length === 4);
    smtp.behave({ recipient: 'hang' });
    const known = smtp.recipients.length;
    const kept = await enqueue(10);
    await until(() => smtp.recipients.length === known + 5);
    await other.end('SIGKILL');
    smtp.behave({ recipient: 'take', content: 'take' });
    startWorker();
    await untilStates(kept, { sent: 5, waiting: 5 });
    await untilStates(leaving, { sending: 4 });
    aheadMs = LEASE_MS;
    await untilStates(kept, { sent: 10 });
    await untilStates(leaving, { unclear: 4 });
    const all = [...leaving, ...kept];
    assert.deepEqual(contentsOf(all).sort(), [...all].sort());
  });
});
