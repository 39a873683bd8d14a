import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryFailed } from '../../../server/platform/messaging/delivery.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { until } from '../../support/programs/process.ts';
import { selfSigned } from '../../support/programs/self-signed.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { type DeliveryUnderTest, deliveryOn, MESSAGE } from '../../support/providers/otp-delivery.ts';
import { SMS_TAKEN, sendJson, whatsappTaken } from '../../support/providers/provider-apis.ts';
import type { Breakage } from '../../support/providers/provider-breakages.ts';

let providers: FakeProviders;
before(async () => {
  providers = await startFakeProviders();
});
beforeEach(() => {
  providers.mend();
  providers.clear();
});
afterEach(() => assert.deepEqual(providers.faults, []));
after(() => providers.close());

const answering: Server[] = [];
after(() => {
  for (const server of answering) {
    server.close();
    server.closeAllConnections();
  }
});

/** The logged reason of each breakage, and the status of the provider's answer. */
const FAILURES: Readonly<Record<Breakage, { reason: string; status: number | null }>> = {
  refuse: { reason: 'network', status: null },
  hang: { reason: 'timeout', status: null },
  stall: { reason: 'timeout', status: null },
  error: { reason: 'provider_error', status: 500 },
  throttle: { reason: 'throttled', status: 429 },
  reject: { reason: 'rejected', status: 400 },
  html: { reason: 'bad_answer', status: 200 },
  redirect: { reason: 'redirect', status: 307 },
  huge: { reason: 'bad_answer', status: 200 },
  endless: { reason: 'bad_answer', status: 200 },
  lost: { reason: 'network', status: null },
};
const BREAKAGES = Object.keys(FAILURES) as Breakage[];
/** The time-out for silent channels, in seconds: enough for the other channel on a busy machine. */
const TIMEOUT_S = 1.5;
/** Extra time for a busy machine. */
const SLACK_MS = 1_000;

