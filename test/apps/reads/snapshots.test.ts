import assert from 'node:assert/strict';
import { statementsOf } from '../../support/databases/statements.ts';
import { until } from '../../support/programs/process.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, type MovableClock, movableClock, publish, registerApp } from '../support.ts';

const HALF_MINUTE = 'public, max-age=30, stale-while-revalidate=3600';
const TEN_SECONDS = 'public, max-age=10, stale-while-revalidate=3600';
/** The Cache-Control of each public read. */
const READS: Record<string, string> = {
  app: HALF_MINUTE,
  version: HALF_MINUTE,
  maintenance: TEN_SECONDS,
  features: HALF_MINUTE,
  bootstrap: TEN_SECONDS,
};
/** A change is visible within a second; the rest is for a busy machine. */
const BUSY_SECOND_MS = 1_500;
const ALL = Object.keys(READS);

describe('the snapshots of public reads', () => {
  let server: TestServer;
  let clock: MovableClock;
  let slug: string;

  before(async () => {
    clock = movableClock();
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const get = (name: string, headers: Record<string, string> = {}) => client(server, { headers }).get(addressOf(slug, name));
  const etagsOf = async () =>
    Object.fromEntries(await Promise.all(ALL.map(async (name) => [name, String((await get(name).expect(200)).headers['etag'])])));
  /** The reads whose ETags differ after `write`. */
  const changedBy = async (write: () => Promise<unknown>) => {
    const before = await etagsOf();
    await write();
    const after = await etagsOf();
    return ALL.filter((name) => before[name] !== after[name]);
  };
  const put = (path: string, body: object) => admin(server).put(`/admin/apps/${slug}${path}`, body).expect(200);
  const post = (path: string, body: object) => admin(server).post(`/admin/apps/${slug}${path}`, body).expect(201);

  it('carry a strong ETag and a Cache-Control', async () => {
    for (const [name, cacheControl] of Object.entries(READS)) {
      const { headers } = await get(name).expect(200);
      assert.match(String(headers['etag']), /^"[\w-]{20,}"$/);
      assert.equal(headers['cache-control'], cacheControl);
      assert.equal(headers['warning'], undefined);
    }
  });

  it('answer 304 to a matching If-None-Match', async () => {
    for (const [name, cacheControl] of Object.entries(READS)) {
      const etag = String((await get(name)).headers['etag']);
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(name, { 'If-None-Match': ifNoneMatch }).expect(304);
        const { headers } = answer;
        assert.deepEqual(
          [answer.text, headers['etag'], headers['cache-control'], headers['content-type']],
          ['', etag, cacheControl, undefined],
        );
      }
      for (const ifNoneMatch of ['"other"', etag.slice(1, -1), `"x${etag.slice(1)}`, ''])
        await get(name, { 'If-None-Match': ifNoneMatch }).expect(200);
    }
  });

  it('change their ETags only when their bodies change', async () => {
    const steps: [string, () => Promise<unknown>, string[]][] = [
      ['the name', () => put('', { name: 'New' }), ['app', 'bootstrap']],
      ['the same name', () => put('', { name: 'New' }), []],
      ['the store address', () => put('', { storeUrl: 'https://store.example/x' }), ['app', 'version', 'bootstrap']],
      ['a release', () => publish(server, slug, { versionName: '2.0.0', versionCode: 2 }), ['app', 'version', 'bootstrap']],
      ['an inactive release', () => publish(server, slug, { versionName: '3.0.0', versionCode: 3, isActive: false }), []],
      ['an older release, forced', () => forceOldest(), ['version', 'bootstrap']],
      ['a flag', () => post('/features', { flagKey: 'beta' }), ['features', 'bootstrap']],
      ['a description', () => put('/features/beta', { description: 'x' }), []],
      ['a config', () => put('/features/beta', { config: { a: 1, b: 2 } }), ['features', 'bootstrap']],
      ['the same config', () => put('/features/beta', { config: { a: 1, b: 2 } }), []],
      ['a flag gone', () => admin(server).delete(`/admin/apps/${slug}/features/beta`).expect(204).then(), ['features', 'bootstrap']],
      ['maintenance', () => put('/maintenance', { isActive: true, messageEn: 'x' }), ['maintenance', 'bootstrap']],
      ['the same maintenance', () => put('/maintenance', { isActive: true, messageEn: 'x' }), []],
      ['no maintenance', () => put('/maintenance', { isActive: false }), ['maintenance', 'bootstrap']],
      ['an event', () => client(server).post(`/apps/${slug}/analytics`, { eventType: 'open' }).expect(201).then(), []],
      ['another app', () => registerApp(server), []],
      ['the time', async () => clock.advance(86_400_000), []],
    ];
    for (const [what, write, expected] of steps) assert.deepEqual(await changedBy(write), expected, what);
  });

  async function forceOldest(): Promise<void> {
    const { body } = await admin(server).get(`/admin/apps/${slug}/versions`).expect(200);
    await put(`/versions/${body.at(-1).id}`, { isForce: true });
  }

  it('have equal ETags for equal bodies', async () => {
    const before = await etagsOf();
    await post('/features', { flagKey: 'beta' });
    await admin(server).delete(`/admin/apps/${slug}/features/beta`).expect(204);
    assert.deepEqual(await etagsOf(), before);
  });

  it('need no statement in steady state', async () => {
    await etagsOf();
    const active = slug;
    slug = await registerApp(server);
    await put('', { isActive: false });
    await get('app').expect(404);
    const sent = await statementsOf(server.db, async () => {
      for (let round = 0; round < 20; round += 1) {
        for (const name of ALL) {
          await client(server)
            .get(addressOf(active, name, `?currentVersion=1.${round}&platform=ios`))
            .expect(200);
          assert.equal(codeOf(await get(name).expect(404)), 'app_not_found');
        }
      }
    });
    assert.deepEqual(sent, []);
  });

  it('are loaded once for many concurrent requests', async () => {
    await put('', { name: 'New' });
    const sent = await statementsOf(server.db, () =>
      Promise.all(Array.from({ length: 50 }, (_, index) => get(ALL[index % ALL.length] ?? '').expect(200))),
    );
    for (const table of ['apps', 'app_versions', 'maintenance_events', 'feature_flags']) {
      assert.equal(sent.filter((sql) => sql.includes(`FROM \`${table}\``)).length, 1, table);
    }
  });

  it('are never older than an acknowledged write', async () => {
    await post('/features', { flagKey: 'n' });
    const bodies = new Map<string, string>();
    let writing = true;
    const readAlong = async (): Promise<void> => {
      while (writing) note(await get('features').expect(200));
    };
    const note = (answer: { headers: Record<string, string>; text: string }) => {
      const etag = String(answer.headers['etag']);
      assert.equal(bodies.get(etag) ?? answer.text, answer.text);
      bodies.set(etag, answer.text);
    };
    const readers = [readAlong(), readAlong(), readAlong()];
    try {
      for (let n = 1; n <= 40; n += 1) {
        await put('/features/n', { config: { n } });
        const answer = await get('features').expect(200);
        note(answer);
        assert.equal(answer.body.n.config.n, n);
      }
    } finally {
      writing = false;
    }
    await Promise.all(readers);
  });

  it('have equal ETags in every server within a second', async () => {
    const other = await startServer({ env: server.env });
    try {
      await publish(server, slug, { versionName: '2.0.0', versionCode: 2, changelog: 'جديد' });
      await post('/features', { flagKey: 'beta', config: { z: 1, a: 2 } });
      await until(
        async () => (await client(other).get(`/apps/${slug}`)).status === 200,
        () => '',
        BUSY_SECOND_MS,
      );
      const etagThere = async (name: string) => (await client(other).get(addressOf(slug, name))).headers['etag'];
      for (const config of [{ a: 1 }, { a: 2 }, { a: 3 }]) {
        await put('/features/beta', { config });
        const etags = await etagsOf();
        await until(
          async () => (await etagThere('features')) === etags['features'],
          () => '',
          BUSY_SECOND_MS,
        );
        for (const name of ALL) assert.equal(await etagThere(name), etags[name], name);
      }
    } finally {
      await other.close();
    }
  });
});

function addressOf(slug: string, name: string, query = '?currentVersion=0.1.0'): string {
  return name === 'app' ? `/apps/${slug}` : `/apps/${slug}/${name}${name === 'version' || name === 'bootstrap' ? query : ''}`;
}
