import assert from 'node:assert/strict';
import { migrate, pendingMigrations } from '../../server/platform/db/migrations/migrate.ts';
import { migratedDatabaseUrl } from '../support/databases/migrated-database.ts';
import { openDatabaseAt, silent } from '../support/databases/scratch-database.ts';
import { freshDatabaseUrl } from '../support/engine.ts';

describe('the migrated database of a test', () => {
  it('has the schema that the migrations create', async () => {
    const copied = openDatabaseAt(await migratedDatabaseUrl());
    const migrated = openDatabaseAt(await freshDatabaseUrl());
    await migrate(migrated, silent);
    assert.deepEqual(await pendingMigrations(copied), []);
    const [mine, theirs] = [copied.sequelize.getQueryInterface(), migrated.sequelize.getQueryInterface()];
    const tables = (await theirs.showAllTables()).sort();
    assert.ok(tables.length > 20);
    assert.deepEqual((await mine.showAllTables()).sort(), tables);
    for (const table of tables) {
      assert.deepEqual(await mine.describeTable(table), await theirs.describeTable(table), table);
      assert.deepEqual(await mine.showIndex(table), await theirs.showIndex(table), table);
    }
    await Promise.all([copied.close(), migrated.close()]);
  });

  it('is another database for each caller', async () => {
    assert.notEqual(await migratedDatabaseUrl(), await migratedDatabaseUrl());
  });
});
