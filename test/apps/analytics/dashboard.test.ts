import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AnalyticsEvent } from '../../../models/apps/AnalyticsEvent.ts';
import { App } from '../../../models/apps/App.ts';
import { purgeEvents } from '../../../server/services/apps/analytics/retention.ts';
import { always } from '../../support/always.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { faultsOf, type MovableClock, movableClock, registerApp } from '../support.ts';
import { type PlainEvent, recount } from './recount.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const event = fc.record({
  eventType: fc.constantFrom('open', 'Open', 'close', 'buy', 'ａ', 'ö', 'z', 'y', 'x', 'w', 'v', '👍', 'فتح'),
  userId: fc.option(fc.constantFrom('u1', 'u2', 'U1', 'u3', 'ü', 'u4', 'u5')),
  platform: fc.option(fc.constantFrom('android', 'ios')),
  appVersion: fc.option(fc.constantFrom('1.0.0', '1.0', '2.0.0', '2.0.0-rc.1', '10.0.0')),
  /** The delay of the report; with `snap`, the event is on a full hour. */
  lateMs: fc.oneof(fc.constant(0), fc.constant(7 * DAY_MS), fc.integer({ min: 1, max: 7 * DAY_MS })),
  snap: fc.boolean(),
});
type EventPlan = typeof event extends fc.Arbitrary<infer T> ? T : never;

