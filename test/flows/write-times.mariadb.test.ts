import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import { type MariaDb, startMariaDb } from '../support/databases/mariadb.ts';
import { ask } from '../support/requests/wire.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** An alert must be able to notice within this time. */
const SEEN_SECONDS = 10;

describe('the metrics of writes', () => {
  let database: MariaDb;
  let root: mysql.Connection;
  let server: TestServer;

  before(async () => {
    database = await startMariaDb();
    const url = await database.createDatabase('writes');
    root = await mysql.createConnection(url);
    // without the right to write to a read-only server
    await root.query("CREATE USER app@'%' IDENTIFIED BY 'app'");
    await root.query("GRANT ALL ON writes.* TO app@'%'");
    server = await startServer({ env: { DATABASE_URL: url.replace('diwan:diwan', 'app:app') } });
  });
  after(async () => {
    await server.close();
    await root.end();
    await database.stop();
  });

  async function times(): Promise<{ committed: number; failed: number }> {
    const { text } = await ask(server.url, '/metrics');
    const secondsOf = (name: string): number =>
      Number(new RegExp(`^diwan_last_${name}_write_timestamp_seconds (\\S+)$`, 'm').exec(text)?.[1]);
    return { committed: secondsOf('committed'), failed: secondsOf('failed') };
  }

  async function request(method: string, path: string, body?: object): Promise<number> {
    const given = body === undefined ? {} : { body };
    return (await ask(server.url, `/api/v1${path}`, { method, headers: { 'X-Api-Key': server.apiKey }, ...given })).status;
  }

  const register = (slug: string) =>
    request('POST', '/admin/apps', { slug, name: 'Shop', platform: 'both', packageName: 'com.example.shop' });
  const report = () => request('POST', '/apps/shop/analytics', { eventType: 'opened', platform: 'ios' });
  const isRecent = (seconds: number): boolean => Math.abs(Date.now() / 1_000 - seconds) < SEEN_SECONDS;

  it('show the last commit, and no failure of clients', async () => {
    assert.equal(await register('shop'), 201);
    assert.equal(await report(), 201);
    assert.equal(await register('shop'), 409);
    const { committed, failed } = await times();
    assert.ok(isRecent(committed), String(committed));
    assert.equal(failed, 0);
  });

  for (const [name, write] of [
    ['a batch', report],
    ['a transaction', () => request('PUT', '/admin/apps/shop', { name: 'Souq' })],
  ] as const) {
    it(`show that the database refuses and accepts ${name}`, async () => {
      await root.query('SET GLOBAL read_only = 1');
      try {
        assert.equal(await write(), 503);
        const during = await times();
        assert.ok(during.failed > during.committed && isRecent(during.failed), JSON.stringify(during));
      } finally {
        await root.query('SET GLOBAL read_only = 0');
      }
      assert.ok((await write()) < 300);
      const after = await times();
      assert.ok(after.committed > after.failed, JSON.stringify(after));
    });
  }

  it('show that the database is gone', async () => {
    await database.kill();
    assert.equal(await report(), 503);
    const { committed, failed } = await times();
    assert.ok(failed > committed, `${failed} ${committed}`);
    await database.restart();
  });
});
