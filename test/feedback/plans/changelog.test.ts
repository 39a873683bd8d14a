import assert from 'node:assert/strict';
import { ChangelogEntry } from '../../../models/feedback/ChangelogEntry.ts';
import { codeOf, withoutIdAndTimes } from '../../apps/support.ts';
import { type Client, client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { auditOf, countNamed, expectGuardedWrites, newProject, ownStatementsOf } from '../content-support.ts';
import { newPost } from '../posts/post-support.ts';
import { type Caller, expectExactCounts, guest, selectAcrossProjects, staff, startFeedbackServer, user } from '../support.ts';

const ENTRY = { title: '2.0', content: '# New\n\n- *faster*' };
const DEFAULTS = { version: null, type: 'added', titleAr: null, contentAr: null, linkedPostIds: [], announce: false };
const TEXT = 'مرحبا 👋🏽 <b>"bold"</b> & \'quoted\'\n\tline two; DROP TABLE changelog_entries;--';
const MINUTE = 60_000;

describe('the changelog', () => {
  let server: TestServer;
  let projectId: number;
  let author: Caller;
  let ahead = 0;

  before(async () => {
    server = await startFeedbackServer({ clock: { now: () => new Date(Date.now() + ahead) } });
  });
  beforeEach(async () => {
    ahead = 0;
    projectId = await newProject(server);
    author = user(server, { projectId });
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const create = async (fields: object = {}, caller: Client = author) =>
    (await caller.post('/changelog', { ...ENTRY, ...fields }).expect(201)).body.data;
  const change = async (id: number, body: object, caller: Client = author) =>
    (await caller.put(`/changelog/${id}`, body).expect(200)).body.data;
  const list = async (rest = '', caller: Client = guest(server, projectId)) => (await caller.get(`/changelog${rest}`).expect(200)).body;
  const titles = async (rest = '', caller?: Client) => (await list(rest, caller)).data.map(({ title }: { title: string }) => title);
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();
  const linksOf = (entryId: number) =>
    selectAcrossProjects(server.db, 'SELECT post_id FROM changelog_posts WHERE entry_id = :entryId', { entryId });

  describe('POST /changelog', () => {
    it('creates an entry that is published immediately', async () => {
      const entry = await create();
      const { publishedAt, ...rest } = withoutIdAndTimes(entry);
      assert.deepEqual(rest, { ...ENTRY, ...DEFAULTS, projectId, createdBy: author.id });
      assert.equal(publishedAt, entry.createdAt);
      assert.deepEqual((await list()).data, [entry]);
      assert.equal(await countNamed(server, projectId, 'changelog:added'), 1);
    });

    it('stores every field, exact texts and ordered links', async () => {
      const ids = [(await newPost(author)).id, (await newPost(author)).id, (await newPost(author)).id];
      const [a = 0, b = 0, c = 0] = ids;
      const full = {
        title: '👍'.repeat(200),
        content: TEXT,
        version: '2.0.0-beta+7',
        type: 'security',
        titleAr: 'إصدار جديد',
        contentAr: 'ش'.repeat(20_000),
        publishedAt: '2026-03-10T23:00:00.125+03:00',
        linkedPostIds: [c, a, b, a],
      };
      const kept = { ...full, publishedAt: '2026-03-10T20:00:00.125Z', linkedPostIds: ids, announce: false };
      const entry = await create(full);
      assert.deepEqual(withoutIdAndTimes(entry), { ...kept, projectId, createdBy: author.id });
      assert.deepEqual((await list()).data, [entry]);
    });

    it('ignores fields in the body that the server owns', async () => {
      const foreign = { id: 999_999, projectId: 12, createdBy: 'x', createdAt: '2001-01-01T00:00:00Z', commentsCount: 5 };
      const { publishedAt: _, ...entry } = withoutIdAndTimes(await create(foreign));
      assert.deepEqual(entry, { ...ENTRY, ...DEFAULTS, projectId, createdBy: author.id });
      assert.equal((await create({}, staff(server, { projectId }))).createdBy, 'operator:7');
    });

    it('answers 404 to a linked post of another project', async () => {
      const [{ id: here }, { id: abroad }] = [await newPost(author), await newPost(user(server))];
      for (const linkedPostIds of [[abroad], [here, abroad], [2_000_000_000, here], [Number.MAX_SAFE_INTEGER]])
        assert.equal(codeOf(await author.post('/changelog', { ...ENTRY, linkedPostIds }).expect(404)), 'post_not_found');
      assert.deepEqual([(await list()).data, await countNamed(server, projectId, 'changelog:added')], [[], 0]);
    });
  });

  describe('GET /changelog', () => {
    it('pages through all entries by publication, newest first', async () => {
      const days = ['2026-03-01', '2026-01-01', '2026-03-01', '2025-12-31', '2026-02-01', '2026-03-01', '2026-01-02'];
      for (const [index, day] of days.entries()) await create({ title: `${index}`, publishedAt: `${day}T00:00:00Z` });
      for (const limit of [1, 2, 3, 7, 100]) {
        const shown: string[] = [];
        for (let page = 1; page <= Math.ceil(7 / limit); page += 1) shown.push(...(await titles(`?page=${page}&limit=${limit}`)));
        assert.deepEqual(shown, ['5', '2', '0', '4', '6', '1', '3'], `limit ${limit}`);
      }
      assert.equal((await list('?page=2&limit=3')).pagination.total, 7);
      assert.deepEqual((await list('?page=2147483647')).data, []);
    });

    it('filters by type and counts the total of it', async () => {
      for (const type of ['fixed', 'added', 'fixed', 'removed']) await create({ title: type, type });
      const { data, pagination } = await list('?type=fixed');
      assert.deepEqual([data.length, pagination.total], [2, 2]);
      assert.deepEqual([await titles('?type=security'), (await list()).pagination.total], [[], 4]);
    });

    it('shows a future entry only to staff and its creator', async () => {
      await create({ title: 'now' });
      await create({ title: 'soon', publishedAt: later(5 * MINUTE) });
      await create({ title: 'later', publishedAt: later(20 * MINUTE) }, staff(server, { projectId, operatorId: 8 }));
      const [other, boss] = [user(server, { projectId }), user(server, { projectId, role: 'staff' })];
      const shown = async () => [await titles(), await titles('', other), await titles('', author), await titles('', boss)];
      assert.deepEqual(await shown(), [['now'], ['now'], ['soon', 'now'], ['later', 'soon', 'now']]);
      const totals = [guest(server, projectId), other, author, boss].map(async (caller) => (await list('', caller)).pagination.total);
      assert.deepEqual(await Promise.all(totals), [1, 1, 2, 3]);
      const ofType = [other, author, boss].map(async (caller) => [
        (await list('?type=added', caller)).pagination.total,
        (await list('?type=fixed', caller)).pagination.total,
      ]);
      assert.deepEqual(await Promise.all(ofType), [
        [1, 0],
        [2, 0],
        [3, 0],
      ]);
      assert.deepEqual([await titles('?type=added', other), await titles('?type=added&limit=1&page=2', author)], [['now'], ['now']]);
      ahead = 6 * MINUTE;
      assert.deepEqual(await shown(), [
        ['soon', 'now'],
        ['soon', 'now'],
        ['soon', 'now'],
        ['later', 'soon', 'now'],
      ]);
    });

    it('shows each project its own entries, whatever the token', async () => {
      await create({ title: 'here' });
      const other = user(server, { projectId: await newProject(server) });
      await create({ title: 'there' }, other);
      await create({ title: 'future', publishedAt: later(MINUTE) }, other);
      assert.deepEqual([await titles(), await titles('', author)], [['here'], ['here']]);
      assert.deepEqual(await titles('', other), ['future', 'there']);
      assert.deepEqual(await titles('', staff(server, { projectId })), ['here']);
      const broken = client(server, { token: 'broken', headers: { 'X-Project-ID': String(projectId) } });
      assert.deepEqual(await titles('', broken), ['here']);
      const elsewhere = client(server, { token: author.token, headers: { 'X-Project-ID': '12' } });
      assert.equal(codeOf(await elsewhere.get('/changelog').expect(403)), 'project_mismatch');
    });

    it('needs as many statements for twenty entries as for one', async () => {
      const linkedPostIds = [(await newPost(author)).id, (await newPost(author)).id];
      await create({ linkedPostIds });
      const forOne = await ownStatementsOf(server, () => list('?type=added'));
      for (let index = 1; index < 20; index += 1) await create({ linkedPostIds });
      const forTwenty = await ownStatementsOf(server, () => list('?type=added'));
      const { data } = await list('?type=added');
      assert.deepEqual([data.length, forTwenty.length], [20, forOne.length]);
      for (const entry of data) assert.deepEqual(entry.linkedPostIds, linkedPostIds);
      assert.ok(forOne.length <= 5, forOne.join('\n'));
    });
  });

  describe('PUT /changelog/:id', () => {
    it('changes only the given fields and clears with null', async () => {
      const linkedPostIds = [(await newPost(author)).id, (await newPost(author)).id];
      const expected = await create();
      const changes = {
        title: '3.0',
        content: TEXT,
        type: 'fixed',
        version: '3.0.0',
        titleAr: 'جديد',
        contentAr: 'نص',
        publishedAt: '2026-03-10T20:00:00.000Z',
        linkedPostIds,
      };
      const cleared = { version: null, titleAr: null, contentAr: null, linkedPostIds: [] };
      for (const fields of [changes, cleared])
        for (const [field, value] of Object.entries(fields)) {
          const entry = await change(expected.id, { [field]: value });
          Object.assign(expected, { [field]: value, updatedAt: entry.updatedAt });
          assert.deepEqual(entry, expected);
          assert.deepEqual((await list()).data, [expected]);
        }
    });

    it('replaces the linked posts with the given ones', async () => {
      const [a, b, c] = [(await newPost(author)).id, (await newPost(author)).id, (await newPost(author)).id];
      const { id } = await create({ linkedPostIds: [a, b] });
      const kept = await create({ linkedPostIds: [a, b] });
      assert.deepEqual((await change(id, { linkedPostIds: [c, b] })).linkedPostIds, [b, c]);
      assert.deepEqual((await change(id, { title: 'x' })).linkedPostIds, [b, c]);
      const { id: abroad } = await newPost(user(server));
      assert.equal(codeOf(await author.put(`/changelog/${id}`, { linkedPostIds: [a, abroad] }).expect(404)), 'post_not_found');
      assert.deepEqual(
        (await list()).data.map(({ linkedPostIds }: { linkedPostIds: number[] }) => linkedPostIds),
        [kept.linkedPostIds, [b, c]],
      );
    });

    it('counts an entry under its current type', async () => {
      const { id } = await create({ type: 'fixed' });
      await create({ type: 'fixed' });
      await change(id, { type: 'removed' });
      await change(id, { type: 'removed', title: '2.1' });
      const totals = ['fixed', 'removed', 'added'].map(async (type) => (await list(`?type=${type}`)).pagination.total);
      assert.deepEqual(await Promise.all(totals), [1, 1, 0]);
    });

    it('lets any signed-in caller change an entry of another', async () => {
      const { id } = await create();
      const entry = await change(id, { title: '2.1' }, user(server, { projectId }));
      assert.deepEqual([entry.title, entry.createdBy], ['2.1', author.id]);
    });

    it('ignores fields in the body that the server owns', async () => {
      const entry = await create();
      const foreign = { id: 999_999, projectId: 12, createdBy: 'x', createdAt: '2001-01-01T00:00:00Z' };
      assert.equal(codeOf(await author.put(`/changelog/${entry.id}`, foreign).expect(400)), 'validation_error');
      const { updatedAt: _, ...changed } = await change(entry.id, { ...foreign, title: '2.1' });
      const { updatedAt: __, ...before } = entry;
      assert.deepEqual(changed, { ...before, title: '2.1' });
      assert.equal(await server.db.model(ChangelogEntry).count({ where: { id: 999_999 }, acrossProjects: true }), 0);
    });

    it('leaves an entry untouched when nothing differs', async () => {
      const linkedPostIds = [(await newPost(author)).id];
      const full = { ...ENTRY, type: 'fixed', version: '1', publishedAt: '2026-03-10T20:00:00.000Z', linkedPostIds };
      const entry = await create(full);
      assert.deepEqual(await change(entry.id, { ...full, titleAr: null }), entry);
      assert.equal((await auditOf(server, `changelog:${entry.id}`)).length, 2);
    });

    it('answers 404 to absent, foreign and unpublished entries', async () => {
      const entry = await create({ publishedAt: later(MINUTE) });
      const refused = [user(server, { projectId }), user(server, { projectId: 12 }), staff(server, { projectId: 12 })];
      for (const caller of refused)
        for (const body of [{ title: 'x' }, { title: 'x', linkedPostIds: [2_000_000_000] }])
          assert.equal(codeOf(await caller.put(`/changelog/${entry.id}`, body).expect(404)), 'changelog_not_found');
      assert.equal(codeOf(await author.put('/changelog/2000000000', { title: 'x' }).expect(404)), 'changelog_not_found');
      assert.deepEqual((await list('', author)).data, [entry]);
      assert.equal((await change(entry.id, { title: 'x' }, staff(server, { projectId }))).title, 'x');
    });
  });

  describe('DELETE /changelog/:id', () => {
    const remove = (id: number, caller: Client = author) => caller.delete(`/changelog/${id}`);

    it('deletes the entry once, with its comments and links', async () => {
      const linkedPostIds = [(await newPost(author)).id];
      const [kept, { id }] = [await create({ linkedPostIds }), await create({ linkedPostIds })];
      const comment = { entityType: 'changelog', entityId: id, content: 'Good', parentId: null };
      await author.post('/comments', comment).expect(201);
      await author.post('/comments', { ...comment, entityId: kept.id }).expect(201);
      assert.deepEqual((await remove(id).expect(200)).body.data, { id });
      assert.deepEqual((await list()).data, [kept]);
      assert.deepEqual([(await linksOf(id)).length, (await linksOf(kept.id)).length], [0, 1]);
      assert.deepEqual([await countNamed(server, projectId, 'changelog:added'), await countNamed(server, projectId, 'comments')], [1, 1]);
      assert.equal(codeOf(await remove(id).expect(404)), 'changelog_not_found');
      assert.equal(codeOf(await author.put(`/changelog/${id}`, { title: 'x' }).expect(404)), 'changelog_not_found');
      assert.equal(await countNamed(server, projectId, 'changelog:added'), 1);
    });

    it('answers 404 to foreign and unpublished entries', async () => {
      const entry = await create({ publishedAt: later(MINUTE) });
      const refused = [user(server, { projectId }), user(server, { projectId: 12 }), staff(server, { projectId: 12, role: 'admin' })];
      for (const caller of refused) assert.equal(codeOf(await remove(entry.id, caller).expect(404)), 'changelog_not_found');
      assert.deepEqual((await list('', author)).data, [entry]);
      await remove(entry.id).expect(200);
    });
  });

  it('drops the link when its post is deleted', async () => {
    const [a, b] = [await newPost(author), await newPost(author)];
    const entry = await create({ linkedPostIds: [a.id, b.id] });
    await author.delete(`/posts/${a.id}`).expect(200);
    assert.deepEqual((await list()).data, [{ ...entry, linkedPostIds: [b.id] }]);
  });

  it('audits every write with the texts before and after', async () => {
    const { id: postId } = await newPost(author);
    const publishedAt = '2026-03-10T20:00:00.000Z';
    // 80 kB of UTF-8 each: an audit row may exceed 64 KiB
    const [content, contentAr] = ['👍'.repeat(20_000), '🕌'.repeat(20_000)];
    const { id } = await create({ publishedAt });
    const operator = staff(server, { projectId });
    await change(id, { title: '2.1', content, contentAr, linkedPostIds: [postId] }, operator);
    await author.delete(`/changelog/${id}`).expect(200);
    const shared = { type: 'added', version: null, titleAr: null, publishedAt };
    const before = { ...ENTRY, contentAr: null, linkedPostIds: [] };
    const after = { title: '2.1', content, contentAr, linkedPostIds: [postId] };
    assert.deepEqual(await auditOf(server, `changelog:${id}`), [
      {
        action: 'changelog.created',
        actor: `user:${author.id}`,
        projectId,
        details: { after: { ...before, ...shared } },
      },
      {
        action: 'changelog.published',
        actor: `user:${author.id}`,
        projectId,
        details: { after: { type: 'added', version: null, publishedAt, linkedPostIds: [], announce: false } },
      },
      {
        action: 'changelog.updated',
        actor: 'operator:7',
        projectId,
        details: { before, after },
      },
      {
        action: 'changelog.deleted',
        actor: `user:${author.id}`,
        projectId,
        details: { before: { ...after, ...shared } },
      },
    ]);
  });

  it('refuses writes without a valid token or active project', async () => {
    const { id } = await create();
    await expectGuardedWrites(server, {
      projectId,
      author,
      path: '/changelog',
      id,
      body: ENTRY,
      unchanged: async () => assert.deepEqual(await titles(), ['2.0']),
    });
    assert.deepEqual(await titles(), ['2.0']);
  });
});
