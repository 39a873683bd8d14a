import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AnalyticsEvent } from '../../models/apps/AnalyticsEvent.ts';
import { App } from '../../models/apps/App.ts';
import { selectRows } from '../../server/platform/db/sql.ts';
import { purgeEvents } from '../../server/services/apps/retention.ts';
import { admin, client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';
import { type PlainEvent, recount } from './recount.ts';
import { faultsOf, type MovableClock, movableClock, registerApp } from './support.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const event = fc.record({
  eventType: fc.constantFrom('open', 'Open', 'close', 'buy', 'ａ', 'ö', 'z', 'y', 'x', 'w', 'v', '👍', 'فتح'),
  userId: fc.option(fc.constantFrom('u1', 'u2', 'U1', 'u3', 'ü', 'u4', 'u5')),
  platform: fc.option(fc.constantFrom('android', 'ios')),
  appVersion: fc.option(fc.constantFrom('1.0.0', '1.0', '2.0.0', '2.0.0-rc.1', '10.0.0')),
  /** How late it is told; on the full hour when `snap` says so. */
  lateMs: fc.oneof(fc.constant(0), fc.constant(7 * DAY_MS), fc.integer({ min: 1, max: 7 * DAY_MS })),
  snap: fc.boolean(),
});
type WantedEvent = typeof event extends fc.Arbitrary<infer T> ? T : never;

const visit = fc.record({ afterMs: fc.integer({ min: 1, max: 8 * DAY_MS }), events: fc.array(event, { minLength: 1, maxLength: 12 }) });
const history = fc.record({
  visits: fc.array(visit, { minLength: 1, maxLength: 12 }),
  /** Windows to look through: so many days, so long after the last visit. */
  looks: fc.array(fc.record({ days: fc.integer({ min: 1, max: 45 }), afterMs: fc.integer({ min: 0, max: 3 * DAY_MS }) }), {
    minLength: 2,
    maxLength: 4,
  }),
  keepDays: fc.integer({ min: 1, max: 40 }),
});

