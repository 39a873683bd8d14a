import assert from 'node:assert/strict';
import { AnalyticsEvent } from '../../models/apps/AnalyticsEvent.ts';
import { App } from '../../models/apps/App.ts';
import { down, up } from '../../seeders/20261121000002-demo-apps.ts';
import { DEMO_APPS } from '../../seeders/lib/apps.ts';
import { type PlainEvent, recount } from '../apps/analytics/recount.ts';
import { type MovableClock, movableClock, publish, registerApp } from '../apps/support.ts';
import { openScratchDatabase } from '../support/databases/scratch-database.ts';
import { execute } from '../support/databases/sql.ts';
import { until } from '../support/programs/process.ts';
import { admin, client } from '../support/requests/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { allRows, consoleLinesOf } from './support.ts';

type Body = Readonly<Record<string, unknown>>;

const HOUR = 3_600_000;
const SLUGS = DEMO_APPS.map(({ slug }) => slug);
const REPORT = [
  /^App diwan-demo-shop: 9 versions, 12 flags, 1\d{4} events\.$/,
  /^App diwan-demo-driver: 8 versions, 12 flags, 4\d{3} events\.$/,
];

describe('the demo apps', () => {
  let server: TestServer;
  let clock: MovableClock;
  let untouched: Record<string, string[]>;
  let report: string[];

  before(async () => {
    clock = movableClock(new Date(Date.now()));
    server = await startServer({ clock });
    const other = await registerApp(server);
    await publish(server, other);
    await client(server).post(`/apps/${other}/analytics`, { eventType: 'app_open', userId: 'somebody' }).expect(201);
    untouched = await seededRows();
    report = await consoleLinesOf(seed);
    clock.set(Date.now());
    await untilServed();
  });
  after(() => server.close());

  /** The audit log keeps what requests did meanwhile. */
  const seededRows = async () => {
    const { audit_log: _, ...rows } = await allRows(server.db);
    return rows;
  };
  const seed = () => up(server.db.sequelize.getQueryInterface());
  const unseed = () => down(server.db.sequelize.getQueryInterface());
  const untilServed = () => until(async () => (await fetch(`${server.url}/api/v1/apps/${SLUGS[1]}`)).ok);
  const read = async (path: string) => (await admin(server).get(`/admin/apps${path}`).expect(200)).body;
  const eventsIn = async (slug: string): Promise<PlainEvent[]> => {
    const { id } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
    return server.db.model(AnalyticsEvent).findAll({ where: { appId: id } });
  };

  const expectReport = () => {
    assert.equal(report.length, REPORT.length);
    for (const [index, line] of report.entries()) assert.match(line, REPORT[index] ?? /never/);
  };
  it('are reported with the number of rows', expectReport);

  it('are not changed by a second run after use', async () => {
    await admin(server).put(`/admin/apps/${SLUGS[0]}`, { name: 'Renamed' }).expect(200);
    await client(server).post(`/apps/${SLUGS[0]}/analytics`, { eventType: 'app_open', userId: 'new' }).expect(201);
    const used = await allRows(server.db);
    assert.deepEqual(
      await consoleLinesOf(seed),
      SLUGS.map((slug) => `App ${slug} is there already: nothing was changed.`),
    );
    assert.deepEqual(await allRows(server.db), used);
  });

  it('are removed and recreated beside a running server', async () => {
    const nameShown = async () => (await client(server).get(`/apps/${SLUGS[0]}`)).body.name;
    assert.equal(await nameShown(), 'Renamed');
    await unseed();
    assert.deepEqual(await seededRows(), untouched);
    await unseed();
    report = await consoleLinesOf(seed);
    clock.set(Date.now());
    expectReport();
    await until(async () => (await nameShown()) === 'Diwan Demo Shop');
  });

  for (const slug of SLUGS)
    it(`have releases and flags of ${slug} like the API’s`, async () => {
      const { platform, packageName, storeUrl, ...app } = (await client(server).get(`/apps/${slug}`).expect(200)).body;
      const twin = await registerApp(server, { name: app.name, platform, packageName, storeUrl });
      const versions: Body[] = (await read(`/${slug}/versions`)).toReversed();
      for (const version of versions) await publish(server, twin, withoutNulls(inputOf(version)));
      const flags: Body[] = await read(`/${slug}/features/admin`);
      for (const flag of flags) await admin(server).post(`/admin/apps/${twin}/features`, inputOf(flag)).expect(201);
      const { body: published } = await client(server).get(`/apps/${twin}`).expect(200);
      assert.deepEqual([app.currentVersion, app.currentVersionCode], [published.currentVersion, published.currentVersionCode]);
      assert.deepEqual((await read(`/${twin}/versions`)).toReversed().map(inputOf), versions.map(inputOf));
      assert.deepEqual((await read(`/${twin}/features/admin`)).map(inputOf), flags.map(inputOf));
      const times = versions.map(({ createdAt }) => String(createdAt));
      assert.deepEqual(times, times.toSorted());
      const of = (holds: (version: Body) => boolean) => versions.filter(holds).length;
      assert.deepEqual([of((each) => each['isForce'] === true), of((each) => each['minVersion'] !== null)], [1, 1]);
      assert.equal(
        of((each) => each['isActive'] === false),
        1,
      );
      assert.equal(flags.length, 12);
      assert.ok(flags.filter(({ config }) => config !== null).length >= 10);
    });

  it('have one past maintenance event in two languages', async () => {
    for (const slug of SLUGS) {
      const [event, ...more] = await read(`/${slug}/maintenance/history`);
      assert.deepEqual([event.isActive, more], [false, []]);
      assert.ok(event.createdAt < event.endedAt && event.endedAt < event.estimatedEnd);
      assert.match(event.messageEn, /^[A-Z][ -~]+\.$/);
      assert.match(event.messageAr, /^\p{Script=Arabic}[\p{Script=Arabic}\p{M}\s.]+\.$/u);
      assert.equal((await client(server).get(`/apps/${slug}/maintenance`).expect(200)).body.maintenance, false);
    }
  });

  it('tell clients of old versions to update', async () => {
    for (const [slug, current, status, reason] of [
      ['diwan-demo-shop', '1.2.0', 'update_required', 'below_minimum'],
      ['diwan-demo-shop', '2.1.0', 'update_available', 'newer_release'],
      ['diwan-demo-shop', '2.4.0', 'up_to_date', 'none'],
      ['diwan-demo-driver', '1.2.1', 'update_required', 'below_minimum'],
      ['diwan-demo-driver', '1.4.0', 'update_available', 'newer_release'],
    ]) {
      const { body } = await client(server).get(`/apps/${slug}/version?platform=android&currentVersion=${current}`).expect(200);
      assert.deepEqual([body.status, body.reason], [status, reason], `${slug} ${current}`);
    }
  });

  it('have a month of plausible events', async () => {
    for (const slug of SLUGS) {
      const events = await eventsIn(slug);
      const { totalEvents, topEventTypes, byVersion, uniqueUsers } = await read(`/${slug}/analytics?days=30`);
      assert.ok(events.length - totalEvents < 100, 'all of it lies in the window, but for what left it meanwhile');
      assert.deepEqual([topEventTypes.length, new Set(events.map(({ eventType }) => eventType)).size], [10, 10]);
      assert.ok(byVersion.length >= 3 && uniqueUsers > 60);
      const inHours = (from: number, to: number) =>
        events.filter(({ occurredAt }) => {
          const hour = (occurredAt.getUTCHours() + 3) % 24;
          return hour >= from && hour <= to;
        }).length;
      assert.ok(inHours(19, 21) > 5 * inHours(3, 5), 'more in the evening than at night, in Riyadh');
      assert.ok(events.every(({ occurredAt, createdAt }) => occurredAt <= createdAt && createdAt <= clock.now()));
      const released = new Map((await read(`/${slug}/versions`)).map((version: Body) => [version['versionName'], version['createdAt']]));
      for (const { appVersion, occurredAt } of events)
        assert.ok(occurredAt.toISOString() > String(released.get(appVersion)).slice(0, 10), `${appVersion} before it was released`);
    }
  });

  it('have counts that equal their events, in any window', async () => {
    const seededAt = clock.now().getTime();
    for (const slug of SLUGS) {
      const events = await eventsIn(slug);
      for (const laterMs of [0, 7.5 * HOUR + 1]) {
        clock.set(seededAt + laterMs);
        for (const days of [1, 8, 30])
          assert.deepEqual(await read(`/${slug}/analytics?days=${days}`), recount(events, days, clock.now()), `${days} days of ${slug}`);
      }
    }
    clock.set(seededAt);
  });

  it('count a new event of a known user correctly', async () => {
    const [, slug = ''] = SLUGS;
    const [known] = await eventsIn(slug);
    const { body } = await client(server)
      .post(`/apps/${slug}/analytics/batch`, { events: [known?.userId, 'new'].map((userId) => ({ eventType: 'app_open', userId })) })
      .expect(200);
    assert.equal(body.accepted, 2);
    const events = await eventsIn(slug);
    for (const days of [1, 30]) assert.deepEqual(await read(`/${slug}/analytics?days=${days}`), recount(events, days, clock.now()));
  });

  it('are completed when only one is missing', async () => {
    await execute(server.db, "UPDATE apps SET slug = 'kept' WHERE slug = 'diwan-demo-driver'");
    const lines = await consoleLinesOf(seed);
    assert.match(lines.join('\n'), /^App diwan-demo-shop is there already: nothing was changed\.\nApp diwan-demo-driver: 8 versions/);
  });

  it('are neither created nor removed over a foreign app', async () => {
    await execute(server.db, "UPDATE apps SET package_name = 'com.example.other' WHERE slug = 'diwan-demo-driver'");
    const before = await allRows(server.db);
    const taken = { message: 'App diwan-demo-driver is taken by com.example.other; the demo would be com.example.diwan.driver.' };
    await assert.rejects(seed(), taken);
    await assert.rejects(unseed(), taken);
    assert.deepEqual(await allRows(server.db), before);
  });

  it('need the migrations where no tables exist', async () => {
    const empty = await openScratchDatabase();
    await assert.rejects(up(empty.sequelize.getQueryInterface()), /tables are not there yet.*npm run db:migrate/);
    await empty.close();
  });
});

/** The fields that an operator wrote. */
function inputOf({ id: _, createdAt: __, updatedAt: ___, ...rest }: Body): Body {
  return rest;
}

function withoutNulls(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
