import assert from 'node:assert/strict';
import { App } from '../../../models/apps/App.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { openRace, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, registerApp } from '../support.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const HOUR_MS = 3_600_000;

describe('the users of an app', () => {
  let server: TestServer;
  let clock: MovableClock;
  let slug: string;

  before(async () => {
    clock = movableClock(NOW);
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    clock.set(NOW);
    slug = await registerApp(server);
  });
  after(() => server.close());

  const send = (...events: readonly object[]) =>
    client(server)
      .post(`/apps/${slug}/analytics/batch`, { events: events.map((event) => ({ eventType: 'open', ...event })) })
      .expect(200);
  const appId = async () => (await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true })).id;
  const users = async () => {
    const sql = `SELECT user_id, installation_id, platform, app_version, country, language, first_seen_ms, last_seen_ms
      FROM analytics_users WHERE app_id = :appId ORDER BY user_id`;
    const rows = await selectRows<Record<string, unknown>>(server.db, sql, { appId: await appId() });
    return rows.map(({ first_seen_ms, last_seen_ms, ...row }) => ({ ...row, times: [Number(first_seen_ms), Number(last_seen_ms)] }));
  };
  const unique = async () => (await admin(server).get(`/admin/apps/${slug}/analytics`).expect(200)).body.uniqueUsers;
  const ago = (hours: number) => new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString();

  it('keep what their latest events told', async () => {
    const all = { userId: 'u', installationId: 'i', platform: 'ios', appVersion: '2.0', country: 'SA', language: 'ar' };
    await send({ ...all, occurredAt: ago(3) }, { userId: 'u', appVersion: '2.1', occurredAt: ago(1) });
    await send({ userId: 'u', appVersion: '1.0', country: 'EG', occurredAt: ago(2) }, { userId: 'u', occurredAt: ago(5) });
    const [user, ...rest] = await users();
    const times = [Date.parse(ago(5)), Date.parse(ago(1))];
    const told = { installation_id: 'i', platform: 'ios', app_version: '2.1', country: 'SA', language: 'ar' };
    assert.deepEqual([user, rest], [{ user_id: 'u', ...told, times }, []]);
  });

  it('are counted by installation when they have no id', async () => {
    await send({ installationId: 'i' }, { installationId: 'i' }, { installationId: 'j' }, { userId: 'u', installationId: 'k' }, {});
    assert.deepEqual(
      (await users()).map((row) => [row['user_id' as never], row['installation_id' as never]]),
      [
        ['i', 'i'],
        ['j', 'j'],
        ['u', 'k'],
      ],
    );
    assert.equal(await unique(), 3);
    clock.advance(31 * 24 * HOUR_MS);
    await send({ installationId: 'j' });
    assert.equal(await unique(), 1);
  });

  it('get attributes later when an earlier release stored them', async () => {
    const row = { appId: await appId(), ms: Date.parse(ago(2)) };
    await execute(server.db, "INSERT INTO analytics_users (app_id, user_id, last_seen_ms) VALUES (:appId, 'u', :ms)", row);
    await send({ userId: 'u', platform: 'android' });
    const [user] = await users();
    assert.deepEqual([user?.['platform' as never], user?.times], ['android', [row.ms, Date.parse(NOW)]]);
  });

  it('are counted once when many events arrive together', async () => {
    const race = await openRace(server, 30);
    const body = { eventType: 'open', installationId: 'one', country: 'SA' };
    for (const { status } of await race.run(repeat(30, () => ({ method: 'POST', path: `/apps/${slug}/analytics`, body }))))
      assert.equal(status, 201);
    race.close();
    assert.equal(await unique(), 1);
  });

  it('refuses attributes that are no short texts', async () => {
    const faulty = { eventType: 'open', installationId: 'x'.repeat(129), country: 5, language: {} };
    const { body } = await client(server).post(`/apps/${slug}/analytics`, faulty).expect(400);
    assert.deepEqual(body.errors.map(({ field }: { field: string }) => field).sort(), ['country', 'installationId', 'language']);
  });
});
