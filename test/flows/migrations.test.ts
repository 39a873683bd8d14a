import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { engineName, freshDatabaseUrl } from '../support/engine.ts';
import { endProcesses, until } from '../support/process.ts';
import { call, type Launched, launch, look, register, rowsOf } from './support.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('the migrations of the server', function () {
  this.timeout(60_000);
  after(endProcesses);

  it('are waited for where they must not run by themselves, and go up and down by sequelize-cli without a trace', async () => {
    const server = await launch({ AUTO_MIGRATE: 'false', LOG_LEVEL: 'info' }, 'listening');
    assert.equal((await look(server, '/readyz')).status, 503);
    assert.equal((await call(server, ['GET', '/admin/apps'])).status, 503);
    await until(() => server.output().includes('pending'), server.output);
    const status = await sequelizeCli(server, 'db:migrate:status');
    const names = [...status.matchAll(/down (\S+\.ts)/g)].map(([, name]) => String(name));
    assert.ok(names.length >= 3, status);
    for (const name of names) assert.ok(server.output().includes(name), server.output());
    assert.deepEqual(await schemaOf(server), []);

    await sequelizeCli(server, 'db:migrate');
    await until(async () => (await look(server, '/readyz')).status === 200, server.output);
    await register(server, 'shop');
    const schema = await schemaOf(server);
    await server.end();

    await sequelizeCli(server, 'db:migrate:undo:all');
    assert.deepEqual(await schemaOf(server), []);
    await sequelizeCli(server, 'db:migrate');
    assert.deepEqual(await schemaOf(server), schema);
  });

  it('make by the server the schema that sequelize-cli makes', async () => {
    const byServer = await launch();
    await byServer.end();
    const byCli = { env: { DATABASE_URL: await freshDatabaseUrl() } };
    await sequelizeCli(byCli, 'db:migrate');
    assert.deepEqual(await schemaOf(byServer), await schemaOf(byCli));
    assert.match(await sequelizeCli(byServer, 'db:migrate'), /No migrations were executed/);
  });
});

async function sequelizeCli({ env }: Pick<Launched, 'env'>, command: string): Promise<string> {
  const args = ['node_modules/sequelize-cli/lib/sequelize', command];
  const own = { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: env['DATABASE_URL'] };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: own });
  return stdout;
}

/** Every table but the bookkeeping, with its columns, keys and indexes, as the database itself tells it. */
async function schemaOf(server: Pick<Launched, 'env'>): Promise<string[]> {
  if (engineName() === 'sqlite') {
    const sql =
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT IN ('SequelizeMeta', 'sqlite_sequence') ORDER BY type, name";
    return (await rowsOf<{ sql: string }>(server, sql)).map((row) => row.sql);
  }
  const named =
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name <> 'SequelizeMeta'";
  const tables = await rowsOf<{ name: string }>(server, `${named} ORDER BY table_name`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const [row] = await rowsOf<Record<string, string>>(server, `SHOW CREATE TABLE \`${name}\``);
    // the next number is no part of the schema
    texts.push((row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, ''));
  }
  return texts;
}
