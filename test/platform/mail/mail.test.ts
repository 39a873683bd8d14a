import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { Mailer } from '../../../server/platform/mail/mailer.ts';
import { insertMails, type NewMail } from '../../../server/platform/mail/outbox.ts';
import { purgeMails } from '../../../server/platform/mail/purge.ts';
import { smtpTransport } from '../../../server/platform/mail/smtp.ts';
import { logTransport, type MailTransport } from '../../../server/platform/mail/transport.ts';
import { MailWorker, type WorkerSetup } from '../../../server/platform/mail/worker.ts';
import { movableClock } from '../../apps/support.ts';
import { always } from '../../support/always.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const FROM = { name: 'Souq: News', address: 'news@souq.example' };
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const LIMITS = { connectMs: 1_500, attemptMs: 1_500 };

interface OutboxRow {
  state: string;
  attempts: number;
  last_error: string | null;
}

describe('the outbox and its worker', () => {
  let server: TestServer;
  let smtp: MailServer;
  let clock: ReturnType<typeof movableClock>;
  let worker: MailWorker;
  let log: ReturnType<typeof memoryLog>;
  let counted: string[];

  before(async () => {
    server = await startServer({ env: { SERVICES: 'apps' } });
    // only the worker of each test polls the outbox
    await server.services.mailer.stop();
  });
  beforeEach(async () => {
    await execute(server.db, 'DELETE FROM mail_outbox');
    smtp = await startMailServer();
    clock = movableClock();
    log = memoryLog();
    counted = [];
    worker = workerOf(smtpTransport(smtp.url, FROM, LIMITS));
  });
  afterEach(async () => {
    smtp.behave({ recipient: 'take', content: 'take' });
    await worker.stop();
    await smtp.close();
  });
  after(() => server.close());

  function setupOf(transport: MailTransport): WorkerSetup {
    const templates = {
      greeting: (data: Readonly<Record<string, string | null>>) => ({
        subject: `Hello ${data['who']}`,
        paragraphs: ['Hi!'],
        topic: data['topic'] === undefined ? null : { reader: 'operator:7', subject: 'post:12' },
      }),
    };
    const readers = {
      addressOf: () => 'https://souq.example/u/x.12',
      isWanted: async ({ to }: { to: string }) => to !== 'gone@example.com',
    };
    const count = (template: string, outcome: string): void => void counted.push(`${template} ${outcome}`);
    return { log: log.log, clock, transport, templates, readers, count };
  }

  const workerOf = (transport: MailTransport): MailWorker => new MailWorker(server.db, setupOf(transport));

  async function enqueue(mail: Partial<NewMail> = {}): Promise<void> {
    const given = {
      projectId: 11,
      key: randomUUID(),
      to: 'bob@example.com',
      language: 'en',
      template: 'greeting',
      data: { who: 'Bob' },
    } as const;
    await inTransaction(server.db, () => insertMails(server.db, [{ ...given, ...mail }], clock.now()));
  }

  const rows = (): Promise<OutboxRow[]> =>
    selectRows<OutboxRow>(server.db, 'SELECT state, attempts, last_error FROM mail_outbox ORDER BY id');

  /** Wakes the worker until every mail is in this state and no attempt is running. */
  async function untilAll(state: string, attempts?: number): Promise<OutboxRow[]> {
    let found: (OutboxRow & { lease: string | null })[] = [];
    await until(
      async () => {
        worker.wake();
        // in one statement, because an attempt may end between two
        found = await selectRows(server.db, 'SELECT state, attempts, last_error, lease FROM mail_outbox ORDER BY id');
        return found.every((row) => row.lease === null && row.state === state && (attempts === undefined || row.attempts === attempts));
      },
      () => JSON.stringify(found),
    );
    return found.map(({ lease: _, ...row }) => row);
  }

  /** Polls several times and checks that nothing happens. */
  async function nothingMore(): Promise<void> {
    const before = [smtp.recipients.length, JSON.stringify(await rows())];
    for (let polls = 0; polls < 5; polls += 1) {
      worker.wake();
      await rows();
    }
    await worker.stop();
    assert.deepEqual([smtp.recipients.length, JSON.stringify(await rows())], before);
    worker.start();
  }

  describe('sending', () => {
    it('sends text and HTML to one recipient from MAIL_FROM', async () => {
      worker.start();
      await enqueue({ name: 'Bob', key: 'greeting:1' });
      await untilAll('sent', 1);
      const [mail] = smtp.mails;
      assert.ok(mail !== undefined);
      assert.deepEqual([mail.from, mail.to], ['news@souq.example', ['bob@example.com']]);
      assert.deepEqual(mail.email.from, { name: 'Souq: News', address: 'news@souq.example' });
      assert.deepEqual(mail.email.to, [{ name: 'Bob', address: 'bob@example.com' }]);
      assert.equal(mail.email.subject, 'Hello Bob');
      assert.equal(mail.email.text?.trim(), 'Hi!');
      assert.match(mail.email.html ?? '', /<html lang="en" dir="ltr">[\s\S]*<p>Hi!<\/p>/);
      assert.match(mail.email.messageId ?? '', /^<[0-9a-f]{32}@souq\.example>$/);
      assert.equal(new Date(mail.email.date ?? '').getTime(), Math.floor(clock.now().getTime() / 1000) * 1000);
      assert.match(mail.raw, /^Auto-Submitted: auto-generated\r$/m);
      assert.deepEqual([smtp.recipients, counted], [['bob@example.com'], ['greeting sent']]);
    });

    it('starts right after the commit, never before', async () => {
      worker.start();
      await inTransaction(server.db, async () => {
        await enqueue();
        worker.wake();
        await rows();
      });
      await untilAll('sent');
      assert.equal(smtp.mails.length, 1);
      const refusal = new Error('rolled back');
      await assert.rejects(
        inTransaction(server.db, async () => {
          await enqueue();
          throw refusal;
        }),
        refusal,
      );
      await nothingMore();
      assert.equal(smtp.mails.length, 1);
    });

    it('wakes the worker of the mailer after the commit', async () => {
      const mailer = new Mailer(server.db, setupOf(smtpTransport(smtp.url, FROM, LIMITS)));
      mailer.start();
      const mail = {
        projectId: 11,
        key: 'woken',
        to: 'bob@example.com',
        language: 'en',
        template: 'greeting',
        data: { who: 'Bob' },
      } as const;
      await inTransaction(server.db, () => mailer.enqueue([mail], clock.now()));
      await until(() => counted.length === 1);
      await mailer.stop();
      assert.deepEqual([smtp.recipients, counted], [['bob@example.com'], ['greeting sent']]);
    });

    it('queues an event once for each recipient', async () => {
      worker.start();
      for (const to of ['a@example.com', 'b@example.com', 'a@example.com']) await enqueue({ key: 'event:1', to });
      await untilAll('sent');
      await enqueue({ key: 'event:1', to: 'a@example.com' });
      await nothingMore();
      assert.deepEqual(smtp.mails.map(({ to }) => to.join()).sort(), ['a@example.com', 'b@example.com']);
      await inTransaction(server.db, () => insertMails(server.db, [], clock.now()));
    });

    it('sends many mails, oldest first, in bounded numbers', async () => {
      for (let index = 0; index < 20; index += 1) await enqueue({ to: `u${index}@example.com` });
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await until(() => smtp.recipients.length === 9);
      assert.deepEqual(
        [...smtp.recipients].sort(),
        Array.from({ length: 9 }, (_, index) => `u${index}@example.com`),
      );
      smtp.behave({ recipient: 'take' });
      await untilAll('sent', 1);
      assert.equal(new Set(smtp.mails.map(({ to }) => to.join())).size, 20);
      assert.equal(smtp.contents.length, 20);
    });

    it('only logs the mail without SMTP', async () => {
      await worker.stop();
      worker = workerOf(logTransport(log.log));
      worker.start();
      await enqueue({ name: 'Bob Builder' });
      await untilAll('logged', 1);
      assert.deepEqual([smtp.recipients, counted], [[], ['greeting logged']]);
      assert.match(log.text(), /"to":"b\*\*\*@example\.com","template":"greeting"/);
      for (const secret of ['bob@', 'Bob', 'Hi!']) assert.ok(!log.text().includes(secret), secret);
    });

    it('ends a mail that its reader no longer wants', async () => {
      worker.start();
      await enqueue({ to: 'gone@example.com', data: { who: 'Bob', topic: 'post' } });
      assert.deepEqual(await untilAll('unwanted', 1), [{ state: 'unwanted', attempts: 1, last_error: null }]);
      await enqueue({ data: { who: 'Bob', topic: 'post' } });
      await until(() => smtp.mails.length > 0);
      assert.match(smtp.mails[0]?.raw ?? '', /^List-Unsubscribe: <https:\/\/souq\.example\/u\/x\.12>\r$/m);
      assert.deepEqual([smtp.recipients, counted[0]], [['bob@example.com'], 'greeting unwanted']);
    });

    it('finishes running attempts on stop and starts no others', async () => {
      smtp.behave({ content: 'hang' });
      for (let index = 0; index < 12; index += 1) await enqueue();
      worker.start();
      await until(() => smtp.contents.length === 9);
      const stopped = worker.stop();
      smtp.behave({ content: 'take' });
      await stopped;
      assert.deepEqual([smtp.mails.length, (await rows()).filter(({ state }) => state === 'sent').length], [9, 9]);
      worker.start();
      await untilAll('sent');
      assert.equal(smtp.mails.length, 12);
    });
  });

  describe('broadcast mails', () => {
    // silent servers stay silent until the test ends
    beforeEach(() => {
      worker = workerOf(smtpTransport(smtp.url, FROM, { connectMs: 15_000, attemptMs: 15_000 }));
    });

    const enqueueMany = async (count: number, priority: 'direct' | 'broadcast'): Promise<void> => {
      for (let index = 0; index < count; index += 1) await enqueue({ priority, to: `${priority}${index}@example.com` });
    };
    const reached = (): Record<string, number> => ({
      direct: smtp.recipients.filter((to) => to.startsWith('direct')).length,
      broadcast: smtp.recipients.filter((to) => to.startsWith('broadcast')).length,
    });

    it('are sent after direct mails that are due', async () => {
      await enqueueMany(14, 'broadcast');
      clock.advance(SECOND);
      await enqueueMany(14, 'direct');
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await until(() => smtp.recipients.length === 10);
      assert.deepEqual(reached(), { direct: 9, broadcast: 1 });
      smtp.behave({ recipient: 'take' });
      await untilAll('sent', 1);
      const order = smtp.recipients.map((to) => to.startsWith('direct'));
      const later = order.slice(order.lastIndexOf(true));
      assert.ok(later.length > 7, `${later.length - 1} of 14 broadcasts came after the last direct one`);
    });

    it('do not block a direct mail when they hang', async () => {
      await enqueueMany(12, 'broadcast');
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await until(() => smtp.recipients.length === 9);
      await enqueueMany(1, 'direct');
      worker.wake();
      await until(() => smtp.recipients.length === 10);
      assert.deepEqual(reached(), { direct: 1, broadcast: 9 });
    });

    it('are sent while direct mails hang', async () => {
      await enqueueMany(12, 'direct');
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await until(() => smtp.recipients.length === 9);
      await enqueueMany(1, 'broadcast');
      worker.wake();
      await until(() => smtp.recipients.length === 10);
      assert.deepEqual(reached(), { direct: 9, broadcast: 1 });
    });
  });

  describe('a mail that is not accepted', () => {
    it('is retried 5 s after a temporary recipient refusal', async () => {
      smtp.behave({ recipient: 450 });
      worker.start();
      await enqueue();
      assert.deepEqual(await untilAll('waiting', 1), [{ state: 'waiting', attempts: 1, last_error: '450 EENVELOPE RCPT TO' }]);
      smtp.behave({ recipient: 'take' });
      clock.advance(4 * SECOND);
      await nothingMore();
      clock.advance(SECOND);
      await untilAll('sent', 2);
      assert.deepEqual([smtp.mails.length, counted], [1, ['greeting retried', 'greeting sent']]);
    });

    it('is tried again for a temporary content refusal', async () => {
      smtp.behave({ content: 451 });
      worker.start();
      await enqueue();
      await untilAll('waiting', 1);
      smtp.behave({ content: 'take' });
      clock.advance(5 * SECOND);
      await untilAll('sent', 2);
      assert.deepEqual([smtp.mails.length, smtp.contents.length], [1, 2]);
    });

    it('sends a mail that a clock dated beyond every wait', async () => {
      await enqueue();
      await enqueue();
      const dueIn = (ms: number, id: string) =>
        execute(
          server.db,
          `UPDATE mail_outbox SET due_at = :dueAt WHERE id = (SELECT id FROM (SELECT ${id}(id) AS id FROM mail_outbox) x)`,
          {
            dueAt: new Date(clock.now().getTime() + ms),
          },
        );
      await dueIn(365 * DAY, 'MIN');
      await dueIn(10 * HOUR, 'MAX');
      worker.start();
      await until(() => counted.length === 1);
      await until(async () => (await rows()).some(({ state }) => state === 'sent'));
      await nothingMore();
      assert.deepEqual(
        (await rows()).map(({ state }) => state),
        ['sent', 'waiting'],
      );
    });

    it('sends again when the clock is set back', async () => {
      const { port } = smtp;
      await smtp.close();
      clock.advance(365 * DAY);
      worker.start();
      await enqueue();
      await until(() => counted.length === 1);
      smtp = await startMailServer(port);
      clock.advance(-365 * DAY);
      await untilAll('sent', 2);
    });

    it('waits while the server is down, without spending attempts', async () => {
      const { port } = smtp;
      await smtp.close();
      worker.start();
      for (let index = 0; index < 15; index += 1) await enqueue();
      await until(() => counted.length > 0);
      await worker.stop();
      worker.start();
      await nothingMore();
      const attempted = (await rows()).filter(({ attempts }) => attempts > 0);
      assert.ok(attempted.length <= 10, `${attempted.length}`);
      for (const row of attempted) assert.deepEqual(row, { state: 'waiting', attempts: 1, last_error: 'ESOCKET CONN' });
      smtp = await startMailServer(port);
      clock.advance(5 * SECOND);
      await untilAll('sent');
      assert.equal(smtp.mails.length, 15);
    });

    it('fails after ten attempts within a day', async () => {
      smtp.behave({ recipient: 450 });
      worker.start();
      await enqueue();
      const started = clock.now().getTime();
      for (let attempts = 1; attempts < 10; attempts += 1) {
        await untilAll('waiting', attempts);
        const [due] = await selectRows<{ due_at: Date | string }>(server.db, 'SELECT due_at FROM mail_outbox');
        clock.set(due?.due_at ?? '');
      }
      await untilAll('failed', 10);
      const hours = (clock.now().getTime() - started) / HOUR;
      assert.ok(hours > 20 && hours < 24, `${hours} hours`);
      clock.advance(DAY);
      await nothingMore();
      assert.deepEqual([smtp.recipients.length, counted.at(-1)], [10, 'greeting failed']);
    });

    for (const [what, behaviour] of Object.entries({ recipient: { recipient: 550 }, content: { content: 554 } })) {
      it(`fails at once when the ${what} is refused permanently`, async () => {
        smtp.behave(behaviour);
        worker.start();
        await enqueue();
        await untilAll('failed', 1);
        clock.advance(DAY);
        await nothingMore();
        assert.deepEqual([smtp.mails, counted], [[], ['greeting failed']]);
        const line = log.lines().find(({ msg }) => msg === 'mail delivery failed permanently');
        assert.deepEqual([line?.['to'], line?.['template']], ['b***@example.com', 'greeting']);
        assert.ok(!log.text().includes('bob@'));
      });
    }

    for (const behaviour of [{ recipient: 'drop' }, { recipient: 'hang' }] as const) {
      it(`is tried again after silence before the content: ${behaviour.recipient}`, async () => {
        smtp.behave(behaviour);
        worker.start();
        await enqueue();
        await untilAll('waiting', 1);
        smtp.behave({ recipient: 'take' });
        clock.advance(5 * SECOND);
        await untilAll('sent', 2);
        assert.deepEqual([smtp.mails.length, smtp.contents.length], [1, 1]);
      });
    }

    for (const content of ['drop', 'hang'] as const) {
      it(`is resent with its Message-ID after a lost answer: ${content}`, async () => {
        smtp.behave({ content });
        worker.start();
        await enqueue();
        await untilAll('waiting', 1);
        smtp.behave({ content: 'take' });
        clock.advance(5 * SECOND);
        await untilAll('sent', 2);
        assert.deepEqual(counted, ['greeting retried', 'greeting sent']);
        const [first, second, ...more] = smtp.messageIds;
        assert.deepEqual([second, more], [first, []]);
        assert.match(first ?? '', /^<[0-9a-f]{32}@souq\.example>$/);
      });
    }

    it('waits for a release that knows its template', async () => {
      worker.start();
      await enqueue({ template: 'newer' });
      assert.equal((await untilAll('waiting', 1))[0]?.last_error, 'unknown template');
      assert.deepEqual(smtp.recipients, []);
    });
  });

  describe('an address that is not a single one', () => {
    for (const to of [
      'v@w.example, evil@x.example',
      '"evil@x.example y"@w.example',
      'v@w.example> RCPT TO:<evil@x.example',
      'v@w.example\r\nRCPT TO:<e@x.example>',
      '<v@w.example>',
      'v',
    ])
      it(`is never sent to a server: ${JSON.stringify(to)}`, async () => {
        worker.start();
        await enqueue({ to });
        await untilAll('failed', 1);
        assert.deepEqual(smtp.recipients, []);
      });

    it('does not let a name add headers or recipients', async () => {
      worker.start();
      const name = 'Bob\r\nBcc: evil@x.example\r\n\r\n<b>, "x" <evil@x.example>';
      await enqueue({ name, data: { who: 'Bob\r\nBcc: evil@x.example\u2028X-Evil: 1' } });
      await untilAll('sent');
      assert.deepEqual(smtp.recipients, ['bob@example.com']);
      const [mail] = smtp.mails;
      assert.deepEqual(mail?.email.to, [{ name: 'Bob Bcc: evil@x.example <b>, "x" <evil@x.example>', address: 'bob@example.com' }]);
      assert.deepEqual([mail?.email.cc, mail?.email.bcc], [undefined, undefined]);
      assert.equal(mail?.email.subject, 'Hello Bob Bcc: evil@x.example X-Evil: 1');
      assert.ok(!mail?.email.headers.some(({ key }) => ['bcc', 'x-evil'].includes(key)));
    });
  });

  describe('leases', () => {
    it('protect the state that another process has stored', async () => {
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await enqueue();
      await until(() => smtp.recipients.length === 1);
      await execute(server.db, "UPDATE mail_outbox SET lease = 'another'");
      smtp.behave({ recipient: 'take' });
      await until(() => counted.length === 1);
      await worker.stop();
      const [row] = await selectRows(server.db, 'SELECT lease, state, attempts FROM mail_outbox');
      assert.deepEqual(row, { lease: 'another', state: 'waiting', attempts: 1 });
    });

    it('expire within 30 s, when another process sends the mail', async () => {
      await enqueue();
      await execute(server.db, "UPDATE mail_outbox SET lease = 'dead', attempts = 1, due_at = :dueAt", {
        dueAt: new Date(clock.now().getTime() + 25 * SECOND),
      });
      worker.start();
      clock.advance(24 * SECOND);
      await nothingMore();
      clock.advance(SECOND);
      await untilAll('sent', 2);
      assert.equal(smtp.mails.length, 1);
    });

    it('end in failure when every attempt ended its process', async () => {
      await enqueue();
      await execute(server.db, "UPDATE mail_outbox SET lease = 'dead', attempts = 10");
      worker.start();
      assert.equal((await untilAll('failed', 11))[0]?.last_error, 'too many attempts');
      assert.deepEqual([smtp.recipients, counted], [[], ['greeting failed']]);
    });
  });

  describe('mails of an earlier release', () => {
    it('are sent again when their attempt was interrupted', async () => {
      await enqueue();
      await execute(server.db, "UPDATE mail_outbox SET state = 'sending', lease = 'dead', attempts = 1, due_at = :dueAt", {
        dueAt: new Date(clock.now().getTime() + 25 * SECOND),
      });
      await purgeMails(server.db, clock.now(), always);
      assert.equal((await rows())[0]?.state, 'sending');
      clock.advance(25 * SECOND);
      await purgeMails(server.db, clock.now(), always);
      worker.start();
      await untilAll('sent', 2);
    });

    it('stay ended and are deleted when their outcome was unknown', async () => {
      await enqueue();
      await execute(server.db, "UPDATE mail_outbox SET state = 'unclear', due_at = :dueAt", {
        dueAt: new Date(clock.now().getTime() + DAY),
      });
      worker.start();
      await nothingMore();
      clock.advance(DAY);
      await purgeMails(server.db, clock.now(), always);
      assert.deepEqual(await rows(), []);
    });
  });

  it('deletes mails 30 days after their end', async () => {
    worker.start();
    for (let index = 0; index < 3; index += 1) await enqueue();
    await untilAll('sent');
    smtp.behave({ recipient: 450 });
    await enqueue();
    await until(() => counted.includes('greeting retried'));
    await worker.stop();
    clock.advance(30 * DAY - 1);
    await purgeMails(server.db, clock.now(), always);
    assert.equal((await rows()).length, 4);
    clock.advance(1);
    await purgeMails(server.db, clock.now(), always);
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ['waiting'],
    );
  });
});
