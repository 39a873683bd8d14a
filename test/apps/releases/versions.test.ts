import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, publish, registerApp, withoutIdAndTimes } from '../support.ts';
import { BAD_FLAGS, BAD_TEXTS, BAD_URLS, BAD_VERSIONS, LONG_TEXTS } from '../values.ts';

const FIRST = { versionName: '1.0.0', versionCode: 1 };
const ROLLOUT = {
  platform: null,
  rolloutPercent: 100,
  rolloutState: 'active',
  steps: [],
  haltedAt: null,
  offeredPercent: 100,
  forceAfter: null,
  priority: 0,
  minOsVersion: null,
  notes: null,
  remindAfterHours: 72,
  guard: null,
  guardActedAt: null,
};
const DEFAULTS = { minVersion: null, isForce: false, storeUrl: null, changelog: null, isActive: true, ...ROLLOUT };
const FULL = {
  versionName: '2.0.0-rc.1+7',
  versionCode: 20,
  minVersion: '1.5.0',
  isForce: true,
  storeUrl: 'https://store.example/two',
  changelog: '## Two\n\tبالعربية',
  isActive: false,
};
const CODES_REFUSED = ['5', 5.5, 0, -1, 2 ** 53, 1e300, true, [5], {}, null];
const NULLABLE = new Set(['minVersion', 'storeUrl', 'changelog']);

