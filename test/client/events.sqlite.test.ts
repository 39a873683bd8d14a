import assert from 'node:assert/strict';
import { AnalyticsEvent } from '../../models/apps/AnalyticsEvent.ts';
import { until } from '../support/programs/process.ts';
import { asynchronous, type FaultyServer, type Phone, quick, type Seen, Store, startFaultyServer, startPhone } from './support.ts';

describe('the events of the client', () => {
  let place: FaultyServer;

  before(async () => {
    place = await startFaultyServer();
  });
  after(() => place.close());
  beforeEach(() => {
    place.decide(() => 'pass');
    place.forget();
  });

  const stored = (eventType: string): Promise<AnalyticsEvent[]> =>
    place.server.db.model(AnalyticsEvent).findAll({ where: { eventType }, order: [['id', 'ASC']] });
  const batches = (): readonly Seen[] => place.seen.filter(({ path }) => path.endsWith('/analytics/batch'));
  const trackAll = ({ client }: Phone, count: number, type: string): void => {
    for (let index = 0; index < count; index += 1) client.events.track(type, { index });
  };

  it('arrive once when the app is killed a hundred times', async () => {
    const store = new Store();
    for (let life = 0; life < 100; life += 1) {
      let isAlive = true;
      // a dead process writes and sends nothing more; each life ends at another step
      let steps = life % 7;
      let die = (): void => {};
      const death = new Promise<void>((resolve) => {
        die = resolve;
      });
      const mayGoOn = (): boolean => {
        isAlive &&= steps-- > 0;
        if (!isAlive) die();
        return isAlive;
      };
      const phone = startPhone(place, {
        storage: {
          getItem: (key) => store.getItem(key),
          setItem: (key, value) => (isAlive ? store.setItem(key, value) : undefined),
          removeItem: (key) => (isAlive ? store.removeItem(key) : undefined),
        },
        fetch: async (url, options) => {
          if (!mayGoOn()) return new Promise(() => {});
          const answer = await fetch(url, options);
          return mayGoOn() ? answer : new Promise(() => {});
        },
      });
      phone.client.events.track('killed', { life });
      const flushed = phone.client.events.flush();
      await Promise.race([flushed, death]);
      phone.client.close();
    }
    const last = startPhone(place, {}, store);
    await last.client.events.flush();
    const lives = (await stored('killed')).map(({ eventData }) => JSON.parse(eventData ?? 'null').life);
    assert.deepEqual([lives.length, new Set(lives).size, last.client.events.pending], [100, 100, 0]);
  });

  it('leave with the app when an asynchronous storage is slow', async () => {
    const phone = startPhone(place, { storage: asynchronous(new Store()) });
    trackAll(phone, 2, 'left');
    await phone.client.background();
    assert.equal((await stored('left')).length, 2);
    phone.client.close();
  });

  it('are stored before track returns and keep their time', async () => {
    const phone = startPhone(place);
    phone.client.events.track('early', { step: 1 });
    const line = phone.store.find('events') ?? '';
    assert.equal(JSON.parse(line).eventType, 'early');
    place.clock.advance(60_000);
    const later = startPhone(place, { appVersion: '2.0.0' }, phone.store);
    await later.client.events.flush();
    const [event] = await stored('early');
    assert.equal(event?.occurredAt.toISOString(), JSON.parse(line).occurredAt);
    assert.deepEqual([event?.appVersion, JSON.parse(line).installationId], ['1.0.0', phone.store.find('installation')]);
  });

  it('go in batches of a hundred at most', async () => {
    const phone = startPhone(place);
    place.decide(() => 'lost');
    trackAll(phone, 250, 'many');
    await phone.client.events.flush();
    place.decide(() => 'pass');
    place.forget();
    await phone.client.background();
    assert.deepEqual([batches().length, (await stored('many')).length, phone.client.events.pending], [3, 250, 0]);
  });

  it('go in batches of 200 kB at most', async () => {
    const phone = startPhone(place);
    for (let index = 0; index < 15; index += 1) phone.client.events.track('large', { text: 'ن'.repeat(10_000) });
    await phone.client.events.flush();
    const sizes = batches().map(({ headers }) => Number(headers['content-length']));
    assert.equal(sizes.length, 2);
    assert.ok(Math.max(...sizes) <= 200_100, String(sizes));
    assert.equal((await stored('large')).length, 15);
  });

  it('go in halves when a proxy refuses the batch', async () => {
    const phone = startPhone(place);
    place.decide(({ headers }) => (Number(headers['content-length']) > 5_000 ? 413 : 'pass'));
    for (let index = 0; index < 19; index += 1) phone.client.events.track('halved', { text: 'x'.repeat(700) });
    phone.client.events.track('alone', { text: 'x'.repeat(6_000) });
    await phone.client.events.flush();
    assert.deepEqual([(await stored('halved')).length, phone.client.events.dropped, phone.client.events.pending], [19, 1, 0]);
  });

  it('are dropped when the server refuses them for good', async () => {
    const phone = startPhone(place);
    phone.client.events.track('');
    phone.client.events.track('good');
    await phone.client.events.flush();
    assert.deepEqual([(await stored('good')).length, phone.client.events.dropped, phone.client.events.pending], [1, 1, 0]);
  });

  it('wait for Retry-After, also when flushed by hand', async () => {
    const phone = startPhone(place);
    place.decide(() => 429);
    phone.client.events.track('limited');
    await phone.client.events.flush();
    assert.equal(batches().length, 1);
    place.decide(() => 'pass');
    await phone.client.events.flush();
    assert.deepEqual([batches().length, phone.client.events.pending], [1, 1]);
    await until(() => phone.client.events.pending === 0);
    assert.equal((await stored('limited')).length, 1);
  });

  it('are sent again later and later while nothing answers', async () => {
    const pauses: number[] = [];
    const phone = startPhone(place, {
      setTimeout: (run, ms) => {
        if (ms !== 30_000) pauses.push(ms);
        setTimeout(run, ms === 30_000 ? ms : 5).unref();
      },
    });
    place.decide(() => 'lost');
    phone.client.events.track('offline');
    await until(() => pauses.length >= 13);
    const [first, ...backoff] = pauses;
    assert.equal(first, 10_000);
    for (const [index, pause] of backoff.entries()) {
      const longest = Math.min(300_000, 1_000 * 2 ** index);
      assert.ok(pause >= longest / 2 && pause <= longest, `${index}: ${pause}`);
    }
    place.decide(() => 'pass');
    await until(() => phone.client.events.pending === 0);
    assert.equal((await stored('offline')).length, 1);
  });

  it('are sent at twenty and after ten seconds', async () => {
    const phone = startPhone(place);
    trackAll(phone, 20, 'twenty');
    await until(() => phone.client.events.pending === 0);
    const waiting = startPhone(place, { setTimeout: quick });
    waiting.client.events.track('ten_seconds');
    const patient = startPhone(place, { setTimeout: (run, ms) => setTimeout(run, ms / 100).unref() });
    patient.client.events.track('ten_seconds');
    await until(() => patient.client.events.pending === 0);
    assert.deepEqual([(await stored('ten_seconds')).length, waiting.client.events.pending], [1, 1]);
    await waiting.client.start();
    await until(() => waiting.client.events.pending === 0);
  });

  it('are kept up to a thousand, the newest', async () => {
    const phone = startPhone(place);
    place.decide(() => 'lost');
    trackAll(phone, 1_010, 'full');
    assert.deepEqual([phone.client.events.pending, phone.client.events.dropped], [1_000, 10]);
    assert.match(phone.store.find('events') ?? '', /^[^\n]*"index":10\}/);
    phone.client.close();
  });

  it('are sent although a crash cut a line off', async () => {
    const phone = startPhone(place);
    phone.client.events.track('whole');
    for (const [key, value] of phone.store.values) if (key.endsWith(':events')) phone.store.setItem(key, `{"eventId":"7d9f\n${value}`);
    const later = startPhone(place, {}, phone.store);
    await later.client.events.flush();
    assert.deepEqual([(await stored('whole')).length, later.client.events.pending], [1, 0]);
  });

  it('are kept for two tabs with one storage', async () => {
    const store = new Store();
    const [left, right] = [startPhone(place, {}, store), startPhone(place, {}, store)];
    place.decide(() => 'lost');
    trackAll(left, 5, 'tabs');
    trackAll(right, 5, 'tabs');
    place.decide(() => 'pass');
    await Promise.all([left.client.events.flush(), right.client.events.flush()]);
    assert.deepEqual([(await stored('tabs')).length, store.find('events')], [10, undefined]);
  });

  it('survive an asynchronous storage in their order', async () => {
    const store = new Store();
    const phone = startPhone(place, { storage: asynchronous(store) });
    trackAll(phone, 10, 'slow');
    assert.equal(phone.client.events.pending, 10);
    await until(() => (store.find('events') ?? '').split('\n').length === 10);
    await phone.client.events.flush();
    const order = (await stored('slow')).map(({ eventData }) => JSON.parse(eventData ?? 'null').index);
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('are dropped and reported when JSON cannot hold them', () => {
    const phone = startPhone(place);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    phone.client.events.track('circular', circular);
    assert.deepEqual([phone.client.events.pending, phone.client.events.dropped, phone.errors[0]?.code], [0, 1, 'event_data']);
  });
});
