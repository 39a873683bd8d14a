import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sequelize } from 'sequelize';
import { openDatabase } from '../../server/platform/db/connection.ts';
import { useDatabase } from '../../server/platform/db/database.ts';
import { migrate, pendingMigrations } from '../../server/platform/db/migrate.ts';
import { withMigrationLock } from '../../server/platform/db/migration-lock.ts';
import { execute, isMySql, selectRows } from '../../server/platform/db/sql.ts';
import { freshDatabaseUrl, temporaryFolder } from '../support/engine.ts';
import { databaseConfig, silent } from '../support/scratch-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const STEPS = pathToFileURL(path.join(ROOT, 'migrations/lib/steps.ts'));
const NAMES = ['20260101000000-shelves.ts', '20260101000001-books.ts'];

const SHELVES = `
import { addIndexOnce, asciiKey, createTable, id, timestamp } from '${STEPS}';
const dieAt = (step) => process.env.DIE_AT === String(step) && process.kill(process.pid, 'SIGKILL');
export async function up(queryInterface, Sequelize) {
  const text = Sequelize.DataTypes.STRING(40);
  await createTable(queryInterface, 'shelves', {
    id: id(), slug: { type: asciiKey(queryInterface, 64), allowNull: false }, name: text, made_at: { type: timestamp(queryInterface) },
  });
  dieAt(1);
  await new Promise((resolve) => setTimeout(resolve, Number(process.env.LINGER_MS ?? 0)));
  await addIndexOnce(queryInterface, 'shelves', ['slug'], { name: 'shelves_slug', unique: true });
  dieAt(2);
  await addIndexOnce(queryInterface, 'shelves', ['name', { name: 'id', order: 'DESC' }], { name: 'shelves_name' });
  dieAt(3);
}
export const down = (queryInterface) => queryInterface.dropTable('shelves');
`;

const BOOKS = `
import { addColumnOnce, createTable, id, textKey } from '${STEPS}';
const dieAt = (step) => process.env.DIE_AT === String(step) && process.kill(process.pid, 'SIGKILL');
export async function up(queryInterface, { DataTypes }) {
  const shelf = { type: DataTypes.INTEGER, allowNull: false, references: { model: 'shelves', key: 'id' }, onDelete: 'RESTRICT' };
  await createTable(queryInterface, 'books', { id: id('big'), shelf_id: shelf, title: { type: textKey(queryInterface, 100) } });
  dieAt(4);
  await createTable(queryInterface, 'loans', { shelf_id: { ...shelf, primaryKey: true }, hour: { type: DataTypes.INTEGER, primaryKey: true } });
  await addColumnOnce(queryInterface, 'books', { pages: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 }, note: { type: DataTypes.TEXT } });
  dieAt(5);
}
export async function down(queryInterface) {
  for (const table of ['loans', 'books']) await queryInterface.dropTable(table);
}
`;

