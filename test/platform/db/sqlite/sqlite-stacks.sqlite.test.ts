import assert from 'node:assert/strict';
import { UniqueConstraintError } from 'sequelize';
import { openScratchDatabase } from '../../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../../support/databases/sql.ts';

describe('the stack of a statement on SQLite', () => {
  it('is formatted after a failure only', async () => {
    const db = await openScratchDatabase();
    const before = Error.prepareStackTrace;
    let formatted = 0;
    const count = (error: Error): string => {
      formatted += 1;
      return `${error}\n    at the caller`;
    };
    try {
      await execute(db, 'CREATE TABLE things (id INTEGER PRIMARY KEY)');
      Error.prepareStackTrace = count;
      await execute(db, 'INSERT INTO things (id) VALUES (1)');
      await selectRows(db, 'SELECT id FROM things');
      assert.deepEqual([formatted, Error.prepareStackTrace], [0, count]);
      const failure: unknown = await execute(db, 'INSERT INTO things (id) VALUES (1)').catch((error: unknown) => error);
      assert.ok(failure instanceof UniqueConstraintError);
      assert.match(failure.stack ?? '', /at the caller/);
    } finally {
      Error.prepareStackTrace = before;
      await db.close();
    }
  });
});
