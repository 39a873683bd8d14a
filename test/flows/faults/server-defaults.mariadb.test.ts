import assert from 'node:assert/strict';
import { type EventEmitter, once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import mysql from 'mysql2/promise';
import { Sequelize } from 'sequelize';
import { SequelizeStorage, Umzug } from 'umzug';
import { readConfig } from '../../../server/config/read-config.ts';
import { migrate, pendingMigrations } from '../../../server/platform/db/migrations/migrate.ts';
import type { RawConnection } from '../../../server/platform/db/mysql/raw-connection.ts';
import { sequelizeOptions } from '../../../server/platform/db/options.ts';
import { type MariaDb, startMariaDb } from '../../support/databases/mariadb.ts';
import { openDatabaseAt, silent } from '../../support/databases/scratch-database.ts';
import { sequelizeCli } from '../../support/databases/sequelize-cli.ts';
import { startUnusualServer } from '../../support/databases/server-defaults.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { runCommand } from '../../support/programs/dist.ts';
import { until } from '../../support/programs/process.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const FILES = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.ts'));
const LAST = FILES.slice(-1);
/** A server that compares names in lower case finds them under this spelling too. */
const DATABASES = ['Empty', 'By_Cli', 'Earlier'];

interface Machine {
  readonly flags: readonly string[];
  /** The migrations that the earlier release ran without recording them. */
  readonly unrecorded: readonly string[];
}

const MACHINES: Readonly<Record<string, Machine | null>> = {
  'lower_case_table_names=1': { flags: ['--lower-case-table-names=1'], unrecorded: [] },
  'autocommit=0': { flags: ['--autocommit=0'], unrecorded: LAST },
  'unusual defaults of every kind': null,
};

for (const [name, machine] of Object.entries(MACHINES)) {
  describe(`a database server with ${name}`, function () {
    this.timeout(180_000); // starts a database server and several processes

    let database: MariaDb;
    let urls: readonly string[];

    before(async () => {
      const started = machine === null ? await startUnusualServer(DATABASES) : await startUsualServer(machine.flags);
      database = started.server;
      urls = started.urls;
    });
    after(() => database.stop());

    it('is filled by the first start and serves', async () => {
      await serves(urls[0] ?? '');
    });

    it('is filled by sequelize-cli and the commands, then serves', async () => {
      const env = { DATABASE_URL: urls[1] ?? '' };
      for (const command of ['db:migrate', 'db:seed:all']) await sequelizeCli(env, command);
      for (const command of ['migrate', 'bootstrap', 'recount']) {
        const { code, stderr } = await runCommand(command, [], { ...env, NODE_ENV: 'test' });
        assert.equal(code, 0, `${command}: ${stderr}`);
      }
      await serves(env.DATABASE_URL);
      await sequelizeCli(env, 'db:migrate:undo:all');
      const db = openDatabaseAt(env.DATABASE_URL);
      assert.deepEqual(await pendingMigrations(db), FILES);
      await db.close();
    });

    it('serves with the database of an earlier release', async () => {
      const url = urls[2] ?? '';
      await migrateLikeBefore(url);
      const db = openDatabaseAt(url);
      assert.deepEqual(await pendingMigrations(db), machine?.unrecorded ?? LAST);
      await db.close();
      await serves(url);
    });

    /** A server on this database is ready, and what it writes is committed. */
    async function serves(url: string): Promise<void> {
      const env = { DATABASE_URL: url, ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'a-long-secret-word-7' };
      const server = await startServer({ env });
      const db = openDatabaseAt(url);
      try {
        assert.equal((await ask(server.url, '/readyz')).status, 200);
        const written = await writeThrough(server);
        await until(async () => (await openTransactions(database)) === 0);
        assert.deepEqual(await selectRows(db, 'SELECT name FROM apps WHERE slug = :slug', { slug: 'shop' }), [{ name: written.name }]);
        const comments = await selectRows<{ comment: string }>(db, 'SELECT comment FROM reviews WHERE project_id = 11 ORDER BY item_id');
        assert.deepEqual(
          comments.map(({ comment }) => comment),
          written.comments,
        );
        assert.deepEqual(await migrate(db, silent), []);
      } finally {
        await Promise.all([server.close(), db.close()]);
      }
    }
  });
}

async function startUsualServer(flags: readonly string[]): Promise<{ server: MariaDb; urls: readonly string[] }> {
  const server = await startMariaDb({ flags });
  return { server, urls: await Promise.all(DATABASES.map((name) => server.createDatabase(name))) };
}

/** Signs in, registers an app and writes reviews: the texts that must now be in the database. */
async function writeThrough({ url }: TestServer): Promise<{ name: string; comments: string[] }> {
  const post = async (address: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await ask(url, `/api/v1${address}`, { method: 'POST', body, headers });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const { access } = await post('/auth/auth/token', { username: 'keeper', password: 'a-long-secret-word-7' });
  const name = 'متجر 🛒';
  const app = { slug: 'shop', name, platform: 'both', packageName: 'com.example.shop' };
  await post('/admin/apps', app, { Authorization: `Bearer ${String(access)}` });
  const comments = [901, 902, 903, 904, 905].map((itemId) => `it's "fine" \\ ${itemId}`);
  for (const comment of comments) {
    const itemId = Number(comment.slice(-3));
    await post('/reviews', { itemType: 'product', itemId, rating: 5, comment, guestEmail: 'noura@example.com' });
  }
  return { name, comments };
}

/** Migrates with sessions that take `autocommit` from their server, as the release before did. */
async function migrateLikeBefore(url: string): Promise<void> {
  const { hooks = {}, ...options } = sequelizeOptions(readConfig({ DATABASE_URL: url }).database, null);
  const sequelize = new Sequelize({ ...options, hooks });
  sequelize.addHook('afterConnect', async (connection: unknown) => {
    await once((connection as RawConnection).query('SET SESSION autocommit = @@GLOBAL.autocommit') as EventEmitter, 'end');
  });
  const umzug = new Umzug({
    migrations: FILES.map((name) => ({
      name,
      up: async () => (await import(path.join(MIGRATIONS, name))).up(sequelize.getQueryInterface(), Sequelize),
    })),
    storage: new SequelizeStorage({ sequelize, tableName: 'SequelizeMeta' }),
    logger: undefined,
  });
  await umzug.up();
  await sequelize.close();
}

async function openTransactions(server: MariaDb): Promise<number> {
  const superuser = await mysql.createConnection(server.url('mysql'));
  await superuser.query('SET SESSION sql_big_selects = 1');
  const [rows] = await superuser.query<mysql.RowDataPacket[]>(
    'SELECT trx_id FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id <> CONNECTION_ID() AND trx_started < NOW() - INTERVAL 1 SECOND',
  );
  await superuser.end();
  return rows.length;
}
