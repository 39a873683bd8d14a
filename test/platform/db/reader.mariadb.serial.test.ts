import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import { readConfig } from '../../../server/config/read-config.ts';
import { createDatabase } from '../../../server/platform/db/database.ts';
import { toApiError } from '../../../server/platform/db/errors.ts';
import { admin, client } from '../../support/client.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { servedRows } from '../../support/inventory.ts';
import { type MariaDb, startMariaDb } from '../../support/mariadb.ts';
import { until } from '../../support/process.ts';
import { silent } from '../../support/scratch-database.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { execute } from '../../support/sql.ts';
import { operatorToken } from '../../support/tokens.ts';
import { ask } from '../../support/wire.ts';

/** Rows that only the replica has, so that an answer shows where it was read. */
const ON_READER = 1_000;
const HOUR_MS = 3_600_000;
const MAX_AGE_MS = 1_000;

describe('a reader of the database', function () {
  this.timeout(120_000);

  let primary: MariaDb;
  let replica: MariaDb;
  let relay: FaultProxy;
  let atReplica: mysql.Connection;
  let server: TestServer;

  before(async () => {
    [primary, replica] = await Promise.all([startMariaDb({ serverId: 1 }), startMariaDb({ serverId: 2 })]);
    const DATABASE_URL = await primary.createDatabase('diwan');
    relay = await startFaultProxy(replica.port);
    await replica.replicate(primary);
    server = await startServer({
      env: { DATABASE_URL, DATABASE_READER_URL: replica.url('diwan').replace(`:${replica.port}/`, `:${relay.port}/`) },
    });
    await admin(server).post('/admin/apps', { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' }).expect(201);
    atReplica = await mysql.createConnection(replica.url('diwan'));
    await until(async () => (await rowsOf(atReplica, 'SELECT id FROM apps')).length === 1);
    await atReplica.query(
      `INSERT INTO analytics_counts (app_id, kind, hour, value, n) SELECT id, 'all', ${Math.floor(Date.now() / HOUR_MS)} - 2, '', ${ON_READER} FROM apps`,
    );
    await atReplica.query("UPDATE apps SET name = 'Replica'");
    await atReplica.query("INSERT INTO feedback_counts (project_id, name, slot, total) VALUES (11, 'votes', 0, 1000)");
  });

  afterEach(async () => {
    relay.setMode('pass');
    relay.setTarget(replica.port);
    await atReplica.query('START REPLICA');
    await until(isInUse);
  });

  after(async () => {
    await atReplica.end();
    await server.close();
    await relay.close();
    await Promise.all([primary.stop(), replica.stop()]);
  });

  const metrics = async () => (await ask(server.url, '/metrics')).text;
  const isInUse = async () => /^diwan_reader_in_use 1$/m.test(await metrics());
  const isNotInUse = async () => /^diwan_reader_in_use 0$/m.test(await metrics());
  const dashboard = () => admin(server).get('/admin/apps/shop/analytics?days=1');
  /** The events of the dashboard, and whether the reader has counted them. */
  const count = async () => {
    const { body, status } = await dashboard();
    assert.equal(status, 200);
    const total = Number(body.totalEvents);
    return { events: total % ON_READER, isFromReader: total >= ON_READER };
  };
  const report = () => client(server).post('/apps/shop/analytics', { eventType: 'open' }).expect(201);

  it('answers what may be a second old', async () => {
    await until(async () => (await count()).isFromReader);
    const stats = client(server, { token: operatorToken(server) });
    await until(async () => (await stats.get('/admin/stats').expect(200)).body.data.votes.total === 1_000);
  });

  it('answers no read that must be current', async () => {
    await until(isInUse);
    const { body } = await admin(server).get('/admin/apps').expect(200);
    assert.deepEqual(
      body.map(({ name }: { name: string }) => name),
      ['Shop'],
    );
    assert.equal((await client(server).get('/apps/shop').expect(200)).body.name, 'Shop');
  });

  it('is shown by the deep readiness check alone', async () => {
    await until(isInUse);
    await until(async () => (await ask(server.url, '/readyz?deep')).text === '{"status":"ready","database":"ok","reader":"in_use"}');
    assert.deepEqual((await ask(server.url, '/readyz')).body, { status: 'ready', database: 'ok' });
  });

  it('shows each event within a second, or the primary does', async () => {
    for (let round = 0; round < 4; round += 1) {
      await until(isInUse);
      if (round === 2) await atReplica.query('STOP REPLICA SQL_THREAD');
      await report();
      const end = performance.now() + MAX_AGE_MS;
      while (performance.now() < end) await count();
      assert.equal((await count()).events, round + 1);
      if (round === 2) await atReplica.query('START REPLICA');
    }
  });

  it('is left out while its replication is stopped', async () => {
    await until(async () => (await count()).isFromReader);
    await atReplica.query('STOP REPLICA');
    const reads = startReads(dashboard);
    await until(isNotInUse);
    assert.equal((await count()).isFromReader, false);
    assert.deepEqual(await reads.stop(), new Set([200]));
    assert.match((await ask(server.url, '/readyz?deep')).text, /"reader":"not_in_use"/);
    await atReplica.query('START REPLICA');
    await until(async () => (await count()).isFromReader);
  });

  for (const mode of ['refuse', 'blackhole'] as const) {
    it(`fails no request while it is away: ${mode}`, async () => {
      await until(async () => (await count()).isFromReader);
      const reads = startReads(dashboard);
      relay.setMode(mode);
      if (mode === 'refuse') relay.resetAll();
      await until(isNotInUse);
      assert.equal((await count()).isFromReader, false);
      assert.deepEqual(await reads.stop(), new Set([200]));
      relay.setMode('pass');
      await until(async () => (await count()).isFromReader);
    });
  }

  it('is checked on each connection that leads elsewhere', async () => {
    // the open connections lead to the primary, which is never behind; new ones to a replica that is
    relay.setTarget(primary.port);
    relay.resetAll();
    await until(async () => (await isInUse()) && !(await count()).isFromReader);
    await atReplica.query('STOP REPLICA');
    await report();
    await until(isBehind);
    relay.setTarget(replica.port);
    const counts = await Promise.all(Array.from({ length: 10 }, count));
    assert.deepEqual(new Set(counts.map(({ isFromReader }) => isFromReader)), new Set([false]));
  });

  /** Whether none of the beats of the last second has reached the replica. */
  async function isBehind(): Promise<boolean> {
    const latest = async (connection: mysql.Connection) =>
      (await rowsOf(connection, 'SELECT MAX(beat) AS beat FROM reader_heartbeats'))[0]?.['beat'];
    const atPrimary = await mysql.createConnection(primary.url('diwan'));
    const [there, here] = [Number(await latest(atPrimary)), Number(await latest(atReplica))];
    await atPrimary.end();
    return there - here > 4;
  }

  it('refuses every write of its sessions', async () => {
    const { reader } = readConfig(server.env);
    assert.ok(reader !== null);
    const db = createDatabase(reader, silent);
    await assert.rejects(execute(db, "UPDATE apps SET name = 'Written'"), (error) => toApiError(error)?.status === 503);
    await db.close();
    assert.equal((await rowsOf(atReplica, 'SELECT name FROM apps'))[0]?.['name'], 'Replica');
  });

  it('is declared by three endpoints that only read', () => {
    const declared = servedRows().filter(({ endpoint }) => endpoint.mayBeOld === true);
    assert.deepEqual(
      declared.map(({ method, address }) => `${method} ${address}`),
      ['get /api/v1/admin/apps/:slug/analytics', 'get /api/v1/admin/apps/:slug/versions/adoption', 'get /api/v1/admin/stats'],
    );
  });
});

async function rowsOf(connection: mysql.Connection, sql: string): Promise<mysql.RowDataPacket[]> {
  const [rows] = await connection.query<mysql.RowDataPacket[]>(sql);
  return rows;
}

/** Repeats a read until `stop`, which resolves to the different statuses. */
function startReads(read: () => PromiseLike<{ status: number }>): { stop(): Promise<Set<number>> } {
  const statuses = new Set<number>();
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) statuses.add((await read()).status);
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      return statuses;
    },
  };
}
