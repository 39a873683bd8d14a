import assert from 'node:assert/strict';
import type { Database } from '../../../server/platform/db/database.ts';
import { continueBackfill } from '../../../server/platform/db/records/backfill.ts';
import { USER_SEARCH_KEYS } from '../../../server/services/auth/search/search-keys.ts';
import { SEARCH_KEYS } from '../../../server/services/feedback/search.ts';
import { executeAcrossProjects, selectAcrossProjects, staff, startFeedbackServer, user } from '../../feedback/support.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { sentStatementsOf } from '../../support/databases/statements.ts';
import { until } from '../../support/programs/process.ts';
import { authClient } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const DAY_MS = 86_400_000;
/** The key that the release before wrote for «مکتبة» and «می‌خواهم», and the words that people search. */
const OLD_KEY = 'مکتبه می\u200cخواهم';
const WORDS = ['مكتبة', 'مکتبه', 'میخواهم', 'ميخواهم', 'می\u200cخواهم'];
const [FOLDED] = USER_SEARCH_KEYS;
const always = async (): Promise<boolean> => true;

describe('search keys of older releases', () => {
  let server: TestServer;
  let now = new Date('2026-12-01T00:00:00Z');
  before(async () => {
    server = await startFeedbackServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    now = new Date(now.getTime() + 10 * DAY_MS);
    for (const table of ['backfills', 'users', 'posts', 'reviews', 'comments'])
      await executeAcrossProjects(server.db, `DELETE FROM ${table}`);
  });

  const run = async (db: Database = server.db): Promise<void> => {
    for (const keys of [...USER_SEARCH_KEYS, ...SEARCH_KEYS]) await continueBackfill(db, keys, now, always);
  };
  const insertUsers = (count: number, key: string) => {
    const at = new Date('2026-11-20T10:00:00Z');
    const values = Array.from({ length: count }, (_, index) => {
      const id = `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`;
      return [id, 11, `+96650${String(index).padStart(7, '0')}`, 'customer', 'active', key, 'ar', true, true, at, at];
    });
    const columns = 'id, project_id, phone, role, status, search_key, language, notifications, phone_verified, created_at, updated_at';
    return executeAcrossProjects(server.db, `INSERT INTO users (${columns}) VALUES :values`, { values });
  };
  const keysOf = async (table: string): Promise<(string | null)[]> =>
    (await selectAcrossProjects<{ key: string | null }>(server.db, `SELECT search_key AS \`key\` FROM ${table} ORDER BY id`)).map(
      ({ key }) => key,
    );

  it('are folded again, so that every spelling finds them', async () => {
    const author = user(server);
    const { body: post } = await author.post('/posts', { title: 'Book', description: 'x', category: 'bug' }).expect(201);
    const review = { itemType: 'product', itemId: 1, rating: 5, title: 'Book' };
    await author.post('/reviews', review).expect(201);
    const comment = { entityType: 'post', entityId: post.data.id };
    await author.post('/comments', { ...comment, content: 'Old' }).expect(201);
    await author.post('/comments', { ...comment, content: 'مکتبة می\u200cخواهم' }).expect(201);
    await insertUsers(1, OLD_KEY);
    for (const table of ['posts', 'reviews'])
      await executeAcrossProjects(server.db, `UPDATE ${table} SET search_key = :key`, { key: OLD_KEY });
    // a comment with an old key, and one from before there were keys
    await executeAcrossProjects(server.db, "UPDATE comments SET search_key = :key WHERE content = 'Old'", { key: OLD_KEY });
    await executeAcrossProjects(server.db, "UPDATE comments SET search_key = NULL WHERE content <> 'Old'");
    await run();
    const boss = authClient(server, { token: operatorToken(server) });
    for (const word of WORDS) {
      const q = encodeURIComponent(word);
      const totals = [
        (await author.get(`/posts?q=${q}`).expect(200)).body,
        (await staff(server).get(`/admin/reviews?q=${q}`).expect(200)).body,
        (await staff(server).get(`/admin/comments?q=${q}`).expect(200)).body,
        (await boss.get(`/admin/users?q=${q}`).expect(200)).body,
      ].map(({ pagination }) => pagination.total);
      assert.deepEqual(totals, [1, 1, 2, 1], word);
    }
  });

  it('are walked in chunks, each row once, in two passes', async () => {
    await insertUsers(1_250, OLD_KEY);
    await run();
    assert.ok((await keysOf('users')).every((key) => key === 'مكتبه ميخواهم'));
    await executeAcrossProjects(server.db, 'UPDATE users SET search_key = :key', { key: OLD_KEY });
    await run();
    assert.ok(
      (await keysOf('users')).every((key) => key === OLD_KEY),
      'the second pass is a day later',
    );
    now = new Date(now.getTime() + DAY_MS);
    await run();
    assert.ok((await keysOf('users')).every((key) => key === 'مكتبه ميخواهم'));
    now = new Date(now.getTime() + DAY_MS);
    const { length } = await sentStatementsOf(server.db, run).then((sent) => sent.filter(({ sql }) => !sql.includes('FROM backfills')));
    assert.equal(length, 0, 'nothing is read after both passes');
  });

  it('are continued where a process stopped', async () => {
    await insertUsers(1_250, OLD_KEY);
    let chunks = 0;
    await continueBackfill(server.db, FOLDED, now, async () => ++chunks <= 1);
    const isOld = async () => (await keysOf('users')).filter((key) => key === OLD_KEY).length;
    assert.equal(await isOld(), 750);
    const [stored] = await selectAcrossProjects<{ position: string }>(server.db, 'SELECT position FROM backfills');
    assert.equal(stored?.position.length, 6, 'no id of a user is stored');
    await run();
    assert.equal(await isOld(), 0);
  });

  it('are folded under leases apart from the cleanups', async () => {
    await insertUsers(1, OLD_KEY);
    const other = await startServer({ env: server.env, cleanupSpreadMs: 0 });
    try {
      const ended = "SELECT name FROM work_leases WHERE name LIKE '% backfills' AND holder IS NULL AND due_at > :now ORDER BY name";
      const names = async () =>
        (await selectAcrossProjects<{ name: string }>(server.db, ended, { now: new Date() })).map(({ name }) => name);
      await until(async () => (await names()).join() === 'apps backfills,auth backfills,feedback backfills');
      assert.deepEqual(await keysOf('users'), ['مكتبه ميخواهم']);
    } finally {
      await other.close();
    }
  });

  it('keep a change that a request makes meanwhile', async () => {
    await insertUsers(3, OLD_KEY);
    const change = "UPDATE users SET search_key = 'newer' WHERE id LIKE '00000001%'";
    const changing = async (sql: string, send: () => Promise<unknown>) => {
      if (sql.startsWith('UPDATE users SET search_key = ') && !sql.includes("'newer'")) await executeAcrossProjects(server.db, change);
      return send();
    };
    await interceptQueries(server.db, changing, () => continueBackfill(server.db, FOLDED, now, always));
    assert.deepEqual(await keysOf('users'), ['مكتبه ميخواهم', 'newer', 'مكتبه ميخواهم']);
  });
});
