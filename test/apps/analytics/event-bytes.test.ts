import assert from 'node:assert/strict';
import { growth, readMetrics } from '../../support/metrics.ts';
import { openRace, repeat } from '../../support/race.ts';
import { admin, type Client, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { registerApp } from '../support.ts';

const LIMIT = 10_000;
/** 200 bytes beside its data, of which 800 are this JSON. */
const BIG = { eventType: 'open', eventData: { x: 'ع'.repeat(396) } };
const OPEN = { eventType: 'open' };

describe('the limit of the bytes of events', () => {
  let server: TestServer;
  let slug: string;
  let address = 0;
  let first: Client;
  let second: Client;

  before(async () => {
    server = await startServer({ env: { RATE_LIMIT_EVENTS_BYTES: `${LIMIT}/3600`, TRUST_PROXY: '1' } });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
    first = nextClient();
    second = nextClient();
  });
  after(() => server.close());

  const nextClient = (): Client => {
    address += 1;
    return client(server, { headers: { 'X-Forwarded-For': `192.0.2.${address}` } });
  };
  const send = (event: object, by = first) => by.post(`/apps/${slug}/analytics`, event);
  const sendBatch = (events: readonly unknown[], by = first) => by.post(`/apps/${slug}/analytics/batch`, { events });

  it('refuses an address that floods and serves another one', async () => {
    for (let sent = 0; sent < LIMIT; sent += 1_000) await send(BIG).expect(201);
    const { body, headers } = await send(OPEN).expect(429);
    assert.deepEqual([body.code, headers['retry-after']], ['throttled', String(body.available_in)]);
    assert.match(String(headers['ratelimit']), /"events-bytes"; r=0; t=\d+/);
    await send(BIG, second).expect(201);
    const { body: batch } = await sendBatch([BIG, BIG], second).expect(200);
    assert.equal(batch.accepted, 2);
  });

  it('counts an address over all its apps', async () => {
    await sendBatch(Array(9).fill(BIG)).expect(200);
    const other = await registerApp(server);
    const { body } = await first.post(`/apps/${other}/analytics/batch`, { events: [BIG, BIG] }).expect(200);
    assert.deepEqual([body.accepted, body.rejected], [1, 1]);
  });

  it('accepts the first events of a batch above it', async () => {
    const before = await readMetrics(server.url);
    const { body } = await sendBatch([...Array<object>(12).fill(BIG), { eventType: '' }]).expect(200);
    assert.deepEqual([body.accepted, body.rejected], [10, 3]);
    const { status, retryable, error } = body.results[11];
    assert.deepEqual([status, retryable], ['rejected', true]);
    assert.match(error, /too many events or bytes/);
    assert.deepEqual(Object.keys(body.results[12]), ['index', 'status', 'error']);
    await send(OPEN).expect(429);
    assert.deepEqual(growth(before, await readMetrics(server.url), 'diwan_events_refused_total'), { '{reason="rate_limit"}': 3 });
  });

  it('counts no event that is invalid or too old', async () => {
    const old = { ...BIG, occurredAt: new Date(Date.now() - 8 * 86_400_000).toISOString() };
    const { body } = await sendBatch([...Array<object>(20).fill(old), ...Array<object>(20).fill({ ...BIG, eventType: '' })]).expect(200);
    assert.equal(body.rejected, 40);
    await send(old).expect(400);
    for (let sent = 0; sent < LIMIT; sent += 1_000) await send(BIG).expect(201);
  });

  it('holds when the limit of events is off', async () => {
    assert.equal(server.env['RATE_LIMIT_EVENTS'], 'off');
    const { body } = await sendBatch(Array(11).fill(BIG)).expect(200);
    assert.deepEqual([body.accepted, body.rejected], [10, 1]);
    const { body: dashboard } = await admin(server).get(`/admin/apps/${slug}/analytics`).expect(200);
    assert.equal(dashboard.totalEvents, 10);
  });

  it('allows no more to events that arrive together', async () => {
    const race = await openRace(server, 40);
    const answers = await race.run(repeat(40, () => ({ method: 'POST', path: `/apps/${slug}/analytics`, body: BIG })));
    race.close();
    assert.deepEqual(
      [201, 429].map((expected) => answers.filter(({ status }) => status === expected).length),
      [10, 30],
    );
  });
});
