import assert from 'node:assert/strict';
import type { Database } from '../../server/platform/db/database.ts';
import { SEARCH_WINDOW, type Search, searchIds, searchKeyOf } from '../../server/services/feedback/search.ts';
import { statementsOf } from '../support/databases/statements.ts';
import type { TestServer } from '../support/server.ts';
import { executeAcrossProjects, guest, selectAcrossProjects, staff, startFeedbackServer, user } from './support.ts';

const PROJECT = 12;

describe('the search', () => {
  let server: TestServer;
  before(async () => {
    server = await startFeedbackServer();
  });
  after(() => server.close());

  const newest: Search = { table: 'posts', where: { project_id: PROJECT, status: 'planned' }, q: 'night owl', order: 'id DESC' };

  describe('in the newest filtered rows', () => {
    before(async () => {
      await insertPosts(server.db, 3, 'bug');
      for (let index = 0; index < 5; index += 1) await insertPosts(server.db, SEARCH_WINDOW / 5, 'feature');
    });

    it('finds at most the newest 10,000 rows', async () => {
      const ids = await searchIds(server.db, newest);
      assert.equal(ids.length, SEARCH_WINDOW);
      assert.deepEqual(
        ids,
        ids.toSorted((left, right) => right - left),
      );
      const old = await searchIds(server.db, { ...newest, where: { ...newest.where, category: 'bug' } });
      assert.equal(old.length, 3);
      assert.ok(Math.max(...old) < Math.min(...ids));
    });

    it('stays within the project and uses the given order', async () => {
      assert.deepEqual(await searchIds(server.db, { ...newest, where: { ...newest.where, project_id: 11 } }), []);
      const ids = await searchIds(server.db, { ...newest, where: { ...newest.where, category: 'bug' }, order: 'votes_count ASC, id ASC' });
      assert.deepEqual(
        ids,
        ids.toSorted((left, right) => right - left),
      );
    });

    it('reads ids from an index and only those rows', async () => {
      if (server.db.isMySql) await selectAcrossProjects(server.db, 'ANALYZE TABLE posts');
      for (const order of ['id DESC', 'votes_count DESC, id DESC']) {
        const [sql = ''] = await statementsOf(server.db, () => searchIds(server.db, { ...newest, order }));
        const plan = await selectAcrossProjects(server.db, `EXPLAIN ${server.db.isMySql ? 'FORMAT=TRADITIONAL' : 'QUERY PLAN'} ${sql}`, {
          ...newest.where,
          projectId: newest.where.project_id,
          word0: 'night',
          word1: 'owl',
        });
        assert.deepEqual(server.db.isMySql ? accessesInMySql(plan) : accessesInSqlite(plan), ['by id', 'in the index']);
      }
    });
  });

  describe('in the stored keys of long texts', () => {
    const filler = 'lorem ipsum '.repeat(165);

    it('searches the first 2,000 characters of a post', async () => {
      const author = user(server);
      const post = { title: 'Long', description: `${filler}early ${filler}late`, category: 'bug' };
      const { body } = await author.post('/posts', post).expect(201);
      const found = async (q: string) => (await author.get(`/posts?q=${q}`).expect(200)).body.data.map(({ id }: { id: number }) => id);
      assert.deepEqual([await found('early'), await found('late')], [[body.data.id], []]);
      await author.put(`/posts/${body.data.id}`, { description: `late ${filler}${filler}early` }).expect(200);
      assert.deepEqual([await found('early'), await found('late')], [[], [body.data.id]]);
    });

    it('finds a guest even with a very long comment', async () => {
      const review = { itemType: 'product', itemId: 1, rating: 5, guestEmail: 'Jane@example.com', guestName: 'Zoë', title: 'Long' };
      const { body } = await guest(server)
        .post('/reviews', { ...review, comment: 'x'.repeat(5_000) })
        .expect(201);
      for (const q of ['jane@example', 'zoe', 'long', 'zoe xxx']) {
        const found = await staff(server)
          .get(`/admin/reviews?q=${encodeURIComponent(q)}`)
          .expect(200);
        assert.deepEqual(
          found.body.data.map(({ id }: { id: number }) => id),
          [body.data.id],
          q,
        );
      }
    });

    it('cuts the key between characters, after folding', () => {
      assert.equal(searchKeyOf('a'.repeat(1_998), '👍👍'), `${'a'.repeat(1_998)}\n`);
      assert.equal(searchKeyOf('a'.repeat(1_997), '👍👍'), `${'a'.repeat(1_997)}\n👍`);
      assert.equal(searchKeyOf('\ufdfa'.repeat(1_000)).length, 2_000);
      assert.equal(searchKeyOf('É', null, 'b'), 'e\nb');
    });
  });
});

async function insertPosts(db: Database, count: number, category: string): Promise<void> {
  const at = new Date('2026-11-20T10:00:00Z');
  const values = Array.from({ length: count }, (_, index) => {
    const texts = ['Night', 'Owl', category, 'planned', 'somebody'];
    return [PROJECT, ...texts, -index, 0, 0, 'night\nowl', at, at];
  });
  const columns =
    'project_id, title, description, category, status, user_id, votes_count, comments_count, trending, search_key, created_at, updated_at';
  await executeAcrossProjects(db, `INSERT INTO posts (${columns}) VALUES :values`, { values });
}

/** How the plan reads the table posts, without the derived table of ids. */
function accessesInMySql(plan: readonly object[]): string[] {
  const rows = plan as readonly { table: string; type: string; key: string; Extra: string }[];
  return rows
    .filter(({ table }) => table === 'posts')
    .map(({ type, key, Extra }) =>
      type === 'eq_ref' && key === 'PRIMARY' ? 'by id' : /Using index(;|$)/.test(Extra) ? 'in the index' : type,
    )
    .sort();
}

function accessesInSqlite(plan: readonly object[]): string[] {
  const rows = plan as readonly { detail: string }[];
  return rows
    .filter(({ detail }) => /(SEARCH|SCAN) posts/.test(detail))
    .map(({ detail }) =>
      /INTEGER PRIMARY KEY \(rowid=\?\)/.test(detail) ? 'by id' : /COVERING INDEX/.test(detail) ? 'in the index' : detail,
    )
    .sort();
}
