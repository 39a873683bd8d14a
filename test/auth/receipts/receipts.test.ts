import assert from 'node:assert/strict';
import { deleteExpiredRows } from '../../../server/services/auth/cleanup.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { readMetrics } from '../../support/metrics.ts';
import { until } from '../../support/programs/process.ts';
import { RECEIPT_SECRETS } from '../../support/providers/fake-providers.ts';
import { type Answered, post, postSigned, twilioReceipt, whatsappReceipt } from '../../support/providers/receipt-calls.ts';
import { authClient } from '../../support/requests/client.ts';
import { startServer } from '../../support/server.ts';
import { newPhone } from '../support.ts';
import { type ReceiptServer, sendTo, startReceiptServer, stateOf, untilState } from './receipt-support.ts';

const OK: Answered = { status: 200, text: '{"received":1}' };

describe('POST /hooks/messaging/:provider', () => {
  let running: ReceiptServer;

  before(async () => {
    running = await startReceiptServer();
  });
  after(() => running.close());

  const send = async (channel: 'whatsapp' | 'sms') => {
    if (channel === 'sms') running.providers.break('whatsapp', 'reject');
    const message = await sendTo(running.server, running.providers, newPhone());
    running.providers.mend();
    await untilState(running.server, message, 'queued');
    return message;
  };
  const asked = async (query: string): Promise<Answered> => {
    const answer = await fetch(`${running.server.url}/hooks/messaging/meta?${query}`);
    return { status: answer.status, text: await answer.text() };
  };

  it('keeps a row for each message with a masked phone', async () => {
    const message = await send('whatsapp');
    const [row, ...others] = await selectRows<Record<string, unknown>>(running.server.db, 'SELECT * FROM code_messages');
    assert.deepEqual(others, []);
    const { project_id, phone, country, provider, provider_id, state, holder } = row ?? {};
    assert.deepEqual(
      [project_id, phone, country, provider, provider_id, state, holder],
      [11, `${message.phone.slice(0, 5)}*****${message.phone.slice(-3)}`, 'SA', 'meta', message.id, 'queued', null],
    );
    assert.ok(!JSON.stringify(row).includes(message.phone.slice(5)));
    assert.ok(!JSON.stringify(row).includes(message.code));
  });

  it('moves the state of a message by WhatsApp receipts', async () => {
    const message = await send('whatsapp');
    for (const state of ['sent', 'delivered', 'read']) {
      assert.deepEqual(await whatsappReceipt(running.server, [[message.id, state]]), OK);
      assert.equal(await stateOf(running.server, message), state);
    }
  });

  it('moves the state of a message by Twilio receipts', async () => {
    const message = await send('sms');
    assert.equal(message.callback, 'https://diwan.example.com/hooks/messaging/twilio');
    assert.deepEqual(await twilioReceipt(running.server, [message.id, 'sent']), OK);
    assert.equal(await stateOf(running.server, message), 'sent');
    assert.deepEqual(await twilioReceipt(running.server, [message.id, 'undelivered']), OK);
    assert.equal(await stateOf(running.server, message), 'failed');
  });

  it('applies a batch of receipts at once', async () => {
    const [first, second, third] = [await send('whatsapp'), await send('whatsapp'), await send('whatsapp')];
    const answer = await whatsappReceipt(running.server, [
      [first.id, 'delivered'],
      [second.id, 'sent'],
      [first.id, 'sent'],
      ['wamid.unknown', 'delivered'],
      [third.id, 'failed'],
      [second.id, 'a-new-word'],
    ]);
    assert.deepEqual(answer, { status: 200, text: '{"received":5}' });
    assert.deepEqual(
      [await stateOf(running.server, first), await stateOf(running.server, second), await stateOf(running.server, third)],
      ['delivered', 'sent', 'failed'],
    );
  });

  it('lets states only grow and failures stay', async () => {
    const cases: [string[], string][] = [
      [['delivered', 'sent', 'failed', 'delivered'], 'delivered'],
      [['read', 'delivered', 'failed'], 'read'],
      [['failed', 'delivered', 'read', 'sent'], 'failed'],
      [['sent', 'failed', 'failed'], 'failed'],
    ];
    for (const [states, end] of cases) {
      const message = await send('whatsapp');
      for (const state of states) await whatsappReceipt(running.server, [[message.id, state]]);
      assert.equal(await stateOf(running.server, message), end, states.join());
    }
  });

  it('counts delivered messages in the statistics', async () => {
    const manager = { apiKey: running.server.apiKey, headers: { 'X-Project-ID': '11' } };
    const stats = async () =>
      (await authClient(running.server, manager).get('/admin/otp/stats?by=channel').expect(200)).body.data.find(
        ({ key }: { key: string }) => key === 'meta',
      );
    const first = await send('whatsapp');
    const before = await stats();
    for (const state of ['sent', 'delivered', 'delivered', 'read']) await whatsappReceipt(running.server, [[first.id, state]]);
    const after = await stats();
    assert.deepEqual([after.sent, after.delivered], [before.sent, before.delivered + 1]);
  });

  it('changes nothing by a repeated receipt', async () => {
    const message = await send('whatsapp');
    await whatsappReceipt(running.server, [[message.id, 'delivered']]);
    const rows = () => selectRows(running.server.db, 'SELECT * FROM code_messages');
    const before = await rows();
    assert.deepEqual(await whatsappReceipt(running.server, [[message.id, 'delivered']]), OK);
    assert.deepEqual(await rows(), before);
  });

  it('refuses wrong signatures and reads nothing then', async () => {
    const [message, sms] = [await send('whatsapp'), await send('sms')];
    const wrong = [
      await whatsappReceipt(running.server, [[message.id, 'read']], { secret: 'app-secret-of-another' }),
      await post(running.server, 'meta', '{}', {}),
      await post(running.server, 'meta', '{}', { 'x-hub-signature-256': 'sha256=' }),
      await twilioReceipt(running.server, [sms.id, 'delivered'], { token: 'another-token' }),
      await twilioReceipt(running.server, [sms.id, 'delivered'], { publicUrl: 'https://other.example.com' }),
      await post(running.server, 'twilio', `MessageSid=${sms.id}&MessageStatus=delivered`, { 'x-twilio-signature': 'ü' }).catch(() => ({
        status: 401,
      })),
    ];
    assert.deepEqual(
      wrong.map(({ status }) => status),
      wrong.map(() => 401),
    );
    assert.deepEqual([await stateOf(running.server, message), await stateOf(running.server, sms)], ['queued', 'queued']);
    const metrics = await readMetrics(running.server.url);
    assert.equal(metrics.get('diwan_otp_receipts_total{provider="meta",outcome="refused"}'), 3);
  });

  it('answers 404 for providers without receipts or names', async () => {
    for (const name of ['nowhere', '__proto__', 'constructor', 'toString', '%2e%2e', 'META'])
      assert.equal((await post(running.server, name, '{}')).status, 404, name);
  });

  it('answers 200 for unknown ids and other content', async () => {
    const { appSecret } = RECEIPT_SECRETS;
    assert.deepEqual(await whatsappReceipt(running.server, [['wamid.unknown', 'delivered']]), OK);
    assert.deepEqual(await twilioReceipt(running.server, ['SMunknown', 'delivered']), OK);
    for (const body of ['', 'no json', '[]', '{"entry":{}}', '{"entry":[null,{"changes":[{"value":{"statuses":[7,{"id":1}]}}]}]}'])
      assert.deepEqual(await postSigned(running.server, 'meta', body, appSecret), { status: 200, text: '{"received":0}' }, body);
    await until(
      async () => (await readMetrics(running.server.url)).get('diwan_otp_receipts_total{provider="meta",outcome="unknown"}') === 1,
    );
  });

  it('applies a receipt that is faster than its row', async () => {
    const message = await send('whatsapp');
    await running.server.services.auth.messageLog.receive('meta', [{ messageId: 'wamid.late', state: 'delivered' }]);
    running.server.services.auth.messageLog.add({
      projectId: 11,
      phone: message.phone,
      country: 'SA',
      purpose: 'login',
      provider: 'meta',
      messageId: 'wamid.late',
      sentAt: new Date(),
      isHeld: false,
    });
    await untilState(running.server, { ...message, id: 'wamid.late' }, 'delivered');
  });

  it('answers the challenge of Meta with the right token', async () => {
    const right = `hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${RECEIPT_SECRETS.verifyToken}`;
    assert.deepEqual(await asked(right), { status: 200, text: '1158201444' });
    for (const query of [
      right.replace('subscribe', 'unsubscribe'),
      right.replace(RECEIPT_SECRETS.verifyToken, 'wrong'),
      right.replace('1158201444', encodeURIComponent('<script>')),
      `${right}&hub.verify_token=twice`,
      '',
    ])
      assert.equal((await asked(query)).status, 401, query);
    assert.equal((await fetch(`${running.server.url}/hooks/messaging/twilio`)).status, 404);
  });

  it('refuses bodies above 256 KiB and other methods', async () => {
    const { appSecret } = RECEIPT_SECRETS;
    assert.equal((await postSigned(running.server, 'meta', ' '.repeat(256 * 1024), appSecret)).status, 200);
    assert.equal((await postSigned(running.server, 'meta', ' '.repeat(256 * 1024 + 1), appSecret)).status, 413);
    const put = await fetch(`${running.server.url}/hooks/messaging/meta`, { method: 'PUT' });
    assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD, POST, OPTIONS']);
  });

  it('deletes rows after seven days', async () => {
    await send('whatsapp');
    const { auth } = running.server.services;
    const count = async () => (await selectRows(running.server.db, 'SELECT 1 FROM code_messages')).length;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await deleteExpiredRows(auth, inDays(6.9), () => Promise.resolve(true));
    assert.ok((await count()) > 0);
    await deleteExpiredRows(auth, inDays(7.1), () => Promise.resolve(true));
    assert.equal(await count(), 0);
  });
});

