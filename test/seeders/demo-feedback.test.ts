import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { down, up } from '../../seeders/20261121000001-demo-feedback.ts';
import { asDate } from '../../server/platform/db/statements/sql.ts';
import { searchKeysOf } from '../../server/services/auth/search/search-keys.ts';
import { trendingOf } from '../../server/services/feedback/posts/post-trending.ts';
import { reviewSearchKey } from '../../server/services/feedback/reviews/review-content.ts';
import { searchKeyOf } from '../../server/services/feedback/search.ts';
import { expectExactCounts, guest, startFeedbackServer, user } from '../feedback/support.ts';
import { openScratchDatabase } from '../support/databases/scratch-database.ts';
import { execute, selectRows } from '../support/databases/sql.ts';
import type { TestServer } from '../support/server.ts';
import { allRows, consoleLinesOf } from './support.ts';

type Row = Record<string, unknown>;

const ROOT = path.resolve(import.meta.dirname, '../..');
const SUMMARY =
  'Project 99 "Diwan Demo": 200 reviews, 59 comments, 30 posts, 167 votes, 40 favorites, 52 users, 12 roadmap items, 10 changelog entries.';
const ITEM_TYPES = ['auction', 'driver', 'group_deal', 'order', 'product', 'store'];
const DAY = 86_400_000;
const KEY_COLUMNS = ['search_key', 'search_key2', 'search_key3', 'search_key4', 'search_key_end', 'phone_tail'];

