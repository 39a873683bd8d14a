import assert from 'node:assert/strict';
import { readMetrics } from '../../support/metrics.ts';
import { until } from '../../support/programs/process.ts';
import { type FakeGateway, startFakeGateway } from '../../support/providers/fake-gateway.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';
import { sendJson } from '../../support/providers/provider-apis.ts';
import { PUBLIC_URL, twilioReceipt } from '../../support/providers/receipt-calls.ts';
import { authClient } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { newPhone, PASSWORD } from '../support.ts';
import { messagesTo, sendTo, untilState } from './receipt-support.ts';

describe('the second channel of a long route', () => {
  const files = new MessagingFiles();
  let providers: FakeProviders;
  let gateway: FakeGateway;
  let server: TestServer;

  before(async () => {
    providers = await startFakeProviders();
    gateway = await startFakeGateway((_call, response) => sendJson(response, 200, { success: true }));
  });
  beforeEach(async () => {
    providers.mend();
    gateway.calls.length = 0;
    const local = { type: 'http', url: `${gateway.url}/send`, json: { to: '{phone}', code: '{code}' } };
    const channels = ['meta', 'twilio', 'local'].map((provider) => ({ provider }));
    const file = files.write({ providers: { ...providers.providers, local }, routes: [{ channels, fallbackAfterSeconds: 1 }] });
    server = await startServer({ env: { ...file, PUBLIC_URL, OTP_COOLDOWN_SECONDS: '0' } });
  });
  afterEach(() => server.close());
  after(async () => {
    files.remove();
    await gateway.close();
    await providers.close();
  });

  const sends = async () => (await readMetrics(server.url)).get('diwan_otp_fallbacks_total{outcome="sent"}') ?? 0;
  const stats = async (by: string): Promise<Record<string, [number, number | null]>> => {
    const manager = { apiKey: server.apiKey, headers: { 'X-Project-ID': '11' } };
    const { body } = await authClient(server, manager).get(`/admin/otp/stats?by=${by}`).expect(200);
    return Object.fromEntries(
      body.data.map(({ key, sent, delivered }: { key: string; sent: number; delivered: number | null }) => [key, [sent, delivered]]),
    );
  };

  for (const fault of ['reject', 'error', 'refuse'] as const)
    it(`goes on to the gateway after the fault "${fault}"`, async () => {
      providers.break('sms', fault);
      const { phone, code } = await sendTo(server, providers, newPhone());
      await until(async () => (await sends()) === 1, undefined, 10_000);
      assert.deepEqual(
        gateway.calls.map(({ body }) => JSON.parse(body)),
        [{ to: phone, code }],
      );
      assert.deepEqual(
        messagesTo(providers, phone).map(({ channel }) => channel),
        ['whatsapp'],
      );
      await authClient(server).post('/register-verify', { phone, otp: code, password: PASSWORD }).expect(201);
    });

  it('ends with the first provider that accepts', async () => {
    const { phone } = await sendTo(server, providers, newPhone());
    await until(async () => (await sends()) === 1, undefined, 10_000);
    assert.deepEqual(
      messagesTo(providers, phone).map(({ channel }) => channel),
      ['whatsapp', 'sms'],
    );
    assert.deepEqual(gateway.calls, []);
  });

  it('begins after the provider that accepted the code', async () => {
    providers.break('whatsapp', 'reject');
    const { phone, code } = await sendTo(server, providers, newPhone());
    await until(() => gateway.calls.length === 1, undefined, 10_000);
    assert.deepEqual(JSON.parse(gateway.calls[0]?.body ?? ''), { to: phone, code });
    assert.deepEqual(
      messagesTo(providers, phone).map(({ channel }) => channel),
      ['sms'],
    );
  });

  it('adds to the delivered codes, not to the sent', async () => {
    const { phone } = await sendTo(server, providers, newPhone());
    await until(() => messagesTo(providers, phone).length === 2, undefined, 10_000);
    const [, second] = messagesTo(providers, phone);
    assert.ok(second !== undefined);
    await untilState(server, second, 'queued');
    assert.deepEqual(await stats('channel'), { meta: [1, 0], twilio: [0, 0] });
    await twilioReceipt(server, [second.id, 'delivered']);
    assert.deepEqual(await stats('channel'), { meta: [1, 0], twilio: [0, 1] });
    assert.deepEqual(await stats('country'), { SA: [1, 1] });
  });
});
