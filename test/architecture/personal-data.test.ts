import assert from 'node:assert/strict';
import { migratedDatabaseUrl } from '../support/migrated-database.ts';
import { openDatabaseAt } from '../support/scratch-database.ts';
import { read } from './source.ts';

/** The section of docs/security.md about columns. */
function section(): string {
  const [, rest = ''] = read('docs/security.md').split('## Personal data, column by column\n');
  return rest.split('\n## ')[0] ?? '';
}

/** The columns of the table, as `users.phone`. */
function personalColumns(): string[] {
  const rows = section()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  for (const row of rows) assert.equal(row.split(' | ').filter((cell) => cell.trim() !== '').length, 4, `a cell is empty: ${row}`);
  return rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+\.\w+)`/g)].map(([, column = '']) => column));
}

/** The columns of the list below the table. */
function otherColumns(): string[] {
  const lists = [...section().matchAll(/^- `(\w+)`: (.+)$/gm)];
  return lists.flatMap(([, table = '', columns = '']) => columns.split(', ').map((column) => `${table}.${column}`));
}

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