describe('a failing channel', () => {
  for (const how of BREAKAGES)
    it(`is followed by the next with the same code: ${how}`, async () => {
      providers.break('whatsapp', how);
      const timeout = FAILURES[how].reason === 'timeout' ? TIMEOUT_S : 2;
      const { delivery, log } = deliveryOn(providers, { patience: timeout });
      const since = waitedMs();
      assert.equal((await delivery.send(MESSAGE)).provider, 'sms');
      assert.ok(waitedMs() - since < timeout * 1_000 + SLACK_MS, 'in time');
      assert.deepEqual(callsByChannel(), how === 'refuse' ? ['sms'] : ['whatsapp', 'sms']);
      assert.equal(await providers.codeFor(MESSAGE.phone), MESSAGE.code);
      const [line, ...more] = log.lines();
      assert.deepEqual(more, []);
      const { level, channel, phone, reason, status } = line ?? {};
      assert.deepEqual(
        { level, channel, phone, reason, status },
        { level: 40, channel: 'whatsapp', phone: '+9665*****567', ...FAILURES[how] },
      );
    });

  it('has three seconds to start its answer', async () => {
    providers.break('whatsapp', 'hang');
    const [since, waitedBefore] = [performance.now(), waitedMs()];
    assert.equal((await deliveryOn(providers, { patience: 10 }).delivery.send(MESSAGE)).provider, 'sms');
    const [tookMs, waited] = [performance.now() - since, waitedMs() - waitedBefore];
    assert.ok(tookMs > 2_900 && waited < 3_000 + SLACK_MS, `${tookMs} ms`);
  });

  for (const status of ['paused', 'held_for_quality_assessment', 'failed'])
    it(`is followed by the next when WhatsApp says ${status}`, async () => {
      const url = await answerWith(200, whatsappTaken(MESSAGE.phone, { status }));
      const { delivery, log } = deliveryOn(providers, { env: { WHATSAPP_API_URL: url } });
      assert.equal((await delivery.send(MESSAGE)).provider, 'sms');
      assert.equal(log.lines()[0]?.['reason'], 'not_sent');
    });

  for (const fault of [{ status: 'canceled' }, { status: 'undelivered' }, { error_code: 30_007 }, { status: 'failed', error_code: 21_610 }])
    it(`fails when the SMS has ${JSON.stringify(fault)}`, async () => {
      const url = await answerWith(201, { ...SMS_TAKEN, ...fault });
      const { delivery, log } = deliveryOn(providers, { env: { OTP_CHANNELS: 'sms', SMS_API_URL: url } });
      await assert.rejects(delivery.send(MESSAGE), DeliveryFailed);
      assert.equal(log.lines()[0]?.['reason'], 'not_sent');
    });

  it('closes its connection after a time-out', async () => {
    for (const how of ['hang', 'stall'] as const) {
      providers.break('whatsapp', how);
      await deliveryOn(providers, { patience: TIMEOUT_S }).delivery.send(MESSAGE);
      await until(
        () => providers.underWay('whatsapp') === 0,
        () => how,
      );
    }
  });

  it('fails when its certificate is not trusted', async () => {
    let isCalled = false;
    const server = createServer(selfSigned('127.0.0.1'), (_, response) => {
      isCalled = true;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { delivery, log } = deliveryOn(providers, { env: { WHATSAPP_API_URL: `https://127.0.0.1:${port}/v23.0` } });
    assert.equal((await delivery.send(MESSAGE)).provider, 'sms');
    assert.equal(log.lines()[0]?.['networkCode'], 'DEPTH_ZERO_SELF_SIGNED_CERT');
    assert.equal(isCalled, false);
    server.close();
  });

  it('is called once even when its answer is lost', async () => {
    providers.break('whatsapp', 'lost');
    assert.equal((await deliveryOn(providers).delivery.send(MESSAGE)).provider, 'sms');
    assert.deepEqual(
      providers.messages.map(({ channel, code }) => `${channel} ${code}`),
      ['whatsapp 482913', 'sms 482913'],
    );
  });

  it('fails when it refuses the credentials', async () => {
    const { delivery, log } = deliveryOn(providers, { env: { WHATSAPP_TOKEN: 'revoked' } });
    assert.equal((await delivery.send(MESSAGE)).provider, 'sms');
    assert.equal(log.lines()[0]?.['reason'], 'unauthorized');
    assert.deepEqual(providers.faults, ['whatsapp: wrong credentials']);
    providers.clear();
  });
});

describe('a delivery that every channel fails', () => {
  it('rejects with DeliveryFailed for every kind of failure', async () => {
    for (const how of BREAKAGES) {
      providers.break('whatsapp', how);
      providers.break('sms', how);
      await assert.rejects(deliveryOn(providers, { patience: 0.2 }).delivery.send(MESSAGE), DeliveryFailed, how);
    }
  });

  it('reveals no secret in log, error or metrics', async () => {
    const secrets = [MESSAGE.code, MESSAGE.phone, MESSAGE.phone.slice(1), ...credentials(providers)];
    for (const how of BREAKAGES) {
      providers.break('whatsapp', how);
      providers.break('sms', how);
      const { delivery, log, metricsText } = deliveryOn(providers, { patience: 0.2 });
      const error: unknown = await delivery.send(MESSAGE).catch((thrown: unknown) => thrown);
      const output = [log.text(), await metricsText(), String((error as Error).stack)].join('\n');
      assert.equal(log.lines().length, 2);
      assert.deepEqual(
        secrets.filter((secret) => output.includes(secret)),
        [],
      );
    }
  });
});

describe('the breaker of a channel', () => {
  const stateOf = async ({ metric }: DeliveryUnderTest, channel = 'whatsapp'): Promise<string> => {
    const states = await Promise.all(
      ['closed', 'half_open', 'open'].map(async (state) => ({
        state,
        value: await metric(`otp_channel_breaker{channel="${channel}",state="${state}"}`),
      })),
    );
    const current = states.filter(({ value }) => value === 1).map(({ state }) => state);
    return current.join();
  };
  const untilHalfOpen = async (chain: DeliveryUnderTest, channel = 'whatsapp'): Promise<void> => {
    await until(async () => (await stateOf(chain, channel)) === 'half_open');
  };
  const sendTimes = async ({ delivery }: DeliveryUnderTest, times: number): Promise<void> => {
    for (let sent = 0; sent < times; sent += 1) await delivery.send(MESSAGE).catch(() => {});
  };

  it('opens when half of at least five calls failed', async () => {
    const chain = deliveryOn(providers);
    await sendTimes(chain, 3);
    providers.break('whatsapp', 'error');
    await sendTimes(chain, 2);
    assert.equal(await stateOf(chain), 'closed', '2 of 5');
    await sendTimes(chain, 1);
    assert.equal(await stateOf(chain), 'open', '3 of 6');
    providers.clear();
    await sendTimes(chain, 3);
    assert.deepEqual(callsByChannel(), ['sms', 'sms', 'sms']);
    assert.equal(await chain.metric('otp_deliveries_total{channel="whatsapp",outcome="sent"}'), 3);
    assert.equal(await chain.metric('otp_deliveries_total{channel="whatsapp",outcome="provider_error"}'), 3);
    assert.equal(await chain.metric('otp_deliveries_total{channel="whatsapp",outcome="skipped"}'), 3);
    assert.equal(await chain.metric('otp_deliveries_total{channel="sms",outcome="sent"}'), 6);
  });

  it('stays closed with fewer than five calls', async () => {
    const chain = deliveryOn(providers);
    providers.break('whatsapp', 'error');
    await sendTimes(chain, 4);
    assert.equal(await stateOf(chain), 'closed');
  });

  it('ignores calls that are older than its window', async () => {
    const chain = deliveryOn(providers, { breakerTimes: { windowMs: 100, openMs: 400 } });
    providers.break('whatsapp', 'error');
    await sendTimes(chain, 4);
    await sleep(250);
    await sendTimes(chain, 4);
    assert.equal(await stateOf(chain), 'closed');
  });

  it('closes only when a half-open probe succeeds', async () => {
    const chain = deliveryOn(providers, { breakerTimes: { windowMs: 30_000, openMs: 2_000 }, patience: 2 });
    providers.break('whatsapp', 'error');
    await sendTimes(chain, 5);
    await untilHalfOpen(chain);
    providers.break('whatsapp', 'hang');
    providers.clear();
    const accepted = await Promise.all(Array.from({ length: 10 }, () => chain.delivery.send(MESSAGE)));
    assert.deepEqual(new Set(accepted.map(({ provider }) => provider)), new Set(['sms']));
    assert.equal(callsByChannel().filter((channel) => channel === 'whatsapp').length, 1);
    assert.equal(await chain.metric('otp_deliveries_total{channel="whatsapp",outcome="skipped"}'), 9);
    assert.equal(await stateOf(chain), 'open');
    await untilHalfOpen(chain);
    providers.mend();
    assert.equal((await chain.delivery.send(MESSAGE)).provider, 'whatsapp');
    assert.equal(await stateOf(chain), 'closed');
    assert.deepEqual(statesLogged(chain), ['open', 'half_open', 'open', 'half_open', 'closed']);
  });

  it('stays closed when the provider refuses recipients', async () => {
    const chain = deliveryOn(providers);
    providers.break('whatsapp', 'reject');
    await sendTimes(chain, 10);
    assert.equal(await stateOf(chain), 'closed');
  });

  it('tries the last channel when all breakers are open', async () => {
    const chain = deliveryOn(providers);
    for (const channel of ['whatsapp', 'sms'] as const) providers.break(channel, 'error');
    await sendTimes(chain, 6);
    assert.deepEqual([await stateOf(chain), await stateOf(chain, 'sms')], ['open', 'open']);
    providers.clear();
    await assert.rejects(chain.delivery.send(MESSAGE), DeliveryFailed);
    assert.deepEqual(callsByChannel(), ['sms']);
    providers.mend();
    assert.equal((await chain.delivery.send(MESSAGE)).provider, 'sms');
    assert.deepEqual([await stateOf(chain), await stateOf(chain, 'sms')], ['open', 'closed']);
  });
});

/** The address of a provider that gives this answer to every call. */
async function answerWith(status: number, body: object): Promise<string> {
  const server = createHttpServer((_, response) => sendJson(response, status, body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  answering.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function callsByChannel(): string[] {
  return providers.calls.map(({ channel }) => channel);
}

function statesLogged({ log }: DeliveryUnderTest): unknown[] {
  return log
    .lines()
    .map(({ state }) => state)
    .filter((state) => state !== undefined);
}

function credentials({ env }: FakeProviders): string[] {
  const [sid, token] = [env['SMS_ACCOUNT_SID'] ?? '', env['SMS_AUTH_TOKEN'] ?? ''];
  return [env['WHATSAPP_TOKEN'] ?? '', token, Buffer.from(`${sid}:${token}`).toString('base64')];
}
