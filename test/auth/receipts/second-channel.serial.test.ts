import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { selectRows } from '../../support/databases/sql.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { readMetrics } from '../../support/metrics.ts';
import { until } from '../../support/programs/process.ts';
import type { FakeMessage } from '../../support/providers/provider-call.ts';
import { twilioReceipt, whatsappReceipt } from '../../support/providers/receipt-calls.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { newPhone, PASSWORD, requestCode, wrongCode } from '../support.ts';
import { messagesTo, type ReceiptServer, sendTo, startReceiptServer, untilState } from './receipt-support.ts';

/** The time of the route, and more than the work after it takes. */
const AFTER_S = 1;
const LATER_MS = 2_500;

describe('the second channel of a code', () => {
  const log = memoryLog();
  let running: ReceiptServer;

  before(async () => {
    running = await startReceiptServer({ fallbackAfterSeconds: AFTER_S }, { log: log.log });
  });
  after(() => running.close());

  const send = (phone = newPhone()) => sendTo(running.server, running.providers, phone);
  const sentTo = (phone: string) => messagesTo(running.providers, phone);
  const untilSecond = (phone: string) => until(() => sentTo(phone).length === 2, undefined, 10_000);
  /** Sends one code for each act at once, and counts the messages of each phone after the time. */
  const messagesAfter = async (...acts: ((message: FakeMessage) => Promise<unknown>)[]): Promise<number[]> => {
    const messages: FakeMessage[] = [];
    for (const act of acts) {
      const message = await send();
      await act(message);
      messages.push(message);
    }
    await sleep(LATER_MS);
    return messages.map(({ phone }) => sentTo(phone).length);
  };
  const fallbacks = async (outcome: string) =>
    (await readMetrics(running.server.url)).get(`diwan_otp_fallbacks_total{outcome="${outcome}"}`);

  it('sends the same code once when no receipt comes', async () => {
    const before = (await fallbacks('sent')) ?? 0;
    const first = await send();
    await untilSecond(first.phone);
    await sleep(LATER_MS);
    const [, second, ...others] = sentTo(first.phone);
    assert.deepEqual([second?.channel, second?.code, others], ['sms', first.code, []]);
    assert.equal(await fallbacks('sent'), before + 1);
    await authClient(running.server).post('/register-verify', { phone: first.phone, otp: first.code, password: PASSWORD }).expect(201);
  });

  it('sends at once when the provider reports a failure', async () => {
    const first = await send();
    await untilState(running.server, first, 'queued');
    const started = performance.now();
    await whatsappReceipt(running.server, [[first.id, 'failed']]);
    await untilSecond(first.phone);
    assert.ok(performance.now() - started < AFTER_S * 1_000);
  });

  it('sends nothing after delivery, use or a wrong try', async () => {
    const counts = await messagesAfter(
      ({ id }) => whatsappReceipt(running.server, [[id, 'delivered']]),
      ({ id }) => whatsappReceipt(running.server, [[id, 'read']]),
      ({ phone, code }) => authClient(running.server).post('/register-verify', { phone, otp: code, password: PASSWORD }).expect(201).then(),
      ({ phone, code }) =>
        authClient(running.server)
          .post('/register-verify', { phone, otp: wrongCode(code), password: PASSWORD })
          .expect(400)
          .then(),
      ({ id }) => whatsappReceipt(running.server, [[id, 'sent']]),
    );
    assert.deepEqual(counts, [1, 1, 1, 1, 2]);
  });

  it('sends one message for a code that another replaced', async () => {
    const first = await send();
    const second = await send(first.phone);
    await sleep(LATER_MS);
    const codes = sentTo(first.phone).map(({ channel, code }) => [channel, code]);
    assert.deepEqual(codes, [
      ['whatsapp', first.code],
      ['whatsapp', second.code],
      ['sms', second.code],
    ]);
  });

  it('changes nothing by receipts after the second message', async () => {
    const first = await send();
    await untilSecond(first.phone);
    const [, second] = sentTo(first.phone);
    assert.ok(second !== undefined);
    for (const state of ['failed', 'delivered']) await whatsappReceipt(running.server, [[first.id, state]]);
    await untilState(running.server, second, 'queued');
    await twilioReceipt(running.server, [second.id, 'undelivered']);
    await sleep(LATER_MS);
    assert.equal(sentTo(first.phone).length, 2);
  });

  it('counts for the cap but for no cooldown or guard', async () => {
    await admin(running.server)
      .put('/admin/projects/11', { settings: { otp: { capPerDay: 1_000_000 } } })
      .expect(200);
    const state = () =>
      selectRows<{ counts: string }>(running.server.db, 'SELECT counts FROM otp_guard WHERE dimension = 0 AND project_id = 11');
    const sends = () => selectRows(running.server.db, 'SELECT * FROM otp_sends ORDER BY phone');
    const first = await send();
    const [before] = await state();
    const sendsBefore = await sends();
    await untilSecond(first.phone);
    await until(async () => (await state())[0]?.counts !== before?.counts);
    const [was, is] = [JSON.parse(before?.counts ?? '{}'), JSON.parse((await state())[0]?.counts ?? '{}')];
    assert.equal(is.messages.messages, was.messages.messages + 1);
    assert.deepEqual([is.h, is.m, await sends()], [was.h, was.m, sendsBefore]);
    await admin(running.server)
      .put('/admin/projects/11', { settings: { otp: { capPerDay: is.messages.messages + 1 } } })
      .expect(200);
    assert.deepEqual(await messagesAfter(() => Promise.resolve()), [1]);
    assert.equal(await fallbacks('capped'), 1);
    await admin(running.server)
      .put('/admin/projects/11', { settings: { otp: { capPerDay: null } } })
      .expect(200);
  });

  it('gives the place back when no channel accepts', async () => {
    await admin(running.server)
      .put('/admin/projects/11', { settings: { otp: { capPerDay: 1_000_000 } } })
      .expect(200);
    const messages = async () => {
      const [row] = await selectRows<{ counts: string }>(
        running.server.db,
        'SELECT counts FROM otp_guard WHERE dimension = 0 AND project_id = 11',
      );
      return JSON.parse(row?.counts ?? '{}').messages.messages;
    };
    const first = await send();
    running.providers.break('sms', 'reject');
    const before = await messages();
    const failed = (await fallbacks('failed')) ?? 0;
    await until(async () => (await fallbacks('failed')) === failed + 1, undefined, 10_000);
    running.providers.mend();
    assert.deepEqual([await messages(), sentTo(first.phone).length], [before, 1]);
    await admin(running.server)
      .put('/admin/projects/11', { settings: { otp: { capPerDay: null } } })
      .expect(200);
  });

  it('sends nothing when the last channel took the code', async () => {
    running.providers.break('whatsapp', 'reject');
    const counts = await messagesAfter(() => Promise.resolve());
    running.providers.mend();
    assert.deepEqual(counts, [1]);
  });

  it('tells the time for known and unknown phones alike', async () => {
    const known = newPhone();
    const otp = await requestCode(running.server, running.providers, { path: '/register-init', phone: known });
    await authClient(running.server).post('/register-verify', { phone: known, otp, password: PASSWORD }).expect(201);
    const answers = [];
    for (const phone of [known, newPhone()])
      answers.push((await authClient(running.server).post('/send-otp', { phone, purpose: 'login' })).body);
    for (const phone of [known, newPhone()]) answers.push((await authClient(running.server).post('/password/reset/init', { phone })).body);
    assert.deepEqual(
      answers.map(({ fallbackSeconds, channel }) => [fallbackSeconds, channel]),
      answers.map(() => [AFTER_S, 'whatsapp']),
    );
  });

  it('writes no code into the log or the database', async () => {
    const first = await send();
    await untilSecond(first.phone);
    await running.server.services.auth.messageLog.store();
    assert.ok(!log.text().includes(first.code));
    assert.ok(!JSON.stringify(await selectRows(running.server.db, 'SELECT * FROM code_messages')).includes(first.code));
  });

  it('drops what waits when the server ends', async () => {
    const ending = await startReceiptServer({ fallbackAfterSeconds: AFTER_S });
    const { phone } = await sendTo(ending.server, ending.providers, newPhone());
    await ending.server.close();
    await sleep(LATER_MS);
    assert.equal(messagesTo(ending.providers, phone).length, 1);
    await ending.providers.close();
  });
});

describe('a route without a second channel', () => {
  it('has no time in its answers', async () => {
    for (const route of [{}, { fallbackAfterSeconds: 30, channels: ['meta'] }] as const) {
      const running = await startReceiptServer(route);
      const { body } = await authClient(running.server).post('/register-init', { phone: newPhone() }).expect(200);
      assert.equal(body.fallbackSeconds, null);
      await running.close();
    }
  });
});
