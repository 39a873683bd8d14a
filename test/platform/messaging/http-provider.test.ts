import assert from 'node:assert/strict';
import { readConfig } from '../../../server/config/read-config.ts';
import { createOtpDelivery, DeliveryFailed, type OtpDelivery } from '../../../server/platform/messaging/delivery.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { type FakeGateway, startFakeGateway, unifonic } from '../../support/providers/fake-gateway.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';
import { MESSAGE } from '../../support/providers/otp-delivery.ts';
import { sendJson } from '../../support/providers/provider-apis.ts';
import { answerEndlessly } from '../../support/providers/provider-breakages.ts';

describe('a provider of the type http', () => {
  const files = new MessagingFiles();
  let gateway: FakeGateway;

  before(async () => {
    gateway = await startFakeGateway((_call, response) => sendJson(response, 200, { success: true }));
  });
  beforeEach(() => {
    gateway.calls.length = 0;
    gateway.answer = (_call, response) => sendJson(response, 200, { success: true });
  });
  after(async () => {
    files.remove();
    await gateway.close();
  });

  /** A delivery by one gateway with these settings. */
  function deliveryBy(
    settings: object,
    { sender, seconds = 2, env = {} }: { sender?: string; seconds?: number; env?: object } = {},
  ): OtpDelivery {
    const provider = { type: 'http', url: `${gateway.url}/send`, ...settings };
    const channel = { provider: 'local', ...(sender === undefined ? {} : { sender }) };
    const file = files.write({ providers: { local: provider }, routes: [{ channels: [channel] }] });
    const config = readConfig({ NODE_ENV: 'test', ...file, ...env });
    return createOtpDelivery({ ...config, otp: { ...config.otp, channelTimeoutSeconds: seconds } }, memoryLog().log);
  }

  it('fills the placeholders of a JSON body', async () => {
    const json = {
      to: '{phone}',
      digits: '{digits}',
      nested: [{ code: '{code} {code}', n: 1, ok: true }],
      from: '{sender}',
      life: '{ttlSeconds}',
    };
    const headers = { Authorization: 'env:LOCAL_AUTH' };
    const delivery = deliveryBy({ headers, json }, { sender: 'SOUQ {code}', env: { LOCAL_AUTH: 'Bearer {code}' } });
    assert.equal((await delivery.send(MESSAGE)).provider, 'local');
    const [call] = gateway.calls;
    assert.deepEqual(JSON.parse(call?.body ?? ''), {
      to: '+966501234567',
      digits: '966501234567',
      nested: [{ code: '482913 482913', n: 1, ok: true }],
      from: 'SOUQ {code}',
      life: '300',
    });
    assert.equal(call?.headers['content-type'], 'application/json');
    assert.equal(call?.headers.authorization, 'Bearer {code}');
  });

  it('encodes the placeholders of the address and a form', async () => {
    const sender = '"}&a=b\\/?#%0d';
    await deliveryBy({ url: `${gateway.url}/to/{phone}?from={sender}`, form: { Body: '{text}', From: '{sender}' } }, { sender }).send(
      MESSAGE,
    );
    const [call] = gateway.calls;
    const url = new URL(call?.url ?? '', gateway.url);
    assert.equal(url.pathname, '/to/%2B966501234567');
    assert.equal(url.searchParams.get('from'), sender);
    const form = new URLSearchParams(call?.body);
    assert.deepEqual([form.get('From'), [...form.keys()]], [sender, ['Body', 'From']]);
    assert.match(form.get('Body') ?? '', /482913/);
  });

  it('keeps a text inside its place in JSON', async () => {
    const sender = '","admin":true,"x":"';
    await deliveryBy({ json: { to: '{phone}', text: '{text}', from: '{sender}' } }, { sender }).send(MESSAGE);
    assert.deepEqual(Object.keys(JSON.parse(gateway.calls[0]?.body ?? '')), ['to', 'text', 'from']);
  });

  it('asks by GET without a body', async () => {
    await deliveryBy({ method: 'GET', url: `${gateway.url}/send?to={digits}&text={text}` }).send(MESSAGE);
    assert.deepEqual([gateway.calls[0]?.method, gateway.calls[0]?.body], ['GET', '']);
  });

  for (const [name, answer] of [
    ['another value', { success: false }],
    ['no such property', {}],
    ['no object', 'true'],
  ] as const)
    it(`is refused by an answer with ${name}`, async () => {
      gateway.answer = (_call, response) => sendJson(response, 200, answer);
      const success = { path: 'success', equals: true };
      await assert.rejects(deliveryBy({ json: { to: '{phone}', code: '{code}' }, success }).send(MESSAGE), DeliveryFailed);
    });

  it('is refused by a status that is not listed', async () => {
    gateway.answer = (_call, response) => sendJson(response, 202, { success: true });
    const json = { to: '{phone}', code: '{code}' };
    await assert.rejects(deliveryBy({ json, success: { status: [200] } }).send(MESSAGE), DeliveryFailed);
    assert.equal((await deliveryBy({ json }).send(MESSAGE)).provider, 'local');
  });

  it('does not wait for an answer that hangs', async () => {
    gateway.answer = () => {};
    const started = performance.now();
    await assert.rejects(deliveryBy({ json: { to: '{phone}', code: '{code}' } }, { seconds: 1 }).send(MESSAGE), DeliveryFailed);
    assert.ok(performance.now() - started < 10_000);
  });

  it('reads at most 64 kB of an endless answer', async () => {
    let sent = (): number => 0;
    gateway.answer = (_call, response) => {
      const { socket } = response;
      sent = () => socket?.bytesWritten ?? 0;
      answerEndlessly(response);
    };
    const success = { path: 'success', equals: true };
    await assert.rejects(deliveryBy({ json: { to: '{phone}', code: '{code}' }, success }).send(MESSAGE), DeliveryFailed);
    assert.ok(sent() > 65_536 && sent() < 64 * 1024 * 1024, `${sent()} bytes`);
  });

  it('sends by Unifonic as its documents say', async () => {
    gateway.answer = unifonic('app-sid-1');
    const settings = (sid: string) => ({
      url: `${gateway.url}/rest/SMS/messages`,
      form: { AppSid: sid, SenderID: '{sender}', Recipient: '{digits}', Body: '{text}' },
      success: { path: 'success', equals: true },
    });
    assert.equal((await deliveryBy(settings('app-sid-1'), { sender: 'SOUQ' }).send(MESSAGE)).provider, 'local');
    await assert.rejects(deliveryBy(settings('wrong'), { sender: 'SOUQ' }).send(MESSAGE), DeliveryFailed);
  });
});