describe('migrations', function () {
  this.timeout(90_000); // several start processes of their own

  let folder: string;
  let url: string;
  let sequelize: Sequelize;

  before(async () => {
    folder = await temporaryFolder();
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(path.join(folder, NAMES[0] ?? ''), SHELVES);
    await writeFile(path.join(folder, NAMES[1] ?? ''), BOOKS);
  });

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    sequelize = openDatabase(databaseConfig(url), silent);
    useDatabase(sequelize);
  });

  afterEach(() => sequelize.close());

  const migrateHere = () => migrate(sequelize, silent, folder);
  const pending = () => pendingMigrations(sequelize, folder);

  it('run once, in order, and never again', async () => {
    assert.deepEqual(await pending(), NAMES);
    assert.deepEqual(await migrateHere(), NAMES);
    assert.deepEqual(await migrateHere(), []);
    assert.deepEqual(await pending(), []);
    assert.deepEqual(
      await selectRows('SELECT name FROM SequelizeMeta ORDER BY name'),
      NAMES.map((name) => ({ name })),
    );
  });

  it('are looked up without a trace in the database', async () => {
    await pending();
    assert.deepEqual(await sequelize.getQueryInterface().showAllTables(), []);
  });

  it('make columns that compare as they should', async () => {
    await migrateHere();
    await execute("INSERT INTO shelves (slug, name) VALUES ('admin', 'a')");
    await execute("INSERT INTO shelves (slug, name) VALUES ('ADMIN', 'a')");
    await assert.rejects(execute("INSERT INTO shelves (slug, name) VALUES ('admin', 'b')"), { name: 'SequelizeUniqueConstraintError' });
    await execute('INSERT INTO books (shelf_id, title) VALUES (1, :title)', { title: 'مرحبا' });
    await assert.rejects(execute("INSERT INTO books (shelf_id, title) VALUES (77, 'x')"), { name: 'SequelizeForeignKeyConstraintError' });
    await assert.rejects(execute('DELETE FROM shelves'), { name: 'SequelizeForeignKeyConstraintError' });
    assert.deepEqual(await selectRows('SELECT id, pages, note FROM books'), [{ id: 1, pages: 1, note: null }]);
    if (isMySql()) await assertMySqlColumns();
  });

  async function assertMySqlColumns(): Promise<void> {
    const columns = await selectRows<{ name: string; type: string; coll: string | null }>(
      `SELECT CONCAT(table_name, '.', column_name) AS name, column_type AS type, collation_name AS coll
       FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name IN ('shelves', 'books')`,
    );
    const by = Object.fromEntries(columns.map(({ name, type, coll }) => [name, `${type} ${coll}`]));
    assert.equal(by['shelves.slug'], 'varchar(64) ascii_bin');
    assert.equal(by['shelves.name'], 'varchar(40) utf8mb4_unicode_520_ci');
    assert.equal(by['books.title'], 'varchar(100) utf8mb4_bin');
    assert.equal(by['shelves.made_at'], 'datetime(3) null');
    assert.deepEqual([by['shelves.id'], by['books.id']], ['int(11) null', 'bigint(20) null']);
  }

  it('run in one of several processes that start at once', async () => {
    const slowly = { LINGER_MS: '1500' };
    const ran = await Promise.all([migrateElsewhere(slowly), migrateElsewhere(slowly)]);
    assert.deepEqual(ran.sort(), [0, 2]);
    assert.deepEqual(await pending(), []);
  });

  it('complete after being killed half-way', async () => {
    // run again from each of these, every step of both meets what it did before
    for (const step of [1, 3, 5]) {
      await assert.rejects(migrateElsewhere({ DIE_AT: String(step) }), { signal: 'SIGKILL' });
    }
    assert.deepEqual(await migrateHere(), NAMES.slice(1));
    assert.deepEqual(Object.keys(await sequelize.getQueryInterface().describeTable('books')), ['id', 'shelf_id', 'title', 'pages', 'note']);
    const indexes = (await sequelize.getQueryInterface().showIndex('shelves')) as { name: string; primary: boolean }[];
    assert.deepEqual(
      indexes
        .filter(({ primary }) => !primary)
        .map(({ name }) => name)
        .sort(),
      ['shelves_name', 'shelves_slug'],
    );
  });

  it('are shared with sequelize-cli in both directions', async () => {
    await sequelizeCli('db:migrate');
    assert.deepEqual(await migrateHere(), []);
    await sequelizeCli('db:migrate:undo');
    assert.deepEqual(await pending(), NAMES.slice(1));
    assert.deepEqual(await migrateHere(), NAMES.slice(1));
    const status = await sequelizeCli('db:migrate:status');
    for (const name of NAMES) assert.ok(status.includes(`up ${name}`), status);
  });

  it('may take longer than any query of the server', async () => {
    const slow = openDatabase(databaseConfig(url), silent, { deadlineMs: null });
    const [row] = isMySql() ? await slow.query('SELECT SLEEP(2.3) AS slept').then(([rows]) => rows) : [{ slept: 0 }];
    assert.deepEqual(row, { slept: 0 });
    await slow.close();
  });

  it('hold a lock that others wait for and that goes with a failure', async () => {
    const events: string[] = [];
    const turn = (name: string) =>
      withMigrationLock(sequelize, async () => {
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

  /** The number of migrations that a process of its own ran. */
  async function migrateElsewhere(env: Record<string, string>): Promise<number> {
    const script = path.join(ROOT, 'test/support/migrate-once.ts');
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
