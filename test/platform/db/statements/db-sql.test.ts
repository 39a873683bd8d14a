import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize';
import type { Database } from '../../../../server/platform/db/database.ts';
import { ping } from '../../../../server/platform/db/health.ts';
import { isUniqueViolation, toApiError } from '../../../../server/platform/db/statements/errors.ts';
import { addToCounters, asDate, execute, replaceRow, selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { openDatabaseAt, openScratchDatabase } from '../../../support/databases/scratch-database.ts';
import { sentStatementsOf } from '../../../support/databases/statements.ts';
import { temporaryFolder } from '../../../support/engine.ts';

class Sample extends Model<InferAttributes<Sample>, InferCreationAttributes<Sample>> {
  declare id: number;
  declare label: string;
  declare area: string;
  declare flag: boolean;
  declare big: number;
  declare at: Date;
}

const AT = new Date('2026-03-04T05:06:07.089Z');
const VALUES = { label: 'x', area: 'y', flag: true, big: 9007199254740991, at: AT };

describe('SQL on either engine', () => {
  let db: Database;

  before(async () => {
    db = await openScratchDatabase();
    Sample.init(
      {
        id: { type: DataTypes.BIGINT, autoIncrement: true, primaryKey: true },
        label: DataTypes.STRING(50),
        area: DataTypes.STRING(200),
        flag: DataTypes.BOOLEAN,
        big: DataTypes.BIGINT,
        at: DataTypes.DATE(3),
      },
      {
        sequelize: db.sequelize,
        tableName: 'samples',
        timestamps: false,
        indexes: [
          { name: 'samples_label', unique: true, fields: ['label'] },
          { name: 'samples_area_flag', unique: true, fields: ['area', 'flag'] },
        ],
      },
    );
    await db.sequelize.sync();
    await db.sequelize.query(
      'CREATE TABLE sums (project_id INTEGER NOT NULL, kind VARCHAR(20) NOT NULL, n INTEGER NOT NULL, total INTEGER NOT NULL, at VARCHAR(40), PRIMARY KEY (project_id, kind))',
    );
  });

  beforeEach(async () => {
    await execute(db, 'DELETE FROM samples');
    await execute(db, 'DELETE FROM sums');
  });

  after(() => db.close());

  const insert = (values: Partial<typeof VALUES> & { id?: number }) =>
    Sample.create({ ...VALUES, ...values } as InferCreationAttributes<Sample>);

  it('answers a ping on an open connection', () => ping(db));

  it('returns ids and other integers as numbers', async () => {
    const { id } = await insert({});
    assert.equal(typeof id, 'number');
    const found = await Sample.findOne({ where: { id }, rejectOnEmpty: true });
    assert.deepEqual([found.id, found.big, found.flag, found.at], [id, 9007199254740991, true, AT]);
    const [row] = await selectRows<{ id: number; big: number; sum: number }>(
      db,
      'SELECT id, big, (SELECT SUM(id) FROM samples) AS sum FROM samples',
    );
    assert.deepEqual(row, { id, big: 9007199254740991, sum: id });
    assert.equal(await Sample.sum('id', { where: { id } }), id);
  });

  it('compares dates to the millisecond in raw statements', async () => {
    await insert({});
    const at = (date: Date) => selectRows<{ at: Date | string }>(db, 'SELECT at FROM samples WHERE at = :date', { date });
    const [row] = await at(AT);
    assert.deepEqual(asDate(row?.at ?? ''), AT);
    assert.deepEqual(await at(new Date(AT.getTime() + 1)), []);
    await execute(db, 'UPDATE samples SET at = :date', { date: new Date(AT.getTime() + 5) });
    assert.equal((await Sample.findOne({ rejectOnEmpty: true })).at.getTime(), AT.getTime() + 5);
  });

  it('returns the number of rows that it wrote', async () => {
    await insert({ label: 'a', area: 'a' });
    await insert({ label: 'b', area: 'b' });
    assert.equal(await execute(db, 'UPDATE samples SET flag = :flag', { flag: false }), 2);
    assert.equal(await execute(db, 'UPDATE samples SET flag = :flag WHERE id = 0', { flag: true }), 0);
    assert.equal(
      await execute(db, 'INSERT INTO sums (project_id, kind, n, total) VALUES :rows', {
        rows: [
          [1, 'a', 1, 1],
          [1, 'b', 1, 1],
          [1, 'c', 1, 1],
        ],
      }),
      3,
    );
    const ignore = db.isMySql ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    assert.equal(await execute(db, `${ignore} INTO sums (project_id, kind, n, total) VALUES (1, 'a', 9, 9)`), 0);
    assert.equal(await execute(db, 'DELETE FROM samples WHERE label IN (:labels)', { labels: ['a', 'b', 'c'] }), 2);
  });

  it('never interprets a value as part of a statement', async () => {
    const nasty = "'; DROP TABLE samples; -- \\' \" ` \\ % _ :label ? \n \u{1F600} مرحبا";
    await insert({ label: 'plain', area: nasty });
    const rows = await selectRows<{ area: string }>(db, 'SELECT area FROM samples WHERE area = :nasty AND :nothing IS NULL', {
      nasty,
      nothing: null,
    });
    assert.deepEqual(rows, [{ area: nasty }]);
    await assert.rejects(selectRows(db, 'SELECT :missing FROM samples', {}), /missing/);
  });

  describe('addToCounters', () => {
    const counters = { table: 'sums', key: ['project_id', 'kind'], add: ['n', 'total'], set: ['at'] };
    const sums = () => selectRows(db, 'SELECT * FROM sums ORDER BY project_id, kind');

    it('adds new rows and increments existing ones', async () => {
      const row = (kind: string, n: number, at: string) => ({ project_id: 7, kind, n, total: n * 10, at });
      await addToCounters(db, counters, [row('b', 1, 'early'), row('a', 2, 'early')]);
      await addToCounters(db, counters, [row('c', 4, 'late'), row('b', -3, 'late')]);
      await addToCounters(db, counters, []);
      assert.deepEqual(await sums(), [row('a', 2, 'early'), { ...row('b', -2, 'late') }, row('c', 4, 'late')]);
    });

    it('loses nothing in parallel in any order', async () => {
      const kinds = Array.from({ length: 200 }, (_, index) => `kind ${index}`);
      const rows = kinds.map((kind) => ({ project_id: 1, kind, n: 1, total: 2 }));
      const addAll = (turn: number) => addToCounters(db, { ...counters, set: [] }, turn % 2 === 0 ? rows : rows.toReversed());
      await Promise.all(Array.from({ length: 40 }, (_, turn) => addAll(turn)));
      assert.deepEqual(
        await selectRows(db, 'SELECT n, total FROM sums'),
        kinds.map(() => ({ n: 40, total: 80 })),
      );
    });

    it('writes rows in the order of their numbers', async () => {
      const rows = [10, 9, 100].map((project_id) => ({ project_id, kind: 'a', n: 1, total: 1 }));
      const [sent] = await sentStatementsOf(db, () => addToCounters(db, { ...counters, set: [] }, rows));
      const values = sent?.replacements['values'] as unknown[][];
      assert.deepEqual(
        values.map(([projectId]) => projectId),
        [9, 10, 100],
      );
    });

    it('refuses invalid names of tables and columns', async () => {
      await assert.rejects(addToCounters(db, { ...counters, table: 'sums` --' }, [{}]), /not the name/);
    });
  });

  describe('replaceRow', () => {
    const replace = (row: object) =>
      replaceRow(db, 'sums', ['project_id', 'kind'], { project_id: 7, kind: 'a', n: 1, total: 1, at: 'early', ...row });
    const rows = () => selectRows<{ n: number }>(db, 'SELECT * FROM sums ORDER BY project_id, kind');

    it('replaces one row and keeps those of other keys', async () => {
      await replace({});
      await replace({ kind: 'b' });
      await replace({ n: 5, total: -2, at: null });
      assert.deepEqual(await rows(), [
        { project_id: 7, kind: 'a', n: 5, total: -2, at: null },
        { project_id: 7, kind: 'b', n: 1, total: 1, at: 'early' },
      ]);
    });

    it('keeps the columns that are not given', async () => {
      await replace({});
      await replaceRow(db, 'sums', ['project_id', 'kind'], { project_id: 7, kind: 'a', n: 2, total: 3 });
      assert.deepEqual(await rows(), [{ project_id: 7, kind: 'a', n: 2, total: 3, at: 'early' }]);
    });

    it('keeps one whole row of many parallel ones', async () => {
      await Promise.all(Array.from({ length: 40 }, (_, turn) => replace({ n: turn, total: turn })));
      const [row, ...others] = await rows();
      assert.deepEqual([row, others], [{ project_id: 7, kind: 'a', n: row?.n, total: row?.n, at: 'early' }, []]);
    });

    it('refuses invalid names of tables and columns', async () => {
      await assert.rejects(replaceRow(db, 'sums', ['kind'], { kind: 'a', 'n` --': 1 }), /not the name/);
    });
  });

  describe('isUniqueViolation', () => {
    const violation = (values: Partial<typeof VALUES> & { id?: number }): Promise<unknown> =>
      insert(values).then(
        () => assert.fail('nothing was violated'),
        (error: unknown) => error,
      );

    it('recognises the key by index or by columns', async () => {
      await insert({});
      const label = await violation({ area: 'other' });
      const area = await violation({ label: 'other' });
      assert.ok(isUniqueViolation(db, label) && isUniqueViolation(db, area));
      assert.ok(isUniqueViolation(db, label, 'samples_label') && isUniqueViolation(db, label, ['label']));
      assert.ok(isUniqueViolation(db, area, 'samples_area_flag') && isUniqueViolation(db, area, ['flag', 'area']));
      for (const key of ['samples_area_flag', 'nothing', ['area', 'flag'], ['area']])
        assert.ok(!isUniqueViolation(db, label, key), String(key));
      for (const key of ['samples_label', ['label'], ['area']]) assert.ok(!isUniqueViolation(db, area, key), String(key));
    });

    it('ignores index names inside the value', async () => {
      const label = "x' for key 'samples_area_flag'";
      await insert({ label });
      const error = await violation({ label, area: 'other' });
      assert.ok(isUniqueViolation(db, error, 'samples_label') && !isUniqueViolation(db, error, 'samples_area_flag'));
    });

    it('is false for every other kind of error', async () => {
      const missing = await insert({ label: null as unknown as string, area: 'z'.repeat(10) }).then(() =>
        execute(db, 'INSERT INTO sums (kind) VALUES (NULL)').catch((error: unknown) => error),
      );
      assert.ok(missing instanceof Error && !isUniqueViolation(db, missing));
      assert.ok(!isUniqueViolation(db, new Error('Duplicate entry')) && !isUniqueViolation(db, null));
      assert.equal(toApiError(await violation({ label: null as unknown as string, area: 'z'.repeat(10) })), null);
    });
  });

  it('creates the embedded database readable by its owner only', async () => {
    const folder = path.join(await temporaryFolder(), 'inner', 'data');
    const file = path.join(folder, 'diwan.sqlite');
    const embedded = openDatabaseAt(`sqlite:${file}`);
    await embedded.sequelize.query('CREATE TABLE t (a INTEGER)');
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of [file, `${file}-wal`]) assert.equal(statSync(name).mode & 0o777, 0o600, name);
    await embedded.close();
  });
});

