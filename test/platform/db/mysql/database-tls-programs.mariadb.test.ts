import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import { startRuntime } from '../../../../server/boot/runtime.ts';
import { readConfig } from '../../../../server/config/read-config.ts';
import { type MariaDb, startMariaDb } from '../../../support/databases/mariadb.ts';
import { sequelizeCli } from '../../../support/databases/sequelize-cli.ts';
import { temporaryFolder } from '../../../support/engine.ts';
import { memoryLog } from '../../../support/memory-log.ts';
import { runCommand } from '../../../support/programs/dist.ts';
import { until } from '../../../support/programs/process.ts';
import { createTestCa, type TestCa } from '../../../support/programs/test-ca.ts';
import { startServer, testEnvironment } from '../../../support/server.ts';

const PASSWORD = 'Leak9vQ';

describe('TLS to the database in every program', () => {
  let ca: TestCa;
  let otherCa: TestCa;
  let database: MariaDb;

  before(async () => {
    const folder = await temporaryFolder();
    [ca, otherCa] = [createTestCa(folder), createTestCa(folder)];
    database = await startMariaDb({ certificate: ca.issue('localhost') });
    await database.createDatabase('diwan');
    const superuser = await mysql.createConnection(database.url('mysql'));
    await superuser.query(`CREATE USER app@'%' IDENTIFIED BY '${PASSWORD}' REQUIRE SSL`);
    await superuser.query("GRANT ALL ON diwan.* TO app@'%'");
    await superuser.end();
  });

  after(() => database.stop());

  const settings = ({ caFile }: TestCa) => ({
    DATABASE_URL: `mysql://app:${PASSWORD}@localhost:${database.port}/diwan?ssl-mode=verify-identity`,
    DATABASE_CA_FILE: caFile,
  });

  it('is used by migrations, seeders, commands and the server', async () => {
    await sequelizeCli(settings(ca), 'db:migrate');
    await sequelizeCli(settings(ca), 'db:seed:all');
    const recount = await runCommand('recount', ['--check'], settings(ca));
    assert.equal(recount.code, 0, recount.stderr);
    const server = await startServer({ env: settings(ca) });
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    await server.close();
  });

  it('is refused by commands that trust another CA', async () => {
    await assert.rejects(sequelizeCli(settings(otherCa), 'db:migrate'), /TLS to the database failed/);
    const recount = await runCommand('recount', ['--check'], settings(otherCa));
    assert.deepEqual([recount.code, recount.stdout], [1, '']);
    assert.match(recount.stderr, /^TLS to the database failed: check .*DATABASE_CA_FILE/);
    assert.ok(!recount.stderr.includes(PASSWORD));
  });

  it('names the setting in the log of a start', async () => {
    const { log, text } = memoryLog('warn');
    const runtime = await startRuntime({ config: readConfig(await testEnvironment(settings(otherCa))), log });
    await until(() => text().includes('DATABASE_CA_FILE'), text);
    assert.ok(!text().includes(PASSWORD));
    await runtime.close({ drainMs: 0 });
  });
});
