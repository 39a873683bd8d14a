import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { down, up } from '../../../migrations/20261206000001-user-counts.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { recountAuth } from '../../../server/services/auth/auth-sums.ts';
import { openDatabaseAt, silent } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { freshDatabaseUrl, temporaryFolder } from '../../support/engine.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const NAME = '20261206000001-user-counts.ts';
const START = Date.UTC(2020, 0, 1, 23, 59, 59, 999);
const DAY_MS = 86_400_000;
const USERS = 2_400;
const ROLES = ['customer', 'driver', 'staff'];

describe('the migration to the counters of users', () => {
  let db: Database;

  beforeEach(async () => {
    db = openDatabaseAt(await freshDatabaseUrl());
    await migrate(db, silent, await releasedMigrations());
    const rows = Array.from({ length: USERS }, (_, index) => {
      const at = new Date(START + Math.floor(index / 3) * DAY_MS + (index % 2));
      const [role, status] = [ROLES[index % 3] ?? '', index % 7 === 0 ? 'deleted' : 'active'];
      return [String(index).padStart(36, '0'), index % 5 === 0 ? 12 : 11, '', role, status, '', 'ar', true, true, at, at];
    });
    const columns = 'id, project_id, phone, role, status, search_key, language, notifications, phone_verified, created_at, updated_at';
    await execute(db, `INSERT INTO users (${columns}) VALUES :rows`, { rows });
  });
  afterEach(() => db.close());

  it('counts every user by day and in all', async () => {
    const queries = db.sequelize.getQueryInterface();
    await up(queries);
    const [sum] = await selectRows<{ users: number }>(db, "SELECT SUM(users) AS users FROM user_counts WHERE day = '' AND project_id = 12");
    assert.equal(Number(sum?.users), USERS / 5);
    assert.deepEqual(await recountAuthUsers(), []);
  });

  it('may run again, and leads back', async () => {
    const queries = db.sequelize.getQueryInterface();
    await up(queries);
    await up(queries);
    assert.deepEqual(await recountAuthUsers(), []);
    await down(queries);
    await up(queries);
    assert.deepEqual(await recountAuthUsers(), []);
  });

  const recountAuthUsers = async () =>
    (await recountAuth(db, { repair: false })).filter(({ counter }) => counter.startsWith('user_counts'));
});

/** A folder with the migrations before this one. */
async function releasedMigrations(): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of readdirSync(MIGRATIONS)) {
    if (name === 'lib' || (name.endsWith('.ts') && name < NAME)) symlinkSync(path.join(MIGRATIONS, name), path.join(folder, name));
  }
  return folder;
}
