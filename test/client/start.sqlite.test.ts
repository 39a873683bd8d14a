import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import type { Fetch, StartState } from '../../client/src/index.ts';
import { publish } from '../apps/support.ts';
import { until } from '../support/programs/process.ts';
import { admin } from '../support/requests/client.ts';
import { addFlag, asynchronous, type FaultyServer, type Phone, register, Store, startFaultyServer, startPhone } from './support.ts';

const HOUR_MS = 3_600_000;

describe('the start of the client', () => {
  let place: FaultyServer;
  let phone: Phone;

  before(async () => {
    place = await startFaultyServer();
    await addFlag(place, { flagKey: 'new_cart', isEnabled: true });
    await addFlag(place, {
      flagKey: 'theme',
      isEnabled: true,
      valueType: 'string',
      targeting: { rules: [], variants: [{ key: 'dark', value: 'dark', weight: 1 }], otherwise: { serve: 'dark' } },
    });
    await addFlag(place, {
      flagKey: 'limit',
      isEnabled: false,
      valueType: 'number',
      targeting: { rules: [], variants: [{ key: 'ten', value: 10, weight: 1 }] },
    });
  });
  after(() => place.close());
  beforeEach(() => {
    place.decide(() => 'pass');
    place.forget();
    phone = startPhone(place, { defaults: { limit: 5, offline_only: true } });
  });

  const maintain = (fields: object) => admin(place.server).put(`/admin/apps/${place.app}/maintenance`, fields).expect(200);
  /** Ends when the snapshot of the server has the change. */
  const untilScreen = (screen: StartState['screen']) => until(async () => (await phone.client.start()).screen === screen);

  it('shows the app and its flags by two requests', async () => {
    const { source, screen, app } = await phone.client.start();
    assert.deepEqual([source, screen, app?.slug], ['network', 'ok', place.app]);
    assert.equal(phone.client.flags.isEnabled('new_cart'), true);
    assert.deepEqual(phone.client.flags.details('theme'), { value: 'dark', source: 'network', variant: 'dark', reason: 'STATIC' });
    assert.equal(place.seen.length, 2);
  });

  it('sends no request for flags where there are none', async () => {
    const { body } = await admin(place.server)
      .post('/admin/apps', { slug: 'bare', name: 'Bare', platform: 'both', packageName: 'com.example.bare' })
      .expect(201);
    await startPhone({ ...place, app: body.slug }).client.start();
    assert.equal(place.seen.length, 1);
  });

  it('starts from the cache within 50 ms while offline', async () => {
    await phone.client.start();
    const slow = new Store();
    for (const [key, value] of phone.store.values) slow.setItem(key, value);
    for (const storage of [phone.store, asynchronous(slow)]) {
      const offline = startPhone({ ...place, url: 'http://127.0.0.1:1' }, { storage });
      const started = performance.now();
      const { source, app } = await offline.client.start();
      const ms = performance.now() - started;
      assert.deepEqual([source, app?.slug, offline.client.flags.value('theme', 'light')], ['cache', place.app, 'dark']);
      assert.ok(ms <= 50, `${ms} ms`);
    }
  });

  it('starts from the cache after 2.5 s of silence', async () => {
    await phone.client.start();
    const later = startPhone(place, {}, phone.store);
    const heard: string[] = [];
    later.client.onChange(({ source }) => heard.push(source));
    place.decide(({ path }) => (path.endsWith('/bootstrap') ? 'late' : 'pass'));
    const started = performance.now();
    const { source } = await later.client.start();
    const ms = performance.now() - started;
    assert.equal(source, 'cache');
    assert.ok(ms >= 2_400 && ms < 4_500, `${ms} ms`);
    await until(() => heard.at(-1) === 'network');
    assert.equal(later.client.state.source, 'network');
  });

  it('starts with the defaults when nothing was ever read', async () => {
    place.decide(() => 'lost');
    const { source, screen, app } = await phone.client.start();
    assert.deepEqual([source, screen, app], ['defaults', 'ok', null]);
    assert.equal(phone.client.flags.value('limit', 1), 5);
    assert.equal(phone.client.flags.isEnabled('offline_only'), true);
    assert.equal(phone.errors.length, 0);
  });

  it('keeps its copy when the server says 304', async () => {
    await phone.client.start();
    const again = startPhone(place, {}, phone.store);
    place.forget();
    assert.equal((await again.client.start()).source, 'network');
    assert.deepEqual([place.count(/./, 304), place.seen.length], [2, 2]);
    assert.equal(again.client.flags.value('theme', 'light'), 'dark');
  });

  it('reports a fault of the build and shows the defaults', async () => {
    await phone.client.start();
    const wrong = startPhone(place, { versionCode: 'four', defaults: { theme: 'light' } }, phone.store);
    assert.equal((await wrong.client.start()).source, 'defaults');
    assert.equal(wrong.client.flags.value('theme', ''), 'light');
    assert.deepEqual(
      wrong.errors.map(({ status, code }) => [status, code]),
      [[400, 'validation_error']],
    );
  });

  it('sends no platform from a page', async () => {
    const sent: string[] = [];
    const recorded: Fetch = (url, options) => {
      sent.push(url, options.body ?? '');
      return fetch(url, options);
    };
    for (const platform of ['both', 'ios']) {
      const { body } = await admin(place.server)
        .post('/admin/apps', { slug: `page-${platform}`, name: 'Page', platform, packageName: 'com.example.page' })
        .expect(201);
      await addFlag({ ...place, app: body.slug }, { flagKey: 'new_cart', isEnabled: true });
      const page = startPhone({ ...place, app: body.slug }, { platform: undefined, fetch: recorded });
      const { source, update } = await page.client.start();
      assert.deepEqual([source, update?.platform], ['network', platform === 'both' ? null : platform]);
      assert.deepEqual([page.errors.length, page.client.flags.isEnabled('new_cart')], [0, true]);
    }
    assert.equal(sent.length, 8);
    assert.doesNotMatch(sent.join(' '), /platform/);
  });

  it('gives an unresolved flag the default and never off', async () => {
    await phone.client.start();
    assert.deepEqual(phone.client.flags.details('limit'), { value: 5, source: 'defaults' });
    assert.equal(phone.client.flags.value('nowhere', 7), 7);
    assert.equal(phone.client.flags.isEnabled('nowhere', true), true);
  });

  it('gives the fallback for another type and reports it once', async () => {
    await phone.client.start();
    assert.equal(phone.client.flags.value('theme', 3), 3);
    assert.equal(phone.client.flags.isEnabled('theme'), false);
    assert.deepEqual(
      phone.errors.map(({ code }) => code),
      ['flag_type'],
    );
  });

  it('keeps the installation and starts again for another user', async () => {
    await addFlag(place, {
      flagKey: 'mine',
      isEnabled: true,
      targeting: { rules: [{ id: 'mine', when: [{ attribute: 'userId', operator: 'contains', values: ['-'] }] }] },
    });
    await until(async () => {
      await phone.client.start();
      return phone.client.flags.details('mine').source === 'network';
    });
    assert.equal(phone.client.flags.isEnabled('mine', true), false);
    const installation = phone.store.find('installation');
    await register(phone);
    await until(() => phone.client.flags.isEnabled('mine'));
    place.decide(() => 'lost');
    await phone.client.auth.signOut();
    await until(() => !phone.client.flags.isEnabled('mine'));
    assert.equal(phone.store.find('installation'), installation);
  });

  it('starts again in front after five minutes', async () => {
    await phone.client.start();
    place.forget();
    place.clock.advance(299_000);
    await phone.client.foreground();
    assert.equal(place.seen.length, 0);
    place.clock.advance(2_000);
    await phone.client.foreground();
    assert.equal(place.count(/bootstrap$/), 1);
  });

  it('offers an update until it is put off', async () => {
    await publish(place.server, place.app, { versionName: '1.1.0', versionCode: 2 });
    await untilScreen('update_available');
    await phone.client.dismissUpdate();
    assert.equal(phone.client.screen, 'ok');
    const again = startPhone(place, {}, phone.store);
    assert.equal((await again.client.start()).screen, 'ok');
    const { remindAfterHours = 24 } = again.client.state.update?.update ?? {};
    place.clock.advance(remindAfterHours * HOUR_MS + 1);
    assert.equal((await again.client.start()).screen, 'update_available');
  });

  it('requires an update before it offers one', async () => {
    await publish(place.server, place.app, { versionName: '2.0.0', versionCode: 3, isForce: true });
    await untilScreen('update_required');
    await phone.client.dismissUpdate();
    assert.equal(phone.client.screen, 'update_required');
  });

  it('shows maintenance above everything else', async () => {
    await maintain({ isActive: true, messageEn: 'Back soon' });
    await untilScreen('maintenance');
    assert.equal(phone.client.state.maintenance?.messageEn, 'Back soon');
    await maintain({ isActive: false });
    await untilScreen('update_required');
  });
});
