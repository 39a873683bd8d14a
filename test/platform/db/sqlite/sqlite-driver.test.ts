import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { ForeignKeyConstraintError, QueryTypes, TimeoutError, Transaction, UniqueConstraintError } from 'sequelize';
import { Connection } from '../../../../server/platform/db/sqlite/connection.ts';
import { counterValue, createSqliteTables, openSqliteStore, type SqliteStore } from '../../../support/databases/sqlite-store.ts';
import { watchLoop } from '../../../support/loop-watch.ts';

/** Part of no transaction, also where another test file of the process has made Sequelize find them by itself. */
const OUTSIDE = { transaction: null };
const SNAPSHOT = { type: Transaction.TYPES.DEFERRED };
const LOCK_WAIT_MS = 100;
const LONGER_THAN_A_TEST_MS = 60_000;
/** A busy machine stays below it; a call that waits for a lock in this thread would wait for seconds. */
const BLOCKED_MS = 1_000;

describe('the embedded engine', () => {
  let folder: string;
  let file: string;
  let store: SqliteStore;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'diwan-sqlite-'));
    file = path.join(folder, 'store.sqlite');
    store = openSqliteStore(file);
    await createSqliteTables(store);
  });

  afterEach(async () => {
    await store.sequelize.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens the file again, with another wait for the lock. */
  async function reopen(lockWaitMs: number): Promise<SqliteStore> {
    await store.sequelize.close();
    store = openSqliteStore(file, lockWaitMs);
    return store;
  }

  describe('transactions', () => {
    it('run fifty in parallel without blocking the event loop', async () => {
      const { sequelize, Entry, Counter } = store;
      const loop = watchLoop(5);

      const work = Array.from({ length: 50 }, (_, n) =>
        sequelize.transaction(async (transaction) => {
          await Counter.findByPk(1, { transaction });
          await wait(1);
          await Entry.create({ key: `key-${n % 40}` }, { transaction });
          await Counter.increment('value', { where: { id: 1 }, transaction });
        }),
      );
      const results = await Promise.allSettled(work);
      const blocked = loop.stop();

      const failures = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
      assert.equal(failures.length, 10);
      for (const failure of failures) assert(failure instanceof UniqueConstraintError);
      assert.equal(await counterValue(store), 40);
      assert.equal(await Entry.count(), 40);
      assert(blocked < BLOCKED_MS, `the event loop stood still for ${blocked} ms`);
    });

    it('write in the order of their arrival', async () => {
      const { sequelize, Entry } = store;
      const inTransaction = (key: string) => sequelize.transaction((transaction) => Entry.create({ key }, { transaction }));
      const alone = (key: string) => Entry.create({ key });

      const first = await sequelize.transaction();
      const waiting: Promise<unknown>[] = [];
      for (const [key, write] of Object.entries({ a: inTransaction, b: alone, c: inTransaction, d: alone })) {
        waiting.push(write(key));
        await wait(5);
      }
      await first.commit();
      await Promise.all(waiting);

      const rows = await Entry.findAll({ order: ['id'] });
      assert.deepEqual(
        rows.map((row) => row.get('key')),
        ['a', 'b', 'c', 'd'],
      );
    });

    it('hide uncommitted rows and never block a reader', async () => {
      const { sequelize, Entry } = store;
      await sequelize.transaction(async (transaction) => {
        await Entry.create({ key: 'a' }, { transaction });
        assert.equal(await Entry.count(OUTSIDE), 0);
        assert.equal(await Entry.count({ transaction }), 1);
      });
      assert.equal(await Entry.count(), 1);
    });

    it('nest inside each other by savepoints', async () => {
      const { sequelize, Entry } = store;
      await sequelize.transaction(async (transaction) => {
        await Entry.create({ key: 'kept' }, { transaction });
        const inner = sequelize.transaction({ transaction }, async (nested) => {
          await Entry.create({ key: 'dropped' }, { transaction: nested });
          throw new Error('undo');
        });
        await assert.rejects(inner, /undo/);
      });
      assert.deepEqual(
        (await Entry.findAll()).map((row) => row.get('key')),
        ['kept'],
      );
    });

    it('refuse a write that waits for its own transaction', async () => {
      const { sequelize, Entry } = await reopen(LOCK_WAIT_MS);

      const forgetful = sequelize.transaction(async () => Entry.create({ key: 'outside' }, OUTSIDE));

      await assert.rejects(forgetful, isBusy);
      await Entry.create({ key: 'outside' });
    });

    it('refuse with SQLITE_BUSY a second transaction inside the first', async () => {
      const { sequelize } = await reopen(LOCK_WAIT_MS);
      await assert.rejects(
        sequelize.transaction(() => sequelize.transaction(async () => undefined)),
        isBusy,
      );
      await sequelize.transaction(async () => undefined);
    });

    it('are over when their COMMIT fails', async () => {
      const { sequelize, Entry } = await reopen(LOCK_WAIT_MS);
      await sequelize.query('CREATE TABLE orphans (entry INTEGER REFERENCES entries (id) DEFERRABLE INITIALLY DEFERRED)');
      await sequelize.query('BEGIN IMMEDIATE');
      await sequelize.query('INSERT INTO orphans VALUES (99)');
      await assert.rejects(sequelize.query('COMMIT'), ForeignKeyConstraintError);

      await sequelize.transaction((transaction) => Entry.create({ key: 'next' }, { transaction }));
      assert.equal(await Entry.count(), 1);
    });

    it('do not inherit the settings that another made', async () => {
      const { sequelize } = store;
      const cacheSize = (transaction: Transaction) => sequelize.query('PRAGMA cache_size', { transaction, type: QueryTypes.SELECT });
      await sequelize.transaction((transaction) => sequelize.query('PRAGMA cache_size = 77', { transaction }));
      assert.notDeepEqual(await sequelize.transaction(cacheSize), [{ cache_size: 77 }]);
    });

    it('commit nothing of a transaction that an error has ended', async () => {
      const { sequelize, Entry } = store;
      await Entry.create({ key: 'taken' });

      const stubborn = sequelize.transaction(async (transaction) => {
        await Entry.create({ key: 'first' }, { transaction });
        await assert.rejects(sequelize.query("INSERT OR ROLLBACK INTO entries (key) VALUES ('taken')", { transaction }));
        await Entry.create({ key: 'second' }, { transaction });
      });

      await assert.rejects(stubborn, /rolled the transaction back/);
      assert.equal(await Entry.count(), 1);
    });
  });

  describe('snapshots', () => {
    it('do not see later commits and block no writer', async () => {
      const { sequelize, Entry } = await reopen(LOCK_WAIT_MS);
      await sequelize.transaction(SNAPSHOT, async (transaction) => {
        assert.equal(await Entry.count({ transaction }), 0);
        await sequelize.transaction((writer) => Entry.create({ key: 'meanwhile' }, { transaction: writer }));
        await Entry.create({ key: 'and alone' }, OUTSIDE);
        assert.equal(await Entry.count({ transaction }), 0);
      });
      assert.equal(await Entry.count(), 2);
    });

    it('start while a writer is at work', async () => {
      const { sequelize, Entry } = await reopen(LOCK_WAIT_MS);
      await sequelize.transaction(async (transaction) => {
        await Entry.create({ key: 'unseen' }, { transaction });
        const count = await sequelize.transaction(SNAPSHOT, (snapshot) => Entry.count({ transaction: snapshot }));
        assert.equal(count, 0);
      });
    });

    it('take the lock with their first write', async () => {
      const { sequelize, Entry } = store;
      const first = await sequelize.transaction();
      let later: Promise<unknown> | undefined;
      const work = sequelize.transaction(SNAPSHOT, async (transaction) => {
        await Promise.all(['a', 'b', 'c'].map((key) => Entry.create({ key }, { transaction })));
        later = Entry.create({ key: 'later' }, OUTSIDE);
        await wait(5);
        assert.equal(await Entry.count(OUTSIDE), 0);
      });
      await wait(5);
      await first.commit();

      await work;
      await later;
      assert.equal(await Entry.count(), 4);
    });

    it('refuse to write once they are out of date', async () => {
      const { sequelize, Entry } = store;
      const late = sequelize.transaction(SNAPSHOT, async (transaction) => {
        await Entry.count({ transaction });
        await Entry.create({ key: 'meanwhile' }, OUTSIDE);
        await Entry.create({ key: 'late' }, { transaction });
      });
      await assert.rejects(late, isBusy);
      assert.equal(await Entry.count(), 1);
    });
  });

  describe('close()', () => {
    it('leaves the whole database in its file', async () => {
      await store.Entry.bulkCreate(Array.from({ length: 100 }, (_, n) => ({ key: `key-${n}` })));
      await store.sequelize.close();

      const log = `${file}-wal`;
      assert(!existsSync(log) || statSync(log).size === 0);
      const copy = path.join(folder, 'copy.sqlite');
      await copyFile(file, copy);
      store = openSqliteStore(copy);
      assert.equal(await store.Entry.count(), 100);
      await rm(file);
      assert(!readdirSync(folder).includes('store.sqlite'));
    });

    it('ends what is open without its changes', async () => {
      const open = await store.sequelize.transaction();
      await store.Entry.create({ key: 'open' }, { transaction: open });
      await store.sequelize.close();

      store = openSqliteStore(file, LOCK_WAIT_MS);
      await store.Entry.create({ key: 'next' });
      assert.equal(await store.Entry.count(), 1);
    });

    it('fails what still waits for another at once', async () => {
      const open = await store.sequelize.transaction();
      const connection = await connect(file);

      const waiting = insert(connection, 'waiting');
      connection.close();

      await assert.rejects(waiting, /connection is closed/);
      await open.commit();
      assert.equal(await store.Entry.count(), 0);
    });

    it('fails a write that comes later at once', async () => {
      const open = await store.sequelize.transaction();
      const connection = await connect(file);

      connection.close();

      await assert.rejects(insert(connection, 'late'), /connection is closed/);
      await open.commit();
      assert.equal(await store.Entry.count(), 0);
    });
  });
});

/** A connection below Sequelize, whose statements are in line as soon as the call returns. */
function connect(file: string): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = new Connection(file, LONGER_THAN_A_TEST_MS, (error) => (error === null ? resolve(connection) : reject(error)));
  });
}

function insert(connection: Connection, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.run('INSERT INTO entries (key) VALUES (?)', [key], (error) => (error === null ? resolve() : reject(error)));
  });
}

function isBusy(error: unknown): boolean {
  assert(error instanceof TimeoutError);
  assert.equal(Reflect.get(error.parent, 'code'), 'SQLITE_BUSY');
  return true;
}
