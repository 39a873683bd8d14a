import assert from 'node:assert/strict';
import { copyFileSync, statSync } from 'node:fs';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { execute } from '../../support/databases/sql.ts';
import { freshDatabaseUrl } from '../../support/engine.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { launch, register, relaunch, rowsOf } from '../support.ts';

function fileOf(url = ''): string {
  return url.slice('sqlite:'.length);
}

/** 0 also when there is no log. */
function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** The rows of a copy of the database file alone, without its log. */
async function rowsOfCopy(file: string, sql: string): Promise<object[]> {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  return rowsOf({ env: { DATABASE_URL: `sqlite:${copy}` } }, sql);
}

describe('a clean stop of the embedded database', () => {
  after(endProcesses);

  for (const workers of ['1', '2'])
    it(`leaves every row in one file with ${workers} processes`, async () => {
      let server = await launch({ WEB_CONCURRENCY: workers });
      const file = fileOf(server.env['DATABASE_URL']);
      const slugs: { slug: string }[] = [];
      for (const slug of ['first', 'second']) {
        // a worker may still be starting when another one is ready
        await until(() =>
          register(server, slug).then(
            () => true,
            () => false,
          ),
        );
        slugs.push({ slug });
        assert.ok(logBytes(file) > 0, 'the row is in the log first');
        assert.deepEqual(await server.end(), { code: 0, signal: null });
        assert.equal(logBytes(file), 0);
        assert.deepEqual(await rowsOfCopy(file, 'SELECT slug FROM apps ORDER BY slug'), slugs);
        if (slug === 'first') server = await relaunch(server.env);
      }
    });

  it('empties the log after an option was set', async () => {
    const url = await freshDatabaseUrl();
    const db = openDatabaseAt(url);
    await execute(db, 'PRAGMA cache_size = 500');
    await execute(db, 'CREATE TABLE things (id INTEGER PRIMARY KEY)');
    await execute(db, 'INSERT INTO things (id) VALUES (1)');
    await db.close();
    assert.equal(logBytes(fileOf(url)), 0);
    assert.deepEqual(await rowsOfCopy(fileOf(url), 'SELECT id FROM things'), [{ id: 1 }]);
  });
});
