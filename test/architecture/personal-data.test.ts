import assert from 'node:assert/strict';
import { migratedDatabaseUrl } from '../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../support/databases/scratch-database.ts';
import { otherColumns, personalColumns } from '../support/documents/personal-columns.ts';

describe('the columns with personal data', () => {
  it('are all listed in docs/security.md, as are the others', async () => {
    const db = openDatabaseAt(await migratedDatabaseUrl());
    const schema = db.sequelize.getQueryInterface();
    const stored: string[] = [];
    for (const table of await schema.showAllTables()) {
      if (table === 'SequelizeMeta') continue;
      stored.push(...Object.keys(await schema.describeTable(table)).map((column) => `${table}.${column}`));
    }
    await db.close();
    const listed = [...personalColumns(), ...otherColumns()];
    assert.deepEqual(
      stored.filter((column) => !listed.includes(column)),
      [],
      'place each new column in "Personal data, column by column": a row of the table if it holds data of a person, else the list',
    );
    assert.deepEqual(
      listed.filter((column) => !stored.includes(column)),
      [],
      'the page names columns that no longer exist',
    );
    assert.equal(new Set(listed).size, listed.length, 'a column is listed twice');
  });
});
