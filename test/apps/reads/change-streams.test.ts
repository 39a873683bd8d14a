import assert from 'node:assert/strict';
import { App } from '../../../models/apps/App.ts';
import { readMetrics } from '../../support/metrics.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { type OpenStream, openStream } from '../../support/requests/event-stream.ts';
import { ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock, publish, registerApp } from '../support.ts';

/** Two polls, and time for a busy machine. */
const SEEN_MS = 5_000;
const SENT_AWAY = 'retry: 60000\n\n';

const streamOf = (server: TestServer, slug: string, query = '', headers = {}): Promise<OpenStream> =>
  openStream(`${server.url}/api/v1/apps/${slug}/events${query}`, headers);
const positionOf = ({ text }: OpenStream): number => Number(/^id: (\d+)$/m.exec(text)?.[1]);
const untilEvents = (stream: OpenStream, count: number): Promise<void> =>
  until(
    () => stream.events.length >= count,
    () => stream.text,
    SEEN_MS,
  );
const flag = (server: TestServer, slug: string, flagKey: string, fields = {}) =>
  admin(server)
    .post(`/admin/apps/${slug}/features`, { flagKey, isEnabled: true, ...fields })
    .expect(201);

describe('the stream of changes of an app', () => {
  let server: TestServer;
  let other: TestServer;
  let slug: string;
  const open: OpenStream[] = [];

  const follow = async (query = '', headers = {}, at = server): Promise<OpenStream> => {
    const stream = await streamOf(at, slug, query, headers);
    open.push(stream);
    await until(() => stream.text.endsWith('\n\n'));
    return stream;
  };

  before(async () => {
    server = await startServer();
    other = await startServer({ env: server.env });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.drop();
  });
  after(() => Promise.all([server.close(), other.close()]));

  it('begins at the present position without an event', async () => {
    const stream = await follow();
    const { revision } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
    assert.equal(stream.text, `retry: 3000\nid: ${revision}\n\n`);
    const { headers } = stream;
    assert.deepEqual(
      [stream.status, headers['content-type'], headers['cache-control'], headers['x-accel-buffering'], headers['content-length']],
      [200, 'text/event-stream', 'no-store, no-transform', 'no', undefined],
    );
  });

  it('reports changes of flags, versions and maintenance', async () => {
    const stream = await follow();
    const changes = [
      () => flag(server, slug, 'beta'),
      () => publish(server, slug),
      () => admin(server).put(`/admin/apps/${slug}/maintenance`, { isActive: true, messageEn: 'Back soon' }).expect(200),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      await untilEvents(stream, index + 1);
    }
    const id = Number(stream.events.at(-1));
    const data = { type: 'refetchEvaluation', etag: `"r${id}"`, lastModified: Math.floor(id / 1000) };
    assert.ok(stream.text.endsWith(`id: ${id}\nevent: message\ndata: ${JSON.stringify(data)}\n\n`), stream.text);
  });

  it('reports a change that another process made', async () => {
    const [near, far] = [await follow(), await follow('', {}, other)];
    await flag(other, slug, 'beta');
    await Promise.all([untilEvents(near, 1), untilEvents(far, 1)]);
    assert.deepEqual(near.events, far.events);
  });

  it('reports at once what a client has missed', async () => {
    const readers = [await follow(), await follow('', {}, other)] as const;
    const seen = positionOf(readers[0]);
    await flag(server, slug, 'beta');
    // a stream that opens before the process reports the change may get it twice
    for (const reader of readers) await untilEvents(reader, 1);
    for (const reader of readers) reader.drop();
    const again = [await follow(`?since=${seen}`), await follow('', { 'Last-Event-ID': String(seen) }, other)];
    for (const stream of again) assert.equal(stream.events.length, 1, stream.text);
    const now = again[0]?.events[0];
    for (const query of [`?since=${now}`, '?since=9999999999999']) assert.deepEqual((await follow(query)).events, []);
    assert.deepEqual((await follow(`?since=${seen}`, { 'Last-Event-ID': now })).events, [], 'the later of the two counts');
    assert.deepEqual((await follow('?since=0')).events, [now]);
  });

  it('ignores a Last-Event-ID that is no position', async () => {
    for (const id of ['', 'abc', '-1', '1e3', '9'.repeat(40)]) assert.deepEqual((await follow('', { 'Last-Event-ID': id })).events, []);
  });

  it('is refused for unknown and inactive apps only', async () => {
    assert.equal(refusal(await ask(server.url, '/api/v1/apps/nowhere/events')), '404 app_not_found');
    await admin(server).put(`/admin/apps/${slug}`, { isActive: false }).expect(200);
    assert.equal(refusal(await ask(server.url, `/api/v1/apps/${slug}/events`)), '404 app_not_found');
    assert.equal(refusal(await ask(server.url, `/api/v1/apps/${slug}/events?since=x`)), '400 validation_error');
  });

  it('ends when its app turns inactive', async () => {
    const streams = [await follow(), await follow('', {}, other)];
    await admin(server).put(`/admin/apps/${slug}`, { isActive: false }).expect(200);
    for (const stream of streams) assert.ok((await stream.ended()).endsWith(`\n\n${SENT_AWAY}`), stream.text);
  });

  it('frees its place when the client leaves', async () => {
    const [before, stream] = [server.services.eventStreams.size, await follow()];
    assert.equal(server.services.eventStreams.size, before + 1);
    stream.drop();
    await until(() => server.services.eventStreams.size === before);
  });

  it('counts as answered once it is open', async () => {
    const before = await readMetrics(server.url);
    await follow();
    const after = await readMetrics(server.url);
    const growthOf = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    assert.equal(growthOf('diwan_event_streams_open'), 1);
    assert.equal(growthOf('diwan_http_requests_in_flight'), 0);
    const count = 'diwan_http_request_duration_seconds_count{method="GET",route="/api/v1/apps/:slug/events",status="200"}';
    assert.equal(growthOf(count), 1);
  });

  it('answers HEAD and preflights without a stream', async () => {
    const { size } = server.services.eventStreams;
    const path = `/api/v1/apps/${slug}/events`;
    const head = await ask(server.url, path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers['content-type'], head.text], [200, 'text/event-stream', '']);
    const origin = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' };
    const preflight = await ask(server.url, path, {
      method: 'OPTIONS',
      headers: { ...origin, 'Access-Control-Request-Headers': 'last-event-id' },
    });
    assert.equal(preflight.status, 204);
    assert.match(String(preflight.headers['access-control-allow-headers']), /last-event-id/);
    assert.equal(server.services.eventStreams.size, size);
    assert.equal((await follow('', { Origin: 'https://shop.example' })).headers['access-control-allow-origin'], '*');
    assert.equal((await ask(server.url, path, { method: 'POST' })).status, 405);
  });

  it('reaches clients that Express answers', async () => {
    const named = await follow('', { 'X-Project-ID': '11' });
    const spelled = await openStream(`${server.url}/API/v1/apps/${slug}/events/`);
    open.push(spelled);
    await flag(server, slug, 'beta');
    await Promise.all([untilEvents(named, 1), untilEvents(spelled, 1)]);
  });
});

