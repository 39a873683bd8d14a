import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, movableClock, publish, registerApp } from '../support.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const STORE = 'https://store.example/shop';
const APP = {
  name: 'Shop',
  platform: 'both',
  packageName: 'com.example.shop',
  currentVersion: '0.0.0',
  currentVersionCode: 0,
  storeUrl: STORE,
  isActive: true,
};
const UNKNOWN = { status: 'unknown', updateAvailable: false, forceUpdate: false, reason: 'none' };
const UP_TO_DATE = { ...UNKNOWN, status: 'up_to_date' };
const AVAILABLE = { ...UNKNOWN, status: 'update_available', updateAvailable: true, reason: 'newer_release' };
const REQUIRED = { ...AVAILABLE, status: 'update_required', forceUpdate: true };
const READS = ['', '/version', '/maintenance', '/features', '/bootstrap'];
const UNREADABLE = [
  'latest',
  '1.2.3.4.5',
  '1..2',
  'v',
  '-1',
  '1.0.0-',
  '1,0',
  "1'--",
  '<script>',
  '%D9%A1.%D9%A2',
  '1.0%00',
  `1.0.0-${'a.'.repeat(5_000)}`,
  '1'.repeat(65),
];
const ODD_QUERIES = [
  'platform=Android',
  'platform=android%20',
  'platform=web',
  'platform=',
  'platform=android,ios',
  'platform=ios&platform=ios',
  'platform[]=ios&platform=x',
];

