import assert from 'node:assert/strict';
import { until } from '../support/programs/process.ts';
import {
  asynchronous,
  type FaultyServer,
  PASSWORD,
  type Phone,
  quick,
  register,
  type Seen,
  Store,
  startFaultyServer,
  startPhone,
} from './support.ts';

const REFRESH = '/api/v2/auth/refresh';
const LOGOUT = '/api/v2/auth/logout';
const HOUR_MS = 3_600_000;
/** A request without a key, which is not repeated. */
const REPORTS = '/api/v1/reports';
const REPORT = { entityType: 'review', entityId: 1, reason: 'spam' } as const;

describe('the session of the client', () => {
  let place: FaultyServer;
  let phone: Phone;
  let number: string;

  before(async () => {
    place = await startFaultyServer({ RATE_LIMIT_ACCOUNT: 'off' });
    phone = startPhone(place, { setTimeout: quick });
    number = await register(phone);
  });
  after(() => place.close());
  beforeEach(() => {
    place.decide(() => 'pass');
    place.forget();
  });

  /** Another start of the app, with its storage. */
  const restarted = (): Phone => startPhone(place, { setTimeout: quick }, phone.store);
  const readProfile = (on = phone): Promise<{ readonly id: string }> => on.client.request('GET', '/api/v2/auth/profile');
  const refuses = (fault: 503 | 429, path: string) => (request: Seen) => (request.path === path ? fault : 'pass');

  it('refreshes once for fifty calls at the expiry', async () => {
    place.clock.advance(HOUR_MS - 3_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => readProfile()));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
    assert.equal(place.count(REFRESH), 1);
    assert.equal(place.count(/profile/, 200), 50);
  });

  it('keeps the session when a refresh gets no answer', async () => {
    for (const fault of ['unanswered', 'half', 'lost'] as const) {
      place.clock.advance(HOUR_MS + 5_000);
      let losses = 1;
      place.decide(({ path }) => (path === REFRESH && losses-- > 0 ? fault : 'pass'));
      await readProfile();
      assert.equal(phone.client.auth.state, 'signed_in', fault);
    }
  });

  it('keeps the session when the app ends before the answer', async () => {
    place.clock.advance(HOUR_MS + 5_000);
    place.decide(({ path }) => (path === REFRESH ? 'unanswered' : 'pass'));
    await assert.rejects(readProfile(), { status: 0, code: 'network', action: 'retry_later' });
    place.decide(() => 'pass');
    phone = restarted();
    await readProfile();
    assert.equal(phone.client.auth.state, 'signed_in');
  });

  it('stores new tokens before any call uses them', async () => {
    place.clock.advance(HOUR_MS + 5_000);
    let stored = '';
    place.decide(({ path }) => {
      if (path !== REFRESH) stored = phone.store.find('session') ?? '';
      return 'pass';
    });
    await readProfile();
    const used = place.seen.at(-1)?.headers.authorization?.replace('Bearer ', '');
    assert.ok(used !== undefined && stored.includes(used));
  });

  it('keeps the session through refusals of an overloaded server', async () => {
    const calm = startPhone(place, {}, phone.store);
    for (const status of [503, 429] as const) {
      place.clock.advance(HOUR_MS + 5_000);
      place.decide(refuses(status, REFRESH));
      place.forget();
      await Promise.all([1, 2, 3].map(() => assert.rejects(calm.client.request('POST', REPORTS, { body: REPORT }), { status })));
      await assert.rejects(calm.client.request('POST', REPORTS, { body: REPORT }), { status });
      assert.equal(place.count(REFRESH), 1, 'before Retry-After no refresh is sent');
      assert.equal(calm.client.auth.state, 'signed_in');
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    }
    place.decide(() => 'pass');
    await readProfile(calm);
    phone = restarted();
  });

  it('works with a clock that is an hour wrong', async () => {
    for (const offset of [HOUR_MS, -HOUR_MS, 0]) {
      phone.setClock(offset);
      await readProfile();
      await readProfile();
      assert.equal(phone.client.auth.state, 'signed_in');
    }
    assert.ok(place.count(REFRESH) <= 3);
    assert.equal(place.count(/profile/, 401), 0);
  });

  it('shares a refresh between two tabs by the storage', async () => {
    const other = restarted();
    await readProfile(other);
    place.clock.advance(HOUR_MS + 5_000);
    await readProfile();
    await readProfile(other);
    assert.equal(place.count(REFRESH), 1);
  });

  it('sends the token of the device after a sign-out too', async () => {
    const device = phone.store.find('device');
    assert.ok(device);
    await phone.client.auth.signOut();
    assert.equal(place.count(LOGOUT, 200), 1);
    await phone.client.auth.login({ phone: number, password: PASSWORD });
    assert.equal(place.seen.find(({ path }) => path.endsWith('/login'))?.headers['x-diwan-device'], device);
  });

  it('signs out offline and tells the server later', async () => {
    place.decide(() => 'lost');
    await phone.client.auth.signOut();
    assert.deepEqual([phone.client.auth.state, phone.client.auth.user], ['signed_out', null]);
    assert.equal(phone.store.find('session'), undefined);
    await assert.rejects(readProfile(), { code: 'network' });
    place.decide(() => 'pass');
    place.forget();
    phone = restarted();
    await phone.client.start();
    await assert.rejects(readProfile(), { status: 401, code: 'not_authenticated', action: 'sign_in' });
    await until(() => phone.store.find('logouts') === undefined);
    assert.equal(place.count(LOGOUT, 200), 1);
    await phone.client.auth.login({ phone: number, password: PASSWORD });
  });

  it('ends when the server has ended it', async () => {
    const heard: string[] = [];
    phone.client.auth.onChange((state) => heard.push(state));
    const other = startPhone(place);
    await other.client.auth.login({ phone: number, password: PASSWORD });
    await other.client.auth.signOut({ everywhere: true });
    place.clock.advance(HOUR_MS + 5_000);
    await assert.rejects(readProfile(), { status: 401 });
    assert.deepEqual([heard, phone.store.find('session')], [['signed_out'], undefined]);
    await phone.client.auth.login({ phone: number, password: PASSWORD });
    assert.deepEqual(heard, ['signed_out', 'signed_in']);
  });

  it('is unknown until an asynchronous storage has answered', async () => {
    const slow = startPhone(place, { storage: asynchronous(phone.store) });
    assert.equal(slow.client.auth.state, 'unknown');
    await readProfile(slow);
    assert.equal(slow.client.auth.state, 'signed_in');
    phone = restarted();
  });

  it('stays in memory when the storage throws', async () => {
    const broken = new Store();
    broken.setItem = () => {
      throw new Error('quota');
    };
    const memory = startPhone(place, {}, broken);
    await memory.client.auth.login({ phone: number, password: PASSWORD });
    await readProfile(memory);
    memory.client.events.track('kept_in_memory');
    await memory.client.events.flush();
    assert.deepEqual([memory.client.auth.state, memory.client.events.pending], ['signed_in', 0]);
    assert.deepEqual(
      memory.errors.map(({ code }) => code),
      ['storage'],
    );
  });

  it('survives a network that answers for the server', async () => {
    place.clock.advance(HOUR_MS + 5_000);
    for (const [status, body] of [
      [200, '{"welcome":"hotel"}'],
      [200, '<html>Sign in</html>'],
      [401, '<html>Sign in</html>'],
    ] as const) {
      const answer = { status, headers: { get: () => null }, text: async () => body };
      const hotel = startPhone(place, { fetch: async () => answer, setTimeout: quick }, phone.store);
      await hotel.client.auth.login({ phone: number, password: PASSWORD }).catch(() => null);
      await hotel.client.request('GET', '/api/v2/auth/profile').catch(() => null);
      assert.equal(hotel.client.auth.state, 'signed_in');
    }
    await readProfile();
  });

  it('names no token, code or phone in an error', async () => {
    const text = await phone.client.auth.login({ phone: number, password: 'wrong horse battery' }).then(
      () => '',
      (error: unknown) => JSON.stringify(error) + String(error),
    );
    assert.match(text, /invalid_credentials/);
    assert.ok(!text.includes(number) && !text.includes('horse'), text);
  });
});

describe('the session under the limits of a server by default', () => {
  it('refreshes once for twenty calls with an expired token', async () => {
    const place = await startFaultyServer({ RATE_LIMIT_GLOBAL: '10/60' });
    const phone = startPhone(place);
    await register(phone);
    // the clock of the phone is behind, so that only the 401 of the server shows the expiry
    place.clock.advance(HOUR_MS + 60_000);
    phone.setClock(-HOUR_MS - 60_000);
    await Promise.all(Array.from({ length: 20 }, () => phone.client.request('GET', '/api/v2/auth/profile')));
    assert.deepEqual([place.count(REFRESH), place.count(/./, 429), place.count(/profile/, 200)], [1, 0, 20]);
    await place.close();
  });
});
