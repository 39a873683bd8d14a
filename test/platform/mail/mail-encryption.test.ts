import assert from 'node:assert/strict';
import { smtpTransport } from '../../../server/platform/mail/smtp.ts';
import type { Outcome } from '../../../server/platform/mail/transport.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { selfSigned } from '../../support/programs/self-signed.ts';

/** Reaches this machine, but does not look like it. */
const ELSEWHERE = '0.0.0.0';

describe('the password of SMTP_URL', () => {
  let plain: MailServer;
  let encrypting: MailServer;

  before(async () => {
    plain = await startMailServer();
    encrypting = await startMailServer(0, selfSigned('mail.example'));
  });
  after(() => Promise.all([plain.close(), encrypting.close()]));

  let subject = 0;

  /** Sends a mail; returns its outcome, the passwords that the server saw, and the number of mails that it took. */
  async function send(server: MailServer, host: string, query = ''): Promise<[Outcome, readonly string[], number]> {
    const before = [server.passwords.length, server.mails.length] as const;
    const transport = smtpTransport(`smtp://bob:secret@${host}:${server.port}${query}`, { name: '', address: 'news@souq.example' });
    subject += 1;
    const to = { name: 'Ann', address: 'ann@example.com' };
    const mail = {
      template: 'greeting',
      subject: `No. ${subject}`,
      text: 'Hi',
      html: '<p>Hi</p>',
      to,
      messageId: 'a',
      date: new Date(0),
      unsubscribeUrl: null,
    };
    const outcome = await transport.deliver(mail);
    return [outcome, server.passwords.slice(before[0]), server.mails.length - before[1]];
  }

  it('is sent after the server accepts STARTTLS', async () => {
    const result = await send(encrypting, ELSEWHERE, '?tls.rejectUnauthorized=false');
    assert.deepEqual(result, [{ kind: 'sent' }, ['secret encrypted'], 1]);
  });

  for (const query of ['', '?requireTLS=true', '?requireTLS=', '?requireTLS=0', '?ignoreTLS=true', '?opportunisticTLS=true'])
    it(`is not sent to a server without STARTTLS: smtp://…${query}`, async () => {
      const [outcome, passwords, mails] = await send(plain, ELSEWHERE, query);
      assert.deepEqual([passwords, mails], [[], 0]);
      // the configuration or the server can be corrected, so the mail waits
      assert.ok(outcome.kind === 'later' && outcome.isDown, JSON.stringify(outcome));
    });

  it('is not sent to a server with an untrusted certificate', async () => {
    const [outcome, passwords, mails] = await send(encrypting, ELSEWHERE);
    assert.deepEqual([outcome.kind, passwords, mails], ['later', [], 0]);
  });

  it('is sent in clear where the URL says so', async () => {
    assert.deepEqual(await send(plain, ELSEWHERE, '?requireTLS=false'), [{ kind: 'sent' }, ['secret in clear'], 1]);
  });

  it('needs no encryption on this machine', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST'])
      assert.deepEqual(await send(plain, host), [{ kind: 'sent' }, ['secret in clear'], 1]);
    const result = await send(encrypting, '127.0.0.1', '?tls.rejectUnauthorized=false');
    assert.deepEqual(result, [{ kind: 'sent' }, ['secret encrypted'], 1]);
  });
});

describe('an SMTP_URL without a password', () => {
  it('needs no encryption of the connection', async () => {
    const server = await startMailServer();
    const transport = smtpTransport(`smtp://${ELSEWHERE}:${server.port}`, { name: '', address: 'news@souq.example' });
    const to = { name: '', address: 'ann@example.com' };
    const mail = {
      template: 'greeting',
      subject: 'Hi',
      text: 'Hi',
      html: '<p>Hi</p>',
      to,
      messageId: 'a',
      date: new Date(0),
      unsubscribeUrl: null,
    };
    assert.deepEqual(await transport.deliver(mail), { kind: 'sent' });
    assert.equal(server.mails.length, 1);
    await server.close();
  });
});
