import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { changeApp, updateApp } from '../../../server/services/apps/apps.ts';
import { systemAct } from '../../support/act.ts';
import { until } from '../../support/programs/process.ts';
import { client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { insertApps, registerApp } from '../support.ts';

const SEEN_MS = 3_000;
const HANDLERS = ['Handler_read_first', 'Handler_read_key', 'Handler_read_last', 'Handler_read_next', 'Handler_read_prev'];

describe('revisions of transactions that overlap', () => {
  let writer: TestServer;
  let reader: TestServer;
  let slugs: string[];

  before(async () => {
    writer = await startServer();
    slugs = [];
    for (let index = 0; index < 10; index += 1) slugs.push(await registerApp(writer));
    reader = await startServer({ env: writer.env });
  });
  after(() => Promise.all([writer.close(), reader.close()]));

  const nameAt = async (slug: string) => (await client(reader).get(`/apps/${slug}`)).body.name;
  const untilShown = (slug: string, name: string) => until(async () => (await nameAt(slug)) === name, undefined, SEEN_MS);

  it('show the change that began first and ended last', async () => {
    const [early = '', late = ''] = slugs;
    await Promise.all([nameAt(early), nameAt(late)]);
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let hasBegun = false;
    const changing = changeApp(writer.services.apps, early, async (app) => {
      hasBegun = true;
      await gate;
      app.set({ name: 'Ended last' });
    });
    await until(() => hasBegun);
    await updateApp(writer.services.apps, systemAct(), late, { name: 'Ended first' });
    await untilShown(late, 'Ended first');
    // the reader has polled the newest revision once more
    await sleep(700);
    open();
    await changing;
    await untilShown(early, 'Ended last');
  });

  it('wait for a change that has its revision already', async () => {
    const [, , early = '', late = ''] = slugs;
    await Promise.all([nameAt(early), nameAt(late)]);
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const changing = inTransaction(writer.db, async () => {
      await updateApp(writer.services.apps, systemAct(), early, { name: 'First revision' });
      await gate;
    });
    await sleep(100);
    const next = updateApp(writer.services.apps, systemAct(), late, { name: 'Next revision' });
    // time for the reader to see the next revision, if it were committed first
    await sleep(1_000);
    open();
    await Promise.all([changing, next]);
    await untilShown(late, 'Next revision');
    await untilShown(early, 'First revision');
  });

  it('are committed in their order', async () => {
    const connection = await mysql.createConnection(writer.env['DATABASE_URL'] ?? '');
    const seen = new Set<number>();
    let isWriting = true;
    const watch = async (): Promise<void> => {
      let newest = 0;
      while (isWriting) {
        const [rows] = await connection.query<mysql.RowDataPacket[]>('SELECT revision FROM apps ORDER BY revision');
        const revisions = rows.map((row) => Number(row['revision']));
        // a revision that appears below one seen before would be missed by a poll
        assert.deepEqual(
          revisions.filter((revision) => revision < newest && !seen.has(revision)),
          [],
        );
        for (const revision of revisions) seen.add(revision);
        newest = Math.max(newest, ...revisions);
      }
    };
    const watching = watch();
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(slugs.map((slug) => updateApp(writer.services.apps, systemAct(), slug, { name: `Round ${round}` })));
    }
    isWriting = false;
    await watching;
    await connection.end();
    assert.ok(seen.size > 30, String(seen.size));
  });

  it('cost one row of the index while nothing changes', async () => {
    await insertApps(writer, 10_000);
    const connection = await mysql.createConnection(writer.env['DATABASE_URL'] ?? '');
    const rowsReadBy = async (sql: string): Promise<number> => {
      await connection.query('FLUSH STATUS');
      await connection.query(sql);
      const [rows] = await connection.query<mysql.RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return rows.filter((row) => HANDLERS.includes(row['Variable_name'])).reduce((sum, row) => sum + Number(row['Value']), 0);
    };
    const [[before]] = await connection.query<mysql.RowDataPacket[]>('SELECT MAX(revision) AS latest FROM apps');
    // MySQL counts the row twice: as the last of the index, and as a key
    assert.ok((await rowsReadBy('SELECT MAX(revision) AS latest FROM apps')) <= 2);
    await updateApp(writer.services.apps, systemAct(), slugs[0] ?? '', { name: 'One change' });
    const changes = await rowsReadBy(`SELECT slug, revision FROM apps WHERE revision > ${before?.['latest']}`);
    assert.ok(changes >= 1 && changes <= 3, String(changes));
    await connection.end();
  });
});
