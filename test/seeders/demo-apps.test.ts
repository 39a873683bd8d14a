import assert from 'node:assert/strict';
import { AnalyticsEvent } from '../../models/apps/AnalyticsEvent.ts';
import { App } from '../../models/apps/App.ts';
import { down, up } from '../../seeders/20261121000002-demo-apps.ts';
import { DEMO_APPS } from '../../seeders/lib/apps.ts';
import { seededRandom } from '../../seeders/lib/arrange.ts';
import { eventsOf } from '../../seeders/lib/events.ts';
import { DEMO_HABITS } from '../../seeders/lib/habits.ts';
import { openDatabase } from '../../server/platform/db/connection.ts';
import { database } from '../../server/platform/db/database.ts';
import { execute } from '../../server/platform/db/sql.ts';
import { type PlainEvent, recount } from '../apps/recount.ts';
import { type MovableClock, movableClock, publish, registerApp } from '../apps/support.ts';
import { admin, client } from '../support/client.ts';
import { freshDatabaseUrl } from '../support/engine.ts';
import { until } from '../support/process.ts';
import { databaseConfig, silent } from '../support/scratch-database.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { everything, saidBy } from './support.ts';

type Body = Readonly<Record<string, unknown>>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SLUGS = DEMO_APPS.map(({ slug }) => slug);
const SAID = [
  /^App diwan-demo-shop: 9 versions, 12 flags, 1\d{4} events\.$/,
  /^App diwan-demo-driver: 8 versions, 12 flags, 4\d{3} events\.$/,
];

