import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { QueryInterface } from 'sequelize';
import { down, up } from '../../../migrations/20261122000001-counter-slots.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { openDatabaseAt, silent } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { freshDatabaseUrl, temporaryFolder } from '../../support/engine.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const NAME = '20261122000001-counter-slots.ts';
const ROWS = [
  [11, 'posts:planned:bug', 4],
  [11, 'votes', 120],
  [12, 'votes', -3],
];

describe('the migration to slots of counters', () => {
  let db: Database;
  let queries: QueryInterface;

  beforeEach(async () => {
    db = openDatabaseAt(await freshDatabaseUrl());
    queries = db.sequelize.getQueryInterface();
    await migrate(db, silent, await releasedMigrations());
    await execute(db, 'INSERT INTO feedback_counts (project_id, name, total) VALUES :rows', { rows: ROWS });
    await up(queries);
  });
  afterEach(() => db.close());

  const read = (columns: string) => selectRows(db, `SELECT project_id, name, ${columns} FROM feedback_counts ORDER BY project_id, name`);
  const totals = () => selectRows(db, 'SELECT project_id, name, total FROM feedback_counts ORDER BY project_id, name, total');
  const before = () => ROWS.map(([project_id, name, total]) => ({ project_id, name, total }));

  it('keeps every count of the released schema', async () => {
    assert.deepEqual(
      await read('slot, total'),
      before().map((row) => ({ ...row, slot: 0 })),
    );
  });

  it('changes nothing when it runs again', async () => {
    await execute(db, "INSERT INTO feedback_counts (project_id, name, slot, total) VALUES (11, 'votes', 9, 5)");
    await up(queries);
    assert.equal((await totals()).length, ROWS.length + 1);
  });

  it('adds the slots up on the way back', async () => {
    await execute(
      db,
      "INSERT INTO feedback_counts (project_id, name, slot, total) VALUES (11, 'votes', 9, 5), (11, 'votes', 3, -2), (12, 'comments', 7, 1)",
    );
    await down(queries);
    await down(queries);
    const expected = [[11, 'posts:planned:bug', 4], [11, 'votes', 123], [12, 'comments', 1], ROWS[2] ?? []];
    assert.deepEqual(
      await totals(),
      expected.map(([project_id, name, total]) => ({ project_id, name, total })),
    );
    await up(queries);
    assert.equal((await read('slot')).length, 4);
  });
});

/** A folder with the migrations that were released before this one. */
async function releasedMigrations(): Promise<string> {
  const folder = await temporaryFolder();
  const earlier = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.ts') && name < NAME);
  assert.equal(earlier.length, 6);
  for (const name of earlier) symlinkSync(path.join(MIGRATIONS, name), path.join(folder, name));
  return folder;
}
