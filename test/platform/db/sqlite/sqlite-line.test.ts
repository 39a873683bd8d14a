import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Connection } from '../../../../server/platform/db/sqlite/connection.ts';

const LOCK_WAIT_MS = 5_000;

describe('the line of writers of the embedded engine', () => {
  let folder: string;
  const connections: Connection[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'diwan-sqlite-'));
  });
  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  function connect(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection: Connection = new Connection(path.join(folder, 'store.sqlite'), LOCK_WAIT_MS, (error) => {
        if (error === null) resolve(connection);
        else reject(error);
      });
      connections.push(connection);
    });
  }

  /** Sends at once; resolves when it is answered. */
  function send(connection: Connection, sql: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      connection.all(sql, [], (error: unknown, rows: unknown) => (error === null ? resolve(rows) : reject(error)));
    });
  }

  it('keeps a granted write lock while its connection reads', async () => {
    const [shared, first, second] = [await connect(), await connect(), await connect()];
    await send(shared, 'CREATE TABLE t (a)');
    await send(first, 'BEGIN IMMEDIATE');
    const startedAt = performance.now();
    const write = send(shared, 'INSERT INTO t VALUES (1)');
    const commit = send(first, 'COMMIT');
    // the write's turn has come, in the next tick; the read must not give it away to the transaction
    const read = send(shared, 'SELECT * FROM t');
    const begin = send(second, 'BEGIN IMMEDIATE');
    await Promise.all([commit, read, write, begin]);
    assert.ok(performance.now() - startedAt < LOCK_WAIT_MS, 'nobody waited inside the engine');
    await send(second, 'INSERT INTO t VALUES (2)');
    await send(second, 'COMMIT');
    assert.deepEqual(await send(shared, 'SELECT a FROM t ORDER BY a'), [{ a: 1 }, { a: 2 }]);
  });
});
