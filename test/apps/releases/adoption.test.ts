import assert from 'node:assert/strict';
import { App } from '../../../models/apps/App.ts';
import { execute } from '../../support/databases/sql.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, registerApp } from '../support.ts';

const DAY_MS = 86_400_000;

describe('GET /admin/apps/:slug/versions/adoption', () => {
  let clock: MovableClock;
  let server: TestServer;
  let slug: string;

  before(async () => {
    clock = movableClock('2026-03-10T12:00:00.000Z');
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const open = (userId: string | null, appVersion: string | null, more: object = {}) =>
    client(server)
      .post(`/apps/${slug}/analytics`, { eventType: 'open', userId, appVersion, ...more })
      .expect(201);
  const read = async (query = '') => (await admin(server).get(`/admin/apps/${slug}/versions/adoption${query}`).expect(200)).body;

  it('counts each user once, by the last version', async () => {
    await open('a', '1.0.0');
    await open('b', '1.0.0');
    await open('c', null);
    clock.advance(DAY_MS);
    await open('a', '2.0.0');
    await open(null, '2.0.0', { installationId: 'phone-9' });
    await open('a', null);
    const { totalUsers, users } = await read();
    assert.equal(totalUsers, 4);
    assert.deepEqual(users, [
      { version: '2.0.0', users: 2, share: 0.5 },
      { version: '1.0.0', users: 1, share: 0.25 },
      { version: null, users: 1, share: 0.25 },
    ]);
  });

  it('puts the spellings of one version together', async () => {
    for (const [index, spelling] of ['1.0', '1.0.0', 'v1.0', '1.0.0+7', '01.0'].entries()) await open(`user-${index}`, spelling);
    await open('beta', '1.0.0-beta.1');
    await open('odd', 'nightly');
    const { users, byDay } = await read('?days=1');
    const versions = [
      { version: '1.0.0', users: 5, share: 0.7143 },
      { version: '1.0.0-beta.1', users: 1, share: 0.1429 },
      { version: 'nightly', users: 1, share: 0.1429 },
    ];
    assert.deepEqual(users, versions);
    assert.deepEqual(
      byDay.at(-1).versions,
      versions.map(({ users: events, ...rest }) => ({ ...rest, events })),
    );
    const { body } = await admin(server).get(`/admin/apps/${slug}/analytics`).expect(200);
    assert.deepEqual(
      body.byVersion,
      versions.map(({ version, users: count }) => ({ version, count })),
    );
    const tried = await admin(server).post(`/admin/apps/${slug}/features?dryRun=true`, { flagKey: 'any', isEnabled: true }).expect(200);
    assert.deepEqual(
      new Map(Object.entries(tried.body.reach.byVersion).map(([version, group]) => [version, (group as { users: number }).users])),
      new Map(versions.map(({ version, users: count }) => [version, count])),
    );
  });

  it('keeps the spelling of a version that has one', async () => {
    await open('a', 'v1.0');
    assert.deepEqual((await read()).users, [{ version: 'v1.0', users: 1, share: 1 }]);
  });

  it('leaves out users who were seen before the period', async () => {
    await open('a', '1.0.0');
    clock.advance(3 * DAY_MS);
    await open('b', '2.0.0');
    assert.deepEqual((await read('?days=1')).users, [{ version: '2.0.0', users: 1, share: 1 }]);
    assert.equal((await read('?days=4')).totalUsers, 2);
  });

  it('shows the share of each version by day', async () => {
    await open('a', '1.0.0');
    await open('a', '1.0.0');
    clock.advance(DAY_MS);
    await open('a', '1.0.0');
    await open('b', '2.0.0');
    const { byDay } = await read('?days=2');
    assert.equal(byDay.length, 3);
    const [, first, second] = byDay;
    assert.deepEqual(first.versions, [{ version: '1.0.0', events: 2, share: 1 }]);
    assert.deepEqual(second, {
      date: clock.now().toISOString().slice(0, 10),
      events: 2,
      versions: [
        { version: '1.0.0', events: 1, share: 0.5 },
        { version: '2.0.0', events: 1, share: 0.5 },
      ],
    });
  });

  it('lists the same number of days at every hour', async () => {
    for (const time of ['T00:00:00Z', 'T12:00:00Z', 'T23:59:59Z']) {
      clock.set(`2026-04-10${time}`);
      const { byDay } = await read('?days=2');
      assert.deepEqual(
        byDay.map(({ date }: { date: string }) => date),
        ['2026-04-08', '2026-04-09', '2026-04-10'],
        time,
      );
    }
  });

  it('lists twenty versions and sums up the rest', async () => {
    for (let version = 0; version < 25; version += 1) await open(`user-${version}`, `1.${version}.0`);
    const { users } = await read();
    assert.equal(users.length, 21);
    assert.deepEqual(users.at(-1), { version: null, users: 5, share: 0.2 });
  });

  it('reads the two hundred most frequent spellings', async () => {
    await open('first', '1.0');
    const { id: appId } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
    const hour = Math.floor(clock.now().getTime() / 3_600_000);
    const rare = Array.from({ length: 250 }, (_, index) => [`2.${index}.0`, 10] as const);
    const counts = [...rare, ['1.0', 999] as const, ['v1.0', 1] as const];
    const kinds = { version: counts, version_user: counts, user: [['', 3_500] as const] };
    const values = Object.entries(kinds).flatMap(([kind, list]) => list.map(([value, n]) => [appId, kind, hour - 1, value, n]));
    await execute(server.db, 'INSERT INTO analytics_counts (app_id, kind, hour, value, n) VALUES :values', { values });
    const { users, byDay } = await read();
    assert.deepEqual(
      [users[0], users.at(-1)],
      [
        { version: '1.0', users: 1_000, share: 0.2856 },
        { version: null, users: 2_311, share: 0.6601 },
      ],
    );
    const { events, versions } = byDay.at(-1);
    assert.deepEqual([events, versions[0].events, versions.at(-1)], [3_501, 1_000, { version: null, events: 2_311, share: 0.6601 }]);
  });

  it('answers 404 for an unknown app', async () => {
    await admin(server).get('/admin/apps/none/versions/adoption').expect(404);
  });
});
