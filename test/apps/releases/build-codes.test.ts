import assert from 'node:assert/strict';
import { compareCodes, readCode } from '../../../server/domain/build-code.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { faultsOf, publish, registerApp } from '../support.ts';

/** Codes of builds in pairs, of which the first is lower. */
const LOWER: readonly (readonly [string, string])[] = [
  ['9', '10'],
  ['1.9', '1.10'],
  ['1', '1.0.1'],
  ['1.2.3', '2'],
  ['41.999.999', '42'],
  ['42', '42.0.0.0.0.1'],
  ['99999999999999999998', '99999999999999999999'],
  ['20260101.9', '20260101.010'],
];
const EQUAL: readonly (readonly [string, string])[] = [
  ['42', '42.0'],
  ['1.2', '1.2.0.0'],
  ['007', '7'],
  ['1.02', '1.2'],
];

describe('the code of a build', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
    slug = await registerApp(server);
    await publish(server, slug, { versionName: '2.0.0', versionCode: 42 });
  });
  after(() => server.close());

  const get = (path: string) => client(server).get(`/apps/${slug}${path}`);

  it('is compared part by part', () => {
    const order = (a: string, b: string) => compareCodes(readCode(a) ?? [], readCode(b) ?? []);
    for (const [low, high] of LOWER) assert.deepEqual([order(low, high), order(high, low)], [-1, 1], `${low} ${high}`);
    for (const [a, b] of EQUAL) assert.deepEqual([order(a, b), order(b, a)], [0, 0], `${a} ${b}`);
    for (const text of ['', '.', '1.', '.1', '1..2', '1a', '-1', '1 2', `1${'.1'.repeat(40)}`]) assert.equal(readCode(text), null, text);
  });

  it('decides the update check and the start alike', async () => {
    const codes = { '41.9': 'update_available', '42': 'up_to_date', '42.0.0': 'up_to_date', '42.1.3': 'up_to_date', '43': 'up_to_date' };
    for (const [code, status] of Object.entries(codes))
      for (const query of [`versionCode=${code}`, `currentVersion=2.0.0&versionCode=${code}`]) {
        assert.equal((await get(`/version?${query}`).expect(200)).body.status, status, query);
        assert.equal((await get(`/bootstrap?${query}`).expect(200)).body.version.status, status, query);
      }
  });

  it('refuses neither flags nor maintenance of a phone', async () => {
    await get('/features?versionCode=1.2.3').expect(200);
    await get('/maintenance?versionCode=1.2.3').expect(200);
    await get('/gate?versionCode=1.2.3').expect(204);
  });

  it('is targeted by flags part by part', async () => {
    const when = [{ attribute: 'versionCode', operator: 'num_gte', values: ['1.9.1'] }];
    const flag = { flagKey: 'new_build', isEnabled: true, targeting: { rules: [{ id: 'r', when }] } };
    await admin(server).post(`/admin/apps/${slug}/features`, flag).expect(201);
    const codes: readonly (readonly [string | number, boolean])[] = [
      ['1.10', true],
      ['1.9', false],
      ['1.9.1', true],
      ['2', true],
      ['1', false],
      [2, true],
      [1, false],
      ['x', false],
    ];
    for (const [versionCode, isOn] of codes) {
      const context = { versionCode };
      const { body } = await client(server).post(`/apps/${slug}/ofrep/v1/evaluate/flags/new_build`, { context }).expect(200);
      assert.equal(body.value, isOn, String(versionCode));
    }
    const bad = { ...flag, flagKey: 'bad', targeting: { rules: [{ id: 'r', when: [{ ...when[0], values: ['1.x'] }] }] } };
    assert.deepEqual(faultsOf(await admin(server).post(`/admin/apps/${slug}/features`, bad).expect(400)), [
      'targeting.rules[0].when[0].values[0]',
    ]);
  });
});