describe('the limit of receipts', () => {
  it('counts every request of an address alike', async () => {
    const running = await startReceiptServer({ more: { RATE_LIMIT_RECEIPTS: '3/60' } });
    const statuses: number[] = [];
    for (const provider of ['meta', 'nowhere', 'twilio', 'meta']) statuses.push((await post(running.server, provider, '{}')).status);
    assert.deepEqual(statuses, [401, 404, 401, 429]);
    await running.close();
  });
});

describe('a provider without receipts', () => {
  it('keeps no row and has no hook', async () => {
    const running = await startReceiptServer({ more: { PUBLIC_URL: '' } });
    running.providers.break('whatsapp', 'reject');
    const message = await sendTo(running.server, running.providers, newPhone());
    assert.deepEqual([message.channel, message.callback], ['sms', null]);
    await running.server.services.auth.messageLog.store();
    assert.deepEqual(await selectRows(running.server.db, 'SELECT * FROM code_messages'), []);
    assert.equal((await twilioReceipt(running.server, [message.id, 'delivered'])).status, 404);
    await running.close();
  });

  it('has no hook on a server without phone auth', async () => {
    const running = await startReceiptServer();
    const apps = await startServer({ env: { ...running.server.env, SERVICES: 'apps' } });
    assert.equal((await whatsappReceipt(apps, [['wamid.1', 'read']])).status, 404);
    await apps.close();
    await running.close();
  });
});
