import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import { isCollision } from '../../server/platform/db/driver-error.ts';
import { execute, forUpdate, isMySql, selectRows } from '../../server/platform/db/sql.ts';
import { afterCommit, inSnapshot, inTransaction, RolledBackError } from '../../server/platform/db/transaction.ts';
import { openScratchDatabase } from '../support/scratch-database.ts';

class Thing extends Model<InferAttributes<Thing>, InferCreationAttributes<Thing>> {
  declare id: CreationOptional<number>;
  declare name: string;
  declare count: number;
}

/** Made before any transaction, so part of none. */
const somebodyElse = new AsyncResource('somebody else');

describe('inTransaction', () => {
  let sequelize: Sequelize;

  before(async () => {
    sequelize = await openScratchDatabase();
    Thing.init(
      { id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true }, name: DataTypes.STRING(50), count: DataTypes.INTEGER },
      { sequelize, tableName: 'things', timestamps: false, indexes: [{ name: 'things_name', unique: true, fields: ['name'] }] },
    );
    await sequelize.sync();
  });

  beforeEach(async () => {
    await execute('DELETE FROM things');
    await Thing.bulkCreate([
      { name: 'a', count: 0 },
      { name: 'b', count: 0 },
    ]);
  });

  after(() => sequelize.close());

  const countOf = async (name: string) =>
    (await selectRows<{ count: number }>('SELECT count FROM things WHERE name = :name', { name }))[0]?.count;
  const add = (name: string) => execute('UPDATE things SET count = count + 1 WHERE name = :name', { name });

  it('loses no update when 50 read, change and write the same row', async () => {
    const change = () =>
      inTransaction(async () => {
        const [row] = await selectRows<{ count: number }>(`SELECT count FROM things WHERE name = 'a'${forUpdate()}`);
        await sleep(1);
        await execute("UPDATE things SET count = :next WHERE name = 'a'", { next: (row?.count ?? Number.NaN) + 1 });
      });
    await Promise.all(Array.from({ length: 50 }, change));
    assert.equal(await countOf('a'), 50);
  });

  it('takes models and raw statements in without being told', async () => {
    await assert.rejects(
      inTransaction(async () => {
        await Thing.create({ name: 'c', count: 1 });
        await add('a');
        await sequelize.query("UPDATE things SET count = 7 WHERE name = 'b'");
        assert.equal(await Thing.count(), 3);
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    assert.equal(await Thing.count(), 2);
    assert.deepEqual([await countOf('a'), await countOf('b')], [0, 0]);
  });

  it('keeps parallel transactions apart on fewer connections than transactions', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
    await Promise.all(
      names.map((name) =>
        inTransaction(async () => {
          await Thing.create({ name, count: 0 });
          await sleep(Math.random() * 5);
          assert.equal(await add(name), 1);
          if (name.endsWith('3')) throw new Error('no');
        }).catch((error: unknown) => assert.match(String(error), /no/)),
      ),
    );
    assert.equal((await selectRows("SELECT name FROM things WHERE name LIKE 'n%'")).length, 36);
  });

  it('becomes part of the transaction around it', async () => {
    await assert.rejects(
      inTransaction(async () => {
        await inTransaction(() => add('a'));
        throw new Error('outer');
      }),
      /outer/,
    );
    assert.equal(await countOf('a'), 0);
  });

  it('resolves to what the work returns and rejects with its very error', async () => {
    assert.equal(await inTransaction(async () => 7), 7);
    const error = new Error('mine');
    await assert.rejects(
      inTransaction(() => Promise.reject(error)),
      (thrown) => thrown === error,
    );
  });

  it('runs the whole again after a collision', async () => {
    let tries = 0;
    await inTransaction(async () => {
      tries += 1;
      await add('a');
      if (tries < 3) throw Object.assign(new Error('try again'), { errno: 1213 });
    });
    assert.equal(tries, 3);
    assert.equal(await countOf('a'), 1);
  });

  it('gives up after six tries with the last error', async () => {
    let tries = 0;
    const work = () => {
      tries += 1;
      return Promise.reject(Object.assign(new Error(`try ${tries}`), { code: 'SQLITE_BUSY' }));
    };
    await assert.rejects(inTransaction(work), /try 6/);
  });

  it('does not repeat work that failed for another reason', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      await Thing.create({ name: 'a', count: 0 });
    };
    await assert.rejects(inTransaction(work), { name: 'SequelizeUniqueConstraintError' });
    assert.equal(tries, 1);
  });

  it('leaves later work of its caller outside', async () => {
    let later: Promise<unknown> = Promise.resolve();
    await inTransaction(async () => {
      later = sleep(30).then(() => inTransaction(() => add('a')));
    });
    await later;
    assert.equal(await countOf('a'), 1);
  });

  describe('afterCommit', () => {
    it('calls in order, once, when others can see what was written', async () => {
      const calls: string[] = [];
      await inTransaction(async () => {
        afterCommit(async () => {
          await sleep(5);
          calls.push(`first ${await countOf('a')}`);
        });
        await inTransaction(async () => afterCommit(() => void calls.push('second')));
        await add('a');
        assert.deepEqual(calls, []);
      });
      assert.deepEqual(calls, ['first 1', 'second']);
    });

    it('calls nothing after a rollback', async () => {
      const calls: string[] = [];
      await assert.rejects(
        inTransaction(async () => {
          afterCommit(() => void calls.push('no'));
          throw new Error('rolled back');
        }),
      );
      assert.deepEqual(calls, []);
    });

    it('calls once for a transaction that took several tries', async () => {
      let tries = 0;
      let calls = 0;
      await inTransaction(async () => {
        afterCommit(() => {
          calls += 1;
        });
        tries += 1;
        if (tries < 3) throw Object.assign(new Error('try again'), { errno: 1205 });
      });
      assert.equal(calls, 1);
    });

    it('calls at once outside of a transaction', () => {
      let calls = 0;
      afterCommit(() => {
        calls += 1;
      });
      assert.equal(calls, 1);
    });

    it('lets the transaction succeed when what follows fails', async () => {
      await inTransaction(async () => {
        afterCommit(() => Promise.reject(new Error('mail server away')));
        await add('a');
      });
      assert.equal(await countOf('a'), 1);
    });
  });

  describe('inSnapshot', () => {
    it('does not see what is committed meanwhile', async () => {
      await inSnapshot(async () => {
        assert.equal(await countOf('a'), 0);
        await somebodyElse.runInAsyncScope(() => add('a'));
        assert.equal(await countOf('a'), 0);
      });
      assert.equal(await countOf('a'), 1);
    });

    it('sees the writes of the transaction around it', async () => {
      await inTransaction(async () => {
        await add('a');
        assert.equal(await inSnapshot(() => countOf('a')), 1);
      });
    });

    it('refuses a transaction within', async () => {
      await assert.rejects(
        inSnapshot(() => inTransaction(() => add('a'))),
        /snapshot only reads/,
      );
    });
  });

  it('runs a deadlocked transaction again, which brings nearly all of many through, each once', async () => {
    if (!isMySql()) return assert.equal(forUpdate(), ''); // one writer at a time cannot deadlock
    let tries = 0;
    const inOrder = (first: string, second: string) =>
      inTransaction(async () => {
        tries += 1;
        await add(first);
        await sleep(5);
        await add(second);
      });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? inOrder('a', 'b') : inOrder('b', 'a'))),
    );
    const through = outcomes.filter(({ status }) => status === 'fulfilled').length;
    // who has lost six times in a row gives up, with nothing written
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(isCollision(outcome.reason), String(outcome.reason));
    assert.ok(through >= 15, `${through} of 20 came through`);
    assert.deepEqual([await countOf('a'), await countOf('b')], [through, through]);
    assert.ok(tries > 20, `${tries} tries: nothing collided`);
  });

  it('commits nothing of a transaction that a deadlock ended, even when its work goes on', async () => {
    if (!isMySql()) return assert.equal(forUpdate(), '');
    await Thing.create({ name: 'tally', count: 0 });
    let errors = 0;
    const careless = (first: string, second: string) =>
      inTransaction(async () => {
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
    const through = outcomes.filter(({ status }) => status === 'fulfilled').length;
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof RolledBackError || isCollision(outcome.reason), String(outcome.reason));
    assert.ok(errors > 0, 'nothing collided');
    assert.deepEqual([await countOf('a'), await countOf('b'), await countOf('tally')], [through, through, through * 2]);
  });
});