describe('the demo of apps', function () {
  this.timeout(60_000); // twenty thousand events are written, and counted the slow way

  let server: TestServer;
  let clock: MovableClock;
  let untouched: Record<string, string[]>;
  let said: string[];

  before(async () => {
    clock = movableClock(new Date(Date.now()));
    server = await startServer({ clock });
    const other = await registerApp(server);
    await publish(server, other);
    await client(server).post(`/apps/${other}/analytics`, { eventType: 'app_open', userId: 'somebody' }).expect(201);
    untouched = await everything();
    said = await saidBy(seed);
    clock.set(Date.now());
    await untilServed();
  });
  after(() => server.close());

  const seed = () => up(database().getQueryInterface());
  const unseed = () => down(database().getQueryInterface());
  const untilServed = () => until(async () => (await fetch(`${server.url}/api/v1/apps/${SLUGS[1]}`)).ok);
  const read = async (path: string) => (await admin(server).get(`/admin/apps${path}`).expect(200)).body;
  const eventsIn = async (slug: string): Promise<PlainEvent[]> => {
    const { id } = await App.findOne({ where: { slug }, rejectOnEmpty: true });
    return AnalyticsEvent.findAll({ where: { appId: id } });
  };

  const saysWhatItMade = () => {
    assert.equal(said.length, SAID.length);
    for (const [index, line] of said.entries()) assert.match(line, SAID[index] ?? /never/);
  };
  it('says what it made', saysWhatItMade);

  it('is left alone by a second run, also when people have used it', async () => {
    await admin(server).put(`/admin/apps/${SLUGS[0]}`, { name: 'Renamed' }).expect(200);
    await client(server).post(`/apps/${SLUGS[0]}/analytics`, { eventType: 'app_open', userId: 'new' }).expect(201);
    const used = await everything();
    assert.deepEqual(
      await saidBy(seed),
      SLUGS.map((slug) => `App ${slug} is there already: nothing was changed.`),
    );
    assert.deepEqual(await everything(), used);
  });

  it('goes without a trace, and comes again under the eyes of a running server', async () => {
    const nameShown = async () => (await client(server).get(`/apps/${SLUGS[0]}`)).body.name;
    assert.equal(await nameShown(), 'Renamed');
    await unseed();
    assert.deepEqual(await everything(), untouched);
    await unseed();
    said = await saidBy(seed);
    clock.set(Date.now());
    saysWhatItMade();
    await until(async () => (await nameShown()) === 'Diwan Demo Shop');
  });

  for (const slug of SLUGS)
    it(`has releases and flags of ${slug} as the API would have written them`, async () => {
      const { platform, packageName, storeUrl, ...app } = (await client(server).get(`/apps/${slug}`).expect(200)).body;
      const twin = await registerApp(server, { name: app.name, platform, packageName, storeUrl });
      const versions: Body[] = (await read(`/${slug}/versions`)).toReversed();
      for (const version of versions) await publish(server, twin, withoutNulls(shown(version)));
      const flags: Body[] = await read(`/${slug}/features/admin`);
      for (const flag of flags) await admin(server).post(`/admin/apps/${twin}/features`, shown(flag)).expect(201);
      const { body: published } = await client(server).get(`/apps/${twin}`).expect(200);
      assert.deepEqual([app.currentVersion, app.currentVersionCode], [published.currentVersion, published.currentVersionCode]);
      assert.deepEqual((await read(`/${twin}/versions`)).toReversed().map(shown), versions.map(shown));
      assert.deepEqual((await read(`/${twin}/features/admin`)).map(shown), flags.map(shown));
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

  it('has a maintenance behind it in two languages, and none now', async () => {
    for (const slug of SLUGS) {
      const [event, ...more] = await read(`/${slug}/maintenance/history`);
      assert.deepEqual([event.isActive, more], [false, []]);
      assert.ok(event.createdAt < event.endedAt && event.endedAt < event.estimatedEnd);
      assert.match(event.messageEn, /^[A-Z][ -~]+\.$/);
      assert.match(event.messageAr, /^\p{Script=Arabic}[\p{Script=Arabic}\p{M}\s.]+\.$/u);
      assert.equal((await client(server).get(`/apps/${slug}/maintenance`).expect(200)).body.maintenance, false);
    }
  });

  it('tells old clients to update', async () => {
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

  it('has a month of events that people could have made', async () => {
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

  it('has counts that equal its events, in any window', async () => {
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

  it('counts on from there: a new event of a known user moves the user', async () => {
    const [slug = ''] = SLUGS;
    const [known] = await eventsIn(slug);
    const { body } = await client(server)
      .post(`/apps/${slug}/analytics/batch`, { events: [known?.userId, 'new'].map((userId) => ({ eventType: 'app_open', userId })) })
      .expect(200);
    assert.equal(body.accepted, 2);
    for (const days of [1, 30])
      assert.deepEqual(await read(`/${slug}/analytics?days=${days}`), recount(await eventsIn(slug), days, clock.now()));
  });

  it('makes only the app that is missing', async () => {
    await execute("UPDATE apps SET slug = 'kept' WHERE slug = 'diwan-demo-driver'");
    const lines = await saidBy(seed);
    assert.match(lines.join('\n'), /^App diwan-demo-shop is there already: nothing was changed\.\nApp diwan-demo-driver: 8 versions/);
  });

  it('refuses a slug that is somebody else’s, in both directions', async () => {
    await execute("UPDATE apps SET package_name = 'com.example.other' WHERE slug = 'diwan-demo-driver'");
    const before = await everything();
    const taken = { message: 'App diwan-demo-driver is taken by com.example.other; the demo would be com.example.diwan.driver.' };
    await assert.rejects(seed(), taken);
    await assert.rejects(unseed(), taken);
    assert.deepEqual(await everything(), before);
  });

  it('asks for the tables where there are none', async () => {
    const empty = openDatabase(databaseConfig(await freshDatabaseUrl()), silent);
    await assert.rejects(up(empty.getQueryInterface()), /tables are not there yet.*npm run db:migrate/);
    await empty.close();
  });
});

describe('the events of the demo', () => {
  for (const hour of [0, 1, 6, 12, 20, 21, 22, 23])
    it(`fill the thirty days before a run at ${hour}:30, to its end`, () => {
      const now = new Date(Date.UTC(2026, 10, 21, hour, 30));
      const all = DEMO_APPS.map((app) => {
        const habits = DEMO_HABITS[app.slug];
        assert.ok(habits !== undefined);
        return eventsOf(app, habits, { random: seededRandom(1), now });
      });
      const total = all.flat().length;
      assert.ok(total > 18_500 && total < 21_500, String(total));
      const times = all.flat().map(({ occurredAt }) => occurredAt.getTime());
      const [first, last] = [times.reduce((left, right) => Math.min(left, right)), times.reduce((left, right) => Math.max(left, right))];
      assert.ok(first > now.getTime() - 30 * DAY && first < now.getTime() - 30 * DAY + 2 * HOUR, new Date(first).toISOString());
      assert.ok(last <= now.getTime() && last > now.getTime() - 2 * HOUR, new Date(last).toISOString());
    });
});

/** What an operator wrote of it. */
function shown({ id: _, createdAt: __, updatedAt: ___, ...rest }: Body): Body {
  return rest;
}

function withoutNulls(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
