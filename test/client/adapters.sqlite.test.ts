import assert from 'node:assert/strict';
import { OpenFeature, type Provider } from '@openfeature/web-sdk';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createProvider } from '../../client/src/adapters/openfeature.ts';
import { useFlag, useSession, useStart } from '../../client/src/adapters/react.ts';
import { wire } from '../../client/src/adapters/react-native.ts';
import { until } from '../support/programs/process.ts';
import { admin } from '../support/requests/client.ts';
import { addFlag, type FaultyServer, type Phone, startFaultyServer, startPhone } from './support.ts';

describe('the adapters of the client', () => {
  let place: FaultyServer;
  let phone: Phone;

  before(async () => {
    place = await startFaultyServer();
    const variants = [{ key: 'dark', value: 'dark', weight: 1 }];
    await addFlag(place, { flagKey: 'new_cart', isEnabled: true });
    await addFlag(place, {
      flagKey: 'theme',
      isEnabled: true,
      valueType: 'string',
      targeting: { rules: [], variants, otherwise: { serve: 'dark' } },
    });
    await addFlag(place, { flagKey: 'layout', isEnabled: true, valueType: 'object', config: { columns: 2 } });
  });
  after(() => place.close());
  beforeEach(() => {
    phone = startPhone(place);
    place.forget();
  });
  afterEach(async () => {
    phone.client.close();
    await OpenFeature.clearProviders();
  });

  const isOn = (isEnabled: boolean) => admin(place.server).put(`/admin/apps/${place.app}/features/new_cart`, { isEnabled }).expect(200);

  describe('for OpenFeature', () => {
    it('resolve every type of flag without a request', async () => {
      const provider: Provider = createProvider(phone.client);
      await OpenFeature.setProviderAndWait(provider);
      assert.equal(place.seen.length, 0);
      await phone.client.start();
      place.forget();
      const flags = OpenFeature.getClient();
      assert.equal(flags.getBooleanValue('new_cart', false), true);
      assert.deepEqual(flags.getObjectValue('layout', {}), { columns: 2 });
      const { value, variant, reason } = flags.getStringDetails('theme', 'light');
      assert.deepEqual([value, variant, reason], ['dark', 'dark', 'STATIC']);
      assert.equal(place.seen.length, 0);
    });

    it('give the default and a reason without a value', async () => {
      await OpenFeature.setProviderAndWait(createProvider(phone.client));
      await phone.client.start();
      const flags = OpenFeature.getClient();
      const missing = flags.getNumberDetails('nowhere', 7);
      assert.deepEqual([missing.value, missing.reason, missing.errorCode], [7, 'ERROR', 'FLAG_NOT_FOUND']);
      const mistyped = flags.getNumberDetails('theme', 7);
      assert.deepEqual([mistyped.value, mistyped.errorCode], [7, 'TYPE_MISMATCH']);
    });

    it('report a change of the flags to the SDK', async () => {
      await OpenFeature.setProviderAndWait(createProvider(phone.client));
      let changes = 0;
      OpenFeature.getClient().addHandler('PROVIDER_CONFIGURATION_CHANGED' as never, () => {
        changes += 1;
      });
      await phone.client.start();
      assert.equal(changes, 1);
      await isOn(false);
      await until(async () => {
        await phone.client.start();
        return changes === 2;
      });
      assert.equal(OpenFeature.getClient().getBooleanValue('new_cart', true), false);
      await isOn(true);
    });
  });

  it('give React the flag, the session and the start', async () => {
    await until(async () => {
      await phone.client.start();
      return phone.client.flags.isEnabled('new_cart');
    });
    const Page = (): ReactElement => {
      const { state, user } = useSession(phone.client);
      const { screen } = useStart(phone.client);
      return createElement('p', null, [useFlag(phone.client, 'theme', 'light'), state, String(user), screen].join(' '));
    };
    assert.equal(renderToString(createElement(Page)), '<p>dark signed_out null ok</p>');
  });

  it('follow the app and the network of React Native', async () => {
    const listeners = { app: (_: string) => {}, network: (_: { isConnected: boolean | null }) => {} };
    const removed: string[] = [];
    const stop = wire(phone.client, {
      AppState: {
        addEventListener: (_, listener) => {
          listeners.app = listener;
          return { remove: () => void removed.push('app') };
        },
      },
      NetInfo: {
        addEventListener: (listener) => {
          listeners.network = listener;
          return () => void removed.push('network');
        },
      },
    });
    listeners.app('active');
    await until(() => place.count(/bootstrap$/) === 1);
    phone.client.events.track('slept');
    listeners.app('background');
    await until(() => phone.client.events.pending === 0);
    listeners.network({ isConnected: false });
    listeners.network({ isConnected: null });
    listeners.network({ isConnected: true });
    await until(() => place.count(/bootstrap$/) === 2);
    stop();
    assert.deepEqual(removed, ['app', 'network']);
  });
});
