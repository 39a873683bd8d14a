import assert from 'node:assert/strict';
import type { Database } from '../../../../server/platform/db/database.ts';
import { execute, selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { inSnapshot, inTransaction } from '../../../../server/platform/db/transactions/transaction.ts';
import { openScratchDatabase } from '../../../support/databases/scratch-database.ts';

const AT = new Date('2026-03-04T05:06:07.089Z');

describe('the times of writes', () => {
  let db: Database;

  beforeEach(async () => {
    db = await openScratchDatabase({ clock: { now: () => AT } });
    await db.sequelize.query('CREATE TABLE things (id INTEGER PRIMARY KEY)');
  });
  afterEach(() => db.close());

  const insert = (id: number) => execute(db, 'INSERT INTO things VALUES (:id)', { id });
  const read = () => selectRows(db, 'SELECT id FROM things');
  const times = () => [db.writes.committed, db.writes.failed];

  it('are set by a statement outside of a transaction', async () => {
    await insert(1);
    assert.deepEqual(times(), [AT, null]);
  });

  it('are set when a transaction commits, not before', async () => {
    await inTransaction(db, async () => {
      await insert(1);
      assert.deepEqual(times(), [null, null]);
    });
    assert.deepEqual(times(), [AT, null]);
  });

  it('stay when a transaction reads or is rolled back', async () => {
    await read();
    await inSnapshot(db, read);
    await inTransaction(db, read);
    const refused = inTransaction(db, async () => {
      await insert(1);
      throw new Error('refused');
    });
    await assert.rejects(refused, /refused/);
    assert.deepEqual(times(), [null, null]);
  });

  it('stay when a row exists already', async () => {
    const twice = () => inTransaction(db, () => insert(1).then(() => insert(1)));
    await assert.rejects(twice);
    assert.deepEqual(times(), [null, null]);
  });
});