describe('the demo project of feedback', () => {
  let server: TestServer;
  let untouched: Record<string, string[]>;
  let output: string;

  before(async () => {
    server = await startFeedbackServer();
    await user(server).post('/posts', { title: 'Somebody else’s', description: 'In project 11', category: 'bug' }).expect(201);
    untouched = await allRows(server.db);
    output = await command(server, 'db:seed:all');
  });

  after(() => server.close());

  const demo = () => guest(server, 99);
  const seed = () => up(server.db.sequelize.getQueryInterface());
  const rows = (table: string, order = 'id') =>
    selectRows<Row>(server.db, `SELECT * FROM ${table} WHERE project_id = 99 ORDER BY ${order}`);

  it('reports the number of rows it created', () => {
    assert.ok(output.includes(SUMMARY), output);
  });

  it('has reviews of all types and statuses, with guests', async () => {
    const reviews = await rows('reviews');
    assert.deepEqual(tally(reviews, 'status', 'source'), {
      'approved authenticated': 135,
      'approved email_guest': 25,
      'pending email_guest': 25,
      'rejected authenticated': 3,
      'rejected email_guest': 12,
    });
    assert.deepEqual(Object.keys(tally(reviews, 'item_type')), ITEM_TYPES);
    assert.equal(Object.keys(tally(reviews, 'item_type', 'item_id')).length, 24);
    assert.deepEqual(Object.keys(tally(reviews, 'rating')), ['1', '2', '3', '4', '5']);
    for (const { status, status_reason, guest_email, user_id, images } of reviews) {
      assert.equal(status_reason !== null, status === 'rejected');
      if (guest_email !== null) assert.match(String(guest_email), /^[a-z\d.]+@example\.com$/);
      assert.match(String(user_id), guest_email === null ? /^[\da-f-]{36}$/ : /^guest:/);
      for (const image of JSON.parse(String(images ?? '[]'))) assert.equal(new URL(image).host, 'example.com');
    }
    assert.ok(reviews.filter(({ title }) => title !== null).length >= 20);
    assert.ok(reviews.filter(({ images }) => images !== null).length > 10);
    assert.equal(
      new Set(reviews.map(({ user_id, item_type, item_id }) => `${user_id} ${item_type} ${item_id}`)).size,
      199,
      'one was refused as a repetition',
    );
  });

  it('has posts, nested threads, and plans linked to posts', async () => {
    const posts = await rows('posts');
    assert.deepEqual(tally(posts, 'status'), { completed: 5, declined: 5, in_progress: 5, planned: 6, under_review: 9 });
    assert.deepEqual(Object.keys(tally(posts, 'category')), ['bug', 'feature', 'improvement', 'other']);
    assert.deepEqual(
      [Math.min, Math.max].map((of) => of(...posts.map(({ votes_count }) => Number(votes_count)))),
      [0, 12],
    );
    const comments = await rows('comments');
    assert.deepEqual(Object.keys(tally(comments, 'entity_type')), ['changelog', 'post', 'product', 'review', 'roadmap']);
    assert.equal(Math.max(...comments.map(({ level }) => Number(level))), 4);
    assert.ok(
      comments.some((comment) => comment['content'] === null && Number(comment['replies_count']) === 2),
      'a tombstone with replies',
    );
    assert.deepEqual(tally(await rows('roadmap_items'), 'status'), { completed: 4, in_progress: 4, planned: 4 });
    const entries = await rows('changelog_entries');
    assert.deepEqual(Object.keys(tally(entries, 'type')), ['added', 'changed', 'deprecated', 'fixed', 'removed', 'security']);
    assert.equal(entries.filter(({ published_at }) => asDate(published_at as Date) > new Date(Date.now())).length, 1);
    assert.equal((await rows('changelog_posts', 'entry_id')).length, 8);
  });

  it('lies within half a year, with ids in order', async () => {
    for (const table of ['reviews', 'comments', 'posts', 'favorites', 'roadmap_items', 'changelog_entries']) {
      const times = (await rows(table)).map(({ created_at }) => asDate(created_at as Date).getTime());
      assert.deepEqual(
        times,
        times.toSorted((left, right) => left - right),
        table,
      );
      assert.ok(Date.now() - Number(times[0]) < 185 * DAY && Number(times.at(-1)) < Date.now(), table);
    }
    const later = await selectRows(
      server.db,
      `SELECT reply.id FROM comments reply JOIN comments parent ON parent.id = reply.parent_id
       WHERE reply.project_id = 99 AND reply.created_at <= parent.created_at`,
    );
    assert.deepEqual(later, []);
  });

  it('has the search keys and ranks of the server', async () => {
    for (const row of await rows('reviews')) {
      const { title, comment, guest_name: guestName, guest_email: guestEmail } = row as Record<string, string | null>;
      assert.equal(row['search_key'], reviewSearchKey({ title, comment, guestName, guestEmail } as never));
    }
    for (const row of await rows('posts')) {
      assert.equal(row['search_key'], searchKeyOf(String(row['title']), String(row['description'])));
      assert.equal(row['trending'], trendingOf(Number(row['votes_count']), asDate(row['created_at'] as Date)));
    }
    for (const row of await rows('users')) {
      const { first_name: firstName, last_name: lastName, email, phone } = row as Record<string, string | null>;
      const stored = KEY_COLUMNS.map((column) => row[column]);
      assert.deepEqual(stored, Object.values(searchKeysOf({ firstName, lastName, email, phone } as never)));
    }
  });

  it('has sums that equal its rows', () => expectExactCounts(server));

  it('is served over HTTP with lists, statistics and threads', async () => {
    const { body: reviews } = await demo().get('/reviews?limit=3').expect(200);
    assert.deepEqual([reviews.data.length, reviews.pagination.total], [3, 160]);
    const { body: stats } = await demo().get('/reviews/stats/product/101').expect(200);
    assert.equal(stats.data.totalReviews, 24);
    assert.equal(stats.data.averageRating, 4.46);
    const { body: posts } = await demo().get('/posts?sort=votes&limit=100').expect(200);
    assert.deepEqual([posts.pagination.total, posts.data[0].votesCount], [30, 12]);
    const dark = posts.data.find(({ title }: { title: string }) => title === 'Dark mode');
    const { body: thread } = await demo().get(`/comments?entityType=post&entityId=${dark.id}`).expect(200);
    assert.deepEqual([thread.data.length, thread.data[0].replies.length, dark.commentsCount], [2, 2, 6]);
    const { body: roadmap } = await demo().get('/roadmap').expect(200);
    assert.equal(roadmap.pagination.total, 12);
    const { body: changelog } = await demo().get('/changelog').expect(200);
    assert.equal(changelog.pagination.total, 9, 'the release to come is not shown');
  });

  it('is found by an Arabic word in another spelling', async () => {
    const { body } = await demo()
      .get(`/posts?q=${encodeURIComponent('السله')}`)
      .expect(200);
    assert.deepEqual(
      body.data.map(({ title }: { title: string }) => title),
      ['ترتيب السلة معكوس بالعربي'],
    );
  });

  it('is not changed by a second run after use', async () => {
    // the command runs no seeder whose name is in this table
    const done = await selectRows<{ name: string }>(server.db, 'SELECT name FROM SequelizeData ORDER BY name', {});
    assert.deepEqual(
      done.map(({ name }) => name),
      readdirSync(path.join(ROOT, 'seeders')).filter((name) => name.endsWith('.ts')),
    );
    const visitor = user(server, { projectId: 99 });
    const { body } = await demo().get('/posts?limit=1').expect(200);
    await visitor.post(`/posts/${body.data[0].id}/vote`).expect(200);
    await visitor.post('/favorites', { itemType: 'product', itemId: 101 }).expect(201);
    const used = await allRows(server.db);
    assert.match((await consoleLinesOf(seed)).join('\n'), /"Diwan Demo" is there already: nothing was changed/);
    assert.deepEqual(await allRows(server.db), used);
  });

  it('is removed and recreated with the same texts', async () => {
    const first = await texts();
    await command(server, 'db:seed:undo:all');
    assert.deepEqual(await allRows(server.db), untouched);
    assert.ok((await consoleLinesOf(seed)).join('\n').includes(SUMMARY));
    assert.deepEqual(await texts(), first);
    await expectExactCounts(server);
  });

  it('is neither created nor removed over a foreign project', async () => {
    await execute(server.db, "UPDATE projects SET name = 'Ninety-nine' WHERE id = 99");
    const renamed = await allRows(server.db);
    const queryInterface = server.db.sequelize.getQueryInterface();
    const taken = { message: 'Project 99 is taken by "Ninety-nine"; the demo would be project 99 "Diwan Demo".' };
    await assert.rejects(up(queryInterface), taken);
    await assert.rejects(down(queryInterface), taken);
    assert.deepEqual(await allRows(server.db), renamed);
  });

  it('asks for the migrations where no tables exist', async () => {
    const empty = await openScratchDatabase();
    await assert.rejects(up(empty.sequelize.getQueryInterface()), /tables are not there yet.*npm run db:migrate/);
    await empty.close();
  });

  /** The content of the rows, without ids and dates. */
  async function texts(): Promise<unknown> {
    return Promise.all([
      selectRows(
        server.db,
        `SELECT item_type, item_id, user_id, rating, title, comment, images, status FROM reviews WHERE project_id = 99 ORDER BY id`,
      ),
      selectRows(server.db, `SELECT entity_type, level, user_id, content FROM comments WHERE project_id = 99 ORDER BY id`),
      selectRows(server.db, `SELECT title, user_id, comments_count, status FROM posts WHERE project_id = 99 ORDER BY id`),
      selectRows(server.db, `SELECT user_id, item_type, item_id FROM favorites WHERE project_id = 99 AND item_id <> 101 ORDER BY id`),
    ]);
  }
});

async function command({ env }: TestServer, name: string): Promise<string> {
  const args = ['node_modules/sequelize-cli/lib/sequelize', name];
  const own = { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: env['DATABASE_URL'] };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: own });
  return stdout;
}

/** The number of rows by value, sorted by value. */
function tally(rows: readonly Row[], ...columns: string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of rows.map((row) => columns.map((column) => row[column]).join(' ')).sort())
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
