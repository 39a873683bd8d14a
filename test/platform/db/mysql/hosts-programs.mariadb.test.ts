import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import { type MariaDb, startMariaDb } from '../../../support/databases/mariadb.ts';
import { sequelizeCli } from '../../../support/databases/sequelize-cli.ts';
import { runCommand } from '../../../support/programs/dist.ts';
import { startServer } from '../../../support/server.ts';

describe('several hosts of a database in every program', function () {
  this.timeout(180_000); // each test starts processes

  let replica: MariaDb;
  let primary: MariaDb;

  before(async () => {
    [replica, primary] = await Promise.all([startMariaDb(), startMariaDb()]);
    for (const server of [replica, primary]) await server.createDatabase('diwan');
    const superuser = await mysql.createConnection(replica.url('mysql'));
    await superuser.query('SET GLOBAL read_only = 1');
    await superuser.end();
  });

  after(() => Promise.all([replica, primary].map((server) => server.stop())));

  it('lead migrations, seeders, commands and the server', async () => {
    const env = { DATABASE_URL: primary.url('diwan').replace('127.0.0.1', `127.0.0.1:1,127.0.0.1:${replica.port},127.0.0.1`) };
    await sequelizeCli(env, 'db:migrate');
    await sequelizeCli(env, 'db:seed:all');
    for (const [command, args] of [
      ['recount', ['--check']],
      ['migrate', []],
    ] as const) {
      const { code, stderr } = await runCommand(command, [...args], env);
      assert.equal(code, 0, stderr);
    }
    const server = await startServer({ env });
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    await server.close();
    assert.equal(await tablesOf(replica), 0);
    assert.ok((await tablesOf(primary)) > 20);
  });
});

async function tablesOf(server: MariaDb): Promise<number> {
  const connection = await mysql.createConnection(server.url('diwan'));
  const [tables] = await connection.query<mysql.RowDataPacket[]>('SHOW TABLES');
  await connection.end();
  return tables.length;
}
