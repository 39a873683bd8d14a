import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '../../../../server/platform/db/database.ts';
import { migrate, pendingMigrations } from '../../../../server/platform/db/migrations/migrate.ts';
import { withMigrationLock } from '../../../../server/platform/db/migrations/migration-lock.ts';
import { execute, selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { openDatabaseAt, silent } from '../../../support/databases/scratch-database.ts';
import { freshDatabaseUrl, temporaryFolder } from '../../../support/engine.ts';
import { until } from '../../../support/programs/process.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const STEPS = pathToFileURL(path.join(ROOT, 'migrations/lib/steps.ts'));
const NAMES = ['20260101000000-shelves.ts', '20260101000001-books.ts'];

const SHELVES = `
import { addIndexOnce, asciiKey, createTable, id, timestamp } from '${STEPS}';
export async function up(queryInterface, Sequelize) {
  const text = Sequelize.DataTypes.STRING(40);
  await createTable(queryInterface, 'shelves', {
    id: id(), slug: { type: asciiKey(queryInterface, 64), allowNull: false }, name: text, made_at: { type: timestamp(queryInterface) },
  });
  if (process.env.DIES) process.kill(process.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, Number(process.env.LINGER_MS ?? 0)));
  await addIndexOnce(queryInterface, 'shelves', ['slug'], { name: 'shelves_slug', unique: true });
  await addIndexOnce(queryInterface, 'shelves', ['name', { name: 'id', order: 'DESC' }], { name: 'shelves_name' });
}
export const down = (queryInterface) => queryInterface.dropTable('shelves');
`;

const BOOKS = `
import { addColumnOnce, createTable, id, textKey } from '${STEPS}';
export async function up(queryInterface, { DataTypes }) {
  const shelf = { type: DataTypes.INTEGER, allowNull: false, references: { model: 'shelves', key: 'id' }, onDelete: 'RESTRICT' };
  await createTable(queryInterface, 'books', { id: id('big'), shelf_id: shelf, title: { type: textKey(queryInterface, 100) } });
  await createTable(queryInterface, 'loans', { shelf_id: { ...shelf, primaryKey: true }, hour: { type: DataTypes.INTEGER, primaryKey: true } });
  await addColumnOnce(queryInterface, 'books', { pages: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 }, note: { type: DataTypes.TEXT } });
}
export async function down(queryInterface) {
  for (const table of ['loans', 'books']) await queryInterface.dropTable(table);
}
`;

describe('migrations', () => {
  let folder: string;
  let url: string;
  let db: Database;

  before(async () => {
    folder = await temporaryFolder();
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(path.join(folder, NAMES[0] ?? ''), SHELVES);
    await writeFile(path.join(folder, NAMES[1] ?? ''), BOOKS);
  });

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    db = openDatabaseAt(url);
  });

  afterEach(() => db.close());

  const migrateHere = () => migrate(db, silent, folder);
  const pending = () => pendingMigrations(db, folder);

  it('run once in order and never again', async () => {
    assert.deepEqual(await pending(), NAMES);
    assert.deepEqual(await migrateHere(), NAMES);
    assert.deepEqual(await migrateHere(), []);
    assert.deepEqual(await pending(), []);
    assert.deepEqual(
      await selectRows(db, 'SELECT name FROM SequelizeMeta ORDER BY name'),
      NAMES.map((name) => ({ name })),
    );
  });

  it('are looked up without changing the database', async () => {
    await pending();
    assert.deepEqual(await db.sequelize.getQueryInterface().showAllTables(), []);
  });

  it('create columns with the right collations', async () => {
    await migrateHere();
    await execute(db, "INSERT INTO shelves (slug, name) VALUES ('admin', 'a')");
    await execute(db, "INSERT INTO shelves (slug, name) VALUES ('ADMIN', 'a')");
    await assert.rejects(execute(db, "INSERT INTO shelves (slug, name) VALUES ('admin', 'b')"), { name: 'SequelizeUniqueConstraintError' });
    await execute(db, 'INSERT INTO books (shelf_id, title) VALUES (1, :title)', { title: 'مرحبا' });
    await assert.rejects(execute(db, "INSERT INTO books (shelf_id, title) VALUES (77, 'x')"), {
      name: 'SequelizeForeignKeyConstraintError',
    });
    await assert.rejects(execute(db, 'DELETE FROM shelves'), { name: 'SequelizeForeignKeyConstraintError' });
    assert.deepEqual(await selectRows(db, 'SELECT id, pages, note FROM books'), [{ id: 1, pages: 1, note: null }]);
    if (db.isMySql) await assertMySqlColumns();
  });

  async function assertMySqlColumns(): Promise<void> {
    const columns = await selectRows<{ name: string; type: string; coll: string | null }>(
      db,
      `SELECT CONCAT(table_name, '.', column_name) AS name, column_type AS type, collation_name AS coll
       FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name IN ('shelves', 'books')`,
    );
    const by = Object.fromEntries(columns.map(({ name, type, coll }) => [name, `${type} ${coll}`]));
    assert.equal(by['shelves.slug'], 'varchar(64) ascii_bin');
    assert.equal(by['shelves.name'], 'varchar(40) utf8mb4_unicode_520_ci');
    assert.equal(by['books.title'], 'varchar(100) utf8mb4_bin');
    assert.equal(by['shelves.made_at'], 'datetime(3) null');
    // MySQL has no display widths
    assert.match(`${by['shelves.id']}, ${by['books.id']}`, /^int(\(11\))? null, bigint(\(20\))? null$/);
  }

  it('run in only one of several starting processes', async () => {
    const elsewhere = migrateElsewhere({ LINGER_MS: '500' });
    // from here on the other process is between two steps of its first migration
    await until(async () => (await db.sequelize.getQueryInterface().showAllTables()).includes('shelves'));
    assert.deepEqual(await pending(), NAMES);
    assert.deepEqual([await migrateHere(), await elsewhere], [[], 2]);
    assert.deepEqual(await pending(), []);
  });

  it('complete after the process was killed half-way', async () => {
    await assert.rejects(migrateElsewhere({ DIES: 'yes' }), { signal: 'SIGKILL' });
    assert.deepEqual(await migrateHere(), NAMES);
    // as if it was killed after a last step: every step runs again on its earlier result
    await execute(db, 'DELETE FROM SequelizeMeta');
    assert.deepEqual(await migrateHere(), NAMES);
    assert.deepEqual(Object.keys(await db.sequelize.getQueryInterface().describeTable('books')), [
      'id',
      'shelf_id',
      'title',
      'pages',
      'note',
    ]);
    const indexes = (await db.sequelize.getQueryInterface().showIndex('shelves')) as { name: string; primary: boolean }[];
    assert.deepEqual(
      indexes
        .filter(({ primary }) => !primary)
        .map(({ name }) => name)
        .sort(),
      ['shelves_name', 'shelves_slug'],
    );
  });

  it('share their state with sequelize-cli both ways', async () => {
    assert.deepEqual(await migrateHere(), NAMES);
    await sequelizeCli('db:migrate:undo');
    assert.deepEqual(await pending(), NAMES.slice(1));
    await sequelizeCli('db:migrate');
    assert.deepEqual(await migrateHere(), []);
  });

  it('may take longer than the query deadline', async () => {
    const slow = openDatabaseAt(url, { deadlineMs: null });
    const [row] = db.isMySql ? await slow.sequelize.query('SELECT SLEEP(2.3) AS slept').then(([rows]) => rows) : [{ slept: 0 }];
    assert.deepEqual(row, { slept: 0 });
    await slow.close();
  });

  it('hold a lock that ends even after a failure', async () => {
    const events: string[] = [];
    const turn = (name: string) =>
      withMigrationLock(db, async () => {
        events.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        events.push(`${name} out`);
        throw new Error(name);
      });
    await Promise.allSettled([turn('a'), turn('b')]);
    assert.equal(events.length, 4);
    assert.equal(events[0]?.slice(0, 1), events[1]?.slice(0, 1));
    await assert.rejects(turn('c'), /^Error: c$/);
  });

  /** The number of migrations that another process ran. */
  async function migrateElsewhere(env: Record<string, string>): Promise<number> {
    const script = path.join(ROOT, 'test/support/databases/migrate-once.ts');
    const output = await run(['--import', 'tsx', script, url, folder], env);
    return (JSON.parse(output) as string[]).length;
  }

  function sequelizeCli(command: string): Promise<string> {
    return run(['node_modules/sequelize-cli/lib/sequelize', command, '--migrations-path', folder], { DATABASE_URL: url });
  }

  function run(args: string[], env: Record<string, string>): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile(process.execPath, args, { cwd: ROOT, env: { ...process.env, NODE_ENV: 'test', ...env } }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(Object.assign(error, { message: `${error.message}\n${stdout}${stderr}` }));
      });
    });
  }
});
