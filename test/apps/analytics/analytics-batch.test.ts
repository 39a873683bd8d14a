import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openRace, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, movableClock, registerApp } from '../support.ts';

interface Result {
  readonly index: number;
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  readonly error?: string;
}

const OPEN = { eventType: 'open' };

describe('POST /apps/:slug/analytics/batch', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer({ clock: movableClock('2026-03-10T12:34:56.789Z') });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const post = (body: unknown) => client(server).post(`/apps/${slug}/analytics/batch`, body);
  const send = async (events: readonly unknown[]) =>
    (await post({ events }).expect(200)).body as { accepted: number; duplicates: number; rejected: number; results: Result[] };
  const total = async () => (await admin(server).get(`/admin/apps/${slug}/analytics`).expect(200)).body.totalEvents;

  it('accepts every event of a valid batch', async () => {
    const { results, ...counts } = await send([
      OPEN,
      { eventType: 'close', userId: 'u', platform: 'ios', appVersion: '1.0', eventData: {}, eventId: randomUUID() },
    ]);
    assert.deepEqual(counts, { accepted: 2, duplicates: 0, rejected: 0 });
    assert.deepEqual(results, [
      { index: 0, status: 'accepted' },
      { index: 1, status: 'accepted' },
    ]);
    assert.equal(await total(), 2);
  });

  it('accepts valid events beside rejected ones', async () => {
    const known = randomUUID();
    await send([{ ...OPEN, eventId: known }]);
    const twice = randomUUID();
    const events = [
      ...[OPEN, { ...OPEN, eventId: known.toUpperCase() }, { ...OPEN, eventId: twice }, { ...OPEN, eventId: twice.toUpperCase() }],
      ...[null, 5, 'open', [], [OPEN], true, {}, { eventType: '' }, { ...OPEN, platform: 'web' }, { ...OPEN, eventData: [] }],
      ...[
        { ...OPEN, occurredAt: '2026-03-03T12:34:56.788Z' },
        { ...OPEN, userId: {}, appVersion: 5 },
        { ...OPEN, eventData: { x: 'x'.repeat(32_768) } },
        OPEN,
      ],
    ];
    const { results, ...counts } = await send(events);
    assert.deepEqual(
      results.map(({ index, status }) => [index, status]),
      events.map((_, index) => [index, statusOf(index)]),
    );
    assert.deepEqual(counts, { accepted: 3, duplicates: 2, rejected: 13 });
    assert.equal(await total(), 4);
    for (const { status, error } of results) assert.equal(typeof error, status === 'rejected' ? 'string' : 'undefined');
    assert.match(errorOf(results, 12), /platform/);
    assert.match(errorOf(results, 14), /at most 7 days/);
    assert.match(errorOf(results, 15), /userId .*; appVersion /);
  });

  function statusOf(index: number): string {
    if ([0, 2, 17].includes(index)) return 'accepted';
    return [1, 3].includes(index) ? 'duplicate' : 'rejected';
  }

  function errorOf(results: readonly Result[], index: number): string {
    return results[index]?.error ?? '';
  }

  it('answers 200 to a batch without valid events', async () => {
    const { accepted, rejected } = await send([{}, null]);
    assert.deepEqual([accepted, rejected, await total()], [0, 2, 0]);
  });

  it('accepts 100 events and refuses 101', async () => {
    assert.equal((await send(Array(100).fill(OPEN))).accepted, 100);
    assert.deepEqual(faultsOf(await post({ events: Array(101).fill(OPEN) }).expect(400)), ['events']);
    assert.equal(await total(), 100);
  });

  it('refuses a body without a list of events', async () => {
    for (const body of [
      undefined,
      {},
      { events: [] },
      { events: null },
      { events: OPEN },
      { events: '[]' },
      { events: { 0: OPEN, length: 1 } },
      { event: [OPEN] },
    ]) {
      assert.deepEqual(faultsOf(await post(body).expect(400)), ['events'], JSON.stringify(body));
    }
    assert.deepEqual(faultsOf(await post([OPEN]).expect(400)), ['body']);
  });

  it('refuses the whole body above 256 KiB', async () => {
    const large = { ...OPEN, eventData: { x: 'x'.repeat(32_000) } };
    assert.equal((await send(Array(8).fill(large))).accepted, 8);
    assert.equal(codeOf(await post({ events: Array(9).fill(large) }).expect(413)), 'payload_too_large');
    assert.equal(await total(), 8);
  });

  it('refuses the whole body when nested too deeply', async () => {
    const deep = `${'{"a":'.repeat(31)}1${'}'.repeat(31)}`;
    const text = (data: string) => `{"events":[{"eventType":"open","eventData":${data}}]}`;
    const raw = (data: string) => post(undefined).set('Content-Type', 'application/json').send(text(data));
    assert.deepEqual(faultsOf(await raw(deep).expect(400)), ['body']);
    assert.equal((await raw(deep.replace('{"a":', '').slice(0, -1)).expect(200)).body.accepted, 1);
  });

  it('answers 404 for an unknown app', async () => {
    slug = 'unknown';
    assert.equal(codeOf(await post({ events: [OPEN] }).expect(404)), 'app_not_found');
  });

  it('counts an event once that parallel batches repeat', async () => {
    const race = await openRace(server, 20);
    const ids = Array.from({ length: 30 }, () => randomUUID());
    const events = ids.map((eventId) => ({ ...OPEN, eventId }));
    const answers = await race.run(
      repeat(20, (index) => ({
        method: 'POST',
        path: `/apps/${slug}/analytics/batch`,
        body: { events: index % 2 ? events : events.toReversed() },
      })),
    );
    race.close();
    const sum = (name: string) => answers.reduce((all, { body }) => all + Number(body[name]), 0);
    assert.deepEqual([sum('accepted'), sum('duplicates'), sum('rejected'), await total()], [30, 570, 0, 30]);
  });
});
