import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, type MovableClock, movableClock, registerApp } from '../support.ts';

const NOW = '2026-03-10T12:00:00.000Z';
/** Each attribute that makes an answer private. */
const PERSONAL = ['installationId', 'userId', 'country', 'language', 'osVersion'];

describe('the public flags of a request that tells attributes', () => {
  let server: TestServer;
  let clock: MovableClock;
  let slug: string;

  before(async () => {
    clock = movableClock(NOW);
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    clock.set(NOW);
    slug = await registerApp(server);
  });
  after(() => server.close());

  const create = (flagKey: string, targeting: object, fields: object = {}) =>
    admin(server)
      .post(`/admin/apps/${slug}/features`, { flagKey, isEnabled: true, targeting, ...fields })
      .expect(201);
  const get = (read: string, query = '') => client(server).get(`/apps/${slug}/${read}${query}`).expect(200);
  const features = async (query = '') => (await get('features', query)).body;
  /** By flag, whether it is on; checks that both reads agree and that the order of the flags is that of their keys. */
  const shown = async (query: string): Promise<Record<string, boolean>> => {
    const [alone, start] = [await get('features', query), await get('bootstrap', query)];
    assert.deepEqual(start.body.features, alone.body);
    assert.ok(start.text.includes(`"features":${alone.text},"serverTime"`));
    return Object.fromEntries(Object.entries<{ enabled: boolean }>(alone.body).map(([key, { enabled }]) => [key, enabled]));
  };
  const condition = (attribute: string, values: unknown[], operator = 'in') => ({
    rules: [{ id: 'r', when: [{ attribute, operator, values }] }],
  });

  it('are evaluated for each attribute of the query', async () => {
    const told = { ...Object.fromEntries(PERSONAL.map((name) => [name, 'x'])), platform: 'ios' };
    for (const [name, value] of Object.entries(told)) await create(name, condition(name, [value]));
    await create('appVersion', condition('appVersion', ['1.4.0'], 'version_gte'));
    await create('plain', { rules: [] }, { targeting: null });
    const names = [...Object.keys(told), 'appVersion', 'plain'];
    const only = (...on: string[]) => Object.fromEntries(names.sort().map((name) => [name, on.includes(name) || name === 'plain']));
    assert.deepEqual(await shown(''), only());
    for (const [name, value] of Object.entries(told)) assert.deepEqual(await shown(`?${name}=${value}`), only(name), name);
    assert.deepEqual(await shown('?currentVersion=1.10'), only('appVersion'));
    assert.deepEqual(await shown('?currentVersion=1.3&userId=y&country='), only());
    assert.deepEqual(await shown('?platform=ios&currentVersion=1.4.0&userId=x'), only('platform', 'appVersion', 'userId'));
  });

  it('keep a person in a rollout that widens', async () => {
    await create('rollout', { rules: [{ id: 'r', percentage: 72, salt: 'gr1' }] });
    assert.deepEqual(await shown('?installationId=123'), { rollout: false });
    for (const percentage of [73, 80, 100]) {
      await admin(server).put(`/admin/apps/${slug}/features/rollout`, { targeting: { rules: [{ id: 'r', percentage, salt: 'gr1' }] } });
      assert.deepEqual(await shown('?installationId=123'), { rollout: true });
    }
  });

  it('carry the object of the variant as config', async () => {
    const variants = [
      { key: 'a', value: { limit: 5, نص: 'قيمة' }, weight: 1 },
      { key: 'b', value: { limit: 9 }, weight: 0 },
    ];
    const rules = [{ id: 'r', when: [{ attribute: 'userId', operator: 'in', values: ['vip'] }], serve: 'b' }, { id: 'all' }];
    await create('limits', { variants, rules }, { valueType: 'object', config: { limit: 1 } });
    await create('off', { variants, rules: [] }, { valueType: 'object', config: { limit: 1 } });
    const off = { enabled: false, config: { limit: 1 } };
    assert.deepEqual(await features('?userId=vip'), { limits: { enabled: true, config: { limit: 9 } }, off });
    assert.deepEqual(await features('?userId=u'), { limits: { enabled: true, config: { limit: 5, نص: 'قيمة' } }, off });
    assert.deepEqual(await features(), await features('?userId=u'));
  });

  it('are private when they concern one person', async () => {
    await create('beta', condition('userId', ['x']));
    for (const read of ['features', 'bootstrap']) {
      const cacheControl = async (query: string) => (await get(read, query)).headers['cache-control'];
      for (const query of ['', '?platform=ios', '?currentVersion=1.0', '?userId=&country='])
        assert.match(String(await cacheControl(query)), /^public, /);
      for (const name of PERSONAL) assert.match(String(await cacheControl(`?${name}=x`)), /^private, max-age=\d+/, name);
    }
  });

  it('have an ETag of the evaluated body', async () => {
    await create('beta', condition('userId', ['x', 'y']));
    for (const read of ['features', 'bootstrap']) {
      const etag = async (query: string) => String((await get(read, query)).headers['etag']);
      const [none, x] = [await etag('?userId=z'), await etag('?userId=x')];
      assert.notEqual(none, x);
      // a request that tells nothing gets no `upcoming` maintenance in the bootstrap
      const nothing = read === 'bootstrap' ? '?country=x' : '';
      assert.deepEqual([await etag('?userId=y'), await etag(nothing)], [x, none]);
      const ask = (query: string) => client(server, { headers: { 'if-none-match': x } }).get(`/apps/${slug}/${read}${query}`);
      await ask('?userId=y').expect(304);
      await ask('?userId=z').expect(200);
    }
  });

  it('refuse attributes that are too long', async () => {
    const ask = (read: string, query: string) => client(server).get(`/apps/${slug}/${read}?${query}`).expect(400);
    for (const read of ['features', 'bootstrap'])
      assert.deepEqual(faultsOf(await ask(read, `userId=${'x'.repeat(129)}&country=a&country=b`)), ['userId', 'country']);
    await get('features', '?platform=web&platform=ios&currentVersion=latest');
  });

  it('change at each boundary of time, to the millisecond', async () => {
    const at = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();
    await create('sale', { rules: [{ id: 'r' }], startAt: at(1_000), stopAt: at(5_000) });
    const steps = [
      { at: at(2_000), rule: 'r', percentage: 73 },
      { at: at(3_000), rule: 'r', percentage: 100 },
    ];
    await create('ramp', { rules: [{ id: 'r', percentage: 0, salt: 'gr1' }], steps });
    const seen: unknown[] = [];
    for (const ms of [0, 999, 1_000, 1_999, 2_000, 2_999, 3_000, 4_999, 5_000]) {
      clock.set(at(ms));
      const [all, one] = [await shown(''), await shown('?installationId=123')];
      seen.push([ms, all['sale'], one['sale'], all['ramp'], one['ramp']].join(' '));
    }
    assert.deepEqual(seen, [
      '0 false false false false',
      '999 false false false false',
      '1000 true true false false',
      '1999 true true false false',
      '2000 true true false true',
      '2999 true true false true',
      '3000 true true true true',
      '4999 true true true true',
      '5000 false false true true',
    ]);
  });

  it('change their ETag only at a boundary', async () => {
    const boundary = new Date(Date.parse(NOW) + 60_000).toISOString();
    await create('sale', { rules: [{ id: 'r' }], startAt: boundary });
    const etags = async () => Promise.all(['features', 'bootstrap'].map(async (read) => (await get(read)).headers['etag']));
    const before = await etags();
    clock.advance(59_999);
    assert.deepEqual(await etags(), before);
    clock.advance(1);
    const after = await etags();
    assert.ok(after.every((etag, index) => etag !== before[index]));
    clock.advance(60_000);
    assert.deepEqual(await etags(), after);
  });
});