const visit = fc.record({ afterMs: fc.integer({ min: 1, max: 8 * DAY_MS }), events: fc.array(event, { minLength: 1, maxLength: 12 }) });
const history = fc.record({
  visits: fc.array(visit, { minLength: 1, maxLength: 12 }),
  /** Windows to compare: their length in days, and the time after the last visit. */
  windows: fc.array(fc.record({ days: fc.integer({ min: 1, max: 45 }), afterMs: fc.integer({ min: 0, max: 3 * DAY_MS }) }), {
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

  const readDashboard = async (query = '') => (await admin(server).get(`/admin/apps/${slug}/analytics${query}`).expect(200)).body;
  const send = async (events: readonly object[]) =>
    (await client(server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200)).body;
  const appId = async () => (await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true })).id;
  const stored = async (): Promise<PlainEvent[]> => server.db.model(AnalyticsEvent).findAll({ where: { appId: await appId() } });

  it('shows zeros for each day without events', async () => {
    const { byDay, ...rest } = await readDashboard('?days=2');
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

  it('shows the reported events, type counts as strings', async () => {
    await send([
      { eventType: 'open', userId: 'u1', platform: 'ios', appVersion: '1.0' },
      { eventType: 'open', userId: 'u1' },
      { eventType: 'buy', userId: 'u2', platform: 'ios', eventData: { secret: 1 } },
    ]);
    const body = await readDashboard();
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

  it('shows the ten top types and twenty latest events', async () => {
    const types = Array.from({ length: 12 }, (_, index) => `type-${String(index).padStart(2, '0')}`);
    await send(types.flatMap((eventType, index) => Array(index < 6 ? 2 : 1).fill({ eventType })));
    await send(
      Array.from({ length: 25 }, (_, index) => ({
        eventType: 'type-11',
        occurredAt: new Date(clock.now().getTime() - (25 - index) * 1000),
      })),
    );
    const { topEventTypes, recentEvents } = await readDashboard();
    assert.deepEqual(
      topEventTypes.map((entry: { type: string }) => entry.type),
      ['type-11', ...types.slice(0, 9)],
    );
    assert.deepEqual([topEventTypes[0].count, topEventTypes[1].count, topEventTypes[9].count, recentEvents.length], ['26', '2', '1', 20]);
    assert.deepEqual((await readDashboard()).recentEvents, recount(await stored(), 30, clock.now())['recentEvents']);
  });

  it('covers the last days to the millisecond', async () => {
    await send([{ eventType: 'open', userId: 'u' }]);
    for (const days of [1, 7, 30, 365]) {
      clock.set(new Date(NOW).getTime() + days * DAY_MS);
      assert.deepEqual([(await readDashboard(`?days=${days}`)).totalEvents, (await readDashboard(`?days=${days}`)).uniqueUsers], [1, 1]);
      clock.advance(1);
      assert.deepEqual([(await readDashboard(`?days=${days}`)).totalEvents, (await readDashboard(`?days=${days}`)).uniqueUsers], [0, 0]);
    }
  });

  it('accepts 1 to 365 days, by default 30', async () => {
    for (const [query, period] of Object.entries({ '': '30 days', '?days=1': '1 days', '?days=365': '365 days', '?other=5': '30 days' }))
      assert.equal((await readDashboard(query)).period, period);
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

  it('counts only the events of its app', async () => {
    await send([{ eventType: 'open', userId: 'u' }]);
    slug = await registerApp(server);
    assert.deepEqual(await readDashboard(), recount([], 30, clock.now()));
  });

  it('needs as many statements for many events as for few', async () => {
    await send([{ eventType: 'open', userId: 'u' }]);
    const few = await statementsOf(server.db, () => readDashboard('?days=40'));
    for (let day = 0; day < 10; day += 1) {
      clock.advance(DAY_MS);
      await send(
        Array.from({ length: 60 }, (_, index) => ({ eventType: `type-${index}`, userId: `user-${index % 50}`, appVersion: `1.${index}` })),
      );
    }
    const many = await statementsOf(server.db, () => readDashboard('?days=40'));
    assert.ok(few.length > 0 && few.length <= 12, few.join('\n'));
    assert.equal(many.length, few.length);
  });

  it('agrees with a naive recount of random histories', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ visits, windows, keepDays }) => {
        clock.set(NOW);
        slug = await registerApp(server);
        for (const visit of visits) {
          clock.advance(visit.afterMs);
          const { rejected } = await send(visit.events.map((plan) => toReport(plan, clock.now())));
          assert.equal(rejected, 0);
        }
        const last = clock.now().getTime();
        const events = await stored();
        assert.equal(
          events.length,
          visits.reduce((sum, visit) => sum + visit.events.length, 0),
        );
        await compareWindows(events, windowsOf(events, windows, last));
        await purgeAndCompare(last, keepDays);
      }),
      { numRuns: 6 },
    );
  });

  /** Asserts that each window agrees with the events. */
  async function compareWindows(events: readonly PlainEvent[], windows: readonly { days: number; at: number }[]): Promise<void> {
    for (const { days, at } of windows) {
      clock.set(at);
      assert.deepEqual(await readDashboard(`?days=${days}`), recount(events, days, clock.now()));
    }
  }

  async function purgeAndCompare(last: number, keepDays: number): Promise<void> {
    const before = new Date(last - keepDays * DAY_MS);
    const kept = (await stored()).filter((old) => old.occurredAt.getTime() >= Math.floor(before.getTime() / HOUR_MS) * HOUR_MS);
    await purgeEvents(server.db, before, always);
    assert.deepEqual((await stored()).map(({ id }) => id).sort(), kept.map(({ id }) => id).sort());
    await compareWindows(kept, [
      { days: 365, at: last },
      { days: keepDays, at: last },
    ]);
  }
});

describe('the retention of events', () => {
  let server: TestServer;
  const clock = movableClock(NOW);

  before(async () => {
    server = await startServer({ clock });
  });
  after(() => server.close());

  it('deletes old events with counters and users by hour', async () => {
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
    assert.equal(await purgeEvents(server.db, new Date(clock.now().getTime() - 10 * DAY_MS + 1), always), 0);
    assert.deepEqual(await shown(), [2, '2', 2]);
    assert.equal(await purgeEvents(server.db, new Date(clock.now().getTime() - 10 * DAY_MS + HOUR_MS), always), 2);
    assert.deepEqual(await shown(), [1, '1', 1]);
    assert.deepEqual(await selectRows(server.db, 'SELECT user_id FROM analytics_users'), [{ user_id: 'new' }]);
    const kinds = ['all', 'bytes', 'platform', 'type', 'user', 'version'];
    assert.deepEqual(
      await selectRows(server.db, 'SELECT kind, n FROM analytics_counts ORDER BY kind'),
      // an event without data has 200 bytes
      kinds.map((kind) => ({ kind, n: kind === 'bytes' ? 200 : 1 })),
    );
    await open(slug, 'old');
    assert.deepEqual(await shown(), [2, '2', 2]);
  });
});

function toReport({ lateMs, snap, ...plan }: EventPlan, now: Date): object {
  const exact = now.getTime() - lateMs;
  const snapped = Math.ceil(exact / HOUR_MS) * HOUR_MS;
  return { ...plan, occurredAt: new Date(snap && snapped <= now.getTime() ? snapped : exact).toISOString() };
}

/** The given windows, and windows that begin exactly at, before and after an event. */
function windowsOf(
  events: readonly PlainEvent[],
  windows: readonly { days: number; afterMs: number }[],
  last: number,
): { days: number; at: number }[] {
  const edges = events.slice(0, 3).flatMap(({ occurredAt }) => {
    const days = Math.max(1, Math.ceil((last - occurredAt.getTime()) / DAY_MS) + 1);
    return [-1, 0, 1].map((ms) => ({ days, at: occurredAt.getTime() + days * DAY_MS + ms }));
  });
  return [...windows.map(({ days, afterMs }) => ({ days, at: last + afterMs })), ...edges.filter(({ days }) => days <= 365)];
}
