import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { updateApp } from '../../../server/services/apps/apps.ts';
import { systemAct } from '../../support/act.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { insertApps, registerApp } from '../support.ts';

const MANY = 10_000;
const NEWEST = 'SELECT MAX(revision) AS latest FROM apps';
const CHANGES = 'SELECT slug, revision FROM apps WHERE revision > :revision';
/** Two polls, and time for a busy machine. */
const SEEN_MS = 3_000;

/** A poll statement and the number of rows that it returned. */
type Poll = readonly [sql: string, rows: number];

describe('the poll of the revisions', () => {
  let writer: TestServer;
  let reader: TestServer;
  const slugs: string[] = [];

  before(async () => {
    writer = await startServer();
    for (let index = 0; index < 10; index += 1) slugs.push(await registerApp(writer));
    await insertApps(writer, MANY);
    reader = await startServer({ env: writer.env });
  });
  after(() => Promise.all([writer.close(), reader.close()]));

  const first = () => slugs[0] ?? '';
  const second = () => slugs[1] ?? '';
  const nameAt = async (slug: string) => (await client(reader).get(`/apps/${slug}`)).body.name;
  const rename = (slug: string, name: string) => updateApp(writer.services.apps, systemAct(), slug, { name });
  const untilShown = (slug: string, name: string) => until(async () => (await nameAt(slug)) === name, undefined, SEEN_MS);

  /** The polls of the reader while `work` runs. */
  async function pollsDuring(work: (polls: readonly Poll[]) => Promise<unknown>): Promise<Poll[]> {
    const polls: Poll[] = [];
    const record = async (sql: string, send: () => Promise<unknown>) => {
      const rows = await send();
      if (sql === NEWEST || sql.startsWith('SELECT slug, revision')) polls.push([sql, Array.isArray(rows) ? rows.length : -1]);
      return rows;
    };
    await interceptQueries(reader.db, record, () => work(polls));
    return polls;
  }

  it('reads one row for 10,000 apps while nothing changes', async () => {
    await nameAt(first());
    const polls = await pollsDuring((seen) => until(() => seen.length >= 4));
    for (const poll of polls) assert.deepEqual(poll, [NEWEST, 1]);
  });

  it('reads one more row after one change', async () => {
    await nameAt(first());
    const polls = await pollsDuring(async () => {
      await rename(first(), 'Changed');
      await untilShown(first(), 'Changed');
      await sleep(1_200);
    });
    assert.deepEqual(
      polls.filter(([sql]) => sql !== NEWEST),
      [[CHANGES, 1]],
    );
  });

  it('shows every change of a parallel crowd', async () => {
    for (const slug of slugs) await nameAt(slug);
    for (let round = 0; round < 5; round += 1) {
      const changes = slugs.flatMap((slug, index) => [writer, reader].map((server) => ({ slug, server, name: `${round} ${index}` })));
      await Promise.all(changes.map(({ slug, server, name }) => updateApp(server.services.apps, systemAct(), slug, { name })));
      for (const [index, slug] of slugs.entries()) {
        for (const server of [writer, reader])
          await until(async () => (await client(server).get(`/apps/${slug}`)).body.name === `${round} ${index}`, undefined, SEEN_MS);
      }
    }
    const revisions = await selectRows(reader.db, 'SELECT DISTINCT revision FROM apps WHERE slug IN (:slugs)', { slugs });
    assert.equal(revisions.length, slugs.length, 'no revision is used twice');
  });

  it('shows the older state after a failover lost commits', async () => {
    const before = await rename(first(), 'Kept');
    await untilShown(first(), 'Kept');
    const { revision } = before;
    await rename(first(), 'Lost');
    await untilShown(first(), 'Lost');
    await execute(writer.db, "UPDATE apps SET name = 'Kept', revision = :revision WHERE slug = :slug", { revision, slug: first() });
    await untilShown(first(), 'Kept');
    await rename(first(), 'After');
    await untilShown(first(), 'After');
  });

  it('forgets a deleted app within a second', async () => {
    const slug = await registerApp(writer);
    assert.equal(await nameAt(slug), 'Shop');
    await until(async () => (await pollsDuring(() => sleep(600))).every(([sql]) => sql === NEWEST));
    await execute(writer.db, 'DELETE FROM apps WHERE slug = :slug', { slug });
    await until(async () => (await client(reader).get(`/apps/${slug}`)).status === 404, undefined, SEEN_MS);
  });

  it('finds a write by hand within half a minute', async () => {
    await reader.close();
    // the next comparison of all apps is half a minute away
    reader = await startServer({ env: writer.env });
    // it shows changes of loaded apps only after a poll
    await Promise.all([nameAt(first()), nameAt(second())]);
    await rename(second(), 'Before');
    await untilShown(second(), 'Before');
    await rename(first(), 'Newer');
    await untilShown(first(), 'Newer');
    await execute(writer.db, "UPDATE apps SET name = 'By hand', revision = revision + 1 WHERE slug = :slug", { slug: second() });
    await sleep(1_200);
    assert.equal(await nameAt(second()), 'Before');
    const original = performance.now.bind(performance);
    try {
      Object.assign(performance, { now: () => original() + 31_000 });
      await untilShown(second(), 'By hand');
      // it is loaded once, and then served from memory
      const polls = await pollsDuring(() => sleep(1_200));
      for (const poll of polls) assert.deepEqual(poll, [NEWEST, 1]);
    } finally {
      Reflect.deleteProperty(performance, 'now');
    }
  });
});
