import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/programs/process.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { deliveryOn, MESSAGE } from '../../support/providers/otp-delivery.ts';

describe('a channel that does not answer a crowd', () => {
  let providers: FakeProviders;
  before(async () => {
    providers = await startFakeProviders();
  });
  after(() => providers.close());

  it('uses a bounded number of connections', async () => {
    providers.break('whatsapp', 'hang');
    const { delivery } = deliveryOn(providers, { patience: 4 });
    const sends = Array.from({ length: 70 }, () => delivery.send(MESSAGE));
    await until(() => providers.underWay('whatsapp') >= 50);
    await sleep(100);
    assert.equal(providers.underWay('whatsapp'), 50);
    assert.deepEqual(new Set((await Promise.all(sends)).map(({ provider }) => provider)), new Set(['sms']));
  });
});
