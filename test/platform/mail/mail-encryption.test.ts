import assert from 'node:assert/strict';
import { smtpTransport } from '../../server/platform/mail/smtp.ts';
import type { Outcome } from '../../server/platform/mail/transport.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { selfSigned } from '../support/self-signed.ts';

/** Reaches this machine too, and does not say so. */
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

  /** Sends a mail and answers what became of it and the password as the server saw it. */
  async function send(server: MailServer, host: string, query = ''): Promise<[Outcome, readonly string[], number]> {
    const before = [server.passwords.length, server.mails.length] as const;
    const transport = smtpTransport(`smtp://bob:secret@${host}:${server.port}${query}`, 'news@souq.example');
    subject += 1;
    const to = { name: 'Ann', address: 'ann@example.com' };
    const mail = { template: 'greeting', subject: `No. ${subject}`, text: 'Hi', html: '<p>Hi</p>', to, messageId: 'a', date: new Date(0) };
    const outcome = await transport.deliver(mail, async () => {});
    return [outcome, server.passwords.slice(before[0]), server.mails.length - before[1]];
  }

  it('leaves this machine by STARTTLS', async () => {
    const answer = await send(encrypting, ELSEWHERE, '?tls.rejectUnauthorized=false');
    assert.deepEqual(answer, [{ kind: 'sent' }, ['secret encrypted'], 1]);
  });

  for (const query of ['', '?requireTLS=true', '?ignoreTLS=true', '?opportunisticTLS=true'])
    it(`is not shown to a server without STARTTLS, nor the mail: smtp://…${query}`, async () => {
      const [outcome, passwords, mails] = await send(plain, ELSEWHERE, query);
      assert.deepEqual([passwords, mails], [[], 0]);
      // a matter of the configuration or of the server: the mail stays
      assert.ok(outcome.kind === 'later' && outcome.isDown, JSON.stringify(outcome));
    });

  it('is not shown to a server whose certificate nobody vouches for', async () => {
    const [outcome, passwords, mails] = await send(encrypting, ELSEWHERE);
    assert.deepEqual([outcome.kind, passwords, mails], ['later', [], 0]);
  });

  it('leaves in clear where the URL says so', async () => {
    assert.deepEqual(await send(plain, ELSEWHERE, '?requireTLS=false'), [{ kind: 'sent' }, ['secret in clear'], 1]);
  });

  it('needs no encryption on this machine, which has it all the same where it is offered', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST'])
      assert.deepEqual(await send(plain, host), [{ kind: 'sent' }, ['secret in clear'], 1]);
    const answer = await send(encrypting, '127.0.0.1', '?tls.rejectUnauthorized=false');
    assert.deepEqual(answer, [{ kind: 'sent' }, ['secret encrypted'], 1]);
  });
});

describe('an SMTP_URL without a password', () => {
  it('needs no encryption', async () => {
    const server = await startMailServer();
    const transport = smtpTransport(`smtp://${ELSEWHERE}:${server.port}`, 'news@souq.example');
    const to = { name: '', address: 'ann@example.com' };
    const mail = { template: 'greeting', subject: 'Hi', text: 'Hi', html: '<p>Hi</p>', to, messageId: 'a', date: new Date(0) };
    assert.deepEqual(await transport.deliver(mail, async () => {}), { kind: 'sent' });
    assert.equal(server.mails.length, 1);
    await server.close();
  });
});
