import assert from 'node:assert/strict';
import { Favorite } from '../../models/feedback/Favorite.ts';
import { codeOf } from '../apps/support.ts';
import { admin, client } from '../support/requests/client.ts';
import type { TestServer } from '../support/server.ts';
import { countNamed, newProject, ownStatementsOf } from './content-support.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from './support.ts';

const LAMP = { itemId: 7, itemType: 'product' };

describe('favorites', () => {
  let server: TestServer;
  let owner: Caller;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(() => {
    owner = user(server);
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const toggle = async (body: object, caller = owner) => (await caller.post('/favorites/toggle', body).expect(200)).body.data;
  const add = async (body: object, caller = owner) => (await caller.post('/favorites', body).expect(201)).body.data;
  const list = async (rest = '', caller = owner) => (await caller.get(`/favorites${rest}`).expect(200)).body;

  describe('POST /favorites/toggle', () => {
    it('adds an absent favorite and removes a present one', async () => {
      const added = await toggle(LAMP);
      assert.deepEqual(added, { isFavorite: true, favorite: { ...LAMP, id: added.favorite.id } });
      assert.deepEqual((await list()).data, [added.favorite]);
      assert.deepEqual(await toggle(LAMP), { isFavorite: false, favorite: added.favorite });
      assert.deepEqual((await list()).data, []);
      const again = await toggle(LAMP);
      assert.ok(again.isFavorite && again.favorite.id > added.favorite.id);
    });

    it('sets the desired state, and a repetition changes nothing', async () => {
      const added = await toggle({ ...LAMP, desired: true });
      assert.deepEqual(await toggle({ ...LAMP, desired: true }), added);
      assert.deepEqual(await toggle({ ...LAMP, desired: false }), { isFavorite: false, favorite: added.favorite });
      assert.deepEqual(await toggle({ ...LAMP, desired: false }), { isFavorite: false, favorite: null });
      assert.equal((await list()).pagination.total, 0);
    });

    it('keeps types, items and users apart', async () => {
      const other = user(server);
      const items = [LAMP, { ...LAMP, itemType: 'store' }, { ...LAMP, itemId: 8 }];
      for (const item of items) assert.equal((await toggle(item)).isFavorite, true);
      assert.equal((await toggle(LAMP, other)).isFavorite, true);
      assert.equal((await toggle(LAMP)).isFavorite, false);
      assert.deepEqual([(await list()).pagination.total, (await list('', other)).pagination.total], [2, 1]);
    });

    it('keeps an operator apart from every user id', async () => {
      const [operator, namesake] = [staff(server, { operatorId: 40 }), user(server)];
      assert.equal((await toggle(LAMP, operator)).isFavorite, true);
      assert.equal((await server.db.model(Favorite).findOne({ where: { projectId: 11, userId: 'operator:40' } }))?.itemId, 7);
      assert.deepEqual((await list('', namesake)).data, []);
    });
  });

  describe('POST /favorites', () => {
    it('adds a favorite once, then answers 200 with it', async () => {
      const favorite = await add(LAMP);
      assert.deepEqual(favorite, { ...LAMP, id: favorite.id });
      const { body } = await owner.post('/favorites', LAMP).expect(200);
      assert.deepEqual(body.data, favorite);
      assert.equal((await list()).pagination.total, 1);
    });

    it('ignores fields in the body that the server owns', async () => {
      const stranger = user(server);
      const { id } = await add({ ...LAMP, id: 999_999, userId: stranger.id, projectId: 12, createdAt: '2001-01-01T00:00:00Z' });
      const kept = await server.db.model(Favorite).findOne({ where: { projectId: 11, id }, rejectOnEmpty: true });
      assert.deepEqual([kept.userId, kept.itemId, kept.itemType], [owner.id, 7, 'product']);
      assert.ok(id < 999_999 && kept.createdAt.getUTCFullYear() > 2001);
    });
  });

  describe('GET /favorites', () => {
    it('pages through all favorites, newest first', async () => {
      const ids: number[] = [];
      for (let itemId = 1; itemId <= 7; itemId += 1) ids.unshift((await add({ itemId, itemType: 'store' })).id);
      for (const limit of [1, 2, 3, 7, 100]) {
        const shown: number[] = [];
        for (let page = 1; ; page += 1) {
          const { data, pagination } = await list(`?page=${page}&limit=${limit}`);
          shown.push(...data.map(({ id }: { id: number }) => id));
          assert.deepEqual([pagination.total, pagination.totalPages], [7, Math.ceil(7 / limit)]);
          if (!pagination.hasNext) break;
        }
        assert.deepEqual(shown, ids, `limit ${limit}`);
      }
      assert.deepEqual((await list('?page=2147483647&limit=100')).data, []);
    });

    it('filters by type and counts the total of it', async () => {
      for (const itemType of ['store', 'product', 'driver', 'store']) await toggle({ itemId: 1, itemType, desired: true });
      await add({ itemId: 2, itemType: 'store' });
      const { data, pagination } = await list('?itemType=store');
      assert.deepEqual(
        data.map(({ itemId, itemType }: { itemId: number; itemType: string }) => [itemId, itemType]),
        [
          [2, 'store'],
          [1, 'store'],
        ],
      );
      assert.equal(pagination.total, 2);
      assert.deepEqual([(await list('?itemType=auction')).pagination.total, (await list()).pagination.total], [0, 4]);
    });

    it('shows only the caller’s favorites in their project', async () => {
      const abroad = user(server, { userId: owner.id, projectId: 12 });
      const here = await add(LAMP);
      const there = await add(LAMP, abroad);
      assert.deepEqual([(await list()).data, (await list('', abroad)).data], [[here], [there]]);
      assert.deepEqual((await list('', user(server))).data, []);
      assert.equal((await list('', abroad)).pagination.total, 1);
    });

    it('needs as many statements for twenty favorites as for one', async () => {
      await add({ itemId: 1, itemType: 'store' });
      for (const rest of ['', '?itemType=store']) {
        const forOne = await ownStatementsOf(server, () => list(rest));
        for (let itemId = 2; itemId <= 20; itemId += 1) await toggle({ itemId, itemType: 'store', desired: true });
        const forTwenty = await ownStatementsOf(server, () => list(rest));
        assert.equal((await list(rest)).data.length, 20);
        assert.equal(forTwenty.length, forOne.length);
        assert.ok(forOne.length <= 3, forOne.join('\n'));
      }
    });
  });

  describe('DELETE /favorites/:itemId/:itemType', () => {
    const remove = async (path: string, caller = owner) => (await caller.delete(`/favorites/${path}`).expect(200)).body.data;

    it('removes the favorite only once', async () => {
      const before = await countNamed(server, 11, 'favorites');
      const favorite = await add(LAMP);
      assert.deepEqual(await remove('7/product'), { isFavorite: false, favorite });
      assert.deepEqual(await remove('7/product'), { isFavorite: false, favorite: null });
      assert.deepEqual([(await list()).pagination.total, await countNamed(server, 11, 'favorites')], [0, before]);
    });

    it('does not remove the favorites of others', async () => {
      const favorite = await add(LAMP);
      const [other, abroad] = [user(server), user(server, { userId: owner.id, projectId: 12 })];
      for (const caller of [other, abroad]) assert.deepEqual(await remove('7/product', caller), { isFavorite: false, favorite: null });
      for (const path of ['7/store', '8/product']) assert.equal((await remove(path)).favorite, null);
      assert.deepEqual((await list()).data, [favorite]);
    });
  });

  describe('the caller', () => {
    const calls = [
      ['post', '/favorites/toggle'],
      ['post', '/favorites'],
      ['get', '/favorites'],
      ['delete', '/favorites/7/product'],
    ] as const;

    for (const [method, path] of calls) {
      it(`must be signed in to the project to ${method} ${path}`, async () => {
        const body = method === 'post' ? LAMP : undefined;
        assert.equal(codeOf(await guest(server)[method](path, body).expect(401)), 'not_authenticated');
        assert.equal(codeOf(await client(server, { token: 'broken' })[method](path, body).expect(401)), 'token_not_valid');
        const elsewhere = client(server, { token: owner.token, headers: { 'X-Project-ID': '12' } });
        assert.equal(codeOf(await elsewhere[method](path, body).expect(403)), 'project_mismatch');
        assert.equal(await server.db.model(Favorite).count({ where: { projectId: 11, userId: owner.id } }), 0);
      });
    }

    it('reads but cannot write where the project is inactive', async () => {
      const projectId = await newProject(server);
      const caller = user(server, { projectId });
      const favorite = await add(LAMP, caller);
      await admin(server).put(`/admin/projects/${projectId}`, { isActive: false }).expect(200);
      assert.deepEqual((await list('', caller)).data, [favorite]);
      for (const refused of [
        caller.post('/favorites/toggle', LAMP),
        caller.post('/favorites', LAMP),
        caller.delete('/favorites/7/product'),
      ])
        assert.equal(codeOf(await refused.expect(403)), 'project_inactive');
    });
  });
});
