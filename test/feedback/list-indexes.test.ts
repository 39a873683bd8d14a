import assert from 'node:assert/strict';
import type { Database } from '../../server/platform/db/database.ts';
import type { SqlValue } from '../../server/platform/db/statements/sql.ts';
import { execute } from '../support/databases/sql.ts';
import { statementsOf } from '../support/databases/statements.ts';
import type { Client } from '../support/requests/client.ts';
import type { TestServer } from '../support/server.ts';
import { type Caller, executeAcrossProjects, guest, selectAcrossProjects, staff, startFeedbackServer, user } from './support.ts';

const ROWS = 4_000;
const AT = new Date('2026-11-20T10:00:00.000Z');
const TIMES = { created_at: AT, updated_at: AT };
const STATUSES = ['under_review', 'planned', 'in_progress', 'completed', 'declined'];
const CATEGORIES = ['bug', 'feature', 'improvement', 'other'];
const TYPES = ['auction', 'product', 'order', 'driver', 'store', 'group_deal'];

/** A page reads its ids in order from an index that begins with its filters, so its cost does not grow with the project. */
describe('the ids of a page of feedback', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
    await fill();
  });
  after(() => server.close());

  /** The author wrote every fiftieth row, and none of the newest. */
  async function fill(): Promise<void> {
    const by = (index: number): string => (index % 50 === 0 && index < ROWS / 2 ? author.id : `user-${index % 97}`);
    await insert(server.db, 'reviews', (index) => ({
      item_type: TYPES[index % 6] ?? '',
      item_id: (index % 300) + 1,
      user_id: by(index),
      rating: (index % 5) + 1,
      status: index % 7 === 0 ? 'rejected' : 'approved',
      is_settled: true,
      source: 'authenticated',
      search_key: '',
    }));
    await insert(server.db, 'posts', (index) => ({
      title: 'A post',
      description: 'Text',
      category: CATEGORIES[index % 4] ?? '',
      status: STATUSES[index % 5] ?? '',
      user_id: by(index),
      votes_count: index % 40,
      comments_count: index % 30,
      trending: index,
      search_key: '',
    }));
    await insert(server.db, 'roadmap_items', (index) => ({
      title: 'A plan',
      status: 'planned',
      status_rank: 0,
      position: index,
      category: `category-${index % 60}`,
      created_by: author.id,
    }));
    await insert(server.db, 'changelog_entries', (index) => ({
      title: 'A change',
      content: 'Text',
      type: index % 80 === 0 ? 'security' : 'added',
      published_at: new Date(AT.getTime() + index),
      created_by: author.id,
    }));
    await count();
  }

  /** Fills the stored totals of the lists. */
  async function count(): Promise<void> {
    const rows = [
      ...STATUSES.flatMap((status) => CATEGORIES.map((category) => `posts:${status}:${category}`)),
      'changelog:added',
      'changelog:security',
      'roadmap:planned',
    ];
    await execute(server.db, 'INSERT INTO feedback_counts (project_id, name, total) VALUES :rows', {
      rows: rows.map((name) => [11, name, 50]),
    });
    const stats = TYPES.map((type) => [11, type, 31, 5, 5, 5, 5, 5]);
    await execute(
      server.db,
      'INSERT INTO review_stats (project_id, item_type, item_id, rating_1, rating_2, rating_3, rating_4, rating_5) VALUES :stats',
      { stats },
    );
    if (server.db.isMySql)
      for (const table of ['reviews', 'posts', 'roadmap_items', 'changelog_entries'])
        await selectAcrossProjects(server.db, `ANALYZE TABLE ${table}`);
  }

  type CallerName = 'author' | 'guest' | 'staff';
  const LISTS: readonly [index: string, caller: CallerName, path: string][] = [
    ['reviews_author_status', 'guest', '/reviews?userId=AUTHOR'],
    ['reviews_author_status', 'guest', '/reviews?userId=AUTHOR&sort=oldest'],
    ['reviews_author', 'author', '/my-reviews'],
    ['reviews_any_item', 'guest', '/reviews?itemId=31'],
    ['reviews_any_item', 'guest', '/reviews?itemId=31&sort=oldest'],
    ['reviews_any_item_rating', 'guest', '/reviews?itemId=31&rating=1'],
    ['reviews_any_item_rating', 'guest', '/reviews?itemId=31&sort=rating'],
    ['posts_author', 'author', '/posts?mine=true'],
    ['posts_author_status', 'author', '/posts?mine=true&status=under_review'],
    ['posts_author_category', 'author', '/posts?mine=true&category=bug'],
    ['posts_author_status', 'author', '/posts?mine=true&category=bug&status=under_review'],
    ['roadmap_category', 'guest', '/roadmap?category=category-7'],
    ['roadmap_category', 'guest', '/roadmap?category=category-7&status=planned'],
    ['changelog_published', 'guest', '/changelog'],
    ['changelog_type', 'guest', '/changelog?type=security'],
    ['changelog_type', 'author', '/changelog?type=security'],
    ['changelog_type', 'staff', '/changelog?type=security'],
  ];
  for (const [index, caller, path] of LISTS)
    it(`come in order from ${index} for ${caller}: ${path}`, async () => {
      const plan = await planOfPage({ author, guest: guest(server), staff: moderator }[caller], path);
      assert.match(plan, new RegExp(`\\b${index}\\b`));
      assert.doesNotMatch(plan, /SCAN|filesort|TEMP B-TREE/);
    });

  for (const path of [
    '/reviews?userId=AUTHOR&sort=rating',
    '/reviews?userId=AUTHOR&rating=1',
    '/reviews?userId=AUTHOR&itemType=order',
    '/reviews?userId=AUTHOR&itemId=51',
    '/posts?mine=true&sort=votes',
    '/posts?mine=true&sort=comments',
    '/posts?mine=true&sort=trending&order=asc',
    '/posts?mine=true&sort=votes&status=under_review',
    '/posts?mine=true&sort=votes&category=bug',
  ])
    it(`are found by the author’s index, then sorted: ${path}`, async () => {
      assert.match(await planOfPage(author, path), /\b(?:reviews|posts)_author/);
    });

  it('are counted for the changelog only by future entries', async () => {
    const counts = async (caller: Client) =>
      (await statementsOf(server.db, () => caller.get('/changelog').expect(200))).filter((sql) => /count\(/i.test(sql));
    const [counted = '', ...more] = await counts(author);
    assert.match(await planOf(counted), /published_at>|changelog_published/);
    assert.match(counted, /`published_at` > /);
    assert.deepEqual([more, await counts(moderator)], [[], []]);
  });

  for (const path of ['/reviews?itemId=31', '/posts', '/changelog', '/roadmap'])
    it(`lead to rows that their ids find: ${path}`, async () => {
      const statements = await statementsOf(server.db, () => guest(server).get(path).expect(200));
      const [rows = '', ...more] = statements.filter((sql) => /`id` IN \((?:\d+, ){9,}\d+\)/.test(sql));
      assert.deepEqual([more, rows === ''], [[], false], statements.join('\n'));
      if (server.db.isMySql) {
        const [plan] = await selectAcrossProjects<{ rows: number }>(server.db, `EXPLAIN ${rows}`);
        assert.ok(Number(plan?.rows) <= 20, await planOf(rows));
      } else assert.match(await planOf(rows), /PRIMARY KEY/);
    });

  async function planOfPage(caller: Client, path: string): Promise<string> {
    const statements = await statementsOf(server.db, () => caller.get(path.replace('AUTHOR', author.id)).expect(200));
    return planOf(statements.find((sql) => sql.startsWith('SELECT `id` FROM')));
  }

  /** The query plan as the engine prints it. */
  async function planOf(sql = ''): Promise<string> {
    const rows = await selectAcrossProjects<Record<string, SqlValue>>(
      server.db,
      `${server.db.isMySql ? 'EXPLAIN FORMAT=TRADITIONAL' : 'EXPLAIN QUERY PLAN'} ${sql}`,
    );
    return rows.map(({ key, Extra, detail }) => (server.db.isMySql ? `${key} ${Extra}` : detail)).join('\n');
  }
});

async function insert(db: Database, table: string, rowOf: (index: number) => Record<string, SqlValue>): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, index) => ({ project_id: 11, ...rowOf(index), ...TIMES }) as Record<string, SqlValue>);
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => columns.map((column) => row[column] ?? null));
  await executeAcrossProjects(db, `INSERT INTO ${table} (${columns.join(', ')}) VALUES :values`, { values });
}
