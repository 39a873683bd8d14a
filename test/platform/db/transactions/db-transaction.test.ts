import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize';
import type { Database } from '../../../../server/platform/db/database.ts';
import { isCollision, RolledBackError } from '../../../../server/platform/db/statements/driver-error.ts';
import { execute, forUpdate, selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { afterCommit, inSnapshot, inTransaction } from '../../../../server/platform/db/transactions/transaction.ts';
import { openScratchDatabase } from '../../../support/databases/scratch-database.ts';

class Thing extends Model<InferAttributes<Thing>, InferCreationAttributes<Thing>> {
  declare id: CreationOptional<number>;
  declare name: string;
  declare count: number;
}

/** Created before any transaction, so that its work belongs to none. */
const outside = new AsyncResource('outside');

describe('inTransaction', () => {
  let db: Database;

  before(async () => {
    db = await openScratchDatabase();
    Thing.init(
      { id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true }, name: DataTypes.STRING(50), count: DataTypes.INTEGER },
      {
        sequelize: db.sequelize,
        tableName: 'things',
        timestamps: false,
        indexes: [{ name: 'things_name', unique: true, fields: ['name'] }],
      },
    );
    await db.sequelize.sync();
  });

  beforeEach(async () => {
    await execute(db, 'DELETE FROM things');
    await Thing.bulkCreate([
      { name: 'a', count: 0 },
      { name: 'b', count: 0 },
    ]);
  });

  after(() => db.close());

  const countOf = async (name: string) =>
    (await selectRows<{ count: number }>(db, 'SELECT count FROM things WHERE name = :name', { name }))[0]?.count;
  const add = (name: string) => execute(db, 'UPDATE things SET count = count + 1 WHERE name = :name', { name });

  it('loses no update of 50 parallel transactions', async () => {
    const change = () =>
      inTransaction(db, async () => {
        const [row] = await selectRows<{ count: number }>(db, `SELECT count FROM things WHERE name = 'a'${forUpdate(db)}`);
        await sleep(1);
        await execute(db, "UPDATE things SET count = :next WHERE name = 'a'", { next: (row?.count ?? Number.NaN) + 1 });
      });
    await Promise.all(Array.from({ length: 50 }, change));
    assert.equal(await countOf('a'), 50);
  });

  it('includes models and raw statements without a parameter', async () => {
    await assert.rejects(
      inTransaction(db, async () => {
        await Thing.create({ name: 'c', count: 1 });
        await add('a');
        await db.sequelize.query("UPDATE things SET count = 7 WHERE name = 'b'");
        assert.equal(await Thing.count(), 3);
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    assert.equal(await Thing.count(), 2);
    assert.deepEqual([await countOf('a'), await countOf('b')], [0, 0]);
  });

  it('isolates transactions on fewer connections than transactions', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
    await Promise.all(
      names.map((name) =>
        inTransaction(db, async () => {
          await Thing.create({ name, count: 0 });
          await sleep(Math.random() * 5);
          assert.equal(await add(name), 1);
          if (name.endsWith('3')) throw new Error('no');
        }).catch((error: unknown) => assert.match(String(error), /no/)),
      ),
    );
    assert.equal((await selectRows(db, "SELECT name FROM things WHERE name LIKE 'n%'")).length, 36);
  });

  it('joins the transaction that it is called in', async () => {
    await assert.rejects(
      inTransaction(db, async () => {
        await inTransaction(db, () => add('a'));
        throw new Error('outer');
      }),
      /outer/,
    );
    assert.equal(await countOf('a'), 0);
  });

  it('resolves and rejects like the work itself', async () => {
    assert.equal(await inTransaction(db, async () => 7), 7);
    const error = new Error('mine');
    await assert.rejects(
      inTransaction(db, () => Promise.reject(error)),
      (thrown) => thrown === error,
    );
  });

  it('runs the whole transaction again after a collision', async () => {
    let tries = 0;
    await inTransaction(db, async () => {
      tries += 1;
      await add('a');
      if (tries < 3) throw Object.assign(new Error('try again'), { errno: 1213 });
    });
    assert.equal(tries, 3);
    assert.equal(await countOf('a'), 1);
  });

  it('fails after six attempts with the last error', async () => {
    let tries = 0;
    const work = () => {
      tries += 1;
      return Promise.reject(Object.assign(new Error(`try ${tries}`), { code: 'SQLITE_BUSY' }));
    };
    await assert.rejects(inTransaction(db, work), /try 6/);
  });

  it('does not repeat work after any other error', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      await Thing.create({ name: 'a', count: 0 });
    };
    await assert.rejects(inTransaction(db, work), { name: 'SequelizeUniqueConstraintError' });
    assert.equal(tries, 1);
  });

  it('excludes work that starts after its end', async () => {
    let later: Promise<unknown> = Promise.resolve();
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    await inTransaction(db, async () => {
      later = ended.then(() => inTransaction(db, () => add('a')));
    });
    end();
    await later;
    assert.equal(await countOf('a'), 1);
  });

  it('refuses statements that outlive a rolled-back transaction', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late: Promise<unknown> = Promise.resolve();
    const failed = inTransaction(db, async () => {
      late = released.then(() => add('a'));
      await add('b');
      throw new Error('the first of two failed');
    });
    await assert.rejects(failed, /first of two/);
    release();
    await assert.rejects(late, /rollback has been called/);
    assert.deepEqual([await countOf('a'), await countOf('b')], [0, 0]);
  });

  describe('afterCommit', () => {
    it('calls hooks in order, once, after the commit is visible', async () => {
      const calls: string[] = [];
      await inTransaction(db, async () => {
        afterCommit(db, async () => {
          await sleep(5);
          calls.push(`first ${await countOf('a')}`);
        });
        await inTransaction(db, async () => afterCommit(db, () => void calls.push('second')));
        await add('a');
        assert.deepEqual(calls, []);
      });
      assert.deepEqual(calls, ['first 1', 'second']);
    });

    it('calls no hook after a rollback', async () => {
      const calls: string[] = [];
      await assert.rejects(
        inTransaction(db, async () => {
          afterCommit(db, () => void calls.push('no'));
          throw new Error('rolled back');
        }),
      );
      assert.deepEqual(calls, []);
    });

    it('calls once after several attempts of a transaction', async () => {
      let tries = 0;
      let calls = 0;
      await inTransaction(db, async () => {
        afterCommit(db, () => {
          calls += 1;
        });
        tries += 1;
        if (tries < 3) throw Object.assign(new Error('try again'), { errno: 1205 });
      });
      assert.equal(calls, 1);
    });

    it('calls immediately outside of a transaction', () => {
      let calls = 0;
      afterCommit(db, () => {
        calls += 1;
      });
      assert.equal(calls, 1);
    });

    it('keeps the commit when a hook fails', async () => {
      await inTransaction(db, async () => {
        afterCommit(db, () => Promise.reject(new Error('mail server away')));
        await add('a');
      });
      assert.equal(await countOf('a'), 1);
    });
  });

  describe('inSnapshot', () => {
    it('does not see what others commit meanwhile', async () => {
      await inSnapshot(db, async () => {
        assert.equal(await countOf('a'), 0);
        await outside.runInAsyncScope(() => add('a'));
        assert.equal(await countOf('a'), 0);
      });
      assert.equal(await countOf('a'), 1);
    });

    it('sees the writes of the transaction around it', async () => {
      await inTransaction(db, async () => {
        await add('a');
        assert.equal(await inSnapshot(db, () => countOf('a')), 1);
      });
    });

    it('refuses a transaction inside a snapshot', async () => {
      await assert.rejects(
        inSnapshot(db, () => inTransaction(db, () => add('a'))),
        /snapshot only reads/,
      );
    });
  });

  it('runs deadlocked transactions again, each with one effect', async () => {
    if (!db.isMySql) return assert.equal(forUpdate(db), ''); // one writer at a time cannot deadlock
    let tries = 0;
    const inOrder = (first: string, second: string) =>
      inTransaction(db, async () => {
        tries += 1;
        await add(first);
        await sleep(5);
        await add(second);
      });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? inOrder('a', 'b') : inOrder('b', 'a'))),
    );
    const succeeded = outcomes.filter(({ status }) => status === 'fulfilled').length;
    // a transaction that lost six times in a row fails and writes nothing
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(isCollision(outcome.reason), String(outcome.reason));
    assert.ok(succeeded >= 15, `${succeeded} of 20 came succeeded`);
    assert.deepEqual([await countOf('a'), await countOf('b')], [succeeded, succeeded]);
    assert.ok(tries > 20, `${tries} tries: nothing collided`);
  });

  it('commits nothing after a deadlock, even with errors ignored', async () => {
    if (!db.isMySql) return assert.equal(forUpdate(db), '');
    await Thing.create({ name: 'tally', count: 0 });
    let errors = 0;
    const careless = (first: string, second: string) =>
      inTransaction(db, async () => {
        await add(first);
        await sleep(5);
        const ignore = () => {
          errors += 1;
        };
        await Promise.all([add(second).catch(ignore), add('tally').catch(ignore)]);
        await add('tally').catch(ignore);
      });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? careless('a', 'b') : careless('b', 'a'))),
    );
    const succeeded = outcomes.filter(({ status }) => status === 'fulfilled').length;
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof RolledBackError || isCollision(outcome.reason), String(outcome.reason));
    assert.ok(errors > 0, 'nothing collided');
    assert.deepEqual([await countOf('a'), await countOf('b'), await countOf('tally')], [succeeded, succeeded, succeeded * 2]);
  });
});