describe('the admin endpoints of versions', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const path = () => `/admin/apps/${slug}/versions`;
  const list = async () => (await admin(server).get(path()).expect(200)).body as { id: number; versionCode: number }[];
  const codes = async () => (await list()).map((version) => version.versionCode);
  const refusedPost = async (body: unknown) => faultsOf(await admin(server).post(path(), body).expect(400));
  const change = async (id: number, body: unknown) => (await admin(server).put(`${path()}/${id}`, body).expect(200)).body;
  const refusedPut = async (id: number, body: unknown) => faultsOf(await admin(server).put(`${path()}/${id}`, body).expect(400));
  /** The public body of the app. */
  const current = async () => {
    const { body } = await client(server).get(`/apps/${slug}`).expect(200);
    return `${body.currentVersion}#${body.currentVersionCode}`;
  };

  describe('POST /admin/apps/:slug/versions', () => {
    it('publishes a release that becomes the current version', async () => {
      assert.deepEqual(withoutIdAndTimes(await publish(server, slug, FIRST)), { ...FIRST, ...DEFAULTS });
      assert.equal(await current(), '1.0.0#1');
    });

    it('stores every field; an inactive release stays hidden', async () => {
      await publish(server, slug, FIRST);
      const full = await publish(server, slug, FULL);
      assert.deepEqual(withoutIdAndTimes(full), { ...ROLLOUT, ...FULL, offeredPercent: 0 });
      assert.equal(await current(), '1.0.0#1');
      const { body } = await client(server).get(`/apps/${slug}/version?currentVersion=0.1.0`).expect(200);
      assert.deepEqual([body.latestVersion, body.minVersion, body.forceUpdate], ['1.0.0', null, false]);
      assert.deepEqual(await list(), [full, (await list())[1]]);
    });

    it('accepts null for optional fields', async () => {
      const version = await publish(server, slug, { ...FIRST, minVersion: null, storeUrl: null, changelog: null });
      assert.deepEqual(withoutIdAndTimes(version), { ...FIRST, ...DEFAULTS });
    });

    it('drops unknown and server-owned fields', async () => {
      const version = await publish(server, slug, { ...FIRST, id: 999_999, appId: 1, createdAt: '2001-01-01T00:00:00Z', status: 'x' });
      assert.deepEqual(withoutIdAndTimes(version), { ...FIRST, ...DEFAULTS });
      assert.ok(version.id < 999_999);
    });

    it('names every fault in one reply', async () => {
      assert.deepEqual(await refusedPost({}), ['versionName', 'versionCode']);
      const bad = { versionName: '1', versionCode: 0, minVersion: 'x', storeUrl: 'x', changelog: 5, isForce: 1, isActive: 'yes' };
      assert.deepEqual(await refusedPost(bad), Object.keys(bad));
    });

    const refused = {
      versionName: BAD_VERSIONS,
      versionCode: CODES_REFUSED,
      minVersion: BAD_VERSIONS,
      storeUrl: BAD_URLS,
      changelog: BAD_TEXTS,
      isForce: BAD_FLAGS,
      isActive: BAD_FLAGS,
    };
    for (const [field, values] of Object.entries(refused)) {
      it(`refuses each invalid ${field} in both requests`, async () => {
        const { id } = await publish(server, slug, FIRST);
        for (const value of values.filter((entry) => entry !== null || !NULLABLE.has(field))) {
          assert.deepEqual(await refusedPost({ versionName: '9.0.0', versionCode: 9, [field]: value }), [field], JSON.stringify(value));
          if (!field.startsWith('version')) assert.deepEqual(await refusedPut(id, { [field]: value }), [field], JSON.stringify(value));
        }
        assert.deepEqual(await codes(), [1]);
      });
    }

    it('refuses a minimum above the release itself', async () => {
      for (const minVersion of ['1.0.1', '2.0.0-rc.1', '1.0.0-rc.1']) {
        const versionName = minVersion === '1.0.0-rc.1' ? '1.0.0-beta' : '1.0.0';
        assert.deepEqual(await refusedPost({ versionName, versionCode: 1, minVersion }), ['minVersion'], minVersion);
      }
      await publish(server, slug, { ...FIRST, minVersion: '1.0.0' });
      await publish(server, slug, { versionName: '2.10.0', versionCode: 2, minVersion: '2.9.0' });
    });

    it('refuses a code that is not above the latest', async () => {
      await publish(server, slug, { ...FIRST, versionCode: 41 });
      await publish(server, slug, { versionName: '1.1.0', versionCode: 42, isActive: false });
      for (const versionCode of [42, 41, 1]) {
        const { body } = await admin(server).post(path(), { versionName: '2.0.0', versionCode }).expect(409);
        assert.equal(body.code, 'version_code_not_incrementing');
        assert.deepEqual(body.errors, [{ field: 'versionCode', message: 'versionCode must be at least 43; the latest is 42' }]);
      }
      await publish(server, slug, { versionName: '1.2.0', versionCode: 43 });
      assert.deepEqual(await codes(), [43, 42, 41]);
    });

    it('compares codes within one app only', async () => {
      await publish(server, slug, { ...FIRST, versionCode: 100 });
      slug = await registerApp(server);
      await publish(server, slug, FIRST);
      assert.deepEqual(await codes(), [1]);
    });

    it('ignores a PUT of currentVersionCode in the comparison', async () => {
      await publish(server, slug, FIRST);
      await admin(server).put(`/admin/apps/${slug}`, { currentVersion: '9.0.0', currentVersionCode: 900 }).expect(200);
      assert.equal(await current(), '9.0.0#900');
      await publish(server, slug, { versionName: '1.1.0', versionCode: 2 });
      assert.equal(await current(), '1.1.0#2');
    });

    it('accepts the greatest code and then no other', async () => {
      const versionCode = Number.MAX_SAFE_INTEGER;
      assert.equal((await publish(server, slug, { ...FIRST, versionCode }))['versionCode'], versionCode);
      assert.equal(await current(), `1.0.0#${versionCode}`);
      await admin(server).post(path(), { versionName: '2.0.0', versionCode }).expect(409);
      assert.deepEqual(await refusedPost({ versionName: '2.0.0', versionCode: versionCode + 1 }), ['versionCode']);
    });

    it('stores a changelog unchanged except line ends', async () => {
      for (const [index, changelog] of LONG_TEXTS.entries()) {
        const version = await publish(server, slug, { versionName: '1.0.0', versionCode: index + 1, changelog });
        assert.equal(version['changelog'], changelog.replaceAll('\r\n', '\n').normalize('NFC').trim());
      }
    });
  });

  describe('GET /admin/apps/:slug/versions', () => {
    it('lists all releases, newest first, initially none', async () => {
      assert.deepEqual(await list(), []);
      const published = [];
      for (const code of [1, 2, 10]) published.unshift(await publish(server, slug, { ...FIRST, versionCode: code, isActive: code !== 2 }));
      assert.deepEqual(await list(), published);
    });
  });

  describe('PUT /admin/apps/:slug/versions/:id', () => {
    it('changes only the given fields', async () => {
      const version = await publish(server, slug, { versionName: '2.0.0', versionCode: 20 });
      const { versionName: _, versionCode: __, ...changes } = { ...FULL, isActive: false };
      const expected: Record<string, unknown> = { ...version };
      for (const [field, value] of Object.entries(changes)) {
        expected[field] = value;
        if (field === 'isActive') expected['offeredPercent'] = 0;
        assert.deepEqual(await change(version.id, { [field]: value }), expected);
      }
      assert.deepEqual(await list(), [expected]);
    });

    it('clears optional fields with null', async () => {
      const version = await publish(server, slug, { ...FULL, isActive: true });
      const cleared = { minVersion: null, storeUrl: null, changelog: null };
      assert.deepEqual(await change(version.id, cleared), { ...version, ...cleared });
    });

    it('never changes the name, code, id or time', async () => {
      const version = await publish(server, slug);
      const owned = { versionName: '9.0.0', versionCode: 9, id: 999, appId: 999, createdAt: '2001-01-01T00:00:00Z' };
      assert.deepEqual(await refusedPut(version.id, owned), ['body']);
      assert.deepEqual(await change(version.id, { ...owned, isForce: true }), { ...version, isForce: true });
    });

    it('refuses an empty change and names every fault', async () => {
      const { id } = await publish(server, slug);
      for (const body of [undefined, {}, { unknown: true }]) assert.deepEqual(await refusedPut(id, body), ['body']);
      const bad = { minVersion: 'x', storeUrl: 'x', changelog: 5, isForce: 1, isActive: 'yes' };
      assert.deepEqual(await refusedPut(id, bad), Object.keys(bad));
    });

    it('refuses a minimum above the release', async () => {
      const { id } = await publish(server, slug);
      assert.deepEqual(await refusedPut(id, { minVersion: '1.0.1' }), ['minVersion']);
      assert.equal((await change(id, { minVersion: '1.0.0' })).minVersion, '1.0.0');
    });

    it('answers 404 to unknown releases, 400 to bad ids', async () => {
      const { id } = await publish(server, slug);
      slug = await registerApp(server);
      for (const other of [id, 999_999, Number.MAX_SAFE_INTEGER]) {
        assert.equal(codeOf(await admin(server).put(`${path()}/${other}`, { isForce: true }).expect(404)), 'version_not_found');
      }
      for (const odd of [
        '1abc',
        '1e0',
        '0x1',
        '1.0',
        '-1',
        '0',
        '+1',
        '%201',
        '1%00',
        '9007199254740993',
        'NaN',
        '%D9%A1',
        '1%20OR%201=1',
      ]) {
        const answer = await admin(server).put(`${path()}/${odd}`, { isForce: true });
        assert.equal(answer.status, 400, odd);
        assert.deepEqual(faultsOf(answer), ['id'], odd);
      }
    });

    it('follows the newest active release down and up', async () => {
      const [one, two, three] = [
        await publish(server, slug),
        await publish(server, slug, { versionName: '2.0.0', versionCode: 2 }),
        await publish(server, slug, { versionName: '3.0.0', versionCode: 3 }),
      ];
      const steps: [number, boolean, string][] = [
        [two.id, false, '3.0.0#3'],
        [three.id, false, '1.0.0#1'],
        [two.id, true, '2.0.0#2'],
        [three.id, true, '3.0.0#3'],
        [three.id, false, '2.0.0#2'],
        [two.id, false, '1.0.0#1'],
        [one.id, false, '1.0.0#1'],
      ];
      for (const [id, isActive, expected] of steps) {
        await change(id, { isActive });
        assert.equal(await current(), expected);
      }
      const { body } = await client(server).get(`/apps/${slug}/version?currentVersion=0.1.0`).expect(200);
      assert.deepEqual([body.latestVersion, body.status, body.forceUpdate], ['1.0.0', 'update_available', false]);
      await admin(server).post(path(), { versionName: '3.0.1', versionCode: 3 }).expect(409);
    });

    it('shows the change to clients at once', async () => {
      const { id } = await publish(server, slug, { versionName: '2.0.0', versionCode: 2 });
      const check = async () => (await client(server).get(`/apps/${slug}/version?currentVersion=1.0.0`).expect(200)).body;
      assert.equal((await check()).reason, 'newer_release');
      await change(id, { isForce: true });
      assert.equal((await check()).reason, 'forced_release');
      await change(id, { minVersion: '1.5.0', storeUrl: 'https://store.example/two', changelog: 'Two' });
      const { reason, minVersion, storeUrl, changelog } = await check();
      assert.deepEqual([reason, minVersion, storeUrl, changelog], ['below_minimum', '1.5.0', 'https://store.example/two', 'Two']);
    });
  });
});