describe('the public reads of an app', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer({ clock: movableClock(NOW) });
  });
  beforeEach(async () => {
    slug = await registerApp(server, { storeUrl: STORE });
  });
  after(() => server.close());

  const read = async (path: string) => (await client(server).get(`/apps/${slug}${path}`).expect(200)).body;
  const check = (query: string) => read(`/version?${query}`);
  const refused = async (path: string) => faultsOf(await client(server).get(`/apps/${slug}${path}`).expect(400));

  describe('GET /apps/:slug', () => {
    it('shows the app without its admin fields', async () => {
      assert.deepEqual(await read(''), { slug, ...APP });
    });
  });

  describe('GET /apps/:slug/version', () => {
    const offer = {
      currentVersion: null,
      latestVersion: '0.0.0',
      latestVersionCode: 0,
      minVersion: null,
      storeUrl: STORE,
      changelog: null,
      platform: null,
    };

    it("offers the app's own version before any release", async () => {
      await admin(server).put(`/admin/apps/${slug}`, { currentVersion: '1.2.0', currentVersionCode: 12 }).expect(200);
      const own = { ...offer, latestVersion: '1.2.0', latestVersionCode: 12 };
      assert.deepEqual(await check('currentVersion=1.0.0&platform=ios'), {
        ...AVAILABLE,
        ...own,
        currentVersion: '1.0.0',
        platform: 'ios',
      });
      assert.deepEqual(await check('currentVersion=1.2.0'), { ...UP_TO_DATE, ...own, currentVersion: '1.2.0' });
    });

    it('offers the active release with the highest code', async () => {
      await publish(server, slug, { versionName: '1.9.0', versionCode: 19, changelog: 'Nine' });
      await publish(server, slug, {
        versionName: '1.10.0',
        versionCode: 20,
        minVersion: '1.2.0',
        storeUrl: 'https://store.example/ten',
        changelog: 'Ten',
      });
      await publish(server, slug, { versionName: '2.0.0', versionCode: 30, isForce: true, isActive: false });
      const ten = {
        ...offer,
        latestVersion: '1.10.0',
        latestVersionCode: 20,
        minVersion: '1.2.0',
        storeUrl: 'https://store.example/ten',
        changelog: 'Ten',
      };
      const expected: Record<string, object> = {
        '1.9.0': { ...AVAILABLE, ...ten },
        '1.1.9': { ...REQUIRED, ...ten, reason: 'below_minimum' },
        '1.2': { ...AVAILABLE, ...ten },
        'v1.10': { ...UP_TO_DATE, ...ten },
        '1.10.0-rc.1': { ...AVAILABLE, ...ten },
        '99.0.0': { ...UP_TO_DATE, ...ten },
        '1.10.0+57': { ...UP_TO_DATE, ...ten },
      };
      for (const [currentVersion, answer] of Object.entries(expected)) {
        assert.deepEqual(await check(`currentVersion=${encodeURIComponent(currentVersion)}`), { ...answer, currentVersion });
      }
    });

    it('forces devices below a skipped forced release only', async () => {
      await publish(server, slug, { versionName: '2.0.0', versionCode: 20, isForce: true });
      await publish(server, slug, { versionName: '3.0.0', versionCode: 30 });
      const verdict = async (version: string) => {
        const { status, forceUpdate, reason } = await check(`currentVersion=${version}`);
        return [status, forceUpdate, reason];
      };
      assert.deepEqual(await verdict('1.0.0'), ['update_required', true, 'forced_release']);
      assert.deepEqual(await verdict('2.0.0'), ['update_available', false, 'newer_release']);
      assert.deepEqual(await verdict('3.0.0'), ['up_to_date', false, 'none']);
      assert.deepEqual(await verdict('99.0.0'), ['up_to_date', false, 'none']);
    });

    it('answers unknown to a device without a version', async () => {
      await publish(server, slug, { versionName: '2.0.0', versionCode: 20, isForce: true, minVersion: '2.0.0' });
      for (const query of ['', 'currentVersion=', 'platform=ios', 'unknown=1&__proto__[x]=1']) {
        const platform = query === 'platform=ios' ? 'ios' : null;
        assert.deepEqual(await check(query), {
          ...UNKNOWN,
          ...offer,
          latestVersion: '2.0.0',
          latestVersionCode: 20,
          minVersion: '2.0.0',
          platform,
        });
      }
    });

    it('refuses a version that it cannot parse', async () => {
      for (const version of UNREADABLE) assert.deepEqual(await refused(`/version?currentVersion=${version}`), ['currentVersion'], version);
      assert.deepEqual(await refused('/version?currentVersion=1.0.0&currentVersion=2.0.0'), ['currentVersion']);
      assert.deepEqual(await refused('/version?currentVersion=1.0.0&platform=x'), ['platform']);
    });

    it('refuses unknown platforms and those without the app', async () => {
      for (const query of ODD_QUERIES) assert.deepEqual(await refused(`/version?${query}`), ['platform'], query);
      slug = await registerApp(server, { platform: 'ios' });
      assert.deepEqual(await refused('/version?platform=android'), ['platform']);
      for (const query of ['', 'platform=ios']) assert.equal((await check(query)).platform, 'ios');
    });
  });

  describe('GET /apps/:slug/maintenance', () => {
    it('answers false and nulls without maintenance', async () => {
      assert.deepEqual(await read('/maintenance'), { maintenance: false, messageEn: null, messageAr: null, estimatedEnd: null });
    });
  });

  describe('GET /apps/:slug/features', () => {
    it('shows flags by key, without ids and descriptions', async () => {
      assert.deepEqual(await read('/features'), {});
      await admin(server)
        .post(`/admin/apps/${slug}/features`, { flagKey: 'zeta', isEnabled: true, config: { a: 1 }, description: 'secret' })
        .expect(201);
      await admin(server).post(`/admin/apps/${slug}/features`, { flagKey: 'alpha', description: 'secret' }).expect(201);
      const { text } = await client(server).get(`/apps/${slug}/features`).expect(200);
      assert.equal(text, '{"alpha":{"enabled":false,"config":null},"zeta":{"enabled":true,"config":{"a":1}}}');
    });
  });

  describe('GET /apps/:slug/bootstrap', () => {
    /** A release, a maintenance and a flag for phones of iOS alone. */
    async function forIos(platform: 'ios' | 'both'): Promise<void> {
      slug = await registerApp(server, { platform, storeUrl: STORE });
      await publish(server, slug, { versionName: '2.0.0', versionCode: 20, platform: 'ios' });
      const rules = [{ id: 'r', when: [{ attribute: 'platform', operator: 'in', values: ['ios'] }] }];
      await admin(server).post(`/admin/apps/${slug}/features`, { flagKey: 'pay', isEnabled: true, targeting: { rules } }).expect(201);
      await admin(server)
        .put(`/admin/apps/${slug}/maintenance`, { isActive: true, messageEn: 'Back soon', platforms: ['ios'] })
        .expect(200);
    }

    it('gives a request the only platform of the app', async () => {
      await forIos('ios');
      const told = await read('/bootstrap?platform=ios&currentVersion=1.0.0');
      assert.deepEqual(
        [told.version.platform, told.version.latestVersion, told.maintenance.maintenance, told.features.pay.enabled],
        ['ios', '2.0.0', true, true],
      );
      for (const platform of ['', '&installationId=i-1', '&language=ar'])
        assert.deepEqual(
          await read(`/bootstrap?currentVersion=1.0.0${platform}`),
          await read(`/bootstrap?platform=ios&currentVersion=1.0.0${platform}`),
        );
      assert.equal((await read('/features')).pay.enabled, true);
      assert.equal((await read('/maintenance')).maintenance, true);
      await client(server).get(`/apps/${slug}/gate`).expect(503);
      const context = { targetingKey: 'i-1' };
      const { body } = await client(server).post(`/apps/${slug}/ofrep/v1/evaluate/flags`, { context }).expect(200);
      assert.equal(body.flags[0].value, true);
      const explained = await admin(server).post(`/admin/apps/${slug}/features/explain`, { context }).expect(200);
      assert.match(JSON.stringify(explained.body), /"actual":"ios"/);
    });

    it('knows no platform of a page of several platforms', async () => {
      await forIos('both');
      const { version, maintenance, features } = await read('/bootstrap?currentVersion=1.0.0&installationId=i-1');
      assert.deepEqual([version.platform, version.status, version.latestVersion], [null, 'up_to_date', '2.0.0']);
      assert.deepEqual([maintenance.maintenance, features.pay.enabled], [false, false]);
    });

    it('combines the four reads and the time', async () => {
      await publish(server, slug, { versionName: '2.0.0', versionCode: 20, minVersion: '1.5.0' });
      await admin(server)
        .post(`/admin/apps/${slug}/features`, { flagKey: 'beta', config: { a: [1] } })
        .expect(201);
      await admin(server)
        .put(`/admin/apps/${slug}/maintenance`, { isActive: true, messageAr: 'نعود', estimatedEnd: '2026-03-11T00:00:00Z' })
        .expect(200);
      for (const query of ['', '?currentVersion=1.0.0&platform=android', '?currentVersion=2.0.0']) {
        const four = {
          app: await read(''),
          version: await read(`/version${query}`),
          maintenance: await read('/maintenance'),
          features: await read('/features'),
        };
        assert.deepEqual(await read(`/bootstrap${query}`), { ...four, serverTime: NOW });
      }
    });

    it('refuses the same queries as the update check', async () => {
      assert.deepEqual(await refused('/bootstrap?currentVersion=latest'), ['currentVersion']);
      assert.deepEqual(await refused('/bootstrap?platform=web&currentVersion=1&currentVersion=2'), ['platform', 'currentVersion']);
    });
  });

  for (const path of READS) {
    it(`GET /apps/:slug${path} answers 404 or 400 to a wrong slug`, async () => {
      const answer = await client(server).get(`/apps/unknown${path}`).expect(404);
      assert.deepEqual([codeOf(answer), answer.headers['cache-control']], ['app_not_found', 'no-store']);
      assert.deepEqual(faultsOf(await client(server).get(`/apps/Not-A-Slug${path}`).expect(400)), ['slug']);
    });

    it(`GET /apps/:slug${path} ignores credentials`, async () => {
      const strangers = [{ apiKey: 'wrong' }, { token: 'not.a.token' }, { headers: { Authorization: 'Basic eDp5' } }];
      const expected = await read(path);
      for (const stranger of strangers)
        assert.deepEqual((await client(server, stranger).get(`/apps/${slug}${path}`).expect(200)).body, expected);
    });

    it(`GET /apps/:slug${path} accepts HEAD and answers 405 to other methods`, async () => {
      const address = `${server.url}/api/v1/apps/${slug}${path}`;
      const [full, head] = [await fetch(address), await fetch(address, { method: 'HEAD' })];
      const length = (await full.text()).length;
      assert.deepEqual([head.status, await head.text(), head.headers.get('etag')], [200, '', full.headers.get('etag')]);
      assert.equal(head.headers.get('content-length'), String(length));
      const refusal = await fetch(address, { method: 'DELETE' });
      assert.deepEqual([refusal.status, refusal.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
      await refusal.text();
    });
  }
});