describe('streams of changes at their limits', () => {
  it('send a client away when all places are taken', async () => {
    const server = await startServer({ env: { STREAM_CONNECTIONS: '1' } });
    const slug = await registerApp(server);
    const first = await streamOf(server, slug);
    const second = await streamOf(server, slug);
    assert.deepEqual([second.status, await second.ended()], [200, SENT_AWAY]);
    first.drop();
    await until(() => server.services.eventStreams.size === 0);
    const third = await streamOf(server, slug);
    await until(() => third.text.startsWith('retry: 3000\n'));
    await server.close();
  });

  it('send the fifty-first of an address away, and no other', async () => {
    const server = await startServer({ env: { TRUST_PROXY: '1' } });
    const slug = await registerApp(server);
    const from = (address: string) => streamOf(server, slug, '', { 'X-Forwarded-For': address });
    for (const network of ['192.0.2.1', '2001:db8:0:1::']) {
      const isV6 = network.endsWith('::');
      const streams = await Promise.all(Array.from({ length: 50 }, (_, index) => from(isV6 ? `${network}${index + 1}` : network)));
      await until(() => streams.every(({ text }) => text.startsWith('retry: 3000\n')));
      const refused = await from(isV6 ? `${network}ffff` : network);
      assert.deepEqual([refused.status, await refused.ended()], [200, SENT_AWAY]);
      const other = await from(isV6 ? '2001:db8:0:2::1' : '192.0.2.2');
      await until(() => other.text.startsWith('retry: 3000\n'));
      const before = server.services.eventStreams.size;
      streams[0]?.drop();
      await until(() => server.services.eventStreams.size === before - 1);
      const again = await from(network + (isV6 ? '1' : ''));
      await until(() => again.text.startsWith('retry: 3000\n'));
    }
    await server.close();
  });

  it('send a client away that asks too often', async () => {
    const server = await startServer({ env: { RATE_LIMIT_EVALUATE_ADDRESS: '1/60' } });
    const slug = await registerApp(server);
    await ask(server.url, `/api/v1/apps/${slug}`);
    const stream = await streamOf(server, slug);
    assert.deepEqual([stream.status, await stream.ended()], [200, SENT_AWAY]);
    await server.close();
  });

  it('end first when the server ends', async () => {
    const server = await startServer();
    const slug = await registerApp(server);
    const streams = await Promise.all(Array.from({ length: 20 }, () => streamOf(server, slug)));
    await until(() => streams.every(({ text }) => text !== ''));
    await server.close();
    const pauses = await Promise.all(streams.map(async (stream) => Number(/\nretry: (\d+)\n\n$/.exec(await stream.ended())?.[1])));
    assert.ok(
      pauses.every((pause) => pause >= 1_000 && pause <= 5_000),
      pauses.join(),
    );
    assert.ok(new Set(pauses).size > 10, 'the clients return at different times');
  });

  it('report a change that the clock makes', async () => {
    const clock = movableClock(new Date());
    const server = await startServer({ clock });
    const slug = await registerApp(server);
    const startAt = new Date(clock.now().getTime() + 3_600_000);
    await flag(server, slug, 'beta', { targeting: { rules: [{ id: 'all' }], startAt: startAt.toISOString() } });
    const stream = await streamOf(server, slug);
    await until(() => stream.text !== '');
    const before = positionOf(stream);
    clock.advance(3_600_000);
    await untilEvents(stream, 1);
    assert.deepEqual(stream.events, [String(startAt.getTime())]);
    // a process that has loaded the app after the change reports it to a client that missed it
    const other = await startServer({ env: server.env, clock });
    const again = await streamOf(other, slug, `?since=${before}`);
    await untilEvents(again, 1);
    assert.deepEqual(again.events, stream.events);
    await Promise.all([server.close(), other.close()]);
  });
});
