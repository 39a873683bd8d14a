import assert from 'node:assert/strict';
import type { Replacements, SqlValue } from '../../server/platform/db/statements/sql.ts';
import { recountAuth } from '../../server/services/auth/auth-sums.ts';
import { searchKeysOf } from '../../server/services/auth/search/search-keys.ts';
import { executeAcrossProjects, selectAcrossProjects } from '../feedback/support.ts';
import { sentStatementsOf } from '../support/databases/statements.ts';
import { authClient, type Client } from '../support/requests/client.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ROWS = 6_000;
const AT = Date.UTC(2026, 10, 20);
const ROLES = ['customer', 'customer', 'customer', 'driver'];
const STATUSES = ['active', 'active', 'active', 'active', 'inactive', 'suspended'];

/** A page of users reads about as many entries of an index as it shows or finds, so its cost does not grow with the project. */
describe('the statements of the list of users', () => {
  let server: TestServer;
  let boss: Client;

  before(async () => {
    server = await startServer();
    boss = authClient(server, { token: operatorToken(server) });
    await fill();
  });
  after(() => server.close());

  async function fill(): Promise<void> {
    await insert(Array.from({ length: ROWS }, (_, index) => rowOf(index)));
    await recountAuth(server.db, { repair: true });
    if (server.db.isMySql) await selectAcrossProjects(server.db, 'ANALYZE TABLE users');
  }

  async function insert(rows: readonly Record<string, SqlValue>[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => columns.map((column) => row[column] ?? null));
    await executeAcrossProjects(server.db, `INSERT INTO users (${columns.join(', ')}) VALUES :values`, { values });
  }

  const sent = async (path: string) =>
    (await sentStatementsOf(server.db, () => boss.get(`/admin/users${path}`).expect(200))).filter(({ sql }) => /FROM `?users\b/.test(sql));

  const LISTS: readonly [path: string, index: RegExp][] = [
    ['', /users_created/],
    ['?order=asc', /users_created/],
    ['?status=suspended', /users_status\b/],
    ['?role=driver&order=asc', /users_role\b/],
    ['?from=2026-11-20T00:10:00Z&to=2026-11-20T00:20:00Z', /users_created/],
    ['?status=inactive&from=2026-11-20T00:10:00Z', /users_status\b/],
    ['?sort=lastLoginAt', /users_last_login/],
    ['?sort=lastLoginAt&order=asc', /users_last_login/],
    ['?sort=lastLoginAt&status=suspended', /users_status_last_login/],
    ['?sort=lastLoginAt&role=driver', /users_role_last_login/],
  ];
  for (const [path, index] of LISTS)
    it(`find a page in the order of an index: ${path}`, async () => {
      const page = (await sent(path)).find(({ sql }) => sql.startsWith('SELECT `id` FROM'));
      const plan = await planOf(page);
      assert.match(plan, index);
      assert.doesNotMatch(plan, /SCAN|filesort|TEMP B-TREE/);
    });

  it('find registrations of a time, then sort them', async () => {
    const page = (await sent('?sort=lastLoginAt&from=2026-11-20T00:10:00Z&to=2026-11-20T00:11:00Z')).find(({ sql }) =>
      sql.startsWith('SELECT `id` FROM'),
    );
    assert.match(await planOf(page), /users_created/);
  });

  const SEARCHES: readonly [q: string, total: number, ...indexes: string[]][] = [
    ['first777', 1, 'users_search', 'users_search_2', 'users_search_3', 'users_search_4', 'users_search_end'],
    ['second777', 1, 'users_search_2'],
    ['third777 last777', 1, 'users_search_3', 'users_search_4'],
    ['first777 second777', 1, 'users_search', 'users_search_2'],
    ['mail5432@', 1, 'users_search_end'],
    ['0506153063', 1, 'users_phone_tail', 'users_phone'],
    ['٣٠٦٣', 1, 'users_phone_tail'],
    ['+966506153063', 1, 'users_phone'],
    ['00000777-0000-4000-8000-000000000000', 1, 'PRIMARY'],
  ];
  for (const [q, total, ...indexes] of SEARCHES)
    it(`find a search by indexes alone: ${q}`, async () => {
      const path = `?q=${encodeURIComponent(q)}`;
      const { body } = await boss.get(`/admin/users${path}`).expect(200);
      assert.equal(body.pagination.total, total);
      const [search, ...more] = (await sent(path)).filter(({ sql }) => sql.includes(') found CROSS JOIN users'));
      assert.equal(more.length, 0);
      const plan = await planOf(search);
      for (const index of indexes) if (server.db.isMySql || index !== 'PRIMARY') assert.match(plan, new RegExp(`\\b${index}\\b`), index);
      assert.ok((await readRows(search)) < 100, plan);
    });

  it('count users by their counters alone', async () => {
    for (const path of ['', '?status=suspended', '?role=driver&status=active', '?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z']) {
      const statements = await sentStatementsOf(server.db, () => boss.get(`/admin/users${path}`).expect(200));
      const [total, ...more] = statements.filter(({ sql }) => /\b(?:SUM|count)\(/i.test(sql));
      assert.match(total?.sql ?? '', /FROM user_counts/);
      assert.equal(more.length, 0, path);
    }
  });

  it('find a frequent first name with a frequent last name', async () => {
    const frequent = 2_010;
    const named = (index: number, firstName: string, lastName: string) => ({ ...rowOf(index), ...namesOf({ firstName, lastName, index }) });
    const rows = Array.from({ length: frequent }, (_, index) => [
      named(ROWS + index, 'Ahmad', 'Abbas'),
      named(ROWS + frequent + index, 'Badr', 'Zaid'),
    ]).flat();
    await insert([...rows, named(ROWS + 3 * frequent, 'Ahmad', 'Zaid')]);
    const found = async (q: string) => (await boss.get(`/admin/users?q=${encodeURIComponent(q)}`).expect(200)).body;
    const { data, pagination } = await found('ahmad zaid');
    assert.deepEqual([pagination.total, data[0]?.lastName], [1, 'Zaid']);
    assert.equal((await found('ahmad zaid x@example.com')).pagination.total, 1);
    assert.equal((await found('ahmad zaid y@')).pagination.total, 0);
    assert.equal((await found('ahmad')).pagination.total, 2_000);
  });

  /** How many rows of users the plan expects to read; a scan counts all. */
  async function readRows(statement: Sent | undefined): Promise<number> {
    const rows = await explain(statement);
    if (!server.db.isMySql) return rows.some(({ detail }) => /^SCAN (?:TABLE )?users\b/.test(String(detail))) ? ROWS : 1;
    return Math.max(...rows.filter(({ table }) => table === 'users').map(({ rows: read, type }) => (type === 'ALL' ? ROWS : Number(read))));
  }

  async function planOf(statement: Sent | undefined): Promise<string> {
    const rows = await explain(statement);
    return rows.map(({ key, Extra, detail }) => (server.db.isMySql ? `${key} ${Extra}` : detail)).join('\n');
  }

  function explain({ sql, replacements }: Sent = { sql: '', replacements: {} }): Promise<Record<string, SqlValue>[]> {
    const verb = server.db.isMySql ? 'EXPLAIN FORMAT=TRADITIONAL' : 'EXPLAIN QUERY PLAN';
    return selectAcrossProjects<Record<string, SqlValue>>(server.db, `${verb} ${sql}`, { ...replacements, projectId: 11 });
  }
});

/** The columns of a name, of users whose e-mail is the same. */
function namesOf({ firstName, lastName, index }: { firstName: string; lastName: string; index: number }): Record<string, SqlValue> {
  const email = 'x@example.com';
  const phone = `+9665${String(index * 7_919).padStart(8, '0')}`;
  const { searchKey, searchKey2, searchKey3, searchKey4, searchKeyEnd } = searchKeysOf({ firstName, lastName, email, phone });
  return {
    first_name: firstName,
    last_name: lastName,
    email,
    search_key: searchKey ?? null,
    search_key2: searchKey2 ?? null,
    search_key3: searchKey3 ?? null,
    search_key4: searchKey4 ?? null,
    search_key_end: searchKeyEnd ?? null,
  };
}

/** A user with four words in the names, the newest last. */
function rowOf(index: number): Record<string, SqlValue> {
  const names = { firstName: `first${index} second${index} third${index}`, lastName: `last${index}`, email: `mail${index}@example.com` };
  const phone = `+9665${String(index * 7_919).padStart(8, '0')}`;
  const { searchKey, searchKey2, searchKey3, searchKey4, searchKeyEnd, phoneTail } = searchKeysOf({ ...names, phone });
  const createdAt = new Date(AT + index * 1_000);
  return {
    id: `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
    project_id: 11,
    phone,
    phone_key: phone,
    phone_tail: phoneTail ?? null,
    role: ROLES[index % 4] ?? '',
    status: STATUSES[index % 6] ?? '',
    first_name: names.firstName,
    last_name: names.lastName,
    email: names.email,
    search_key: searchKey ?? null,
    search_key2: searchKey2 ?? null,
    search_key3: searchKey3 ?? null,
    search_key4: searchKey4 ?? null,
    search_key_end: searchKeyEnd ?? null,
    language: 'ar',
    notifications: true,
    phone_verified: true,
    last_login_at: index % 3 === 0 ? null : new Date(AT + ((index * 37) % ROWS) * 1_000),
    created_at: createdAt,
    updated_at: createdAt,
  };
}

interface Sent {
  readonly sql: string;
  readonly replacements: Replacements;
}
