import assert from 'node:assert/strict';
import { DataTypes, Model, type Sequelize } from 'sequelize';
import type { Database } from '../../../server/platform/db/database.ts';
import { execute, selectRows } from '../../../server/platform/db/statements/sql.ts';
import { afterCommit, inSnapshot, inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { openScratchDatabase } from '../../support/databases/scratch-database.ts';

class Thing extends Model {}

function initThing(sequelize: Sequelize): void {
  (class extends Thing {}).init({ name: DataTypes.STRING(50) }, { sequelize, modelName: 'Thing', tableName: 'things', timestamps: false });
}

describe('two databases in one process', () => {
  let first: Database;
  let second: Database;

  beforeEach(async () => {
    first = await openScratchDatabase({ initModels: initThing });
    second = await openScratchDatabase({ initModels: initThing });
    for (const db of [first, second]) await db.sequelize.sync();
  });

  afterEach(async () => {
    await first.close();
    await second.close();
  });

  const insert = (db: Database, name: string) => execute(db, 'INSERT INTO things (name) VALUES (:name)', { name });
  const namesIn = async (db: Database) => (await selectRows<{ name: string }>(db, 'SELECT name FROM things')).map(({ name }) => name);

  /** Runs `work` inside a transaction of the first database that is rolled back afterwards. */
  async function inFailedTransaction(work: () => Promise<unknown>): Promise<void> {
    const failed = inTransaction(first, async () => {
      await insert(first, 'rolled back');
      await work();
      throw new Error('changed my mind');
    });
    await assert.rejects(failed, /changed my mind/);
    assert.deepEqual(await namesIn(first), []);
  }

  it('commits a statement on the other database by itself', async () => {
    await inFailedTransaction(() => insert(second, 'kept'));
    assert.deepEqual(await namesIn(second), ['kept']);
  });

  it('commits a transaction of the other database by itself', async () => {
    await inFailedTransaction(() => inTransaction(second, () => insert(second, 'kept')));
    assert.deepEqual(await namesIn(second), ['kept']);
  });

  it('rolls an inner transaction back without the outer one', async () => {
    await inTransaction(first, async () => {
      await insert(first, 'outer');
      const inner = inTransaction(second, async () => {
        await insert(second, 'inner');
        throw new Error('inner failed');
      });
      await assert.rejects(inner, /inner failed/);
      await insert(first, 'outer again');
    });
    assert.deepEqual([await namesIn(first), await namesIn(second)], [['outer', 'outer again'], []]);
  });

  it('writes to one inside a snapshot of the other', async () => {
    await inSnapshot(first, () => inTransaction(second, () => insert(second, 'kept')));
    assert.deepEqual(await namesIn(second), ['kept']);
  });

  it('calls a hook of the other database at once', async () => {
    const calls: string[] = [];
    await inTransaction(first, async () => {
      afterCommit(first, () => void calls.push('first'));
      afterCommit(second, () => void calls.push('second'));
      assert.deepEqual(calls, ['second']);
    });
    assert.deepEqual(calls, ['second', 'first']);
  });

  it('binds one model class to both databases', async () => {
    await first.model(Thing).create({ name: 'one' });
    await second.model(Thing).create({ name: 'two' });
    assert.deepEqual([await namesIn(first), await namesIn(second)], [['one'], ['two']]);
  });

  it('goes on when the other database is closed', async () => {
    await first.close();
    await inTransaction(second, () => insert(second, 'alive'));
    assert.deepEqual(await namesIn(second), ['alive']);
    first = await openScratchDatabase();
  });
});
