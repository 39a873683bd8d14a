import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiKey } from '../../models/apps/ApiKey.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { ApiError } from '../../server/platform/errors.ts';
import { countApiKeys, createFirstKey, revokeApiKey } from '../../server/services/apps/api-keys.ts';
import { systemAct } from '../support/act.ts';
import { selectRows } from '../support/databases/sql.ts';
import { recordLog } from '../support/limited-app.ts';
import { until } from '../support/programs/process.ts';
import { raceAsAdmin, repeat } from '../support/race.ts';
import { admin, client } from '../support/requests/client.ts';
import { atOnce, clientWithKey, ensureApp, faultyFields, issueKey, itNeedsPlatformKey, tally } from '../support/requests/key-access.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('API keys', () => {
  let server: TestServer;
  let time = new Date('2026-06-01T12:00:00.000Z');
  const clock: Clock = { now: () => time };
  const log = recordLog();

  before(async () => {
    server = await startServer({ clock, log: log.log });
    await ensureApp(server, 'shop');
    await ensureApp(server, 'taxi');
  });
  after(() => server.close());

  const listed = async (): Promise<{ id: number; lastUsedAt: string | null }[]> =>
    (await admin(server).get('/admin/api-keys').expect(200)).body;
  const isDead = async (key: string, of = server): Promise<boolean> =>
    (await client(of, { apiKey: key }).get('/admin/apps')).status === 401;

  itNeedsPlatformKey(
    () => server,
    [
      ['get', '/admin/api-keys'],
      ['post', '/admin/api-keys', {}],
      ['delete', '/admin/api-keys/404404'],
    ],
  );

  describe('POST /admin/api-keys', () => {
    it('shows the key once, ready for use', async () => {
      const { body } = await admin(server)
        .post('/admin/api-keys', { name: ' CI ', scopes: ['write', 'read'] })
        .expect(201);
      const { id, key, prefix, createdAt, ...rest } = body;
      assert.deepEqual(rest, {
        name: 'CI',
        scopes: ['read', 'write'],
        projectId: null,
        apps: null,
        parentId: null,
        expiresAt: null,
        lastUsedAt: null,
      });
      assert.match(key, /^dk_[0-9a-f]{8}_[\w-]{43}$/);
      assert.ok(key.startsWith(`${prefix}_`) && createdAt !== undefined && id > 0);
      await client(server, { apiKey: key }).get('/admin/projects').expect(200);
      const again = await admin(server).get('/admin/api-keys').expect(200);
      assert.ok(!again.text.includes(key));
    });

    it('stores the apps and expiry of a key', async () => {
      const { body } = await admin(server)
        .post('/admin/api-keys', { name: 'CI', scopes: ['read'], apps: ['taxi', 'shop'], expiresAt: '2026-07-01T03:00:00+03:00' })
        .expect(201);
      assert.deepEqual([body.apps, body.expiresAt, body.scopes], [['taxi', 'shop'], '2026-07-01T00:00:00.000Z', ['read']]);
    });

    it('answers 400 and names every fault', async () => {
      const { body } = await admin(server)
        .post('/admin/api-keys', { name: '', scopes: ['admin'], apps: [], expiresAt: 'soon' })
        .expect(400);
      assert.deepEqual(faultyFields(body), ['name', 'scopes[0]', 'apps', 'expiresAt']);
    });

    it('answers 400 for unknown apps and a past expiry', async () => {
      const { body } = await admin(server)
        .post('/admin/api-keys', { name: 'CI', scopes: ['read'], apps: ['shop', 'nope', 'taxi', 'none'], expiresAt: time.toISOString() })
        .expect(400);
      assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', 'apps[1]', 'apps[3]', 'expiresAt']);
    });

    const BAD: readonly [name: string, values: object, field: string][] = [
      ['no name', { name: undefined }, 'name'],
      ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
      ['no scopes', { scopes: undefined }, 'scopes'],
      ['an empty list of scopes', { scopes: [] }, 'scopes'],
      ['a scope twice', { scopes: ['read', 'read'] }, 'scopes[1]'],
      ['a word for scopes', { scopes: 'read' }, 'scopes'],
      ['an app twice', { apps: ['shop', 'shop'] }, 'apps[1]'],
      ['an app in capitals', { apps: ['Shop'] }, 'apps[0]'],
      ['a look-alike app', { apps: ['sh\u043ep'] }, 'apps[0]'],
      ['101 apps', { apps: Array.from({ length: 101 }, (_, index) => `app${index}`) }, 'apps'],
      ['a word for apps', { apps: 'shop' }, 'apps'],
      ['an expiry without an offset', { expiresAt: '2030-01-01T00:00:00' }, 'expiresAt'],
      ['a number for an expiry', { expiresAt: 1893456000000 }, 'expiresAt'],
    ];
    for (const [name, values, field] of BAD) {
      it(`answers 400 for ${name}`, async () => {
        const { body } = await admin(server)
          .post('/admin/api-keys', { name: 'CI', scopes: ['read'], ...values })
          .expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', field]);
      });
    }

    it('answers 403 to a key that lacks the scope', async () => {
      const writer = await clientWithKey(server, { scopes: ['write'] });
      const { body } = await writer.post('/admin/api-keys', { name: 'more', scopes: ['read', 'write'] }).expect(403);
      assert.equal(body.code, 'permission_denied');
      await writer.post('/admin/api-keys', { name: 'same', scopes: ['write'] }).expect(201);
    });

    it('issues 20 different keys to 20 parallel requests', async () => {
      const answers = await raceAsAdmin(
        server,
        repeat(20, () => ({ method: 'POST', path: '/admin/api-keys', body: { name: 'CI', scopes: ['read'] } })),
      );
      assert.deepEqual(tally(answers), { 201: 20 });
      assert.equal(new Set(answers.map(({ body }) => body['key'])).size, 20);
    });

    it('refuses every other reach to callers of a project', async () => {
      const { key: apiKey } = await issueKey(server, { projectId: 11 });
      const callers = [client(server, { apiKey }), client(server, { token: operatorToken(server, {}, time) })];
      for (const caller of callers)
        for (const [projectId, message] of [
          [null, /^A key of all projects needs an owner or a key of all projects\.$/],
          [12, /^A key of another project needs an owner or a key of all projects\.$/],
        ] as const) {
          const { body } = await caller.post('/admin/api-keys', { name: 'wide', scopes: ['read'], projectId }).expect(403);
          assert.equal(body.code, 'permission_denied');
          assert.match(body.message, message);
        }
      for (const caller of callers) await caller.post('/admin/api-keys', { name: 'own', scopes: ['read'], projectId: 11 }).expect(201);
    });
  });

  describe('GET /admin/api-keys', () => {
    it('lists active and expired keys, newest first', async () => {
      const expired = await issueKey(server, { expiresAt: new Date(time.getTime() + 1000).toISOString() });
      const revoked = await issueKey(server);
      const live = await issueKey(server);
      await admin(server).delete(`/admin/api-keys/${revoked.id}`).expect(204);
      time = new Date(time.getTime() + 2000);
      const ids = (await listed()).map(({ id }) => id);
      assert.deepEqual(ids.slice(0, 2), [live.id, expired.id]);
      assert.ok(!ids.includes(revoked.id));
    });

    it('shows the last use to the minute', async () => {
      const { id, key } = await issueKey(server);
      const lastUse = async () => (await listed()).find((entry) => entry.id === id)?.lastUsedAt ?? null;
      const use = () => client(server, { apiKey: key }).get('/admin/apps').expect(200);
      assert.equal(await lastUse(), null);
      const first = time.toISOString();
      await use();
      await until(async () => (await lastUse()) === first);
      time = new Date(time.getTime() + 59_999);
      await use();
      await sleep(100);
      assert.equal(await lastUse(), first, 'nothing was written');
      time = new Date(time.getTime() + 1);
      const second = time.toISOString();
      await use();
      await until(async () => (await lastUse()) === second);
    });
  });

  describe('DELETE /admin/api-keys/:id', () => {
    it('ends the key at once', async () => {
      const { id, key } = await issueKey(server);
      await client(server, { apiKey: key }).get('/admin/apps').expect(200);
      await admin(server).delete(`/admin/api-keys/${id}`).expect(204);
      assert.equal(await isDead(key), true);
    });

    it('lets an API key revoke itself', async () => {
      const { id, key } = await issueKey(server);
      await client(server, { apiKey: key }).delete(`/admin/api-keys/${id}`).expect(204);
      assert.equal(await isDead(key), true);
    });

    it('lets a project key revoke its family alone', async () => {
      const of = async (apiKey: string, wish: object = {}) => {
        const values = { name: 'child', scopes: ['read', 'write'], ...wish };
        return (await client(server, { apiKey }).post('/admin/api-keys', values).expect(201)).body;
      };
      const parent = await issueKey(server, { projectId: 11 });
      const self = await of(parent.key);
      const child = await of(self.key);
      const grandchild = await of(child.key);
      const others = { parent: parent.id, sibling: (await of(parent.key)).id, stranger: (await issueKey(server, { projectId: 11 })).id };
      const platform = (await issueKey(server)).id;
      const revoke = async (id: number): Promise<string> => {
        const { status, body } = await client(server, { apiKey: self.key }).delete(`/admin/api-keys/${id}`);
        return `${status} ${body.code ?? ''}`.trim();
      };
      for (const [name, id] of Object.entries(others)) assert.equal(await revoke(id), '403 permission_denied', name);
      assert.equal(await revoke(platform), '404 api_key_not_found');
      assert.equal(await revoke(grandchild.id), '204');
      assert.equal(await revoke(self.id), '204');
      assert.equal(await isDead(child.key), true);
      assert.equal(await isDead(parent.key), false);
    });

    it('lets operators and platform keys revoke any key', async () => {
      const revokers = [client(server, { token: operatorToken(server, {}, time) }), await clientWithKey(server, { scopes: ['write'] })];
      for (const revoker of revokers) {
        const { id } = await issueKey(server, { projectId: 11 });
        await revoker.delete(`/admin/api-keys/${id}`).expect(204);
      }
    });

    it('answers 404 for an unknown or revoked key', async () => {
      const { id } = await issueKey(server);
      await admin(server).delete(`/admin/api-keys/${id}`).expect(204);
      for (const gone of [id, 404404]) {
        const { body } = await admin(server).delete(`/admin/api-keys/${gone}`).expect(404);
        assert.equal(body.code, 'api_key_not_found');
      }
    });

    it('answers 400 for an invalid id', async () => {
      for (const id of ['0', 'x', '1.5'])
        assert.deepEqual(faultyFields((await admin(server).delete(`/admin/api-keys/${id}`).expect(400)).body), ['id']);
    });

    it('revokes once for 20 parallel requests', async () => {
      const { id } = await issueKey(server);
      const outcomes = await atOnce(20, () =>
        revokeApiKey(server.services.apps, systemAct(time), id).then(
          () => 'revoked',
          (error: ApiError) => error.code,
        ),
      );
      assert.deepEqual(outcomes.sort(), [...Array(19).fill('api_key_not_found'), 'revoked']);
    });

    it('ends a key that is in use while revoked', async () => {
      const { id, key } = await issueKey(server);
      const uses = atOnce(30, () => client(server, { apiKey: key }).get('/admin/apps'));
      await admin(server).delete(`/admin/api-keys/${id}`).expect(204);
      const after = await client(server, { apiKey: key }).get('/admin/apps');
      assert.equal(after.status, 401);
      assert.deepEqual(
        Object.keys(tally(await uses)).filter((status) => status !== '200' && status !== '401'),
        [],
      );
    });
  });

  describe('a key that ends', () => {
    it('is refused from the time of its expiry', async () => {
      const { key } = await issueKey(server, { expiresAt: new Date(time.getTime() + 1000).toISOString() });
      time = new Date(time.getTime() + 999);
      assert.equal(await isDead(key), false);
      time = new Date(time.getTime() + 1);
      assert.equal(await isDead(key), true);
    });

    it("is refused within a second of another process's revocation", async () => {
      const { id, key } = await issueKey(server);
      assert.equal(await isDead(key), false);
      await server.db.model(ApiKey).update({ revokedAt: time }, { where: { id } });
      await until(
        () => isDead(key),
        () => 'still alive',
        1_200,
      );
    });
  });

  it('are valid and revoked in two servers on one database', async () => {
    const { log: otherLog, lines } = recordLog();
    const other = await startServer({ clock, log: otherLog, env: server.env });
    const { id, key } = await issueKey(server);
    assert.equal(await isDead(key, other), false);
    await admin(server).delete(`/admin/api-keys/${id}`).expect(204);
    await until(
      () => isDead(key, other),
      () => 'still alive',
      2_000,
    );
    assert.equal(await isDead(key), true);
    await other.close();
    assert.ok(lines.length > 0 && !lines.join('').includes(key));
  });

  describe('at rest', () => {
    it('are stored and logged without their secret', async () => {
      const { id, key } = await issueKey(server);
      await client(server, { apiKey: key }).get('/admin/apps').expect(200);
      await client(server, { apiKey: `${key}x` })
        .get('/admin/apps')
        .expect(401);
      const rows = JSON.stringify(await selectRows(server.db, 'SELECT * FROM api_keys'));
      const secret = key.slice(12);
      assert.ok(rows.includes(key.slice(0, 11)) && !rows.includes(secret));
      assert.ok(!rows.includes(Buffer.from(secret, 'base64url').toString('hex')));
      assert.ok(log.lines.length > 0 && !log.lines.join('').includes(secret));
      assert.ok(id > 0);
    });
  });

  it('include a platform key for a first start', async () => {
    const before = await countApiKeys(server.db);
    const key = await createFirstKey(server.services.apps, 'First start');
    await client(server, { apiKey: key }).post('/admin/projects', { name: 'By the first key' }).expect(201);
    assert.equal(await countApiKeys(server.db), before + 1);
  });
});
