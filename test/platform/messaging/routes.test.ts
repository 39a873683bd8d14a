import assert from 'node:assert/strict';
import type { Environment } from '../../../server/config/types.ts';
import { DeliveryFailed } from '../../../server/platform/messaging/delivery.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';
import { deliveryOn, MESSAGE } from '../../support/providers/otp-delivery.ts';

const files = new MessagingFiles();
after(() => files.remove());

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

/** Routes over both fake providers, `meta` and `texts`, instead of the settings that name them. */
function byRoutes(routes: readonly object[]): Environment {
  const { env } = providers;
  const none = Object.fromEntries(Object.keys(env).map((name) => [name, '']));
  const meta = {
    type: 'whatsapp',
    url: env['WHATSAPP_API_URL'],
    phoneNumberId: env['WHATSAPP_PHONE_NUMBER_ID'],
    token: 'env:META_TOKEN',
    template: env['WHATSAPP_TEMPLATE'],
  };
  const texts = {
    type: 'twilio',
    url: env['SMS_API_URL'],
    accountSid: env['SMS_ACCOUNT_SID'],
    authToken: 'env:TEXTS_TOKEN',
    from: env['SMS_FROM'],
  };
  return {
    ...none,
    META_TOKEN: env['WHATSAPP_TOKEN'],
    TEXTS_TOKEN: env['SMS_AUTH_TOKEN'],
    ...files.write({ providers: { meta, texts }, routes }),
  };
}

describe('the route of a number', () => {
  const [META, TEXTS] = [{ provider: 'meta' }, { provider: 'texts' }];
  const ROUTES = [
    { match: { projects: [11], countries: ['SA', 'AE'] }, channels: [META] },
    { match: { countries: ['SA'] }, channels: [TEXTS, META] },
    { match: { projects: [12] }, channels: [META, TEXTS] },
    { channels: [TEXTS] },
  ];

  it('is the first that fits project and country', async () => {
    const { delivery } = deliveryOn(providers, { env: byRoutes(ROUTES) });
    for (const [projectId, country, provider, kind] of [
      [11, 'SA', 'meta', 'whatsapp'],
      [11, 'AE', 'meta', 'whatsapp'],
      [11, 'EG', 'texts', 'sms'],
      [11, null, 'texts', 'sms'],
      [12, 'SA', 'texts', 'sms'],
      [12, 'EG', 'meta', 'whatsapp'],
      [13, 'SA', 'texts', 'sms'],
      [13, 'AE', 'texts', 'sms'],
    ] as const) {
      assert.equal((await delivery.send({ ...MESSAGE, projectId, country })).provider, provider, `${projectId} ${country}`);
      assert.equal(delivery.channelFor({ projectId, country }), kind);
    }
  });

  it('lists the channels that a project may use', () => {
    const { delivery } = deliveryOn(providers, { env: byRoutes(ROUTES) });
    assert.deepEqual(
      [11, 12, 13].map((projectId) => delivery.channelsOf(projectId)),
      [
        ['whatsapp', 'sms'],
        ['sms', 'whatsapp'],
        ['sms', 'whatsapp'],
      ],
    );
  });

  it('is the only one that sends, even when it fails', async () => {
    providers.break('whatsapp', 'error');
    const { delivery, log } = deliveryOn(providers, { env: byRoutes(ROUTES) });
    await assert.rejects(delivery.send(MESSAGE), DeliveryFailed);
    assert.deepEqual([providers.calls.length, log.lines()[0]?.['channel']], [1, 'meta']);
  });

  it('shares the breaker of a provider with other routes', async () => {
    const { delivery, metric } = deliveryOn(providers, { env: byRoutes(ROUTES) });
    providers.break('whatsapp', 'error');
    for (let sent = 0; sent < 5; sent += 1) await assert.rejects(delivery.send(MESSAGE));
    assert.equal(await metric('otp_channel_breaker{channel="meta",state="open"}'), 1);
    providers.clear();
    assert.equal((await delivery.send({ ...MESSAGE, projectId: 12, country: 'EG' })).provider, 'texts');
    assert.deepEqual(
      providers.calls.map(({ channel }) => channel),
      ['sms'],
    );
    assert.equal(await metric('otp_deliveries_total{channel="meta",outcome="skipped"}'), 1);
  });

  it('sends notices by its channels that can', async () => {
    const { delivery } = deliveryOn(providers, { env: byRoutes(ROUTES) });
    const notice = { notice: 'phone_changed', phone: MESSAGE.phone, language: 'en' } as const;
    assert.equal(await delivery.notify({ ...notice, projectId: 12, country: 'EG' }), true);
    assert.equal(await delivery.notify({ ...notice, projectId: 11, country: 'SA' }), false);
  });

  it('may name a sender for its channel', async () => {
    const { delivery } = deliveryOn(providers, { env: byRoutes([{ channels: [{ ...TEXTS, sender: 'SOUQ' }] }]) });
    await assert.rejects(delivery.send(MESSAGE), DeliveryFailed);
    assert.equal(new URLSearchParams(providers.calls[0]?.body).get('From'), 'SOUQ');
    assert.deepEqual(providers.faults, ['sms: From is not a number of the account']);
    providers.clear();
  });

  it('has no series for providers without a route', async () => {
    const { metricsText } = deliveryOn(providers, { env: byRoutes([{ channels: [TEXTS] }]) });
    assert.equal((await metricsText()).includes('meta'), false);
  });
});
