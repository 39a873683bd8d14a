import assert from 'node:assert/strict';
import { App } from '../../../models/apps/App.ts';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, registerApp, withoutIdAndTimes } from '../support.ts';
import { BAD_CONFIGS, BAD_FLAGS, BAD_KEYS, BAD_TEXTS, GOOD_KEYS } from '../values.ts';

const DEFAULTS = { isEnabled: false, description: null, config: null, valueType: 'boolean', targeting: null, kind: 'release' };
const CONFIG = {
  z: 1,
  a: [true, null, { نص: 'قيمة' }],
  "a'); DROP TABLE feature_flags;--": '<script>',
  '': 0.1,
  nested: { deep: { er: [] } },
};

describe('the admin endpoints of flags', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const path = (key = '') => `/admin/apps/${slug}/features${key}`;
  const create = async (body: unknown) => (await admin(server).post(path(), body).expect(201)).body;
  const refusedPost = async (body: unknown) => faultsOf(await admin(server).post(path(), body).expect(400));
  const refusedPut = async (body: unknown) => faultsOf(await admin(server).put(path('/beta'), body).expect(400));
  const list = async () => (await admin(server).get(path('/admin')).expect(200)).body;
  const shown = async () => (await client(server).get(`/apps/${slug}/features`).expect(200)).body;

  describe('POST /admin/apps/:slug/features', () => {
    it('creates a flag with defaults that clients see', async () => {
      const flag = await create({ flagKey: 'beta' });
      assert.deepEqual(withoutIdAndTimes(flag), { flagKey: 'beta', ...DEFAULTS });
      assert.deepEqual(await list(), [flag]);
      assert.deepEqual(await shown(), { beta: { enabled: false, config: null } });
    });

    it('stores every field and the exact config', async () => {
      const full = { ...DEFAULTS, flagKey: 'beta', isEnabled: true, description: 'Two\nlines', config: CONFIG };
      assert.deepEqual(withoutIdAndTimes(await create(full)), full);
      const answer = await client(server).get(`/apps/${slug}/features`);
      assert.equal(answer.text, JSON.stringify({ beta: { enabled: true, config: CONFIG } }));
    });

    it('drops unknown and server-owned fields', async () => {
      const flag = await create({ flagKey: 'beta', id: 999_999, appId: 1, createdAt: '2001-01-01T00:00:00Z', enabled: true });
      assert.deepEqual(withoutIdAndTimes(flag), { flagKey: 'beta', ...DEFAULTS });
      assert.ok(flag.id < 999_999);
    });

    it('names every fault in one reply', async () => {
      for (const body of [undefined, {}]) assert.deepEqual(await refusedPost(body), ['flagKey']);
      const bad = { flagKey: '1', isEnabled: 'yes', description: 5, config: [] };
      assert.deepEqual(await refusedPost(bad), Object.keys(bad));
    });

    it('refuses each invalid flag key', async () => {
      for (const flagKey of BAD_KEYS) assert.deepEqual(await refusedPost({ flagKey }), ['flagKey'], JSON.stringify(flagKey));
      assert.deepEqual(await list(), []);
    });

    it('accepts each valid key, with case significant', async () => {
      for (const flagKey of GOOD_KEYS) await create({ flagKey, description: flagKey });
      assert.deepEqual(Object.keys(await shown()), GOOD_KEYS.toSorted());
      const flags: { flagKey: string; description: string }[] = await list();
      assert.deepEqual(
        flags.map((flag) => [flag.flagKey, flag.description]),
        GOOD_KEYS.toSorted().map((key) => [key, key]),
      );
    });

    it('answers 409 to a taken key and changes nothing', async () => {
      const flag = await create({ flagKey: 'beta', config: CONFIG });
      assert.equal(codeOf(await admin(server).post(path(), { flagKey: 'beta', isEnabled: true }).expect(409)), 'flag_key_exists');
      assert.deepEqual(await list(), [flag]);
      slug = await registerApp(server);
      await create({ flagKey: 'beta' });
    });

    it('never lets a config change a prototype', async () => {
      const send = (config: string) =>
        admin(server).post(path()).set('Content-Type', 'application/json').send(`{"flagKey":"beta","config":${config}}`);
      for (const config of ['{"__proto__":{"x":1}}', '{"a":[{"__proto__":{"x":1}}]}'])
        assert.deepEqual(faultsOf(await send(config).expect(400)), ['body']);
      await send('{"constructor":{"prototype":{"x":1}},"prototype":{"x":1}}').expect(201);
      assert.deepEqual((await shown()).beta.config, { constructor: { prototype: { x: 1 } }, prototype: { x: 1 } });
      assert.equal(Reflect.get({}, 'x'), undefined);
    });

    it('limits the depth of a config', async () => {
      const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
      const send = (levels: number) =>
        admin(server)
          .post(path())
          .set('Content-Type', 'application/json')
          .send(`{"flagKey":"d${levels}","config":${nested(levels)}}`);
      await send(32).expect(201);
      for (const levels of [33, 5_000, 40_000]) assert.deepEqual(faultsOf(await send(levels).expect(400)), ['body']);
    });

    it('accepts a config of up to 20,000 bytes', async () => {
      const ofBytes = (bytes: number) => ({ x: `${'ش'.repeat(100)}${'x'.repeat(bytes - 208)}` });
      assert.equal(Buffer.byteLength(JSON.stringify(ofBytes(20_000))), 20_000);
      await create({ flagKey: 'large', config: ofBytes(20_000) });
      assert.deepEqual(await refusedPost({ flagKey: 'larger', config: ofBytes(20_001) }), ['config']);
      await create({ flagKey: 'small' });
      assert.deepEqual(
        faultsOf(
          await admin(server)
            .put(path('/small'), { config: ofBytes(20_001) })
            .expect(400),
        ),
        ['config'],
      );
    });

    it("limits the total size of an app's configs", async () => {
      const config = { x: 'x'.repeat(19_000) };
      for (let index = 0; index < 13; index += 1) await create({ flagKey: `f${index}`, config });
      assert.equal(codeOf(await admin(server).post(path(), { flagKey: 'more', config }).expect(409)), 'flag_limit');
      await create({ flagKey: 'small' });
      assert.equal(codeOf(await admin(server).put(path('/small'), { config }).expect(409)), 'flag_limit');
      await admin(server).put(path('/f0'), { config }).expect(200);
      assert.ok(Buffer.byteLength(JSON.stringify(await shown())) <= 300_000);
    });
  });

  it('limits the number of flags of an app', async () => {
    const { id: appId } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
    await server.db.model(FeatureFlag).bulkCreate(Array.from({ length: 499 }, (_, index) => ({ appId, flagKey: `flag${index}` })));
    await create({ flagKey: 'last' });
    assert.equal(codeOf(await admin(server).post(path(), { flagKey: 'more' }).expect(409)), 'flag_limit');
    assert.equal(codeOf(await admin(server).post(path(), { flagKey: 'last' }).expect(409)), 'flag_key_exists');
    await admin(server).put(path('/last'), { isEnabled: true, config: {} }).expect(200);
    assert.deepEqual([Object.keys(await shown()).length, (await list()).length], [500, 500]);
    await admin(server).delete(path('/flag0')).expect(204);
    await create({ flagKey: 'more' });
  });

  describe('GET /admin/apps/:slug/features/admin', () => {
    it('lists the flags by key, initially none', async () => {
      assert.deepEqual(await list(), []);
      const [b, a] = [await create({ flagKey: 'b', isEnabled: true }), await create({ flagKey: 'a' })];
      assert.deepEqual(await list(), [a, b]);
    });
  });

  describe('PUT /admin/apps/:slug/features/:flagKey', () => {
    it('changes only the given fields', async () => {
      const flag = await create({ flagKey: 'beta', isEnabled: true, description: 'Beta', config: CONFIG });
      const expected = { ...flag };
      const changes = { isEnabled: false, description: 'New', config: { a: 1 } };
      for (const [field, value] of Object.entries(changes)) {
        const { body } = await admin(server)
          .put(path('/beta'), { [field]: value })
          .expect(200);
        Object.assign(expected, { [field]: value, updatedAt: body.updatedAt });
        assert.deepEqual(body, expected);
        assert.deepEqual(await shown(), { beta: { enabled: expected.isEnabled, config: expected.config } });
      }
      assert.deepEqual(await list(), [expected]);
    });

    it('clears description and config with null', async () => {
      await create({ flagKey: 'beta', description: 'Beta', config: CONFIG });
      const { body } = await admin(server).put(path('/beta'), { description: null, config: null }).expect(200);
      assert.deepEqual([body.description, body.config], [null, null]);
      assert.deepEqual((await shown()).beta.config, null);
    });

    it('never changes the key of a flag', async () => {
      await create({ flagKey: 'beta' });
      assert.deepEqual(await refusedPut({ flagKey: 'other', id: 5 }), ['body']);
      const { body } = await admin(server).put(path('/beta'), { flagKey: 'other', isEnabled: true }).expect(200);
      assert.deepEqual([body.flagKey, body.isEnabled], ['beta', true]);
    });

    it('refuses a body without a field to change', async () => {
      await create({ flagKey: 'beta' });
      for (const body of [undefined, {}, { unknown: true }]) assert.deepEqual(await refusedPut(body), ['body']);
    });

    for (const [field, values] of Object.entries({ isEnabled: BAD_FLAGS, description: BAD_TEXTS, config: BAD_CONFIGS })) {
      it(`refuses each invalid ${field}, as at creation`, async () => {
        const flag = await create({ flagKey: 'beta' });
        for (const value of values) {
          assert.deepEqual(await refusedPut({ [field]: value }), [field], JSON.stringify(value));
          assert.deepEqual(await refusedPost({ flagKey: 'other', [field]: value }), [field], JSON.stringify(value));
        }
        assert.deepEqual(await list(), [flag]);
      });
    }

    it('answers 404 to unknown flags, 400 to bad keys', async () => {
      await create({ flagKey: 'beta' });
      slug = await registerApp(server);
      for (const key of ['beta', 'Beta', 'unknown'])
        assert.equal(
          codeOf(
            await admin(server)
              .put(path(`/${key}`), { isEnabled: true })
              .expect(404),
          ),
          'flag_not_found',
        );
      for (const key of ['1a', '__proto__', 'constructor', 'b%C3%A9ta', '%20beta', 'beta%00'])
        assert.deepEqual(
          faultsOf(
            await admin(server)
              .put(path(`/${key}`), { isEnabled: true })
              .expect(400),
          ),
          ['flagKey'],
        );
    });
  });

  describe('DELETE /admin/apps/:slug/features/:flagKey', () => {
    it('deletes a flag once and answers 204', async () => {
      const kept = await create({ flagKey: 'kept' });
      const { id } = await create({ flagKey: 'beta' });
      const answer = await admin(server).delete(path('/beta')).expect(204);
      assert.deepEqual([answer.text, answer.headers['content-type']], ['', undefined]);
      assert.deepEqual([await list(), Object.keys(await shown())], [[kept], ['kept']]);
      assert.equal(codeOf(await admin(server).delete(path('/beta')).expect(404)), 'flag_not_found');
      assert.equal(codeOf(await admin(server).put(path('/beta'), { isEnabled: true }).expect(404)), 'flag_not_found');
      assert.ok((await create({ flagKey: 'beta' })).id > id);
    });

    it('deletes only the exact key of its app', async () => {
      await create({ flagKey: 'Beta' });
      await admin(server).delete(path('/beta')).expect(404);
      const owner = slug;
      slug = await registerApp(server);
      await admin(server).delete(path('/Beta')).expect(404);
      slug = owner;
      await admin(server).delete(path('/Beta')).expect(204);
    });
  });

  it('treats the flag key admin like any other', async () => {
    const flag = await create({ flagKey: 'admin' });
    assert.deepEqual(await list(), [flag]);
    assert.equal((await admin(server).put(path('/admin'), { isEnabled: true }).expect(200)).body.isEnabled, true);
    assert.deepEqual(await shown(), { admin: { enabled: true, config: null } });
    await admin(server).delete(path('/admin')).expect(204);
    assert.deepEqual(await list(), []);
  });
});
