import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import type { Database } from '../../../../server/platform/db/database.ts';
import { toApiError } from '../../../../server/platform/db/statements/errors.ts';
import { execute, selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { inTransaction } from '../../../../server/platform/db/transactions/transaction.ts';
import { type MariaDb, startMariaDb } from '../../../support/databases/mariadb.ts';
import { openDatabaseAt } from '../../../support/databases/scratch-database.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/programs/fault-proxy.ts';
import { until } from '../../../support/programs/process.ts';
import { admin } from '../../../support/requests/client.ts';
import { startServer } from '../../../support/server.ts';

const POOL_SIZE = 12;
/** The pause between two replacements of all connections is 1 s. */
const RECOVERED_MS = 2_500;
const WRONG_SERVER = [1290, 1792, 1836, 1047, 1180, 3100];

interface Side {
  readonly server: MariaDb;
  /** May do what the application may not: it ignores `read_only`. */
  readonly superuser: mysql.Connection;
}

/** The relay is the name that moves: open connections stay at the first server, new ones reach the second. */
describe('connections after a failover', () => {
  let first: Side;
  let second: Side;
  let relay: FaultProxy;
  let db: Database;

  before(async () => {
    [first, second] = await Promise.all([startSide(), startSide()]);
    relay = await startFaultProxy(first.server.port);
  });

  beforeEach(async () => {
    relay.setTarget(first.server.port);
    await first.superuser.query('SET GLOBAL read_only = 0');
    for (const { superuser } of [first, second]) await superuser.query('DELETE FROM app.things');
    db = openDatabaseAt(urlOf(relay.port));
  });

  afterEach(() => db.close());

  after(async () => {
    await relay.close();
    for (const { server, superuser } of [first, second]) {
      await superuser.end();
      await server.stop();
    }
  });

  const demoteFirst = () => first.superuser.query('SET GLOBAL read_only = 1');
  const moveName = () => relay.setTarget(second.server.port);
  const write = () => execute(db, 'INSERT INTO things (n) VALUES (1)');
  const refusedWrite = () => assert.rejects(write, isUnavailable);
  const portOf = async (sql = 'SELECT @@port AS port') => (await selectRows<{ port: number }>(db, sql))[0]?.port;
  /** The servers behind as many connections as the pool may have. */
  const portsOfAll = async () =>
    new Set(await Promise.all(Array.from({ length: POOL_SIZE }, () => portOf('SELECT @@port + SLEEP(0.1) AS port'))));

  it('reach the new server after one refused write', async () => {
    assert.deepEqual(await portsOfAll(), new Set([first.server.port]));
    await demoteFirst();
    moveName();
    await refusedWrite();
    await write();
    assert.equal(await countOf(second), 1);
    assert.equal(await countOf(first), 0);
  });

  it('are all replaced, idle and busy ones', async () => {
    await portsOfAll();
    await demoteFirst();
    moveName();
    const busy = portOf('SELECT @@port + SLEEP(0.3) AS port');
    await refusedWrite();
    // a statement under way is not disturbed
    assert.equal(await busy, first.server.port);
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
  });

  it('are replaced when a transaction is refused half-way', async () => {
    await portsOfAll();
    const work = async () => {
      await selectRows(db, 'SELECT n FROM things FOR UPDATE');
      await demoteFirst();
      moveName();
      await write();
    };
    await assert.rejects(inTransaction(db, work), isUnavailable);
    await inTransaction(db, write);
    assert.deepEqual([await countOf(first), await countOf(second)], [0, 1]);
    assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
  });

  for (const errno of WRONG_SERVER) {
    it(`are replaced after the error ${errno} of any statement`, async () => {
      await portsOfAll();
      moveName();
      await assert.rejects(execute(db, `SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = 'refused'`), isUnavailable);
      assert.deepEqual(await portsOfAll(), new Set([second.server.port]));
    });
  }

  it('stay after an error of the statement itself', async () => {
    await portsOfAll();
    moveName();
    await assert.rejects(execute(db, 'INSERT INTO nowhere (n) VALUES (1)'));
    assert.deepEqual(await portsOfAll(), new Set([first.server.port]));
  });

  it('follow a name that moves after the first refusal', async () => {
    await portsOfAll();
    await demoteFirst();
    await Promise.all(Array.from({ length: POOL_SIZE }, refusedWrite));
    assert.equal(await portOf(), first.server.port);
    moveName();
    await until(async () => (await write()) === 1, undefined, RECOVERED_MS);
  });

  it('are few while a server stays read-only', async () => {
    await portsOfAll();
    await demoteFirst();
    const opened = async () => {
      const [[row]] = await first.superuser.query<mysql.RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Connections'");
      return Number(row?.['Value']);
    };
    const before = await opened();
    const started = performance.now();
    for (let turn = 0; turn < 20; turn += 1) await Promise.all(Array.from({ length: POOL_SIZE }, refusedWrite));
    const rounds = 1 + Math.ceil((performance.now() - started) / 1_000);
    const count = (await opened()) - before;
    assert.ok(count <= rounds * POOL_SIZE, `${count} connections in ${rounds} rounds`);
  });

  it('let a running server write again and read all along', async () => {
    // the same rows in both, as a replica has them
    const [keyed] = await Promise.all([first, second].map(({ server }) => seed(urlOf(server.port, 'diwan'))));
    const server = await startServer({ env: { ...keyed, DATABASE_URL: urlOf(relay.port, 'diwan') } });
    try {
      const put = () => admin(server).put('/admin/apps/shop', { name: `Shop ${performance.now()}` });
      await Promise.all(Array.from({ length: POOL_SIZE }, () => put().expect(200)));
      const reads = startReads(() => admin(server).get('/admin/apps'));
      await demoteFirst();
      await put().expect(503);
      moveName();
      await until(async () => (await put()).status === 200, undefined, RECOVERED_MS);
      const statuses = await reads.stop();
      assert.ok(statuses.length > 3);
      assert.deepEqual(new Set(statuses), new Set([200]));
    } finally {
      await server.close();
    }
  });
});

/** A server with an account that may not write while `read_only` is set, as an application's must be. */
async function startSide(): Promise<Side> {
  const server = await startMariaDb();
  const superuser = await mysql.createConnection(server.url('mysql'));
  await superuser.query("CREATE USER app@'%' IDENTIFIED BY 'app'");
  for (const name of ['app', 'diwan']) {
    await server.createDatabase(name);
    await superuser.query(`GRANT ALL ON ${name}.* TO app@'%'`);
  }
  await superuser.query('CREATE TABLE app.things (id INT AUTO_INCREMENT PRIMARY KEY, n INT NOT NULL)');
  return { server, superuser };
}

function urlOf(port: number, database = 'app'): string {
  return `mysql://app:app@127.0.0.1:${port}/${database}`;
}

function isUnavailable(error: unknown): boolean {
  assert.equal(toApiError(error)?.status, 503, String(error));
  return true;
}

async function countOf({ superuser }: Side): Promise<number> {
  const [[row]] = await superuser.query<mysql.RowDataPacket[]>('SELECT COUNT(*) AS n FROM app.things');
  return Number(row?.['n']);
}

/** Migrates a database and registers an app there. */
async function seed(url: string) {
  const server = await startServer({ env: { DATABASE_URL: url } });
  await admin(server).post('/admin/apps', { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' }).expect(201);
  await server.close();
  return server.env;
}

/** Repeats a read until `stop`, which resolves to the statuses. */
function startReads(read: () => PromiseLike<{ status: number }>): { stop(): Promise<number[]> } {
  const statuses: number[] = [];
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) statuses.push((await read()).status);
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      return statuses;
    },
  };
}
