import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryFailed } from '../../server/platform/messaging/delivery.ts';
import { type FakeProviders, startFakeProviders } from '../support/fake-providers.ts';
import { type DeliveryUnderTest, deliveryOn, MESSAGE } from '../support/otp-delivery.ts';
import type { Breakage } from '../support/provider-breakages.ts';
import { selfSigned } from '../support/self-signed.ts';

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

/** What each breakage is called in the log, and whether the provider said anything. */
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
  lost: { reason: 'network', status: null },
};
const BREAKAGES = Object.keys(FAILURES) as Breakage[];
/** With channels that say nothing, in seconds: long enough for the other channel on a busy machine. */
const PATIENCE = 0.5;
/** What a busy machine may add to the patience. */
const SLACK_MS = 1_000;

describe('a broken channel', () => {
  for (const how of BREAKAGES)
    it(`gives way to the next, with the same code and in time: ${how}`, async () => {
      providers.break('whatsapp', how);
      const patience = FAILURES[how].reason === 'timeout' ? PATIENCE : 2;
      const { delivery, log } = deliveryOn(providers, { patience });
      const since = performance.now();
      assert.equal(await delivery.send(MESSAGE), 'sms');
      assert.ok(performance.now() - since < patience * 1_000 + SLACK_MS, 'in time');
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

  it('gets three seconds to begin an answer, however patient the settings are', async () => {
    providers.break('whatsapp', 'hang');
    const since = performance.now();
    assert.equal(await deliveryOn(providers, { patience: 10 }).delivery.send(MESSAGE), 'sms');
    const tookMs = performance.now() - since;
    assert.ok(tookMs > 2_900 && tookMs < 3_000 + SLACK_MS, `${tookMs} ms`);
  });

  it('leaves no connection behind when time is up', async () => {
    for (const how of ['hang', 'stall'] as const) {
      providers.break('whatsapp', how);
      await deliveryOn(providers, { patience: PATIENCE }).delivery.send(MESSAGE);
      for (let tries = 0; providers.underWay('whatsapp') > 0 && tries < 50; tries += 1) await sleep(10);
      assert.equal(providers.underWay('whatsapp'), 0, how);
    }
  });

  it('holds a bounded number of connections', async () => {
    providers.break('whatsapp', 'hang');
    const { delivery } = deliveryOn(providers, { patience: 1.5 });
    const sends = Array.from({ length: 70 }, () => delivery.send(MESSAGE));
    await sleep(1_000);
    assert.equal(providers.underWay('whatsapp'), 50);
    assert.deepEqual(new Set(await Promise.all(sends)), new Set(['sms']));
  });

  it('is one whose certificate nobody vouches for', async () => {
    let isAsked = false;
    const server = createServer(selfSigned('127.0.0.1'), (_, response) => {
      isAsked = true;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { delivery, log } = deliveryOn(providers, { env: { WHATSAPP_API_URL: `https://127.0.0.1:${port}/v23.0` } });
    assert.equal(await delivery.send(MESSAGE), 'sms');
    assert.equal(log.lines()[0]?.['networkCode'], 'DEPTH_ZERO_SELF_SIGNED_CERT');
    assert.equal(isAsked, false);
    server.close();
  });

  it('that took the message but lost the answer is asked once, and the next brings the same code', async () => {
    providers.break('whatsapp', 'lost');
    assert.equal(await deliveryOn(providers).delivery.send(MESSAGE), 'sms');
    assert.deepEqual(
      providers.messages.map(({ channel, code }) => `${channel} ${code}`),
      ['whatsapp 482913', 'sms 482913'],
    );
  });

  it('is one that refuses the credentials', async () => {
    const { delivery, log } = deliveryOn(providers, { env: { WHATSAPP_TOKEN: 'revoked' } });
    assert.equal(await delivery.send(MESSAGE), 'sms');
    assert.equal(log.lines()[0]?.['reason'], 'unauthorized');
    assert.deepEqual(providers.faults, ['whatsapp: wrong credentials']);
    providers.clear();
  });
});

describe('a delivery that no channel takes', () => {
  it('fails as one, whatever each of them did', async () => {
    for (const how of BREAKAGES) {
      providers.break('whatsapp', how);
      providers.break('sms', how);
      await assert.rejects(deliveryOn(providers, { patience: 0.2 }).delivery.send(MESSAGE), DeliveryFailed, how);
    }
  });

  it('leaves nothing secret in the log, the error or the metrics', async () => {
    const secrets = [MESSAGE.code, MESSAGE.phone, MESSAGE.phone.slice(1), ...credentials(providers)];
    for (const how of BREAKAGES) {
      providers.break('whatsapp', how);
      providers.break('sms', how);
      const { delivery, log, metricsText } = deliveryOn(providers, { patience: 0.2 });
      const error: unknown = await delivery.send(MESSAGE).catch((thrown: unknown) => thrown);
      const said = [log.text(), await metricsText(), String((error as Error).stack)].join('\n');
      assert.equal(log.lines().length, 2);
      assert.deepEqual(
        secrets.filter((secret) => said.includes(secret)),
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
    for (let tries = 0; (await stateOf(chain, channel)) === 'open' && tries < 200; tries += 1) await sleep(10);
    assert.equal(await stateOf(chain, channel), 'half_open');
  };
  const sendTimes = async ({ delivery }: DeliveryUnderTest, times: number): Promise<void> => {
    for (let sent = 0; sent < times; sent += 1) await delivery.send(MESSAGE).catch(() => {});
  };

  it('opens when half of at least five calls failed; the channel is then skipped at once', async () => {
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

  it('stays closed below five calls', async () => {
    const chain = deliveryOn(providers);
    providers.break('whatsapp', 'error');
    await sendTimes(chain, 4);
    assert.equal(await stateOf(chain), 'closed');
  });

  it('forgets what lies back further than its window', async () => {
    const chain = deliveryOn(providers, { breakerTimes: { windowMs: 100, openMs: 400 } });
    providers.break('whatsapp', 'error');
    await sendTimes(chain, 4);
    await sleep(250);
    await sendTimes(chain, 4);
    assert.equal(await stateOf(chain), 'closed');
  });

  it('lets one call probe when half-open: it stays open when that fails, and closes when one succeeds', async () => {
    const chain = deliveryOn(providers, { breakerTimes: { windowMs: 30_000, openMs: 400 }, patience: 1 });
    providers.break('whatsapp', 'error');
    await sendTimes(chain, 5);
    await untilHalfOpen(chain);
    providers.break('whatsapp', 'hang');
    providers.clear();
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 10 }, () => chain.delivery.send(MESSAGE)))), new Set(['sms']));
    assert.equal(callsByChannel().filter((channel) => channel === 'whatsapp').length, 1);
    assert.equal(await chain.metric('otp_deliveries_total{channel="whatsapp",outcome="skipped"}'), 9);
    assert.equal(await stateOf(chain), 'open');
    await untilHalfOpen(chain);
    providers.mend();
    assert.equal(await chain.delivery.send(MESSAGE), 'whatsapp');
    assert.equal(await stateOf(chain), 'closed');
    assert.deepEqual(statesLogged(chain), ['open', 'half_open', 'open', 'half_open', 'closed']);
  });

  it('does not open for recipients that the provider refuses', async () => {
    const chain = deliveryOn(providers);
    providers.break('whatsapp', 'reject');
    await sendTimes(chain, 10);
    assert.equal(await stateOf(chain), 'closed');
  });

  it('never refuses a delivery by itself: with all of them open the last channel is tried, and closes when it takes the code', async () => {
    const chain = deliveryOn(providers);
    for (const channel of ['whatsapp', 'sms'] as const) providers.break(channel, 'error');
    await sendTimes(chain, 6);
    assert.deepEqual([await stateOf(chain), await stateOf(chain, 'sms')], ['open', 'open']);
    providers.clear();
    await assert.rejects(chain.delivery.send(MESSAGE), DeliveryFailed);
    assert.deepEqual(callsByChannel(), ['sms']);
    providers.mend();
    assert.equal(await chain.delivery.send(MESSAGE), 'sms');
    assert.deepEqual([await stateOf(chain), await stateOf(chain, 'sms')], ['open', 'closed']);
  });
});

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
