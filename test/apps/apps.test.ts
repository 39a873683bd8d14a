import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { admin, client } from '../support/requests/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { codeOf, faultsOf, registerApp, withoutIdAndTimes } from './support.ts';
import {
  BAD_CODES,
  BAD_FLAGS,
  BAD_NAMES,
  BAD_PACKAGES,
  BAD_PLATFORMS,
  BAD_SLUGS,
  BAD_URLS,
  BAD_VERSIONS,
  GOOD_SLUGS,
  TEXTS,
} from './values.ts';

const SHOP = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' };
const STORE = 'https://play.google.com/store/apps/details?id=com.example.shop&hl=ar';
const DEFAULTS = { projectId: 11, currentVersion: '0.0.0', currentVersionCode: 0, storeUrl: '', isActive: true };

describe('the admin endpoints of apps', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  const faultsOfPost = async (body: unknown) => faultsOf(await admin(server).post('/admin/apps', body).expect(400));
  const faultsOfPut = async (slug: string, body: unknown) => faultsOf(await admin(server).put(`/admin/apps/${slug}`, body).expect(400));

  describe('POST /admin/apps', () => {
    it('registers an app with its defaults', async () => {
      const { body } = await admin(server).post('/admin/apps', SHOP).expect(201);
      assert.deepEqual(withoutIdAndTimes(body), { ...SHOP, ...DEFAULTS });
    });

    it('stores the address of the store', async () => {
      const { body } = await admin(server)
        .post('/admin/apps', { ...SHOP, slug: 'with-store', storeUrl: STORE })
        .expect(201);
      assert.equal(body.storeUrl, STORE);
    });

    it('drops unknown and server-owned fields', async () => {
      const owned = {
        id: 999_999,
        currentVersion: '9.9.9',
        currentVersionCode: 9,
        isActive: false,
        revision: 7,
        createdAt: '2001-01-01T00:00:00Z',
        updatedAt: 1,
      };
      const polluting = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"projectId":12}';
      const text = JSON.stringify({ ...SHOP, ...owned, slug: 'owned' });
      const sent = `${text.slice(0, -1)},${polluting.slice(1)}`;
      const { body } = await admin(server).post('/admin/apps').set('Content-Type', 'application/json').send(sent).expect(201);
      assert.deepEqual(withoutIdAndTimes(body), { ...SHOP, ...DEFAULTS, slug: 'owned' });
      assert.ok(body.id < 999_999);
      assert.equal(Reflect.get({}, 'isAdmin'), undefined);
    });

    it('names every fault in one reply', async () => {
      assert.deepEqual(await faultsOfPost({}), ['slug', 'name', 'platform', 'packageName']);
      assert.deepEqual(await faultsOfPost({ slug: 'A', name: '', platform: 'web', packageName: '.', storeUrl: 'x' }), [
        'slug',
        'name',
        'platform',
        'packageName',
        'storeUrl',
      ]);
    });

    it('treats a missing body as an empty one', async () => {
      assert.deepEqual(await faultsOfPost(undefined), ['slug', 'name', 'platform', 'packageName']);
    });

    for (const [field, bad] of Object.entries({
      slug: BAD_SLUGS,
      name: BAD_NAMES,
      platform: BAD_PLATFORMS,
      packageName: BAD_PACKAGES,
      storeUrl: BAD_URLS,
    })) {
      it(`refuses each invalid ${field}`, async () => {
        for (const value of bad)
          assert.deepEqual(await faultsOfPost({ ...SHOP, slug: 'never', [field]: value }), [field], JSON.stringify(value));
        await client(server).get('/apps/never').expect(404);
      });
    }

    it('accepts slugs of every valid form', async () => {
      for (const slug of GOOD_SLUGS)
        assert.equal(
          (
            await admin(server)
              .post('/admin/apps', { ...SHOP, slug })
              .expect(201)
          ).body.slug,
          slug,
        );
    });

    it('answers 409 to a taken slug and changes nothing', async () => {
      const slug = await registerApp(server);
      const answer = await admin(server)
        .post('/admin/apps', { ...SHOP, slug, name: 'Thief' })
        .expect(409);
      assert.equal(codeOf(answer), 'app_slug_exists');
      assert.equal((await client(server).get(`/apps/${slug}`).expect(200)).body.name, 'Shop');
    });

    it('returns texts of all kinds unchanged, as JSON', async () => {
      for (const name of TEXTS) {
        const slug = await registerApp(server, { name });
        const answer = await client(server).get(`/apps/${slug}`).expect(200);
        assert.equal(answer.body.name, name.normalize('NFC'));
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        assert.equal(answer.headers['x-content-type-options'], 'nosniff');
        assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
      }
    });

    it('trims a name and normalizes it to NFC', async () => {
      const slug = await registerApp(server, { name: '  Cafe\u0301 \t' });
      assert.equal((await client(server).get(`/apps/${slug}`)).body.name, 'Café');
    });

    it('never fetches the address of the store', async () => {
      let connections = 0;
      const listener = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
      const { port } = listener.address() as AddressInfo;
      for (const storeUrl of [`http://127.0.0.1:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`, `http://0x7f.1:${port}/`])
        await registerApp(server, { storeUrl });
      await new Promise((resolve) => listener.close(resolve));
      assert.equal(connections, 0);
    });
  });

  describe('PUT /admin/apps/:slug', () => {
    const CHANGES = {
      name: 'New',
      platform: 'ios',
      packageName: 'com.example.new',
      storeUrl: STORE,
      currentVersion: '2.1.0-rc.1+7',
      currentVersionCode: 2 ** 53 - 1,
      isActive: false,
    };

    it('changes only the given fields', async () => {
      const slug = await registerApp(server);
      const expected: Record<string, unknown> = { ...SHOP, ...DEFAULTS, slug };
      for (const [field, value] of Object.entries(CHANGES)) {
        const { body } = await admin(server)
          .put(`/admin/apps/${slug}`, { [field]: value })
          .expect(200);
        expected[field] = value;
        assert.deepEqual(withoutIdAndTimes(body), expected);
      }
      const listed = (await admin(server).get('/admin/apps').expect(200)).body.find((app: { slug: string }) => app.slug === slug);
      assert.deepEqual(withoutIdAndTimes(listed), expected);
    });

    it('changes many fields and keeps id and createdAt', async () => {
      const slug = await registerApp(server);
      const find = async () => (await admin(server).get('/admin/apps')).body.find((app: { slug: string }) => app.slug === slug);
      const before = await find();
      const { body } = await admin(server).put(`/admin/apps/${slug}`, CHANGES).expect(200);
      assert.deepEqual(body, { ...before, ...CHANGES, updatedAt: body.updatedAt });
      assert.ok(body.updatedAt > before.updatedAt);
      assert.deepEqual(await find(), body);
    });

    it('clears the store address with an empty string', async () => {
      const slug = await registerApp(server, { storeUrl: STORE });
      assert.equal((await admin(server).put(`/admin/apps/${slug}`, { storeUrl: '' }).expect(200)).body.storeUrl, '');
    });

    it('refuses a body without a field to change', async () => {
      const slug = await registerApp(server);
      for (const body of [undefined, {}, { slug: 'other' }, { id: 5, createdAt: '2001-01-01', revision: 9, unknown: true }]) {
        assert.deepEqual(await faultsOfPut(slug, body), ['body'], JSON.stringify(body));
      }
    });

    it('never changes the slug, id or times', async () => {
      const [slug, taken] = [await registerApp(server), await registerApp(server)];
      const body = { name: 'Kept', id: 999_999, createdAt: '2001-01-01T00:00:00Z', revision: 0 };
      for (const other of [taken, 'free-slug']) {
        const changed = await admin(server)
          .put(`/admin/apps/${slug}`, { ...body, slug: other })
          .expect(200);
        assert.deepEqual(withoutIdAndTimes(changed.body), { ...SHOP, ...DEFAULTS, slug, name: 'Kept' });
        assert.ok(changed.body.id < 999_999);
      }
      await client(server).get('/apps/free-slug').expect(404);
      assert.equal((await client(server).get(`/apps/${taken}`)).body.name, 'Shop');
    });

    it('names every fault and changes nothing', async () => {
      const slug = await registerApp(server);
      const bad = { name: '', platform: 'x', packageName: '', storeUrl: 'x', currentVersion: '1', currentVersionCode: -1, isActive: 'no' };
      assert.deepEqual(await faultsOfPut(slug, bad), Object.keys(bad));
      await faultsOfPut(slug, { name: 'Half', isActive: 0 });
      assert.equal((await client(server).get(`/apps/${slug}`)).body.name, 'Shop');
    });

    const bad = {
      name: BAD_NAMES,
      platform: BAD_PLATFORMS,
      packageName: BAD_PACKAGES,
      storeUrl: BAD_URLS,
      currentVersion: BAD_VERSIONS,
      currentVersionCode: BAD_CODES,
      isActive: BAD_FLAGS,
    };
    for (const [field, values] of Object.entries(bad)) {
      it(`refuses each invalid ${field}, as at registration`, async () => {
        const slug = await registerApp(server);
        for (const value of values.filter((entry) => entry !== '' || field !== 'storeUrl'))
          assert.deepEqual(await faultsOfPut(slug, { [field]: value }), [field], JSON.stringify(value));
      });
    }

    it('refuses numbers that JSON parses as infinite', async () => {
      const slug = await registerApp(server);
      const answer = await admin(server)
        .put(`/admin/apps/${slug}`)
        .set('Content-Type', 'application/json')
        .send('{"currentVersionCode":1e9999}')
        .expect(400);
      assert.deepEqual(faultsOf(answer), ['currentVersionCode']);
    });

    it('hides an inactive app from clients until reactivated', async () => {
      const slug = await registerApp(server);
      await admin(server).put(`/admin/apps/${slug}`, { isActive: false }).expect(200);
      for (const path of ['', '/version', '/maintenance', '/features', '/bootstrap']) {
        assert.equal(codeOf(await client(server).get(`/apps/${slug}${path}`).expect(404)), 'app_not_found');
      }
      await client(server).post(`/apps/${slug}/analytics`, { eventType: 'open' }).expect(404);
      await client(server)
        .post(`/apps/${slug}/analytics/batch`, { events: [{ eventType: 'open' }] })
        .expect(404);
      await admin(server).get(`/admin/apps/${slug}/versions`).expect(200);
      await admin(server).put(`/admin/apps/${slug}`, { isActive: true }).expect(200);
      await client(server).get(`/apps/${slug}`).expect(200);
    });
  });
});
