import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freshDatabaseUrl } from '../../support/engine.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { type FaultMode, type FaultProxy, startFaultProxy } from '../../support/programs/fault-proxy.ts';
import { until } from '../../support/programs/process.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, publish, registerApp } from '../support.ts';

const READS = ['', '/version?currentVersion=0.1.0', '/maintenance', '/features', '/bootstrap'];
const STALE = '110 - "Response is Stale"';
const STALE_AFTER_MS = 2_000;
/** The pause between two polls of the revisions, and the time that a poll may take. */
const LOOK_MS = 700;
const ANSWER_MS = 2_600;

describe('public reads while the database is unavailable', () => {
  let server: TestServer;
  let proxy: FaultProxy;
  let databaseUrl: string;
  let slug: string;
  let cold: string;

  before(async () => {
    databaseUrl = await freshDatabaseUrl();
    const direct = new URL(databaseUrl);
    proxy = await startFaultProxy(Number(direct.port));
    server = await startServer({ env: { DATABASE_URL: databaseUrl.replace(`:${direct.port}/`, `:${proxy.port}/`) } });
    slug = await registerApp(server);
    cold = await registerApp(server);
    await publish(server, slug, { versionName: '2.0.0', versionCode: 2, isForce: true });
    await admin(server)
      .post(`/admin/apps/${slug}/features`, { flagKey: 'beta', isEnabled: true, config: { a: 1 } })
      .expect(201);
    await admin(server).put(`/admin/apps/${slug}/maintenance`, { isActive: true, messageEn: 'Back soon' }).expect(200);
  });
  afterEach(async () => {
    proxy.setMode('pass');
    await until(async () => (await fetch(`${server.url}/readyz`)).ok && (await read('')).headers['warning'] === undefined);
  });
  after(async () => {
    await server.close();
    await proxy.close();
  });

  const read = (path: string) => client(server).get(`/apps/${slug}${path}`);
  const copies = () => Promise.all(READS.map(async (path) => copyOf(await read(path).expect(200))));
  const goAway = (mode: FaultMode) => {
    proxy.setMode(mode);
    if (mode === 'refuse') proxy.resetAll();
  };

  for (const mode of ['refuse', 'blackhole'] as const) {
    it(`serve copies marked stale after two seconds (${mode})`, async () => {
      const before = await copies();
      goAway(mode);
      const goneAt = performance.now();
      // the last poll may be older by its pause
      for (const answer of await Promise.all(READS.map((path) => read(path).expect(200))))
        if (performance.now() - goneAt < STALE_AFTER_MS - LOOK_MS) assert.equal(answer.headers['warning'], undefined);
      await sleep(STALE_AFTER_MS + LOOK_MS);
      const started = waitedMs();
      for (const path of READS) {
        const answer = await read(path).expect(200);
        assert.equal(answer.headers['warning'], STALE);
        const again = await read(path).set('If-None-Match', String(answer.headers['etag'])).expect(304);
        assert.equal(again.headers['warning'], STALE);
      }
      assert.ok(waitedMs() - started < STALE_AFTER_MS);
      assert.deepEqual(await copies(), before);
      await client(server).get('/apps/unknown').expect(404);
    });
  }

  it('serve the copy from before an unread change', async () => {
    const before = await copyOf(await read('/features').expect(200));
    await admin(server).put(`/admin/apps/${slug}/features/beta`, { description: 'changed a moment ago' }).expect(200);
    goAway('refuse');
    const answer = await read('/features').expect(200);
    assert.equal(answer.headers['warning'], STALE);
    assert.deepEqual(copyOf(answer), before);
  });

  it('leave 503 to other endpoints, in time', async () => {
    await read('').expect(200);
    goAway('blackhole');
    const calls = [
      client(server).get(`/apps/${cold}/features`),
      client(server).post(`/apps/${slug}/analytics`, { eventType: 'open' }),
      client(server).post(`/apps/${slug}/analytics/batch`, { events: [{ eventType: 'open' }, {}] }),
      admin(server).put(`/admin/apps/${slug}/maintenance`, { isActive: false }),
      admin(server).get(`/admin/apps/${slug}/analytics`),
    ];
    const started = waitedMs();
    for (const answer of await Promise.all(calls)) {
      assert.deepEqual([answer.status, codeOf(answer), answer.headers['retry-after']], [503, 'unavailable', '1']);
      assert.equal(answer.headers['warning'], undefined);
    }
    assert.ok(waitedMs() - started < ANSWER_MS, `${waitedMs() - started} ms`);
  });

  it('answer 503 after a minute', async () => {
    await read('').expect(200);
    goAway('refuse');
    const original = performance.now.bind(performance);
    try {
      Object.assign(performance, { now: () => original() + 61_000 });
      for (const path of READS) assert.equal(codeOf(await read(path).expect(503)), 'unavailable');
    } finally {
      Reflect.deleteProperty(performance, 'now');
    }
  });

  it('show changes of others when the database returns', async () => {
    await read('/features').expect(200);
    goAway('refuse');
    await sleep(LOOK_MS);
    const direct = await mysql.createConnection(databaseUrl);
    await direct.query('UPDATE feature_flags SET is_enabled = 0');
    const newest = '(SELECT * FROM (SELECT MAX(revision) + 1 FROM apps) AS newest)';
    await direct.query(`UPDATE apps SET revision = ${newest} WHERE slug = ?`, [slug]);
    await direct.end();
    assert.equal((await read('/features').expect(200)).body.beta.enabled, true);
    proxy.setMode('pass');
    const started = waitedMs();
    await until(async () => (await read('/features').expect(200)).body.beta.enabled === false);
    assert.ok(waitedMs() - started < STALE_AFTER_MS, `${waitedMs() - started} ms`);
  });

  it('never use a load that began before the write', async () => {
    proxy.setMode('latency', 20);
    const set = (n: number) => admin(server).put(`/admin/apps/${slug}/features/beta`, { config: { n } }).expect(200).then();
    const shown = async () => (await read('/features').expect(200)).body.beta.config.n;
    for (const [n, delay] of [60, 120, 180].entries()) {
      // leaves no copy, so that the next read loads the app
      await set(-1);
      const writing = set(n);
      await sleep(delay);
      const early = shown();
      await writing;
      assert.equal(await shown(), n);
      assert.ok([-1, n].includes(await early));
      assert.equal(await shown(), n);
    }
  });
});

/** The part of a response that stays equal while nothing changes. */
function copyOf({ body, headers }: { body: Record<string, unknown>; headers: Record<string, string> }): unknown[] {
  const { serverTime: _, ...rest } = body;
  return [rest, headers['etag'], headers['cache-control']];
}
