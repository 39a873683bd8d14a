import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import { openDatabase } from '../../server/platform/db/connection.ts';
import { isUniqueViolation, toApiError } from '../../server/platform/db/errors.ts';
import { ping } from '../../server/platform/db/health.ts';
import { addToCounters, asDate, execute, isMySql, replaceRow, selectRows } from '../../server/platform/db/sql.ts';
import { temporaryFolder } from '../support/engine.ts';
import { openScratchDatabase, silent } from '../support/scratch-database.ts';

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
  let sequelize: Sequelize;

  before(async () => {
    sequelize = await openScratchDatabase();
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
        sequelize,
        tableName: 'samples',
        timestamps: false,
        indexes: [
          { name: 'samples_label', unique: true, fields: ['label'] },
          { name: 'samples_area_flag', unique: true, fields: ['area', 'flag'] },
        ],
      },
    );
    await sequelize.sync();
    await sequelize.query(
      'CREATE TABLE sums (project_id INTEGER NOT NULL, kind VARCHAR(20) NOT NULL, n INTEGER NOT NULL, total INTEGER NOT NULL, at VARCHAR(40), PRIMARY KEY (project_id, kind))',
    );
  });

  beforeEach(async () => {
    await execute('DELETE FROM samples');
    await execute('DELETE FROM sums');
  });

  after(() => sequelize.close());

  const insert = (values: Partial<typeof VALUES> & { id?: number }) =>
    Sample.create({ ...VALUES, ...values } as InferCreationAttributes<Sample>);

  it('answers a ping', () => ping(sequelize));

  it('hands ids and other whole numbers out as numbers', async () => {
    const { id } = await insert({});
    assert.equal(typeof id, 'number');
    const found = await Sample.findOne({ where: { id }, rejectOnEmpty: true });
    assert.deepEqual([found.id, found.big, found.flag, found.at], [id, 9007199254740991, true, AT]);
    const [row] = await selectRows<{ id: number; big: number; sum: number }>(
      'SELECT id, big, (SELECT SUM(id) FROM samples) AS sum FROM samples',
    );
    assert.deepEqual(row, { id, big: 9007199254740991, sum: id });
    assert.equal(await Sample.sum('id', { where: { id } }), id);
  });

  it('finds by date to the millisecond in raw statements what a model wrote', async () => {
    await insert({});
    const at = (date: Date) => selectRows<{ at: Date | string }>('SELECT at FROM samples WHERE at = :date', { date });
    const [row] = await at(AT);
    assert.deepEqual(asDate(row?.at ?? ''), AT);
    assert.deepEqual(await at(new Date(AT.getTime() + 1)), []);
    await execute('UPDATE samples SET at = :date', { date: new Date(AT.getTime() + 5) });
    assert.equal((await Sample.findOne({ rejectOnEmpty: true })).at.getTime(), AT.getTime() + 5);
  });

  it('counts the rows that a statement wrote, as a number', async () => {
    await insert({ label: 'a', area: 'a' });
    await insert({ label: 'b', area: 'b' });
    assert.equal(await execute('UPDATE samples SET flag = :flag', { flag: false }), 2);
    assert.equal(await execute('UPDATE samples SET flag = :flag WHERE id = 0', { flag: true }), 0);
    assert.equal(
      await execute('INSERT INTO sums (project_id, kind, n, total) VALUES :rows', {
        rows: [
          [1, 'a', 1, 1],
          [1, 'b', 1, 1],
          [1, 'c', 1, 1],
        ],
      }),
      3,
    );
    const ignore = isMySql() ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    assert.equal(await execute(`${ignore} INTO sums (project_id, kind, n, total) VALUES (1, 'a', 9, 9)`), 0);
    assert.equal(await execute('DELETE FROM samples WHERE label IN (:labels)', { labels: ['a', 'b', 'c'] }), 2);
  });

  it('takes values as values', async () => {
    const nasty = "'; DROP TABLE samples; -- \\' \" ` \\ % _ :label ? \n \u{1F600} مرحبا";
    await insert({ label: 'plain', area: nasty });
    const rows = await selectRows<{ area: string }>('SELECT area FROM samples WHERE area = :nasty AND :nothing IS NULL', {
      nasty,
      nothing: null,
    });
    assert.deepEqual(rows, [{ area: nasty }]);
    await assert.rejects(selectRows('SELECT :missing FROM samples', {}), /missing/);
  });

  describe('addToCounters', () => {
    const counters = { table: 'sums', key: ['project_id', 'kind'], add: ['n', 'total'], set: ['at'] };
    const sums = () => selectRows('SELECT * FROM sums ORDER BY project_id, kind');

    it('makes rows and adds to those that are there', async () => {
      const row = (kind: string, n: number, at: string) => ({ project_id: 7, kind, n, total: n * 10, at });
      await addToCounters(counters, [row('b', 1, 'early'), row('a', 2, 'early')]);
      await addToCounters(counters, [row('c', 4, 'late'), row('b', -3, 'late')]);
      await addToCounters(counters, []);
      assert.deepEqual(await sums(), [row('a', 2, 'early'), { ...row('b', -2, 'late') }, row('c', 4, 'late')]);
    });

    it('loses nothing in parallel, whatever the order', async () => {
      const kinds = Array.from({ length: 200 }, (_, index) => `kind ${index}`);
      const rows = kinds.map((kind) => ({ project_id: 1, kind, n: 1, total: 2 }));
      const addAll = (turn: number) => addToCounters({ ...counters, set: [] }, turn % 2 === 0 ? rows : rows.toReversed());
      await Promise.all(Array.from({ length: 40 }, (_, turn) => addAll(turn)));
      assert.deepEqual(
        await selectRows('SELECT n, total FROM sums'),
        kinds.map(() => ({ n: 40, total: 80 })),
      );
    });

    it('refuses names that are none', async () => {
      await assert.rejects(addToCounters({ ...counters, table: 'sums` --' }, [{}]), /not the name/);
    });
  });

  describe('replaceRow', () => {
    const replace = (row: object) =>
      replaceRow('sums', ['project_id', 'kind'], { project_id: 7, kind: 'a', n: 1, total: 1, at: 'early', ...row });
    const rows = () => selectRows<{ n: number }>('SELECT * FROM sums ORDER BY project_id, kind');

    it('writes a row, then another in its place, and leaves those of other keys', async () => {
      await replace({});
      await replace({ kind: 'b' });
      await replace({ n: 5, total: -2, at: null });
      assert.deepEqual(await rows(), [
        { project_id: 7, kind: 'a', n: 5, total: -2, at: null },
        { project_id: 7, kind: 'b', n: 1, total: 1, at: 'early' },
      ]);
    });

    it('keeps the columns that it is not given', async () => {
      await replace({});
      await replaceRow('sums', ['project_id', 'kind'], { project_id: 7, kind: 'a', n: 2, total: 3 });
      assert.deepEqual(await rows(), [{ project_id: 7, kind: 'a', n: 2, total: 3, at: 'early' }]);
    });

    it('leaves one whole row of many that come at once', async () => {
      await Promise.all(Array.from({ length: 40 }, (_, turn) => replace({ n: turn, total: turn })));
      const [row, ...others] = await rows();
      assert.deepEqual([row, others], [{ project_id: 7, kind: 'a', n: row?.n, total: row?.n, at: 'early' }, []]);
    });

    it('refuses names that are none', async () => {
      await assert.rejects(replaceRow('sums', ['kind'], { kind: 'a', 'n` --': 1 }), /not the name/);
    });
  });

  describe('isUniqueViolation', () => {
    const violation = (values: Partial<typeof VALUES> & { id?: number }): Promise<unknown> =>
      insert(values).then(
        () => assert.fail('nothing was violated'),
        (error: unknown) => error,
      );

    it('tells which key, by index or by columns', async () => {
      await insert({});
      const label = await violation({ area: 'other' });
      const area = await violation({ label: 'other' });
      assert.ok(isUniqueViolation(label) && isUniqueViolation(area));
      assert.ok(isUniqueViolation(label, 'samples_label') && isUniqueViolation(label, ['label']));
      assert.ok(isUniqueViolation(area, 'samples_area_flag') && isUniqueViolation(area, ['flag', 'area']));
      for (const key of ['samples_area_flag', 'nothing', ['area', 'flag'], ['area']])
        assert.ok(!isUniqueViolation(label, key), String(key));
      for (const key of ['samples_label', ['label'], ['area']]) assert.ok(!isUniqueViolation(area, key), String(key));
    });

    it('is not fooled by the value', async () => {
      const label = "x' for key 'samples_area_flag'";
      await insert({ label });
      const error = await violation({ label, area: 'other' });
      assert.ok(isUniqueViolation(error, 'samples_label') && !isUniqueViolation(error, 'samples_area_flag'));
    });

    it('is false for everything else', async () => {
      const missing = await insert({ label: null as unknown as string, area: 'z'.repeat(10) }).then(() =>
        execute('INSERT INTO sums (kind) VALUES (NULL)').catch((error: unknown) => error),
      );
      assert.ok(missing instanceof Error && !isUniqueViolation(missing));
      assert.ok(!isUniqueViolation(new Error('Duplicate entry')) && !isUniqueViolation(null));
      assert.equal(toApiError(await violation({ label: null as unknown as string, area: 'z'.repeat(10) })), null);
    });
  });

  it('keeps an embedded database from others', async () => {
    const folder = path.join(await temporaryFolder(), 'inner', 'data');
    const file = path.join(folder, 'diwan.sqlite');
    const embedded = openDatabase({ engine: 'sqlite', path: file }, silent);
    await embedded.query('CREATE TABLE t (a INTEGER)');
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