describe('toApiError', () => {
  const driverError = (fields: object) => Object.assign(new Error('Out of disk space in table things'), fields);

  for (const errno of [1040, 1290, 1142, 1045, 1969, 3024, 1114, 1047, 1021, 1213, 1205, 1053]) {
    it(`makes 503 of MySQL's ${errno}`, () => {
      const error = driverError({ errno });
      const answer = toApiError(error);
      assert.deepEqual([answer?.status, answer?.code, answer?.cause], [503, 'unavailable', error]);
      assert.ok(!answer?.message.includes('things'));
    });
  }

  for (const code of [
    'SQLITE_BUSY',
    'SQLITE_FULL',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_IOERR_WRITE',
    'ECONNREFUSED',
    'PROTOCOL_CONNECTION_LOST',
  ]) {
    it(`makes 503 of ${code}`, () => assert.equal(toApiError(driverError({ code }))?.status, 503));
  }

  for (const fields of [
    { errno: 1064 },
    { errno: 1054 },
    { errno: 1062 },
    { code: 'SQLITE_ERROR' },
    { code: 'SQLITE_CONSTRAINT_UNIQUE' },
    {},
  ]) {
    it(`leaves ${JSON.stringify(fields)} alone`, () => assert.equal(toApiError(driverError(fields)), null));
  }
});