describe('the rate limits of a start', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    const limits = { RATE_LIMIT_EVALUATE: '2/3600', RATE_LIMIT_EVALUATE_ADDRESS: '9/3600', RATE_LIMIT_READ: '1/3600', TRUST_PROXY: '1' };
    server = await startServer({ env: limits });
    slug = await registerApp(server);
  });
  after(() => server.close());

  const ask = (address: string, read: string, headers: Record<string, string> = {}) =>
    client(server, { headers: { 'x-forwarded-for': address, ...headers } }).get(`/apps/${slug}/${read}`);

  it('count each installation of an address, except a 304', async () => {
    const { headers } = await ask('192.0.2.1', 'features?installationId=a').expect(200);
    assert.match(String(headers['ratelimit']), /^"evaluate-address"; r=8; t=\d+, "evaluate"; r=1; t=\d+$/);
    for (let index = 0; index < 3; index += 1)
      await ask('192.0.2.1', 'features?installationId=a', { 'if-none-match': String(headers['etag']) }).expect(304);
    await ask('192.0.2.1', 'bootstrap?installationId=a').expect(200);
    const refused = await ask('192.0.2.1', 'bootstrap?installationId=a').expect(429);
    assert.deepEqual([codeOf(refused), Number(refused.headers['retry-after']) > 0], ['throttled', true]);
    await ask('192.0.2.1', 'features?installationId=b').expect(200);
    await ask('192.0.2.2', 'features?installationId=a').expect(200);
  });

  it('bound one address, but no other one', async () => {
    for (const read of ['', 'version', 'maintenance', 'features', 'bootstrap', 'features', 'features', 'features', 'features'])
      await ask('192.0.2.3', read.replace(/^$/, '?')).expect(200);
    assert.equal(codeOf(await ask('192.0.2.3', 'features').expect(429)), 'throttled');
    await ask('192.0.2.4', 'features').expect(200);
  });
});
