import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { QueryInterface } from 'sequelize';
import { down, up } from '../../../migrations/20261125000001-who-may-what.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { openDatabaseAt, silent } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { freshDatabaseUrl, temporaryFolder } from '../../support/engine.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer } from '../../support/server.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const NAME = '20261125000001-who-may-what.ts';
const TABLES = ['apps', 'api_keys', 'operators', 'audit_log'];
const NOW = '2026-11-20 10:00:00.000';

/** The statements of the release before, which goes on during the migration. */
const RELEASED_INSERTS = [
  `INSERT INTO apps (slug, name, platform, package_name, current_version, current_version_code, store_url, is_active, revision,
     created_at, updated_at) VALUES (:key, 'Souq', 'both', 'com.example.souq', '1.0.0', 1, '', 1, 1, :now, :now)`,
  `INSERT INTO api_keys (name, prefix, digest, scopes, apps, expires_at, last_used_at, revoked_at, created_at)
     VALUES ('CI', :prefix, :digest, 'read,write', NULL, NULL, NULL, NULL, :now)`,
  `INSERT INTO operators (project_id, username, username_key, email, password_hash, role, is_active, access_changed_at, created_at,
     updated_at) VALUES (11, :key, :key, NULL, 'hash', 'admin', 1, :now, :now, :now)`,
  `INSERT INTO audit_log (project_id, action, actor, subject, details, request_id, created_at)
     VALUES (11, 'user.role_changed', 'apiKey:3', :key, '{"before":"customer","after":"driver"}', 'request-1', :now)`,
];

describe('the migration to apps and keys of projects', () => {
  let url = '';
  let db: Database;
  let queries: QueryInterface;

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    db = openDatabaseAt(url);
    queries = db.sequelize.getQueryInterface();
    await migrate(db, silent, await releasedMigrations());
    const project =
      "INSERT INTO projects (id, name, is_active, settings, created_at, updated_at) VALUES (11, 'First', 1, '{}', :now, :now)";
    await execute(db, project, { now: NOW });
    await insertAsReleased('before');
  });
  afterEach(() => db.close());

  async function insertAsReleased(key: string): Promise<void> {
    const values = { key, prefix: `dk_${key}`, digest: key.padEnd(64, '0'), now: NOW };
    for (const sql of RELEASED_INSERTS) await execute(db, sql, values);
  }

  const rowsOf = (table: string) => selectRows<Record<string, unknown>>(db, `SELECT * FROM ${table} ORDER BY id`);
  const allRows = () => Promise.all(TABLES.map(rowsOf));
  const indexNames = async () => {
    const lists = await Promise.all(TABLES.map((table) => queries.showIndex(table) as Promise<{ name: string; unique: boolean }[]>));
    return lists.map((list) => list.map(({ name, unique }) => `${name} ${Boolean(unique)}`).sort());
  };

  it('keeps every row and leaves new columns empty', async () => {
    const before = await allRows();
    await up(queries);
    const added = [
      { project_id: null },
      { project_id: null, parent_id: null },
      { is_owner: 0 },
      { actor_name: null, target: null, address: null },
    ];
    const expected = before.map((rows, index) => rows.map((row) => ({ ...row, ...added[index] })));
    assert.deepEqual(plain(await allRows()), plain(expected));
  });

  it('still takes the statements of the release before', async () => {
    await up(queries);
    await insertAsReleased('after');
    for (const rows of await allRows()) assert.equal(rows.length, 2);
  });

  it('changes nothing when it runs again', async () => {
    await up(queries);
    const [rows, indexes] = [await allRows(), await indexNames()];
    await up(queries);
    assert.deepEqual([await allRows(), await indexNames()], [rows, indexes]);
  });

  it('leaves the released schema on the way back', async () => {
    const [rows, indexes] = [await allRows(), await indexNames()];
    await up(queries);
    await down(queries);
    assert.deepEqual([await allRows(), await indexNames()], [rows, indexes]);
    await insertAsReleased('after');
    await assert.rejects(insertAsReleased('after'), 'the slug is still unique');
  });

  it('gives old apps to the default project at the start', async () => {
    const server = await startServer({ env: { DATABASE_URL: url } });
    try {
      await execute(db, RELEASED_INSERTS[0] ?? '', { key: 'during', now: NOW });
      const { body } = await admin(server).get('/admin/apps').expect(200);
      assert.deepEqual(
        body.map(({ slug, projectId }: { slug: string; projectId: number }) => `${slug} ${projectId}`),
        ['before 11', 'during 11'],
      );
      const stored = await selectRows(db, 'SELECT slug, project_id FROM apps ORDER BY slug');
      assert.deepEqual(stored, [
        { slug: 'before', project_id: 11 },
        { slug: 'during', project_id: null },
      ]);
    } finally {
      await server.close();
    }
  });
});

/** Both engines read an INTEGER of 0 or 1 as a boolean column in their own way. */
function plain(tables: readonly object[][]): unknown {
  return tables.map((rows) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value])),
    ),
  );
}

/** A folder with the migrations that were released before this one. */
async function releasedMigrations(): Promise<string> {
  const folder = await temporaryFolder();
  const earlier = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.ts') && name < NAME);
  assert.equal(earlier.length, 11);
  for (const name of earlier) symlinkSync(path.join(MIGRATIONS, name), path.join(folder, name));
  return folder;
}