describe('GET /admin/apps/:slug/analytics', () => {
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

  const look = async (query = '') => (await admin(server).get(`/admin/apps/${slug}/analytics${query}`).expect(200)).body;
  const send = async (events: readonly object[]) =>
    (await client(server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200)).body;
  const appId = async () => (await App.findOne({ where: { slug }, rejectOnEmpty: true })).id;
  const stored = async (): Promise<PlainEvent[]> => AnalyticsEvent.findAll({ where: { appId: await appId() } });

  it('shows nothing of an app without events, every day of it', async () => {
    const { byDay, ...rest } = await look('?days=2');
    assert.deepEqual(rest, {
      period: '2 days',
      totalEvents: 0,
      topEventTypes: [],
      recentEvents: [],
      byPlatform: [],
      byVersion: [],
      uniqueUsers: 0,
    });
    assert.deepEqual(byDay, [
      { date: '2026-03-08', count: 0 },
      { date: '2026-03-09', count: 0 },
      { date: '2026-03-10', count: 0 },
    ]);
  });

  it('shows what was reported, counts of types as texts', async () => {
    await send([
      { eventType: 'open', userId: 'u1', platform: 'ios', appVersion: '1.0' },
      { eventType: 'open', userId: 'u1' },
      { eventType: 'buy', userId: 'u2', platform: 'ios', eventData: { secret: 1 } },
    ]);
    const body = await look();
    assert.deepEqual([body.period, body.totalEvents, body.uniqueUsers], ['30 days', 3, 2]);
    assert.deepEqual(body.topEventTypes, [
      { type: 'open', count: '2' },
      { type: 'buy', count: '1' },
    ]);
    assert.deepEqual(body.byPlatform, [
      { platform: 'ios', count: 2 },
      { platform: null, count: 1 },
    ]);
    assert.deepEqual(body.byVersion, [
      { version: null, count: 2 },
      { version: '1.0', count: 1 },
    ]);
    assert.deepEqual(body.byDay.at(-1), { date: '2026-03-10', count: 3 });
    const { id, ...latest } = body.recentEvents[0];
    assert.ok(Number.isInteger(id));
    assert.deepEqual(latest, { eventType: 'buy', userId: 'u2', platform: 'ios', appVersion: null, createdAt: NOW });
  });

  it('shows the ten most frequent types, and the twenty latest events', async () => {
    const types = Array.from({ length: 12 }, (_, index) => `type-${String(index).padStart(2, '0')}`);
    await send(types.flatMap((eventType, index) => Array(index < 6 ? 2 : 1).fill({ eventType })));
    await send(
      Array.from({ length: 25 }, (_, index) => ({
        eventType: 'type-11',
        occurredAt: new Date(clock.now().getTime() - (25 - index) * 1000),
      })),
    );
    const { topEventTypes, recentEvents } = await look();
    assert.deepEqual(
      topEventTypes.map((entry: { type: string }) => entry.type),
      ['type-11', ...types.slice(0, 9)],
    );
    assert.deepEqual([topEventTypes[0].count, topEventTypes[1].count, topEventTypes[9].count, recentEvents.length], ['26', '2', '1', 20]);
    assert.deepEqual((await look()).recentEvents, recount(await stored(), 30, clock.now())['recentEvents']);
  });

  it('ends now and begins so many days ago, to the millisecond', async () => {
    await send([{ eventType: 'open', userId: 'u' }]);
    for (const days of [1, 7, 30, 365]) {
      clock.set(new Date(NOW).getTime() + days * DAY_MS);
      assert.deepEqual([(await look(`?days=${days}`)).totalEvents, (await look(`?days=${days}`)).uniqueUsers], [1, 1]);
      clock.advance(1);
      assert.deepEqual([(await look(`?days=${days}`)).totalEvents, (await look(`?days=${days}`)).uniqueUsers], [0, 0]);
    }
  });

  it('takes 1 to 365 days, 30 when it is not told', async () => {
    for (const [query, period] of Object.entries({ '': '30 days', '?days=1': '1 days', '?days=365': '365 days', '?other=5': '30 days' }))
      assert.equal((await look(query)).period, period);
    for (const days of [
      '0',
      '-1',
      '366',
      '1e1',
      '0x1',
      '1.0',
      '+7',
      '%207',
      '7%20',
      '07',
      '1e9',
      'abc',
      '',
      'NaN',
      'null',
      '%D9%A7',
      '7&days=30',
      '9007199254740993',
    ]) {
      assert.deepEqual(faultsOf(await admin(server).get(`/admin/apps/${slug}/analytics?days=${days}`).expect(400)), ['days'], days);
    }
  });

  it('keeps the apps apart', async () => {
    await send([{ eventType: 'open', userId: 'u' }]);
    slug = await registerApp(server);
    assert.deepEqual(await look(), recount([], 30, clock.now()));
  });

  it('takes as many statements for many events as for few', async () => {
    await send([{ eventType: 'open', userId: 'u' }]);
    const few = await statementsOf(() => look('?days=40'));
    for (let day = 0; day < 30; day += 1) {
      clock.advance(DAY_MS);
      await send(
        Array.from({ length: 60 }, (_, index) => ({ eventType: `type-${index}`, userId: `user-${index % 50}`, appVersion: `1.${index}` })),
      );
    }
    const many = await statementsOf(() => look('?days=40'));
    assert.ok(few.length > 0 && few.length <= 12, few.join('\n'));
    assert.equal(many.length, few.length);
  });

  it('counts as a naive recount does, whatever was told, when, how late, and after a purge', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(history, async ({ visits, looks, keepDays }) => {
        clock.set(NOW);
        slug = await registerApp(server);
        for (const visit of visits) {
          clock.advance(visit.afterMs);
          const { rejected } = await send(visit.events.map((wanted) => told(wanted, clock.now())));
          assert.equal(rejected, 0);
        }
        const last = clock.now().getTime();
        const events = await stored();
        assert.equal(
          events.length,
          visits.reduce((sum, visit) => sum + visit.events.length, 0),
        );
        await lookThrough(events, windowsOf(events, looks, last));
        await purgeAndLook(last, keepDays);
      }),
      { numRuns: 12 },
    );
  });

  /** That each window shows what the events say. */
  async function lookThrough(events: readonly PlainEvent[], windows: readonly { days: number; at: number }[]): Promise<void> {
    for (const { days, at } of windows) {
      clock.set(at);
      assert.deepEqual(await look(`?days=${days}`), recount(events, days, clock.now()));
    }
  }

  async function purgeAndLook(last: number, keepDays: number): Promise<void> {
    const before = new Date(last - keepDays * DAY_MS);
    const kept = (await stored()).filter((old) => old.occurredAt.getTime() >= Math.floor(before.getTime() / HOUR_MS) * HOUR_MS);
    await purgeEvents(before);
    assert.deepEqual((await stored()).map(({ id }) => id).sort(), kept.map(({ id }) => id).sort());
    await lookThrough(kept, [
      { days: 365, at: last },
      { days: keepDays, at: last },
    ]);
  }
});

