import assert from 'node:assert/strict';
import { RoadmapItem } from '../../../models/feedback/RoadmapItem.ts';
import { codeOf, withoutIdAndTimes } from '../../apps/support.ts';
import { client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { auditOf, countNamed, expectGuardedWrites, newProject, ownStatementsOf } from '../content-support.ts';
import { newPost } from '../posts/post-support.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';

const DEFAULTS = { description: null, status: 'planned', category: null, targetDate: null, position: 0, postId: null };
const TEXT = 'مرحبا 👋🏽 <b>"bold"</b> & \'quoted\'\n\tline two; DROP TABLE roadmap_items;--';

describe('the roadmap', () => {
  let server: TestServer;
  let projectId: number;
  let author: Caller;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(async () => {
    projectId = await newProject(server);
    author = user(server, { projectId });
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const create = async (body: object, caller = author) => (await caller.post('/roadmap', body).expect(201)).body.data;
  const change = async (id: number, body: object, caller = author) => (await caller.put(`/roadmap/${id}`, body).expect(200)).body.data;
  const list = async (rest = '') => (await guest(server, projectId).get(`/roadmap${rest}`).expect(200)).body;
  const stored = (id: number) => server.db.model(RoadmapItem).findOne({ where: { id }, acrossProjects: true });
  const placesOf = async (rest = '') =>
    (await list(rest)).data.map(({ title, status, position }: Record<string, unknown>) => `${title} ${status} ${position}`);

  describe('POST /roadmap', () => {
    it('creates a planned item that everybody sees', async () => {
      const item = await create({ title: 'Dark mode' });
      assert.deepEqual(withoutIdAndTimes(item), { ...DEFAULTS, title: 'Dark mode', projectId, createdBy: author.id });
      assert.deepEqual((await list()).data, [item]);
      assert.equal(await countNamed(server, projectId, 'roadmap:planned'), 1);
    });

    it('stores every field and the exact texts', async () => {
      const { id: postId } = await newPost(author);
      const full = {
        title: `${'👍'.repeat(199)}é`,
        description: TEXT,
        status: 'in_progress',
        category: 'الأداء',
        targetDate: '2028-02-29',
        position: 1_000_000,
        postId,
      };
      assert.deepEqual(withoutIdAndTimes(await create(full)), { ...full, projectId, createdBy: author.id });
      const longest = await create({ title: ' x\u0301 ', description: `${'ش'.repeat(19_999)}\r\n.`.slice(0, 20_000) });
      assert.deepEqual([longest.title, longest.description.length], ['x\u0301', 19_999]);
    });

    it('ignores fields in the body that the server owns', async () => {
      const foreign = { id: 999_999, projectId: 12, createdBy: 'x', statusRank: 2, createdAt: '2001-01-01T00:00:00Z', votesCount: 5 };
      const item = await create({ title: 'Dark mode', ...foreign });
      assert.deepEqual(withoutIdAndTimes(item), { ...DEFAULTS, title: 'Dark mode', projectId, createdBy: author.id });
      assert.equal((await stored(item.id))?.statusRank, 0);
    });

    it('stores an operator’s item under the operator’s id', async () => {
      const operator = staff(server, { projectId });
      assert.equal((await create({ title: 'Dark mode' }, operator)).createdBy, 'operator:7');
    });

    it('places an item behind the others of its status', async () => {
      for (const status of ['planned', 'completed', 'planned']) await create({ title: 'x', status });
      await create({ title: 'far', position: 70 });
      await create({ title: 'last' });
      await create({ title: 'first', position: 0 });
      await create({ title: 'other', status: 'completed' });
      assert.deepEqual(await placesOf(), [
        ...['x planned 0', 'first planned 0', 'x planned 1', 'far planned 70', 'last planned 71'],
        ...['x completed 0', 'other completed 1'],
      ]);
    });

    it('answers 404 to a post of another project', async () => {
      const abroad = await newPost(user(server));
      for (const postId of [abroad.id, 2_000_000_000, Number.MAX_SAFE_INTEGER])
        assert.equal(codeOf(await author.post('/roadmap', { title: 'x', postId }).expect(404)), 'post_not_found');
      assert.deepEqual([(await list()).data, await countNamed(server, projectId, 'roadmap:planned')], [[], 0]);
    });
  });

  describe('GET /roadmap', () => {
    it('pages through all items by status, position and id', async () => {
      const places = [
        ['completed', 5],
        ['planned', 9],
        ['in_progress', 3],
        ['planned', 2],
        ['completed', 1],
        ['planned', 2],
        ['in_progress', 0],
      ] as const;
      for (const [index, [status, position]] of places.entries()) await create({ title: `${index}`, status, position });
      const all = ['3 planned 2', '5 planned 2', '1 planned 9', '6 in_progress 0', '2 in_progress 3', '4 completed 1', '0 completed 5'];
      for (const limit of [1, 2, 3, 7, 100]) {
        const shown: string[] = [];
        for (let page = 1; page <= Math.ceil(7 / limit); page += 1) shown.push(...(await placesOf(`?page=${page}&limit=${limit}`)));
        assert.deepEqual(shown, all, `limit ${limit}`);
      }
      const { data, pagination } = await list('?page=3&limit=3');
      assert.deepEqual([data.length, pagination.total, pagination.totalPages, pagination.hasNext], [1, 7, 3, false]);
      assert.deepEqual((await list('?page=2147483647')).data, []);
    });

    it('filters by status and category and counts totals', async () => {
      await create({ title: 'a', category: 'Speed' });
      await create({ title: 'b', category: 'Speed', status: 'completed' });
      await create({ title: 'c', category: 'speed' });
      await create({ title: 'd', category: 'Spéed' });
      await create({ title: 'e', status: 'completed' });
      const queries: Readonly<Record<string, readonly string[]>> = {
        '?status=planned': ['a', 'c', 'd'],
        '?status=in_progress': [],
        '?status=completed': ['b', 'e'],
        '?category=Speed': ['a', 'b'],
        '?category=Spee%25': [],
        '?category=Speed&status=completed': ['b'],
      };
      for (const [rest, titles] of Object.entries(queries)) {
        const { data, pagination } = await list(rest);
        assert.deepEqual([data.map(({ title }: { title: string }) => title), pagination.total], [titles, titles.length], rest);
      }
    });

    it('shows each project its own items, whatever the token', async () => {
      await create({ title: 'here' });
      const other = user(server, { projectId: await newProject(server) });
      await create({ title: 'there' }, other);
      assert.deepEqual(await placesOf(), ['here planned 0']);
      assert.equal((await other.get('/roadmap').expect(200)).body.data[0].title, 'there');
      const broken = client(server, { token: 'broken', headers: { 'X-Project-ID': String(projectId) } });
      assert.equal((await broken.get('/roadmap').expect(200)).body.pagination.total, 1);
      const elsewhere = client(server, { token: author.token, headers: { 'X-Project-ID': '12' } });
      assert.equal(codeOf(await elsewhere.get('/roadmap').expect(403)), 'project_mismatch');
    });

    it('needs as many statements for twenty items as for one', async () => {
      const queries = ['', '?status=planned', '?category=Speed'];
      const add = () => create({ title: 'x', category: 'Speed' });
      await add();
      const forOne: number[] = [];
      for (const rest of queries) forOne.push((await ownStatementsOf(server, () => list(rest))).length);
      for (let index = 1; index < 20; index += 1) await add();
      for (const [index, rest] of queries.entries()) {
        assert.equal((await ownStatementsOf(server, () => list(rest))).length, forOne[index]);
        assert.equal((await list(rest)).data.length, 20);
      }
      assert.ok(Math.max(...forOne) <= 3, String(forOne));
    });
  });

  describe('PUT /roadmap/:id', () => {
    it('changes only the given fields and clears with null', async () => {
      const { id: postId } = await newPost(author);
      const expected = await create({ title: 'Dark mode' });
      const changes = { title: 'Night mode', description: TEXT, category: 'Looks', targetDate: '2027-01-31', position: 5, postId };
      const cleared = { description: null, category: null, targetDate: null, postId: null };
      for (const fields of [changes, cleared])
        for (const [field, value] of Object.entries(fields)) {
          const item = await change(expected.id, { [field]: value });
          Object.assign(expected, { [field]: value, updatedAt: item.updatedAt });
          assert.deepEqual(item, expected);
          assert.deepEqual((await list()).data, [expected]);
        }
    });

    it('lets any signed-in caller change an item of another', async () => {
      const { id } = await create({ title: 'Dark mode' });
      const item = await change(id, { title: 'Night mode' }, user(server, { projectId }));
      assert.deepEqual([item.title, item.createdBy], ['Night mode', author.id]);
    });

    it('places a moved item last unless a position is given', async () => {
      const [a, b] = [await create({ title: 'a' }), await create({ title: 'b' })];
      await create({ title: 'c', status: 'completed', position: 4 });
      assert.equal((await change(a.id, { status: 'completed' })).position, 5);
      assert.equal((await change(a.id, { status: 'completed' })).position, 5);
      assert.equal((await change(b.id, { status: 'completed', position: 1 })).position, 1);
      assert.deepEqual(await placesOf(), ['b completed 1', 'c completed 4', 'a completed 5']);
      assert.equal((await change(b.id, { status: 'planned' })).position, 0);
      const counts = await Promise.all(
        ['planned', 'in_progress', 'completed'].map((name) => countNamed(server, projectId, `roadmap:${name}`)),
      );
      assert.deepEqual(counts, [1, 0, 2]);
    });

    it('ignores fields in the body that the server owns', async () => {
      const item = await create({ title: 'Dark mode' });
      const foreign = { id: 999_999, projectId: 12, createdBy: 'x', statusRank: 2, createdAt: '2001-01-01T00:00:00Z' };
      assert.equal(codeOf(await author.put(`/roadmap/${item.id}`, foreign).expect(400)), 'validation_error');
      const { updatedAt: _, ...changed } = await change(item.id, { ...foreign, title: 'Night mode' });
      const { updatedAt: __, ...before } = item;
      assert.deepEqual(changed, { ...before, title: 'Night mode' });
      assert.equal(await stored(999_999), null);
    });

    it('leaves an item untouched when nothing differs', async () => {
      const { id: postId } = await newPost(author);
      const full = { title: 'Dark mode', description: 'x', category: 'Looks', targetDate: '2027-01-31', position: 5, postId };
      const item = await create(full);
      assert.deepEqual(await change(item.id, { ...full, status: 'planned' }), item);
      assert.equal((await auditOf(server, `roadmap:${item.id}`)).length, 1);
    });

    it('answers 404 to absent and foreign items and posts', async () => {
      const item = await create({ title: 'Dark mode' });
      const stranger = user(server, { projectId: 12 });
      for (const caller of [stranger, staff(server, { projectId: 12 })])
        for (const body of [{ title: 'x' }, { title: 'x', postId: 2_000_000_000 }])
          assert.equal(codeOf(await caller.put(`/roadmap/${item.id}`, body).expect(404)), 'roadmap_not_found');
      assert.equal(codeOf(await author.put('/roadmap/2000000000', { title: 'x' }).expect(404)), 'roadmap_not_found');
      const { id: postId } = await newPost(stranger);
      assert.equal(codeOf(await author.put(`/roadmap/${item.id}`, { title: 'x', postId }).expect(404)), 'post_not_found');
      assert.deepEqual((await list()).data, [item]);
    });
  });

  describe('DELETE /roadmap/:id', () => {
    const remove = (id: number, caller = author) => caller.delete(`/roadmap/${id}`);

    it('deletes the item once, with its comments', async () => {
      const [kept, { id }] = [await create({ title: 'kept' }), await create({ title: 'x', status: 'completed' })];
      const comment = { entityType: 'roadmap', entityId: id, content: 'Good', parentId: null };
      await author.post('/comments', comment).expect(201);
      await author.post('/comments', { ...comment, entityId: kept.id }).expect(201);
      assert.deepEqual((await remove(id).expect(200)).body.data, { id });
      assert.deepEqual((await list()).data, [kept]);
      assert.deepEqual([await countNamed(server, projectId, 'roadmap:completed'), await countNamed(server, projectId, 'comments')], [0, 1]);
      assert.equal(codeOf(await remove(id).expect(404)), 'roadmap_not_found');
      assert.equal(codeOf(await author.put(`/roadmap/${id}`, { title: 'x' }).expect(404)), 'roadmap_not_found');
      assert.equal(await countNamed(server, projectId, 'roadmap:completed'), 0);
    });

    it('answers 404 to an item of another project', async () => {
      const item = await create({ title: 'Dark mode' });
      for (const caller of [user(server, { projectId: 12 }), staff(server, { projectId: 12, role: 'admin' })])
        assert.equal(codeOf(await remove(item.id, caller).expect(404)), 'roadmap_not_found');
      assert.deepEqual((await list()).data, [item]);
    });
  });

  it('drops the link when its post is deleted', async () => {
    const post = await newPost(author);
    const item = await create({ title: 'Dark mode', postId: post.id });
    await author.delete(`/posts/${post.id}`).expect(200);
    assert.deepEqual((await list()).data, [{ ...item, postId: null }]);
  });

  it('audits every write with the texts before and after', async () => {
    const long = '👍'.repeat(20_000);
    const { id } = await create({ title: 'Dark mode', description: 'Long' });
    const operator = staff(server, { projectId });
    await change(id, { title: 'Night mode', description: long, status: 'completed' }, operator);
    await change(id, { description: null }, operator);
    await author.delete(`/roadmap/${id}`).expect(200);
    const shared = { category: null, targetDate: null, position: 0, postId: null };
    assert.deepEqual(await auditOf(server, `roadmap:${id}`), [
      {
        action: 'roadmap.created',
        actor: `user:${author.id}`,
        projectId,
        details: { after: { title: 'Dark mode', description: 'Long', status: 'planned', ...shared } },
      },
      {
        action: 'roadmap.updated',
        actor: 'operator:7',
        projectId,
        details: {
          before: { title: 'Dark mode', description: 'Long', status: 'planned' },
          after: { title: 'Night mode', description: long, status: 'completed' },
        },
      },
      {
        action: 'roadmap.updated',
        actor: 'operator:7',
        projectId,
        details: { before: { description: long }, after: { description: null } },
      },
      {
        action: 'roadmap.deleted',
        actor: `user:${author.id}`,
        projectId,
        details: { before: { title: 'Night mode', description: null, status: 'completed', ...shared } },
      },
    ]);
  });

  it('refuses writes without a valid token or active project', async () => {
    const { id } = await create({ title: 'Dark mode' });
    await expectGuardedWrites(server, {
      projectId,
      author,
      path: '/roadmap',
      id,
      body: { title: 'x' },
      unchanged: async () => assert.deepEqual(await placesOf(), ['Dark mode planned 0']),
    });
    assert.deepEqual(await placesOf(), ['x planned 1']);
  });
});
