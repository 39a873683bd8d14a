import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { startRuntime } from '../../../server/boot/runtime.ts';
import { readConfig } from '../../../server/config/read-config.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { openDatabaseAt, silent } from '../../support/databases/scratch-database.ts';
import { sequelizeCli } from '../../support/databases/sequelize-cli.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { freshDatabaseUrl } from '../../support/engine.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { until } from '../../support/programs/process.ts';
import { type Answer, ask } from '../../support/requests/wire.ts';
import { testEnvironment } from '../../support/server.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

describe('the migrations of the server', () => {
  let url: string;
  let db: Database;

  before(async () => {
    url = await freshDatabaseUrl();
    db = openDatabaseAt(url);
  });
  after(() => db.close());

  it('run up and down by sequelize-cli without a trace', async () => {
    const env = await testEnvironment({ DATABASE_URL: url, AUTO_MIGRATE: 'false' });
    const { log, text } = memoryLog('info');
    const runtime = await startRuntime({ config: readConfig(env), log });
    const get = async (address: string): Promise<Answer> =>
      ask(`http://127.0.0.1:${await runtime.listening}`, address, { headers: { 'X-Api-Key': env['ADMIN_API_KEY'] ?? '' } });
    for (const address of ['/readyz', '/api/v1/admin/apps']) assert.equal((await get(address)).status, 503, address);
    await until(() => text().includes('pending'), text);
    const names = readdirSync(path.join(ROOT, 'migrations')).filter((file) => file.endsWith('.ts'));
    assert.ok(names.length >= 3);
    for (const name of names) assert.ok(text().includes(name), text());
    const refused = (await get('/readyz')).body;
    assert.deepEqual(refused['pendingMigrations'], names);
    assert.match(String(refused['message']), new RegExp(`${names.length} migrations are pending`));
    assert.ok(!String(refused['message']).includes(String(names[0])), 'names are in their own field only');
    assert.deepEqual(await schemaOf(db), []);

    await sequelizeCli({ DATABASE_URL: url }, 'db:migrate');
    await until(async () => (await get('/readyz')).status === 200, text);
    assert.equal((await get('/api/v1/admin/apps')).status, 200);
    const [schema, ran] = [await schemaOf(db), await migrationsOf(db)];
    assert.ok(schema.length > names.length);
    assert.deepEqual(ran, names);
    await runtime.close({ drainMs: 0 });

    await sequelizeCli({ DATABASE_URL: url }, 'db:migrate:undo:all');
    assert.deepEqual([await schemaOf(db), await migrationsOf(db)], [[], []]);
    // the server creates the same schema, and each finds what the other ran
    assert.deepEqual(await migrate(db, silent), names);
    assert.deepEqual([await schemaOf(db), await migrationsOf(db)], [schema, ran]);
  });
});

async function migrationsOf(db: Database): Promise<string[]> {
  const rows = await selectRows<{ name: string }>(db, 'SELECT name FROM SequelizeMeta ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Every table except the list of migrations, with columns, keys and indexes as the database reports them. */
async function schemaOf(db: Database): Promise<string[]> {
  if (!db.isMySql) {
    const sql =
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT IN ('SequelizeMeta', 'sqlite_sequence') ORDER BY type, name";
    return (await selectRows<{ sql: string }>(db, sql)).map((row) => row.sql);
  }
  const named =
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name <> 'SequelizeMeta'";
  const tables = await selectRows<{ name: string }>(db, `${named} ORDER BY table_name`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const [row] = await selectRows<Record<string, string>>(db, `SHOW CREATE TABLE \`${name}\``);
    // the next auto-increment value is not part of the schema
    texts.push((row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, ''));
  }
  return texts;
}
