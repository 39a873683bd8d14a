import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { QueryInterface } from 'sequelize';
import { down, up } from '../../migrations/20261130400000-key-scopes.ts';
import { digestOfKey } from '../../server/platform/crypto/api-key.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrations/migrate.ts';
import { openDatabaseAt, silent } from '../support/databases/scratch-database.ts';
import { execute, selectRows } from '../support/databases/sql.ts';
import { freshDatabaseUrl, temporaryFolder } from '../support/engine.ts';
import { client } from '../support/requests/client.ts';
import { startServer } from '../support/server.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');
const FIRST_OF_THIS_RELEASE = '20261130000000';
const NOW = '2026-11-20 10:00:00.000';
const LATER = '2100-01-01 00:00:00.000';

/** The statement with which the release before issues a key. */
const RELEASED_INSERT = `INSERT INTO api_keys (id, name, prefix, digest, scopes, apps, project_id, expires_at, created_at)
  VALUES (:id, 'CI', :prefix, :digest, :scopes, :apps, :projectId, :expiresAt, :now)`;

interface Released {
  readonly scopes: string;
  readonly projectId?: number | null;
  readonly apps?: string | null;
  readonly expiresAt?: string | null;
  /** The scopes after the migration. */
  readonly after: string;
}

const ALL = 'read,write,feedback,users,audit,operators';
const KEYS: readonly Released[] = [
  { scopes: 'read,write', after: ALL },
  { scopes: 'read', after: 'read,feedback,users,audit' },
  { scopes: 'write', after: 'write,feedback,users,audit' },
  { scopes: 'read,write', expiresAt: LATER, after: 'read,write,feedback,users,audit' },
  { scopes: 'read', expiresAt: LATER, after: 'read,feedback,users,audit' },
  { scopes: 'read,write', projectId: 11, after: 'read,write' },
  { scopes: 'read', projectId: 11, after: 'read' },
  { scopes: 'read,write', apps: '["souq"]', after: 'read,write' },
  { scopes: 'write', projectId: 11, apps: '["souq"]', after: 'write' },
];

describe('the migration to scopes of areas', () => {
  let url = '';
  let db: Database;
  let queries: QueryInterface;

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    db = openDatabaseAt(url);
    queries = db.sequelize.getQueryInterface();
    await migrate(db, silent, await releasedMigrations());
    for (const [index, key] of KEYS.entries()) await issueAsReleased(index + 1, key);
  });
  afterEach(() => db.close());

  const keyText = (id: number): string => `dk_0000000${id}_${'A'.repeat(43)}`;
  async function issueAsReleased(
    id: number,
    { scopes, projectId = null, apps = null, expiresAt = null }: Partial<Released>,
  ): Promise<void> {
    const [prefix, digest] = [`dk_0000000${id}`, digestOfKey(keyText(id)).toString('hex')];
    await execute(db, RELEASED_INSERT, { id, prefix, digest, scopes: scopes ?? 'read,write', apps, projectId, expiresAt, now: NOW });
  }
  const scopesNow = async (): Promise<string[]> =>
    (await selectRows<{ scopes: string }>(db, 'SELECT scopes FROM api_keys ORDER BY id')).map(({ scopes }) => scopes);

  it('gives platform keys what they could do, others nothing', async () => {
    await up(queries);
    assert.deepEqual(
      await scopesNow(),
      KEYS.map(({ after }) => after),
    );
  });

  it('changes nothing when it runs again', async () => {
    await up(queries);
    const before = await scopesNow();
    await up(queries);
    assert.deepEqual(await scopesNow(), before);
  });

  it('leaves the released scopes on the way back', async () => {
    await up(queries);
    await execute(db, "UPDATE api_keys SET scopes = 'feedback,users' WHERE id = 9");
    await down(queries);
    assert.deepEqual(await scopesNow(), [...KEYS.slice(0, -1).map(({ scopes }) => scopes), '']);
  });

  it('leaves every scope readable to the release before', async () => {
    await up(queries);
    // a server of that release splits the text and keeps the names that it knows
    const known = (await scopesNow()).map((scopes) => ['read', 'write'].filter((name) => scopes.split(',').includes(name)).join(','));
    assert.deepEqual(
      known,
      KEYS.map(({ scopes }) => scopes),
    );
  });

  it('lets old keys and those of old servers go on', async () => {
    const server = await startServer({ env: { DATABASE_URL: url } });
    try {
      await issueAsReleased(0, { scopes: 'read,write' });
      const statusOf = async (id: number, address: string): Promise<number> =>
        (await client(server, { apiKey: keyText(id) }).get(address)).status;
      const addresses = ['/admin/apps', '/admin/reviews', '/auth/admin/users', '/admin/audit-log', '/admin/projects/11/operators'];
      const table: Record<number, number[]> = {};
      for (const id of [1, 2, 6, 0]) table[id] = await Promise.all(addresses.map((address) => statusOf(id, address)));
      assert.deepEqual(table, {
        1: [200, 200, 200, 200, 200],
        2: [200, 200, 200, 200, 200],
        6: [200, 403, 403, 403, 200],
        0: [200, 403, 403, 403, 200],
      });
    } finally {
      await server.close();
    }
  });
});

/** A folder with the migrations of the release before. */
async function releasedMigrations(): Promise<string> {
  const folder = await temporaryFolder();
  const earlier = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.ts') && name < FIRST_OF_THIS_RELEASE);
  assert.equal(earlier.length, 25);
  for (const name of earlier) symlinkSync(path.join(MIGRATIONS, name), path.join(folder, name));
  return folder;
}
