import assert from 'node:assert/strict';
import { continueBackfill } from '../../../server/platform/db/records/backfill.ts';
import { BUILD_PLACES } from '../../../server/services/apps/analytics/users/place-users.ts';
import { recountBuilds } from '../../../server/services/apps/analytics/users/recount-builds.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { openRace, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { addSeen, faultsOf, type MovableClock, movableClock, publish, registerApp } from '../support.ts';

const NOW = '2026-03-10T12:30:00.000Z';
const HOUR_MS = 3_600_000;

interface Row {
  readonly id: number;
  readonly versionName: string;
  readonly versionCode: number;
  readonly platform: string | null;
  readonly users: number;
  readonly share: number;
  readonly crashUsers: number;
  readonly crashRate: number | null;
}

describe('GET /admin/apps/:slug/versions/health', () => {
  let clock: MovableClock;
  let server: TestServer;
  let slug: string;

  before(async () => {
    clock = movableClock(NOW);
    // the tests walk themselves
    server = await startServer({ clock, cleanupSpreadMs: HOUR_MS });
  });
  beforeEach(async () => {
    clock.set(NOW);
    slug = await registerApp(server);
  });
  after(() => server.close());

  const report = async (...events: readonly object[]) => {
    const { body } = await client(server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200);
    assert.deepEqual([...new Set(body.results.map(({ status }: { status: string }) => status))], ['accepted']);
  };
  const users = (from: number, to: number, event: object) =>
    report(...Array.from({ length: to - from }, (_, index) => ({ eventType: 'open', userId: `user-${from + index}`, ...event })));
  const read = async (query = ''): Promise<Row[]> =>
    (await admin(server).get(`/admin/apps/${slug}/versions/health${query}`).expect(200)).body.data;
  const figures = async (query = '') =>
    (await read(query)).map(({ versionCode, users: count, share, crashUsers, crashRate }) => [
      versionCode,
      count,
      share,
      crashUsers,
      crashRate,
    ]);
  const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS).toISOString();

  it('counts users and crashes of each release exactly', async () => {
    const first = await publish(server, slug, { versionName: '1.0.0', versionCode: 1 });
    const second = await publish(server, slug, { versionName: '2.0.0', versionCode: 2 });
    await users(0, 60, { appVersion: '1.0.0' });
    await users(0, 40, { appVersion: '2.0.0' });
    await users(0, 4, { appVersion: '2.0.0', eventType: 'app_crash' });
    await users(2, 4, { appVersion: '2.0.0', eventType: 'app_crash' });
    await users(60, 80, { appVersion: null });
    assert.deepEqual(await read(), [
      { id: second.id, versionName: '2.0.0', versionCode: 2, platform: null, users: 40, share: 0.6667, crashUsers: 4, crashRate: 0.1 },
      { id: first.id, versionName: '1.0.0', versionCode: 1, platform: null, users: 20, share: 0.3333, crashUsers: 0, crashRate: 0 },
    ]);
  });

  it('answers zeros without events, and nothing without releases', async () => {
    assert.deepEqual(await read(), []);
    await publish(server, slug);
    assert.deepEqual(await figures(), [[1, 0, 0, 0, null]]);
  });

  it('has no rate below twenty users', async () => {
    await publish(server, slug);
    await users(0, 19, { appVersion: '1.0.0', eventType: 'app_crash' });
    assert.deepEqual(await figures(), [[1, 19, 1, 19, null]]);
    await users(19, 20, { appVersion: '1.0.0' });
    assert.deepEqual(await figures(), [[1, 20, 1, 19, 0.95]]);
  });

  it('keeps the crash of a user who has updated', async () => {
    await publish(server, slug);
    await publish(server, slug, { versionName: '1.1.0', versionCode: 2 });
    await users(0, 50, { appVersion: '1.0.0' });
    await users(0, 30, { appVersion: '1.0.0', eventType: 'app_crash', occurredAt: ago(0) });
    clock.advance(HOUR_MS);
    await users(0, 30, { appVersion: '1.1.0' });
    // 20 are left, and 30 have crashed: the rate is never above 1
    assert.deepEqual(await figures(), [
      [2, 30, 0.6, 0, 0],
      [1, 20, 0.4, 30, 1],
    ]);
  });

  it('counts a late crash by its own time and platform', async () => {
    await publish(server, slug, { platform: 'ios' });
    await publish(server, slug, { platform: 'android' });
    await users(0, 20, { appVersion: '1.0.0', platform: 'ios' });
    await users(0, 2, { appVersion: '1.0.0', platform: 'android', eventType: 'app_crash', occurredAt: ago(2) });
    const byPlatform = new Map((await read()).map((row) => [row.platform, [row.users, row.crashUsers]]));
    assert.deepEqual(Object.fromEntries(byPlatform), { ios: [20, 0], android: [0, 2] });
  });

  it('shows builds of one version on the newest', async () => {
    for (const versionCode of [1, 2]) await publish(server, slug, { versionCode, platform: 'android' });
    await publish(server, slug, { versionCode: 3, platform: 'ios' });
    await users(0, 30, { appVersion: '1.0.0', platform: 'android' });
    await users(30, 40, { appVersion: 'v1.0', platform: 'ios' });
    assert.deepEqual(await figures(), [
      [3, 10, 0.25, 0, null],
      [2, 30, 0.75, 0, 0],
      [1, 0, 0, 0, null],
    ]);
  });

  it('gives a release for both the platforms without one', async () => {
    await publish(server, slug, { versionCode: 1 });
    await users(0, 20, { appVersion: '1.0.0', platform: 'android' });
    await users(20, 50, { appVersion: '1.0', platform: 'ios' });
    await users(50, 60, { appVersion: '1.0.0' });
    assert.deepEqual(await figures(), [[1, 60, 1, 0, 0]]);
    await publish(server, slug, { versionCode: 2, platform: 'ios' });
    assert.deepEqual(await figures(), [
      [2, 30, 0.5, 0, 0],
      [1, 30, 0.5, 0, 0],
    ]);
  });

  it('counts versions without a release in the share alone', async () => {
    await publish(server, slug);
    await users(0, 20, { appVersion: '1.0.0' });
    await users(20, 60, { appVersion: 'nightly' });
    await users(60, 80, { appVersion: '9.9.9', platform: 'ios' });
    assert.deepEqual(await figures(), [[1, 20, 0.25, 0, 0]]);
  });

  it('leaves out users and crashes before the window', async () => {
    await publish(server, slug);
    await users(0, 10, { appVersion: '1.0.0', eventType: 'app_crash' });
    clock.advance(23 * HOUR_MS);
    await users(10, 20, { appVersion: '1.0.0' });
    assert.deepEqual(await figures('?days=1'), [[1, 20, 1, 10, 0.5]]);
    clock.advance(HOUR_MS);
    assert.deepEqual(await figures('?days=1'), [[1, 10, 1, 0, null]]);
    assert.deepEqual(await figures('?days=2'), [[1, 20, 1, 10, 0.5]]);
    // seen again: the user counts, the crash of the day before does not
    await users(0, 10, { appVersion: '1.0.0' });
    assert.deepEqual(await figures('?days=1'), [[1, 20, 1, 0, 0]]);
    clock.advance(90 * 24 * HOUR_MS);
    assert.deepEqual(await figures('?days=90'), [[1, 0, 0, 0, null]]);
  });

  it('takes 1 to 90 days, 30 by default', async () => {
    await publish(server, slug);
    await users(0, 20, { appVersion: '1.0.0' });
    clock.advance(29 * 24 * HOUR_MS + 23 * HOUR_MS);
    assert.deepEqual(await figures(), [[1, 20, 1, 0, 0]]);
    clock.advance(HOUR_MS);
    assert.deepEqual(await figures(), [[1, 0, 0, 0, null]]);
    for (const days of ['0', '91', '1.5', 'x', '']) {
      const refused = await admin(server).get(`/admin/apps/${slug}/versions/health?days=${days}`).expect(400);
      assert.deepEqual(faultsOf(refused), ['days'], days);
    }
  });

  it('answers 404 for an unknown app', async () => {
    await admin(server).get('/admin/apps/none/versions/health').expect(404);
  });

  it('reads hourly counters in three statements', async () => {
    await publish(server, slug);
    await users(0, 20, { appVersion: '1.0.0' });
    const statements = await statementsOf(server.db, () => read());
    const own = statements.filter((sql) => !/api_keys|audited_reads/.test(sql));
    assert.equal(own.filter((sql) => sql.includes('analytics_counts')).length, 1);
    assert.ok(own.length <= 3, own.join('\n'));
    assert.ok(!own.some((sql) => /analytics_(events|users)/.test(sql)));
  });

  it('counts users once when many events race', async () => {
    await publish(server, slug);
    const race = await openRace(server, 30);
    const body = { eventType: 'app_crash', userId: 'one', appVersion: '1.0.0', platform: 'ios' };
    for (const { status } of await race.run(repeat(30, () => ({ method: 'POST', path: `/apps/${slug}/analytics`, body }))))
      assert.equal(status, 201);
    race.close();
    assert.deepEqual(await figures(), [[1, 1, 1, 1, null]]);
  });

  describe('beside a server of the release before', () => {
    const OF_APP = 'app_id = (SELECT id FROM apps WHERE slug = :slug)';

    /** Moves users as that server does: without their places. */
    const moveAsBefore = async (from: number, to: number, version: string) => {
      const keys = Array.from({ length: to - from }, (_, index) => `user-${from + index}`);
      const values = { keys, version, ms: clock.now().getTime(), slug };
      const move = 'UPDATE analytics_users SET app_version = :version, last_seen_ms = :ms WHERE user_id IN (:keys)';
      await execute(server.db, `${move} AND ${OF_APP}`, values);
    };
    const counted = async () => {
      const sql = `SELECT kind, value, SUM(n) AS total FROM analytics_counts WHERE kind IN ('build_user', 'build_crash')
        AND ${OF_APP} GROUP BY kind, value HAVING SUM(n) <> 0 ORDER BY kind, value`;
      const rows = await selectRows<{ kind: string; value: string; total: number | string }>(server.db, sql, { slug });
      return Object.fromEntries(rows.map(({ kind, value, total }) => [`${kind} ${value}`, Number(total)]));
    };
    const walk = () => continueBackfill(server.db, { ...BUILD_PLACES, name: `walk ${slug}` }, clock.now(), async () => true);

    beforeEach(async () => {
      await publish(server, slug);
      await publish(server, slug, { versionName: '2.0.0', versionCode: 2 });
    });

    it('moves a user from where the counts have it', async () => {
      await users(0, 30, { appVersion: '1.0.0' });
      clock.advance(HOUR_MS);
      await moveAsBefore(0, 30, '2.0.0');
      clock.advance(HOUR_MS);
      await users(0, 30, { appVersion: '2.0.0' });
      assert.deepEqual(await counted(), { 'build_user :2.0.0': 30 });
    });

    it('counts users without an event since then', async () => {
      await users(0, 30, { appVersion: '1.0.0' });
      clock.advance(HOUR_MS);
      await moveAsBefore(0, 10, '2.0.0');
      const crash = `UPDATE analytics_users SET crashed_ms = :ms, crashed_version = '2.0' WHERE user_id = 'user-0' AND ${OF_APP}`;
      await execute(server.db, crash, { slug, ms: clock.now().getTime() });
      await walk();
      assert.deepEqual(await counted(), { 'build_crash :2.0.0': 1, 'build_user :1.0.0': 20, 'build_user :2.0.0': 10 });
      clock.advance(25 * HOUR_MS);
      await walk();
      assert.deepEqual(await counted(), { 'build_crash :2.0.0': 1, 'build_user :1.0.0': 20, 'build_user :2.0.0': 10 });
    });

    it('counts the users of before the update', async () => {
      await addSeen(server, { slug, now: NOW, count: 1_200 }, () => ({ version: '1.0' }));
      const crash = `UPDATE analytics_users SET crashed_ms = :ms, crashed_version = '1.0.0' WHERE user_id LIKE 'u11__' AND ${OF_APP}`;
      await execute(server.db, crash, { slug, ms: clock.now().getTime() });
      await walk();
      assert.deepEqual(await figures(), [
        [2, 0, 0, 0, null],
        [1, 1_200, 1, 100, 0.0833],
      ]);
    });

    it('is repaired by a recount', async () => {
      await users(0, 30, { appVersion: '1.0.0', eventType: 'app_crash' });
      assert.deepEqual(await recountBuilds(server.db, { repair: false }), []);
      // an erasure by that server leaves its counts
      await execute(server.db, `DELETE FROM analytics_users WHERE user_id IN ('user-0', 'user-1') AND ${OF_APP}`, { slug });
      await moveAsBefore(5, 10, '2.0.0');
      assert.equal((await recountBuilds(server.db, { repair: false })).length, 2);
      assert.equal((await recountBuilds(server.db, { repair: true })).length, 2);
      assert.deepEqual(await counted(), { 'build_crash :1.0.0': 28, 'build_user :1.0.0': 23, 'build_user :2.0.0': 5 });
      assert.deepEqual(await recountBuilds(server.db, { repair: false }), []);
    });
  });
});