describe('what is kept of the events of an app', () => {
  let server: TestServer;
  const clock = movableClock(NOW);

  before(async () => {
    server = await startServer({ clock });
  });
  after(() => server.close());

  it('is gone after the retention, by whole hours, and with it its counts and users', async () => {
    const [slug, other] = [await registerApp(server), await registerApp(server)];
    const open = (name: string, userId: string) =>
      client(server).post(`/apps/${name}/analytics`, { eventType: 'open', userId }).expect(201);
    const shown = async () => {
      const { body } = await admin(server).get(`/admin/apps/${slug}/analytics?days=365`).expect(200);
      return [body.totalEvents, body.topEventTypes[0]?.count, body.uniqueUsers];
    };
    for (const name of [slug, other]) await open(name, 'old');
    clock.advance(10 * DAY_MS);
    await open(slug, 'new');
    assert.equal(await purgeEvents(new Date(clock.now().getTime() - 10 * DAY_MS + 1)), 0);
    assert.deepEqual(await shown(), [2, '2', 2]);
    assert.equal(await purgeEvents(new Date(clock.now().getTime() - 10 * DAY_MS + HOUR_MS)), 2);
    assert.deepEqual(await shown(), [1, '1', 1]);
    assert.deepEqual(await selectRows('SELECT user_id FROM analytics_users'), [{ user_id: 'new' }]);
    const kinds = ['all', 'platform', 'type', 'user', 'version'];
    assert.deepEqual(
      await selectRows('SELECT kind, n FROM analytics_counts ORDER BY kind'),
      kinds.map((kind) => ({ kind, n: 1 })),
    );
    await open(slug, 'old');
    assert.deepEqual(await shown(), [2, '2', 2]);
  });
});

function told({ lateMs, snap, ...wanted }: WantedEvent, now: Date): object {
  const exact = now.getTime() - lateMs;
  const snapped = Math.ceil(exact / HOUR_MS) * HOUR_MS;
  return { ...wanted, occurredAt: new Date(snap && snapped <= now.getTime() ? snapped : exact).toISOString() };
}

/** The wanted windows, and those that begin just with, before and after some event. */
function windowsOf(
  events: readonly PlainEvent[],
  looks: readonly { days: number; afterMs: number }[],
  last: number,
): { days: number; at: number }[] {
  const edges = events.slice(0, 3).flatMap(({ occurredAt }) => {
    const days = Math.max(1, Math.ceil((last - occurredAt.getTime()) / DAY_MS) + 1);
    return [-1, 0, 1].map((ms) => ({ days, at: occurredAt.getTime() + days * DAY_MS + ms }));
  });
  return [...looks.map(({ days, afterMs }) => ({ days, at: last + afterMs })), ...edges.filter(({ days }) => days <= 365)];
}
