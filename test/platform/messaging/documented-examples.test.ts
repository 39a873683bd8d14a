import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readConfig } from '../../../server/config/read-config.ts';
import { createOtpDelivery, type OtpDelivery } from '../../../server/platform/messaging/delivery.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { type FakeGateway, startFakeGateway, unifonic } from '../../support/providers/fake-gateway.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';
import { MESSAGE } from '../../support/providers/otp-delivery.ts';

const APP_SID = 'app-sid-of-the-fake';
const EXAMPLES = [...readFileSync('docs/messaging.md', 'utf8').matchAll(/```json\b.*\n([\s\S]+?)```/g)].map(([, text = '']) => text);

describe('the example of docs/messaging.md', () => {
  const files = new MessagingFiles();
  let providers: FakeProviders;
  let gateway: FakeGateway;
  let delivery: OtpDelivery;

  before(async () => {
    // those of the example
    providers = await startFakeProviders({ WHATSAPP_TEMPLATE: 'otp', SMS_FROM: '+15550100009' });
    gateway = await startFakeGateway(unifonic(APP_SID));
  });
  beforeEach(() => {
    providers.mend();
    providers.clear();
    gateway.calls.length = 0;
    delivery = deliveryBy(EXAMPLES[0] ?? '');
  });
  after(async () => {
    files.remove();
    await gateway.close();
    await providers.close();
  });

  /** A delivery by the fakes in place of the public hosts. */
  function deliveryBy(example: string): OtpDelivery {
    const { env } = providers;
    const hosts = {
      'https://graph.facebook.com/v23.0': env['WHATSAPP_API_URL'],
      'https://api.twilio.com': env['SMS_API_URL'],
      'https://el.cloud.unifonic.com': gateway.url,
    };
    const local = Object.entries(hosts).reduce((text, [host, fake = '']) => text.replaceAll(host, fake), example);
    assert.doesNotMatch(local, /https:/);
    const secrets = { WHATSAPP_TOKEN: env['WHATSAPP_TOKEN'], SMS_AUTH_TOKEN: env['SMS_AUTH_TOKEN'], UNIFONIC_APP_SID: APP_SID };
    return createOtpDelivery(readConfig({ NODE_ENV: 'test', ...secrets, ...files.write(local) }), memoryLog().log);
  }
  const sendTo = async (projectId: number, country: string): Promise<string> =>
    (await delivery.send({ ...MESSAGE, projectId, country })).provider;

  it('is the only JSON document of the page', () => assert.equal(EXAMPLES.length, 1));

  it('sends by WhatsApp as its API takes it', async () => {
    assert.deepEqual([await sendTo(11, 'SA'), await sendTo(12, 'EG')], ['meta', 'meta']);
    assert.deepEqual(providers.faults, []);
    assert.deepEqual(
      providers.messages.map(({ channel, phone, code }) => [channel, phone, code]),
      [MESSAGE, MESSAGE].map(({ phone, code }) => ['whatsapp', phone, code]),
    );
  });

  it('sends by the gateway of the Gulf after WhatsApp', async () => {
    providers.break('whatsapp', 'reject');
    for (const country of ['SA', 'AE']) assert.equal(await sendTo(11, country), 'unifonic');
    assert.equal(gateway.calls.length, 2);
    const form = new URLSearchParams(gateway.calls[0]?.body);
    assert.deepEqual([form.get('SenderID'), form.get('Recipient')], ['SOUQ', MESSAGE.phone.slice(1)]);
    assert.match(form.get('Body') ?? '', new RegExp(`\\b${MESSAGE.code}\\b`));
  });

  it('sends by Twilio after WhatsApp elsewhere', async () => {
    providers.break('whatsapp', 'reject');
    assert.deepEqual([await sendTo(11, 'EG'), await sendTo(12, 'SA')], ['twilio', 'twilio']);
    assert.deepEqual(providers.faults, []);
    assert.equal(providers.messages.length, 2);
  });
});
