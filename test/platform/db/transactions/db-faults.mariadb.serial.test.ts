import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import { ConnectionAcquireTimeoutError } from 'sequelize';
import type { Database } from '../../../../server/platform/db/database.ts';
import { ping } from '../../../../server/platform/db/health.ts';
import { toApiError } from '../../../../server/platform/db/statements/errors.ts';
import { execute, selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { inTransaction } from '../../../../server/platform/db/transactions/transaction.ts';
import { type MariaDb, startMariaDb } from '../../../support/databases/mariadb.ts';
import { openDatabaseAt } from '../../../support/databases/scratch-database.ts';
import { waitedMs } from '../../../support/loop-watch.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/programs/fault-proxy.ts';
import { until } from '../../../support/programs/process.ts';

const BOUND_MS = 2600;
/** Less than the deadline of a statement on a connection that is dead. */
const RECOVERED_MS = 1_900;

describe('the database under faults', () => {
  let server: MariaDb;
  let proxy: FaultProxy;
  let url: string;
  let db: Database;

  before(async () => {
    server = await startMariaDb();
    proxy = await startFaultProxy(server.port);
    url = await server.createDatabase();
    const admin = await mysql.createConnection(url);
    await admin.query('CREATE TABLE things (id INT AUTO_INCREMENT PRIMARY KEY, n INT NOT NULL, name VARCHAR(5))');
    await admin.query('INSERT INTO things (n) VALUES (0)');
    await admin.end();
  });

  beforeEach(() => {
    proxy.setMode('pass');
    db = openDatabaseAt(url.replace(String(server.port), String(proxy.port)));
  });

  afterEach(() => db.close());

  after(async () => {
    await proxy.close();
    await server.stop();
  });

  const read = () => selectRows<{ n: number }>(db, 'SELECT n FROM things');
  const write = () => execute(db, 'UPDATE things SET n = n + 1');
  const transact = () => inTransaction(db, write);
  /** Opens as many connections as the pool may have. */
  const warmUp = () => Promise.all(Array.from({ length: 12 }, () => selectRows(db, 'SELECT SLEEP(0.05)')));

  /** Asserts that `work` fails in time with an outage. */
  async function failsInTime(work: () => Promise<unknown>, boundMs = BOUND_MS): Promise<void> {
    const isOutage = (error: unknown) => {
      assert.equal(toApiError(error)?.status, 503, String(error));
      return true;
    };
    const took = await timeOf(() => assert.rejects(work, isOutage));
    assert.ok(took <= boundMs, `${took} ms`);
  }

  /** In `waitedMs`. */
  async function timeOf(work: () => Promise<unknown>): Promise<number> {
    const started = waitedMs();
    await work();
    return waitedMs() - started;
  }

  it('sets its session variables regardless of server defaults', async () => {
    const [row] = await selectRows(
      db,
      `SELECT @@sql_mode AS mode, @@innodb_lock_wait_timeout AS wait, @@time_zone AS zone, @@collation_connection AS coll
       /*M! , @@tx_isolation AS isolation, @@max_statement_time AS time */
       /*!50720 , @@transaction_isolation AS isolation, @@max_execution_time / 1000 AS time */`,
    );
    const { mode, ...rest } = row as { mode: string };
    assert.deepEqual(rest, { isolation: 'READ-COMMITTED', wait: 3, time: 1.8, zone: '+00:00', coll: 'utf8mb4_unicode_520_ci' });
    for (const name of ['STRICT_TRANS_TABLES', 'ONLY_FULL_GROUP_BY', 'NO_ZERO_DATE']) assert.ok(mode.includes(name), name);
    await assert.rejects(execute(db, "INSERT INTO things (n, name) VALUES (1, 'too long')"), /Data too long/);
  });

  it('returns numbers for values that MySQL sends as text', async () => {
    const [row] = await selectRows(
      db,
      'SELECT SUM(n) AS sum, AVG(n) AS avg, COUNT(*) AS count, 9007199254740991 AS big, CAST(5 AS UNSIGNED) AS id FROM things',
    );
    for (const [name, value] of Object.entries(row ?? {})) assert.equal(typeof value, 'number', name);
  });

  it('answers in time in a network outage and recovers', async () => {
    await warmUp();
    proxy.setMode('blackhole');
    await Promise.all([...Array.from({ length: 15 }, () => failsInTime(read)), failsInTime(write), failsInTime(transact)]);
    proxy.setMode('pass');
    assert.ok((await timeOf(() => Promise.all([read(), transact(), ...Array.from({ length: 20 }, read)]))) <= RECOVERED_MS);
  });

  it('never reuses a connection that missed its deadline', async () => {
    const id = async () => (await selectRows<{ id: number }>(db, 'SELECT CONNECTION_ID() AS id'))[0]?.id;
    const first = await id();
    proxy.setMode('blackhole');
    await failsInTime(read);
    proxy.setMode('pass');
    assert.notEqual(await id(), first);
  });

  it('refuses a transaction after one unanswered statement', async () => {
    const work = async () => {
      await write();
      proxy.setMode('blackhole');
      await failsInTime(read);
      await failsInTime(write, 1_000);
    };
    await assert.rejects(inTransaction(db, work), (error) => toApiError(error)?.status === 503);
  });

  it('replaces idle connections after one missed its deadline', async () => {
    await warmUp();
    proxy.setMode('blackhole');
    await failsInTime(read);
    // idle connections are replaced; the new connection fails sooner than a deadline
    await failsInTime(read, 1900);
  });

  it('answers in time from a frozen server and recovers', async () => {
    await warmUp();
    server.freeze();
    try {
      await Promise.all([
        failsInTime(read),
        failsInTime(write),
        failsInTime(transact),
        ...Array.from({ length: 30 }, () => failsInTime(read)),
      ]);
      assert.ok((await timeOf(() => assert.rejects(ping(db)))) <= 1_500);
    } finally {
      server.thaw();
    }
    assert.ok((await timeOf(() => Promise.all([transact(), ...Array.from({ length: 20 }, read)]))) <= RECOVERED_MS);
  });

  it('fails fast without a server and recovers with it', async () => {
    await read();
    await server.kill();
    await Promise.all([failsInTime(read, 1_000), failsInTime(transact, 1_000)]);
    await assert.rejects(ping(db));
    await server.restart();
    await Promise.all([read(), transact()]);
    await ping(db);
  });

  it('repeats reads on any number of reset connections', async () => {
    for (let round = 0; round < 5; round += 1) {
      await warmUp();
      proxy.resetAll();
      await Promise.all(Array.from({ length: 12 }, read));
    }
  });

  it('repeats a transaction that could not begin', async () => {
    for (let round = 0; round < 5; round += 1) {
      await warmUp();
      proxy.resetAll();
      await Promise.all(Array.from({ length: 12 }, transact));
    }
  });

  it('repeats an interrupted read once and never a write', async () => {
    const other = await mysql.createConnection(url);
    const isSleeping = async (): Promise<boolean> => {
      const sql = "SELECT id FROM information_schema.PROCESSLIST WHERE info LIKE '%SLEEP(0.9)%' AND id <> CONNECTION_ID()";
      return (await other.query<mysql.RowDataPacket[]>(sql))[0].length > 0;
    };
    const cutOff = async (work: () => Promise<unknown>) => {
      const outcome = work().then(
        () => 'done',
        (error: unknown) => toApiError(error)?.code,
      );
      await until(isSleeping);
      proxy.resetAll();
      return outcome;
    };
    assert.equal(await cutOff(() => selectRows(db, 'SELECT SLEEP(0.9)')), 'done');
    await until(async () => !(await isSleeping()));
    assert.equal(await cutOff(() => execute(db, 'UPDATE things SET n = n + SLEEP(0.9)')), 'outcome_unknown');
    await until(async () => !(await isSleeping()));
    assert.equal(await cutOff(() => inTransaction(db, () => selectRows(db, 'SELECT SLEEP(0.9)'))), 'unavailable');
    await other.end();
  });

  it('cancels a slow statement and keeps its connection', async () => {
    const numbers = 'WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)';
    await failsInTime(() => selectRows(db, `${numbers} SELECT COUNT(*) FROM numbers a, numbers b, numbers c`));
    await failsInTime(() => inTransaction(db, () => execute(db, 'UPDATE things SET n = n + SLEEP(5)')));
    await read();
  });

  it('waits for a locked row no longer than a statement', async () => {
    const other = await mysql.createConnection(url);
    await other.query('BEGIN');
    await other.query('UPDATE things SET n = n');
    await other.query('SELECT * FROM things FOR UPDATE');
    await failsInTime(transact);
    await other.end();
    await transact();
  });

  it('waits for a connection no longer than 1.5 s', async () => {
    let begun = 0;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold = () => {
      begun += 1;
      return released;
    };
    const busy = Promise.all(Array.from({ length: 12 }, () => inTransaction(db, hold)));
    await until(() => begun === 12);
    const isTimeout = (error: unknown) => error instanceof ConnectionAcquireTimeoutError && toApiError(error)?.status === 503;
    assert.ok((await timeOf(() => assert.rejects(read(), isTimeout))) <= 1_900);
    release();
    await busy;
  });

  it('needs three round trips per write, one per read', async () => {
    await warmUp();
    // a round trip takes 300 ms, so a fourth and a second one would exceed the limits
    proxy.setMode('latency', 150);
    assert.ok((await timeOf(transact)) < 1_200);
    assert.ok((await timeOf(read)) < 600);
  });

  it('does not repeat a transaction whose commit was not answered', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      await write();
      proxy.setMode('blackhole');
    };
    await assert.rejects(inTransaction(db, work), (error) => toApiError(error)?.code === 'outcome_unknown');
    assert.equal(runs, 1);
  });

  describe('when the server refuses', () => {
    let admin: mysql.Connection;

    before(async () => {
      admin = await mysql.createConnection(url);
      await admin.query("CREATE USER poor@'%' IDENTIFIED BY 'poor'");
    });

    after(() => admin.end());

    const insert = 'INSERT INTO things (n) VALUES (1)';

    async function refuses(account: string, sql: string): Promise<void> {
      const refused = openDatabaseAt(url.replace('diwan:diwan', account));
      try {
        await failsInTime(() => refused.sequelize.query(sql));
      } finally {
        await refused.close();
      }
    }

    it('says unavailable for too many connections', async () => {
      await admin.query('SET GLOBAL max_connections = 10');
      const others = await Promise.allSettled(Array.from({ length: 12 }, () => mysql.createConnection(url)));
      try {
        await failsInTime(read);
      } finally {
        await admin.query('SET GLOBAL max_connections = 300');
        await Promise.all(others.map((other) => (other.status === 'fulfilled' ? other.value.end() : null)));
      }
    });

    it('says unavailable after the password was changed', () => refuses('diwan:other', 'SELECT 1'));

    it('says unavailable after a privilege was revoked', async () => {
      await refuses('poor:poor', 'SELECT 1');
      await admin.query("GRANT SELECT ON *.* TO poor@'%'");
      await refuses('poor:poor', insert);
    });

    it('says unavailable while the server is read-only', async () => {
      await admin.query("GRANT INSERT, SELECT ON *.* TO poor@'%'");
      await admin.query('SET GLOBAL read_only = 1');
      try {
        await refuses('poor:poor', insert);
      } finally {
        await admin.query('SET GLOBAL read_only = 0');
      }
    });
  });

  it('does not report bugs as an outage', async () => {
    for (const sql of ['SELECT nothing FROM things', 'SELEKT', 'SELECT * FROM nowhere']) {
      await assert.rejects(selectRows(db, sql), (error) => toApiError(error) === null);
    }
    assert.equal(toApiError(new Error('whatever')), null);
  });

  it('closes all its connections when it is closed', async () => {
    await warmUp();
    assert.ok(proxy.connections() >= 12);
    await db.close();
    await until(() => proxy.connections() === 0);
    db = openDatabaseAt(url);
  });
});
