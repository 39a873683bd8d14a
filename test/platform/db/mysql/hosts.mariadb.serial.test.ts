import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import type { Database } from '../../../../server/platform/db/database.ts';
import { toApiError } from '../../../../server/platform/db/statements/errors.ts';
import { execute, selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { type MariaDb, startMariaDb } from '../../../support/databases/mariadb.ts';
import { openDatabaseAt } from '../../../support/databases/scratch-database.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/programs/fault-proxy.ts';
import { until } from '../../../support/programs/process.ts';

const POOL_SIZE = 12;
/** The chosen host is examined again after a second. */
const TRUST_MS = 1_000;

interface Side {
  readonly server: MariaDb;
  readonly proxy: FaultProxy;
  /** May do what the application may not: it ignores `read_only`. */
  readonly superuser: mysql.Connection;
}

/** DATABASE_URL names a primary and a replica, each behind a proxy that fails as networks do. */
describe('several hosts of a database', function () {
  this.timeout(120_000);

  let first: Side;
  let second: Side;
  let db: Database;

  before(async () => {
    [first, second] = await Promise.all([startSide(), startSide()]);
  });

  beforeEach(async () => {
    for (const { proxy, superuser } of [first, second]) {
      // a statement that a black hole held would otherwise arrive after the rows are deleted
      proxy.resetAll();
      proxy.setMode('pass');
      await superuser.query('SET GLOBAL read_only = 0');
      await superuser.query('DELETE FROM app.things');
    }
    db = open();
  });

  afterEach(() => db.close());

  after(async () => {
    for (const { server, proxy, superuser } of [first, second]) {
      await superuser.end();
      await proxy.close();
      await server.stop();
    }
  });

  const open = () => openDatabaseAt(`mysql://app:Leak9vQ@127.0.0.1:${first.proxy.port},127.0.0.1:${second.proxy.port}/app`);
  const setReadOnly = ({ superuser }: Side, value: 0 | 1) => superuser.query(`SET GLOBAL read_only = ${value}`);
  const write = () => execute(db, 'INSERT INTO things (n) VALUES (1)');
  const refusedWrite = () => assert.rejects(write, (error) => toApiError(error)?.status === 503);
  const portOf = async (sql = 'SELECT @@port AS port') => (await selectRows<{ port: number }>(db, sql))[0]?.port;
  /** The servers behind as many connections as the pool may have. */
  const portsOfAll = async () =>
    new Set(await Promise.all(Array.from({ length: POOL_SIZE }, () => portOf('SELECT @@port + SLEEP(0.1) AS port'))));
  const reaches = (side: Side) => until(async () => (await portOf()) === side.server.port);

  it('get all connections at the first that is writable', async () => {
    assert.deepEqual(await portsOfAll(), new Set([first.server.port]));
  });

  it('are left out while they are read-only', async () => {
    await setReadOnly(first, 1);
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
  });

  it('are left out while they refuse connections', async () => {
    first.proxy.setMode('refuse');
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
  });

  it('are left out in time when they do not answer', async () => {
    first.proxy.setMode('blackhole');
    await until(async () => {
      await db.close();
      db = open();
      const started = performance.now();
      await portOf();
      // half a second, and less than the 1.2 s after which a search ends
      return performance.now() - started < 1_100;
    });
    await write();
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
  });

  it('are waited for when they answer late and alone', async () => {
    // the greeting, the login and two statements take longer than the first host is preferred
    first.proxy.setMode('latency', 80);
    await setReadOnly(second, 1);
    await reaches(first);
  });

  it('are examined once for many connections', async () => {
    const opened = async () => {
      const [[row]] = await first.superuser.query<mysql.RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Connections'");
      return Number(row?.['Value']);
    };
    const before = await opened();
    await portsOfAll();
    const count = (await opened()) - before;
    assert.ok(count <= POOL_SIZE + 2, `${count} connections`);
  });

  it('take over from a lost primary when promoted', async () => {
    await setReadOnly(second, 1);
    await write();
    first.proxy.setMode('refuse');
    first.proxy.resetAll();
    await refusedWrite();
    await assert.rejects(portOf(), /No host of the database can be used: .*127\.0\.0\.1:\d+: .*; 127\.0\.0\.1:\d+: read-only/);
    await setReadOnly(second, 0);
    await until(async () => (await write()) === 1);
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
    assert.deepEqual([await countOf(first), await countOf(second)], [1, 1]);
  });

  it('take over from a primary that answers no more', async () => {
    await portsOfAll();
    first.proxy.setMode('blackhole');
    await refusedWrite();
    await until(async () => (await write()) === 1);
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
  });

  it('answer reads between two primaries', async () => {
    await setReadOnly(second, 1);
    await portsOfAll();
    await setReadOnly(first, 1);
    await refusedWrite();
    assert.deepEqual(await portsOfAll(), new Set([first.server.port]));
    await setReadOnly(second, 0);
    await until(async () => (await write()) === 1);
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
    assert.deepEqual([await countOf(first), await countOf(second)], [0, 1]);
  });

  it('keep their connections when an earlier host returns', async () => {
    await setReadOnly(first, 1);
    await write();
    await setReadOnly(first, 0);
    await sleep(TRUST_MS);
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
  });

  it('are left without a write once they are demoted', async () => {
    await portOf();
    await setReadOnly(first, 1);
    await sleep(TRUST_MS);
    await until(async () => {
      const ports = await portsOfAll();
      return ports.size === 1 && ports.has(second.server.port);
    });
  });

  it('never show the password when none can be used', async () => {
    for (const { proxy } of [first, second]) proxy.setMode('refuse');
    await assert.rejects(portOf(), (error) => toApiError(error)?.status === 503 && !String(error).includes('Leak9vQ'));
  });
});

/** A server with an account that may not write while `read_only` is set, as an application's must be. */
async function startSide(): Promise<Side> {
  const server = await startMariaDb();
  await server.createDatabase('app');
  const superuser = await mysql.createConnection(server.url('mysql'));
  await superuser.query("CREATE USER app@'%' IDENTIFIED BY 'Leak9vQ'");
  await superuser.query("GRANT ALL ON app.* TO app@'%'");
  await superuser.query('CREATE TABLE app.things (id INT AUTO_INCREMENT PRIMARY KEY, n INT NOT NULL)');
  return { server, superuser, proxy: await startFaultProxy(server.port) };
}

async function countOf({ superuser }: Side): Promise<number> {
  const [[row]] = await superuser.query<mysql.RowDataPacket[]>('SELECT COUNT(*) AS n FROM app.things');
  return Number(row?.['n']);
}
