import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { down, up } from '../../../migrations/20261201900001-user-search.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { asDate } from '../../../server/platform/db/statements/sql.ts';
import { searchKeysOf } from '../../../server/services/auth/search/search-keys.ts';
import { openDatabaseAt, silent } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { freshDatabaseUrl, temporaryFolder } from '../../support/engine.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const NAME = '20261201900001-user-search.ts';
const AT = new Date('2026-11-20T10:00:00.000Z');
const LATER = new Date('2026-11-21T10:00:00.000Z');
const USERS = 2_300;

describe('the migration to the search of users', () => {
  let db: Database;

  beforeEach(async () => {
    db = openDatabaseAt(await freshDatabaseUrl());
    await migrate(db, silent, await releasedMigrations());
    await insertUsers();
  });
  afterEach(() => db.close());

  const userOf = (index: number) => ({
    firstName: index % 3 === 0 ? null : `Ahmed Ali${index} Saleh`,
    lastName: index % 4 === 0 ? null : 'القحطاني',
    email: index % 5 === 0 ? null : `a${index}@example.com`,
    phone: index === 7 ? '' : `+9665${String(index).padStart(8, '0')}`,
  });
  const idOf = (index: number) => `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`;

  async function insertUsers(): Promise<void> {
    const rows = Array.from({ length: USERS }, (_, index) => {
      const user = userOf(index);
      return [idOf(index), 11, user.phone, 'customer', 'active', searchKeysOf(user).searchKey, 'ar', true, true, AT, AT];
    });
    const columns = 'id, project_id, phone, role, status, search_key, language, notifications, phone_verified, created_at, updated_at';
    await execute(db, `INSERT INTO users (${columns}) VALUES :rows`, { rows });
    const sessions = [AT, LATER].map((at, index) => [`s${index}`, 11, idOf(2_222), 'otp', 1, at, at, at]);
    const ofSession = 'id, project_id, user_id, method, generation, rotated_at, expires_at, created_at';
    await execute(db, `INSERT INTO sessions (${ofSession}) VALUES :sessions`, { sessions });
  }

  interface Row {
    searchKey: string;
    searchKey2: string;
    searchKey3: string;
    searchKey4: string;
    searchKeyEnd: string;
    phoneTail: string;
  }
  const columns = `search_key AS searchKey, search_key2 AS searchKey2, search_key3 AS searchKey3, search_key4 AS searchKey4,
    search_key_end AS searchKeyEnd, phone_tail AS phoneTail`;

  it('fills the keys of every user in batches', async () => {
    await up(db.sequelize.getQueryInterface());
    const found = await selectRows<Row>(db, `SELECT ${columns} FROM users ORDER BY id`);
    assert.deepEqual(
      found.map((row) => ({ ...row })),
      Array.from({ length: USERS }, (_, index) => searchKeysOf(userOf(index))),
    );
    const signedIn = await selectRows<{ id: string; at: Date | string }>(
      db,
      'SELECT id, last_login_at AS at FROM users WHERE last_login_at IS NOT NULL',
    );
    assert.deepEqual(
      signedIn.map(({ id, at }) => [id, asDate(at)]),
      [[idOf(2_222), LATER]],
    );
  });

  it('may run again, and leads back', async () => {
    const queries = db.sequelize.getQueryInterface();
    await up(queries);
    await up(queries);
    await down(queries);
    const present = Object.keys(await queries.describeTable('users'));
    assert.deepEqual(
      present.filter((name) => /^search_key|phone_tail|last_login/.test(name)),
      ['search_key'],
    );
    await up(queries);
    assert.equal((await selectRows(db, "SELECT id FROM users WHERE phone_tail = '10000005669'")).length, 0);
    assert.equal((await selectRows(db, "SELECT id FROM users WHERE phone_tail = '100000005669'")).length, 1);
  });
});

/** A folder with the migrations before this one. */
async function releasedMigrations(): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of readdirSync(MIGRATIONS)) {
    if (name === 'lib' || (name.endsWith('.ts') && name < NAME)) symlinkSync(path.join(MIGRATIONS, name), path.join(folder, name));
  }
  return folder;
}
