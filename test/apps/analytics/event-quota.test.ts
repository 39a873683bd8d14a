import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { growth, readMetrics } from '../../support/metrics.ts';
import { openRace, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, registerApp } from '../support.ts';

const OPEN = { eventType: 'open' };
const LIMIT = 10_000;
/** 200 bytes beside its data, of which 800 are this JSON: 14 characters and the rest, of two bytes each. */
const BIG = { ...OPEN, eventData: { x: 'ع'.repeat(396) } };
const HOUR_MS = 3_600_000;

describe('the quota of events of a day', () => {
  let clock: MovableClock;
  let server: TestServer;
  let slug: string;

  before(async () => {
    clock = movableClock('2026-03-10T22:30:00.000Z');
    server = await startServer({ clock, env: { EVENTS_DAILY_BYTES: String(LIMIT) } });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const send = (event: object, to: TestServer = server) => client(to).post(`/apps/${slug}/analytics`, event);
  const sendBatch = async (events: readonly object[]) =>
    (await client(server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200)).body;
  const total = async () => (await admin(server).get(`/admin/apps/${slug}/analytics`).expect(200)).body.totalEvents;
  /** `count` events that fill the quota exactly. */
  const fill = async () => {
    for (let sent = 0; sent < LIMIT; sent += 1_000) await send(BIG).expect(201);
  };

  it('refuses a single event until midnight of UTC', async () => {
    await fill();
    const { body, headers } = await send(OPEN).expect(429);
    assert.equal(body.code, 'throttled');
    assert.match(body.message, /used up its events of the day/);
    assert.deepEqual([body.available_in, headers['retry-after']], [5_400, '3600']);
    assert.equal(await total(), 10);
  });

  it('counts the bytes of the data, not its characters', async () => {
    await fill();
    await send(OPEN).expect(429);
    const other = await registerApp(server);
    const inAscii = { ...OPEN, eventData: { x: 'a'.repeat(396) } };
    for (let sent = 0; sent < LIMIT; sent += 1_000) await client(server).post(`/apps/${other}/analytics`, inAscii).expect(201);
    await client(server).post(`/apps/${other}/analytics`, OPEN).expect(201);
  });

  it('rejects each event of a batch as retryable', async () => {
    const { results, ...counts } = await sendBatch([...Array<object>(12).fill(BIG), { eventType: '' }]);
    assert.deepEqual(counts, { accepted: 10, duplicates: 0, rejected: 3 });
    for (const { status, retryable, error } of results.slice(10, 12)) {
      assert.deepEqual([status, retryable], ['rejected', true]);
      assert.match(error, /events of the day/);
    }
    assert.deepEqual(Object.keys(results[12]), ['index', 'status', 'error']);
    const again = await sendBatch([BIG, BIG]);
    assert.deepEqual([again.accepted, again.rejected], [0, 2]);
  });

  it('does not store the id of a refused event', async () => {
    await fill();
    const event = { ...OPEN, eventId: randomUUID() };
    const { results } = await sendBatch([event, event]);
    assert.deepEqual(
      results.map(({ status, retryable }: { status: string; retryable: boolean }) => [status, retryable]),
      Array(2).fill(['rejected', true]),
    );
  });

  it('begins again at midnight of UTC', async () => {
    await fill();
    await send(OPEN).expect(429);
    clock.advance(1.5 * HOUR_MS);
    await send(OPEN).expect(201);
    assert.equal(await total(), 11);
    clock.advance(22.5 * HOUR_MS);
  });

  it('is known to another process and after a restart', async () => {
    await fill();
    const second = await startServer({ clock, env: server.env });
    await send(OPEN, second).expect(429);
    await second.close();
  });

  it('leaves the other apps as they were', async () => {
    await fill();
    await send(OPEN).expect(429);
    await client(server)
      .post(`/apps/${await registerApp(server)}/analytics`, OPEN)
      .expect(201);
  });

  it('holds against events that arrive together', async () => {
    const race = await openRace(server, 40);
    const answers = await race.run(repeat(40, () => ({ method: 'POST', path: `/apps/${slug}/analytics`, body: BIG })));
    race.close();
    assert.deepEqual(
      [201, 429].map((expected) => answers.filter(({ status }) => status === expected).length),
      [10, 30],
    );
  });

  it('shows refusals by reason in the metrics', async () => {
    await fill();
    const before = await readMetrics(server.url);
    await send(OPEN).expect(429);
    await sendBatch([OPEN, OPEN]);
    const after = await readMetrics(server.url);
    assert.deepEqual(growth(before, after, 'diwan_events_refused_total'), { '{reason="daily_bytes"}': 3 });
    assert.equal(after.get('diwan_events_daily_bytes_limit'), LIMIT);
  });
});

describe('the rate limit of events', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer({ env: { RATE_LIMIT_EVENTS: '10/3600' } });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const post = (count: number) => client(server).post(`/apps/${slug}/analytics/batch`, { events: Array(count).fill(OPEN) });

  it('counts the events of a batch, not the request', async () => {
    const first = await post(7).expect(200);
    assert.equal(first.headers['x-ratelimit-remaining'], '3');
    assert.match(String(first.headers['ratelimit']), /^"events"; r=3; t=\d+$/);
    assert.match(String(first.headers['ratelimit-policy']), /^"events"; q=10; w=3600$/);
    await client(server).post(`/apps/${slug}/analytics`, OPEN).expect(201);
    const { body } = await post(4).expect(200);
    assert.deepEqual([body.accepted, body.rejected], [2, 2]);
    assert.deepEqual(
      body.results.map(({ retryable = null }) => retryable),
      [null, null, true, true],
    );
    await post(1).expect(429);
    await client(server).post(`/apps/${slug}/analytics`, OPEN).expect(429);
  });

  it('accepts the first events of a batch above it', async () => {
    const before = await readMetrics(server.url);
    const { body } = await post(100).expect(200);
    assert.deepEqual([body.accepted, body.rejected], [10, 90]);
    const after = await readMetrics(server.url);
    assert.deepEqual(growth(before, after, 'diwan_events_refused_total'), { '{reason="rate_limit"}': 90 });
  });

  it('allows no more than its count to parallel batches', async () => {
    const race = await openRace(server, 10);
    const body = { events: Array(4).fill(OPEN) };
    const answers = await race.run(repeat(10, () => ({ method: 'POST', path: `/apps/${slug}/analytics/batch`, body })));
    race.close();
    const accepted = answers.reduce((sum, answer) => sum + Number(answer.body['accepted'] ?? 0), 0);
    assert.equal(accepted, 10);
    for (const { status } of answers) assert.ok(status === 200 || status === 429, String(status));
  });
});
