import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  ConnectionError,
  DatabaseError,
  DataTypes,
  ForeignKeyConstraintError,
  QueryTypes,
  Transaction,
  UniqueConstraintError,
  ValidationError,
} from 'sequelize';

import { createSqliteTables, openSqliteStore, type SqliteStore } from '../../../support/databases/sqlite-store.ts';

describe('the embedded engine through Sequelize', () => {
  let folder: string;
  let store: SqliteStore;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'diwan-sqlite-'));
    store = openSqliteStore(path.join(folder, 'store.sqlite'));
    await createSqliteTables(store);
  });

  afterEach(async () => {
    await store.sequelize.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The one value that the engine answers for `expression` with `bind` as $1. */
  async function answer(expression: string, bind: unknown = null): Promise<unknown> {
    const rows = await store.sequelize.query<{ v: unknown }>(`SELECT ${expression} AS v`, { bind: [bind], type: QueryTypes.SELECT });
    return rows[0]?.v;
  }

  describe('errors', () => {
    it('name the fields of a duplicate key', async () => {
      await store.Entry.create({ key: 'once' });
      await assert.rejects(store.Entry.create({ key: 'once' }), (error) => {
        assert(error instanceof UniqueConstraintError);
        assert.deepEqual(error.fields, ['key']);
        assert.equal(Reflect.get(error.parent, 'code'), 'SQLITE_CONSTRAINT_UNIQUE');
        return true;
      });
    });

    it('take a duplicate primary key for a duplicate', async () => {
      await store.Entry.create({ id: 7, key: 'a' });
      await assert.rejects(store.Entry.create({ id: 7, key: 'b' }), (error) => {
        assert(error instanceof UniqueConstraintError);
        assert.deepEqual(error.fields, ['id']);
        return true;
      });
    });

    it('report missing parents and parents with children', async () => {
      const { Entry, Note } = store;
      await assert.rejects(Note.create({ entryId: 99 }), ForeignKeyConstraintError);

      const entry = await Entry.create({ key: 'parent' });
      await Note.create({ entryId: entry.get('id') });
      await assert.rejects(entry.destroy(), ForeignKeyConstraintError);
      assert.equal(await Entry.count(), 1);
    });

    it('do not take a missing value for a duplicate', async () => {
      await assert.rejects(store.sequelize.query('INSERT INTO entries (key) VALUES (NULL)'), (error) => {
        assert(error instanceof DatabaseError);
        assert(!(error instanceof ValidationError));
        assert.equal(Reflect.get(error.parent, 'code'), 'SQLITE_CONSTRAINT_NOTNULL');
        return true;
      });
    });

    it('report a statement that cannot be read', async () => {
      await assert.rejects(store.sequelize.query('SELEKT 1'), /SQLITE_ERROR: near "SELEKT": syntax error/);
      await assert.rejects(store.sequelize.query('SELECT * FROM nowhere'), /no such table: nowhere/);
    });

    it('report a file that cannot be opened', async () => {
      const nowhere = openSqliteStore(folder);
      await assert.rejects(nowhere.sequelize.authenticate(), (error) => {
        assert(error instanceof ConnectionError);
        assert.match(error.message, /SQLITE_CANTOPEN/);
        return true;
      });
      await nowhere.sequelize.close();
    });
  });

  describe('values', () => {
    it('come back as they were stored', async () => {
      const values = {
        text: "مرحبا بالعالم 👩‍🚀 'quoted' $1 ?",
        flag: true,
        at: new Date('2024-02-29T23:59:59.987Z'),
        data: { list: [1, 'two', null], نص: { deep: true } },
        bytes: Buffer.from([0, 255, 10]),
      };
      const { id } = (await store.Note.create(values)).get() as { id: number };

      const found = await store.Note.findByPk(id, { rejectOnEmpty: true });
      const { id: _id, entryId, ...stored } = found.get() as Record<string, unknown>;
      assert.deepEqual(stored, values);
      assert.equal(entryId, null);
      assert.equal(await store.Note.count({ where: { at: values.at, flag: true, text: values.text, 'data.list[1]': 'two' } }), 1);
    });

    it('are bound by kind: booleans, nothing, dates, bytes, large numbers', async () => {
      assert.equal(await answer('$1', true), 1);
      assert.equal(await answer('$1', false), 0);
      assert.equal(await answer('$1', null), null);
      assert.equal(await answer('$1', new Date('2024-02-29T23:59:59.987Z')), '2024-02-29 23:59:59.987 +00:00');
      assert.deepEqual(await answer('$1', new Uint8Array([1, 2]).buffer), Buffer.from([1, 2]));
      assert.deepEqual(await answer('$1', new Uint8Array([1, 2, 3]).subarray(1)), Buffer.from([2, 3]));
      assert.equal(await answer('CAST($1 AS TEXT)', 1_700_000_000_000), '1700000000000');
      assert.equal(await answer('$1', 0.5), 0.5);
    });

    it('refuse an integer that a number cannot hold', async () => {
      await assert.rejects(answer('9007199254740993'), /too large/);
    });

    it('are rows like any object', async () => {
      assert.deepEqual(await store.sequelize.query('SELECT 1 AS a', { type: QueryTypes.SELECT }), [{ a: 1 }]);
    });
  });

  describe('results', () => {
    it('carry the ids of all new rows', async () => {
      const rows = await store.Entry.bulkCreate([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
      assert.deepEqual(
        rows.map((row) => row.get('id')),
        [1, 2, 3],
      );
    });

    it('count the rows that were changed, raw statements too', async () => {
      await store.Entry.bulkCreate([{ key: 'a' }, { key: 'b' }]);
      assert.deepEqual(await store.Counter.update({ value: 5 }, { where: { id: 1 } }), [1]);
      assert.equal(await store.Entry.destroy({ where: { key: ['a', 'x'] } }), 1);
      const [, result] = await store.sequelize.query("UPDATE entries SET key = key || '!'");
      assert.equal(Reflect.get(Object(result), 'changes'), 1);
    });

    it('are right after upserts and ignored duplicates', async () => {
      await store.Entry.create({ id: 1, key: 'a' });
      await store.Entry.upsert({ id: 1, key: 'b' });
      await store.Entry.bulkCreate([{ key: 'b' }, { key: 'c' }], { ignoreDuplicates: true });
      const rows = await store.Entry.findAll({ order: ['id'] });
      assert.deepEqual(
        rows.map((row) => row.get('key')),
        ['b', 'c'],
      );
    });
  });

  describe('the schema', () => {
    const at = new Date('2024-01-01T00:00:00.001Z');

    it('is read again after another connection changes it', async () => {
      const other = openSqliteStore(path.join(folder, 'store.sqlite'));
      const Late = store.sequelize.define('note', { id: { type: DataTypes.INTEGER, primaryKey: true }, late: DataTypes.DATE(3) });
      await store.Note.findAll();

      await other.sequelize.getQueryInterface().addColumn('notes', 'late', { type: DataTypes.DATE(3) });
      await Late.create({ id: 1, late: at });

      assert.deepEqual(
        (await Late.findAll()).map((row) => row.get('late')),
        [at],
      );
      await other.sequelize.close();
    });

    it('is not kept from within the transaction that changes it', async () => {
      const { sequelize } = store;
      const Late = sequelize.define('note', { id: { type: DataTypes.INTEGER, primaryKey: true }, late: DataTypes.DATE(3) });
      await sequelize.transaction(async (transaction) => {
        await sequelize.query('ALTER TABLE notes ADD COLUMN late DATETIME', { transaction });
        await store.Note.findAll({ attributes: ['id'] });
      });
      await Late.create({ id: 1, late: at });
      assert.deepEqual(
        (await Late.findAll()).map((row) => row.get('late')),
        [at],
      );
    });

    it('is not kept from a snapshot that is older', async () => {
      const { sequelize, Entry, Note } = store;
      const Late = sequelize.define('note', { id: { type: DataTypes.INTEGER, primaryKey: true }, late: DataTypes.DATE(3) });
      await sequelize.transaction({ type: Transaction.TYPES.DEFERRED }, async (transaction) => {
        await Entry.count({ transaction });
        await sequelize.query('ALTER TABLE notes ADD COLUMN late DATETIME');
        await Note.findAll({ attributes: ['id'], transaction });
      });
      await Late.create({ id: 1, late: at });
      assert.deepEqual(
        (await Late.findAll()).map((row) => row.get('late')),
        [at],
      );
    });

    it('is dropped and made again', async () => {
      await store.Entry.findAll();
      await store.sequelize.sync({ force: true });
      await store.Entry.create({ key: 'a' });
      assert.equal(await store.Entry.count(), 1);
      await assert.rejects(store.Note.create({ entryId: 99 }), ForeignKeyConstraintError);
    });
  });
});
