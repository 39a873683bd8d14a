import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { execute, selectRows } from '../../server/platform/db/sql.ts';
import { inTransaction } from '../../server/platform/db/transaction.ts';
import { enqueueMails } from '../../server/platform/mail/mailer.ts';
import type { NewMail } from '../../server/platform/mail/outbox.ts';
import { purgeMails } from '../../server/platform/mail/purge.ts';
import { smtpTransport } from '../../server/platform/mail/smtp.ts';
import { logTransport, type MailTransport } from '../../server/platform/mail/transport.ts';
import { MailWorker } from '../../server/platform/mail/worker.ts';
import { movableClock } from '../apps/support.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { memoryLog } from '../support/memory-log.ts';
import { until } from '../support/process.ts';
import { startServer, type TestServer } from '../support/server.ts';

const FROM = 'Souq: News <news@souq.example>';
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
    // without feedback nobody but the worker of each test looks into the outbox
    server = await startServer({ env: { SERVICES: 'auth' } });
  });
  beforeEach(async () => {
    await execute('DELETE FROM mail_outbox');
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

  function workerOf(transport: MailTransport): MailWorker {
    const templates = {
      greeting: (data: Readonly<Record<string, string | null>>) => ({ subject: `Hello ${data['who']}`, paragraphs: ['Hi!'] }),
    };
    const count = (template: string, outcome: string): void => void counted.push(`${template} ${outcome}`);
    return new MailWorker({ log: log.log, clock, transport, templates, count });
  }

  async function enqueue(mail: Partial<NewMail> = {}): Promise<void> {
    const given = {
      projectId: 11,
      key: randomUUID(),
      to: 'bob@example.com',
      language: 'en',
      template: 'greeting',
      data: { who: 'Bob' },
    } as const;
    await inTransaction(() => enqueueMails([{ ...given, ...mail }], clock.now()));
  }

  const rows = (): Promise<OutboxRow[]> => selectRows<OutboxRow>('SELECT state, attempts, last_error FROM mail_outbox ORDER BY id');

  /** Polls, waking the worker, until every mail is in this state and nobody is at it. */
  async function untilAll(state: string, attempts?: number): Promise<OutboxRow[]> {
    let found: (OutboxRow & { lease: string | null })[] = [];
    const isOver = (row: (typeof found)[number]): boolean => row.lease === null || !['waiting', 'sending'].includes(row.state);
    await until(
      async () => {
        worker.wake();
        // in one look: a mail may be let go between two
        found = await selectRows('SELECT state, attempts, last_error, lease FROM mail_outbox ORDER BY id');
        return found.every((row) => isOver(row) && row.state === state && (attempts === undefined || row.attempts === attempts));
      },
      () => JSON.stringify(found),
      5_000,
    );
    return found.map(({ lease: _, ...row }) => row);
  }

  /** As many looks as one that found something would need to begin it. */
  async function nothingMore(): Promise<void> {
    const before = [smtp.recipients.length, JSON.stringify(await rows())];
    for (let look = 0; look < 5; look += 1) {
      worker.wake();
      await rows();
    }
    await worker.stop();
    assert.deepEqual([smtp.recipients.length, JSON.stringify(await rows())], before);
    worker.start();
  }

  describe('sending', () => {
    it('brings a mail as text and as HTML, to one recipient, from MAIL_FROM', async () => {
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

    it('begins at once after the commit, and never before', async () => {
      worker.start();
      await inTransaction(async () => {
        await enqueue();
        worker.wake();
        await rows();
      });
      await untilAll('sent');
      assert.equal(smtp.mails.length, 1);
      const refusal = new Error('rolled back');
      await assert.rejects(
        inTransaction(async () => {
          await enqueue();
          throw refusal;
        }),
        refusal,
      );
      await nothingMore();
      assert.equal(smtp.mails.length, 1);
    });

    it('takes the same event for one recipient once, and for two twice', async () => {
      worker.start();
      for (const to of ['a@example.com', 'b@example.com', 'a@example.com']) await enqueue({ key: 'event:1', to });
      await untilAll('sent');
      await enqueue({ key: 'event:1', to: 'a@example.com' });
      await nothingMore();
      assert.deepEqual(smtp.mails.map(({ to }) => to.join()).sort(), ['a@example.com', 'b@example.com']);
      await inTransaction(() => enqueueMails([], clock.now()));
    });

    it('works off many, oldest first, without holding many', async () => {
      for (let index = 0; index < 40; index += 1) await enqueue({ to: `u${index}@example.com` });
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await until(() => smtp.recipients.length === 9);
      assert.deepEqual(
        [...smtp.recipients].sort(),
        Array.from({ length: 9 }, (_, index) => `u${index}@example.com`),
      );
      smtp.behave({ recipient: 'take' });
      await untilAll('sent', 1);
      assert.equal(new Set(smtp.mails.map(({ to }) => to.join())).size, 40);
      assert.equal(smtp.contents.length, 40);
    });

    it('without SMTP only logs that there would have been one', async () => {
      await worker.stop();
      worker = workerOf(logTransport(log.log));
      worker.start();
      await enqueue({ name: 'Bob Builder' });
      await untilAll('logged', 1);
      assert.deepEqual([smtp.recipients, counted], [[], ['greeting logged']]);
      assert.match(log.text(), /"to":"b\*\*\*@example\.com","template":"greeting"/);
      for (const secret of ['bob@', 'Bob', 'Hi!']) assert.ok(!log.text().includes(secret), secret);
    });

    it('ends when it is stopped with what is being sent, and begins no more', async () => {
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

  describe('mails to many', () => {
    // what hangs does so until the test ends
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

    it('stand behind every other that is due, though queued before', async () => {
      await enqueueMany(30, 'broadcast');
      clock.advance(SECOND);
      await enqueueMany(30, 'direct');
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await until(() => smtp.recipients.length === 10);
      assert.deepEqual(reached(), { direct: 9, broadcast: 1 });
      smtp.behave({ recipient: 'take' });
      await untilAll('sent', 1);
      const order = smtp.recipients.map((to) => to.startsWith('direct'));
      const later = order.slice(order.lastIndexOf(true));
      assert.ok(later.length > 15, `${later.length - 1} of 30 broadcasts came after the last direct one`);
    });

    it('hold up no other, though none of them ends', async () => {
      await enqueueMany(30, 'broadcast');
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await until(() => smtp.recipients.length === 9);
      await enqueueMany(1, 'direct');
      worker.wake();
      await until(() => smtp.recipients.length === 10);
      assert.deepEqual(reached(), { direct: 1, broadcast: 9 });
    });

    it('go on though others never cease', async () => {
      await enqueueMany(30, 'direct');
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await until(() => smtp.recipients.length === 9);
      await enqueueMany(1, 'broadcast');
      worker.wake();
      await until(() => smtp.recipients.length === 10);
      assert.deepEqual(reached(), { direct: 9, broadcast: 1 });
    });
  });

  describe('a mail that is not taken', () => {
    it('is tried again after 5 s when the recipient is refused for now, as the same mail', async () => {
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

    it('is tried again when the content is refused for now', async () => {
      smtp.behave({ content: 451 });
      worker.start();
      await enqueue();
      await untilAll('waiting', 1);
      smtp.behave({ content: 'take' });
      clock.advance(5 * SECOND);
      await untilAll('sent', 2);
      assert.deepEqual([smtp.mails.length, smtp.contents.length], [1, 2]);
    });

    it('waits until a server that is down is back, and spends no tries of others on it', async () => {
      const { port } = smtp;
      await smtp.close();
      worker.start();
      for (let index = 0; index < 30; index += 1) await enqueue();
      await until(() => counted.length > 0);
      await worker.stop();
      worker.start();
      await nothingMore();
      const tried = (await rows()).filter(({ attempts }) => attempts > 0);
      assert.ok(tried.length <= 10, `${tried.length}`);
      for (const row of tried) assert.deepEqual(row, { state: 'waiting', attempts: 1, last_error: 'ESOCKET CONN' });
      smtp = await startMailServer(port);
      clock.advance(5 * SECOND);
      await untilAll('sent');
      assert.equal(smtp.mails.length, 30);
    });

    it('is tried ten times within a day, then given up', async () => {
      smtp.behave({ recipient: 450 });
      worker.start();
      await enqueue();
      const started = clock.now().getTime();
      for (let attempts = 1; attempts < 10; attempts += 1) {
        await untilAll('waiting', attempts);
        const [due] = await selectRows<{ due_at: Date | string }>('SELECT due_at FROM mail_outbox');
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
      it(`is given up at once when the ${what} is refused for good`, async () => {
        smtp.behave(behaviour);
        worker.start();
        await enqueue();
        await untilAll('failed', 1);
        clock.advance(DAY);
        await nothingMore();
        assert.deepEqual([smtp.mails, counted], [[], ['greeting failed']]);
        const line = log.lines().find(({ msg }) => String(msg).includes('given up'));
        assert.deepEqual([line?.['to'], line?.['template']], ['b***@example.com', 'greeting']);
        assert.ok(!log.text().includes('bob@'));
      });
    }

    for (const behaviour of [{ recipient: 'drop' }, { recipient: 'hang' }] as const) {
      it(`is tried again when the server goes silent before the content (${behaviour.recipient})`, async () => {
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
      it(`is never tried again when the server goes silent after the content (${content})`, async () => {
        smtp.behave({ content });
        worker.start();
        await enqueue();
        await untilAll('unclear', 1);
        smtp.behave({ content: 'take' });
        clock.advance(2 * DAY);
        await nothingMore();
        assert.deepEqual([smtp.contents.length, counted], [1, ['greeting unclear']]);
        assert.ok(log.lines().some(({ level, msg }) => level === 50 && String(msg).includes('may have been sent')));
      });
    }

    it('waits for a process that knows its template', async () => {
      worker.start();
      await enqueue({ template: 'newer' });
      assert.equal((await untilAll('waiting', 1))[0]?.last_error, 'no such template');
      assert.deepEqual(smtp.recipients, []);
    });
  });

  describe('what is no single address', () => {
    for (const to of [
      'v@w.example, evil@x.example',
      '"evil@x.example y"@w.example',
      'v@w.example> RCPT TO:<evil@x.example',
      'v@w.example\r\nRCPT TO:<e@x.example>',
      '<v@w.example>',
      'v',
    ])
      it(`reaches no server: ${JSON.stringify(to)}`, async () => {
        worker.start();
        await enqueue({ to });
        await untilAll('failed', 1);
        assert.deepEqual(smtp.recipients, []);
      });

    it('lets a name bring no header and no recipient', async () => {
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
    const takeOver = (): Promise<number> => execute("UPDATE mail_outbox SET lease = 'another' WHERE state = 'waiting'");

    it('keep the content of a mail here that another process has taken over', async () => {
      smtp.behave({ recipient: 'hang' });
      worker.start();
      await enqueue();
      await until(() => smtp.recipients.length === 1);
      await takeOver();
      smtp.behave({ recipient: 'take' });
      await until(() => counted.length === 1);
      await worker.stop();
      assert.deepEqual([smtp.contents, counted], [[], ['greeting retried']]);
      const [row] = await selectRows('SELECT lease, state, attempts FROM mail_outbox');
      assert.deepEqual(row, { lease: 'another', state: 'waiting', attempts: 1 });
    });

    it('end within 30 s, when another process takes over what was not sent yet', async () => {
      await enqueue();
      await execute("UPDATE mail_outbox SET lease = 'dead', attempts = 1, due_at = :dueAt", {
        dueAt: new Date(clock.now().getTime() + 25 * SECOND),
      });
      worker.start();
      clock.advance(24 * SECOND);
      await nothingMore();
      clock.advance(SECOND);
      await untilAll('sent', 2);
      assert.equal(smtp.mails.length, 1);
    });

    it('end for good when the content had begun to leave', async () => {
      await enqueue();
      await execute("UPDATE mail_outbox SET state = 'sending', lease = 'dead', attempts = 1");
      worker.start();
      await untilAll('unclear', 1);
      clock.advance(2 * DAY);
      await nothingMore();
      assert.deepEqual([smtp.recipients, counted], [[], ['greeting unclear']]);
    });
  });

  it('purges mails 30 days after their end, and none that waits', async () => {
    worker.start();
    for (let index = 0; index < 3; index += 1) await enqueue();
    await untilAll('sent');
    smtp.behave({ recipient: 450 });
    await enqueue();
    await until(() => counted.includes('greeting retried'));
    await worker.stop();
    clock.advance(30 * DAY - 1);
    await purgeMails(clock.now());
    assert.equal((await rows()).length, 4);
    clock.advance(1);
    await purgeMails(clock.now());
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ['waiting'],
    );
  });
});
