import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { AnalyticsEvent } from '../../../models/apps/AnalyticsEvent.ts';
import { openRace, type Race, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, type MovableClock, movableClock, registerApp } from '../support.ts';
import { BAD_CONFIGS, BAD_INSTANTS } from '../values.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const DAY_MS = 86_400_000;
const FULL = {
  eventType: 'screen_view',
  userId: 'user-1',
  platform: 'android',
  appVersion: '1.4.2+57',
  eventData: { screen: 'الرئيسية', nested: { list: [1, null, { a: true }] }, "a'); --": '<b>' },
  eventId: '7D444840-9DC0-11D1-B245-5FFDCE74FAD2',
  occurredAt: '2026-03-10T12:00:00+03:00',
};
const NEW = { recorded: true, duplicate: false };
const REPEAT = { recorded: true, duplicate: true };

const LINES_REFUSED = ['', '   ', 'a\nb', 'a\0', 'a\u001b', 'a\u202eb', 'a\ud800', 5, true, ['a'], {}];
const REFUSED: Record<string, readonly unknown[]> = {
  eventType: [null, 'x'.repeat(101), ...LINES_REFUSED],
  userId: ['x'.repeat(129), ...LINES_REFUSED],
  platform: ['web', 'Android', 'ios ', 'both', '', 5, ['ios'], {}],
  appVersion: ['x'.repeat(65), ...LINES_REFUSED],
  eventData: [{ x: 'x'.repeat(32 * 1024) }, ...BAD_CONFIGS.slice(0, -1)],
  eventId: ['', 'x', '7d444840-9dc0-11d1-b245', `{${FULL.eventId}}`, `${FULL.eventId} `, FULL.eventId.replaceAll('-', ''), 5, {}],
  occurredAt: [...BAD_INSTANTS, '2026-03-03T12:34:56.788Z', '1970-01-01T00:00:00Z'],
};

describe('the events that clients report', () => {
  let server: TestServer;
  let clock: MovableClock;
  let slug: string;
  let race: Race;

  before(async () => {
    clock = movableClock(NOW);
    server = await startServer({ clock });
    race = await openRace(server, 20);
  });
  beforeEach(async () => {
    clock.set(NOW);
    slug = await registerApp(server);
  });
  after(async () => {
    race.close();
    await server.close();
  });

  const post = (body: unknown) => client(server).post(`/apps/${slug}/analytics`, body);
  const refused = async (body: unknown) => faultsOf(await post(body).expect(400));
  const dashboard = async (days = 30) => (await admin(server).get(`/admin/apps/${slug}/analytics?days=${days}`).expect(200)).body;
  const rows = async () => {
    const { body } = await admin(server).get('/admin/apps');
    const { id } = body.find((app: { slug: string }) => app.slug === slug);
    return (await server.db.model(AnalyticsEvent).findAll({ where: { appId: id }, order: [['id', 'ASC']] })).map((row) => row.get());
  };

  describe('POST /apps/:slug/analytics', () => {
    it('records an event that has only a type', async () => {
      assert.deepEqual((await post({ eventType: 'open' }).expect(201)).body, NEW);
      const [row, ...others] = await rows();
      const { id: _, appId: __, ...rest } = row ?? {};
      const unsaid = { userId: null, platform: null, appVersion: null, eventData: null, eventId: null };
      assert.deepEqual([rest, others], [{ eventType: 'open', ...unsaid, occurredAt: new Date(NOW), createdAt: new Date(NOW) }, []]);
    });

    it('stores every field of an event', async () => {
      assert.deepEqual((await post(FULL).expect(201)).body, NEW);
      const [row] = await rows();
      const { id: _, appId: __, ...rest } = row ?? {};
      const kept = { eventData: JSON.stringify(FULL.eventData), eventId: FULL.eventId.toLowerCase() };
      assert.deepEqual(rest, { ...FULL, ...kept, occurredAt: new Date('2026-03-10T09:00:00Z'), createdAt: new Date(NOW) });
    });

    it('counts the event before it answers', async () => {
      for (const total of [1, 2, 3]) {
        await post({ eventType: 'open' }).expect(201);
        assert.equal((await dashboard()).totalEvents, total);
      }
    });

    it('accepts null and drops unknown and server-owned fields', async () => {
      const unsaid = { userId: null, platform: null, appVersion: null, eventData: null, eventId: null, occurredAt: null };
      await post({ eventType: 'open', ...unsaid, id: 999_999, appId: 1, createdAt: '2001-01-01T00:00:00Z', extra: {} }).expect(201);
      const [row] = await rows();
      assert.deepEqual([row?.createdAt, row?.occurredAt], [new Date(NOW), new Date(NOW)]);
      assert.ok(Number(row?.id) < 999_999);
    });

    it('names every fault in one reply', async () => {
      for (const body of [undefined, {}]) assert.deepEqual(await refused(body), ['eventType']);
      const bad = { eventType: '', userId: 5, platform: 'web', appVersion: {}, eventData: [], eventId: 'x', occurredAt: 'now' };
      assert.deepEqual(await refused(bad), Object.keys(bad));
    });

    for (const [field, values] of Object.entries(REFUSED)) {
      it(`refuses each invalid ${field}`, async () => {
        for (const value of values)
          assert.deepEqual(await refused({ eventType: 'open', [field]: value }), [field], JSON.stringify(value).slice(0, 100));
        assert.deepEqual(await rows(), []);
      });
    }

    it('compares types of any script byte by byte', async () => {
      const types = [
        'open',
        'Open',
        'öpen',
        'o\u0308pen',
        'ｏpen',
        'فتح',
        '١',
        '1',
        '👍'.repeat(100),
        '<script>',
        '__proto__',
        'constructor',
      ];
      for (const eventType of types) await post({ eventType }).expect(201);
      const { topEventTypes } = await dashboard();
      const expected = new Map<string, number>();
      for (const type of types) expected.set(type.normalize('NFC'), (expected.get(type.normalize('NFC')) ?? 0) + 1);
      const top = [...expected].sort(([a, m], [b, n]) => n - m || Buffer.compare(Buffer.from(a), Buffer.from(b)));
      assert.deepEqual(
        topEventTypes,
        top.slice(0, 10).map(([type, n]) => ({ type, count: String(n) })),
      );
    });

    it('limits eventData to 32 KiB and 32 levels', async () => {
      const ofBytes = (bytes: number) => ({ x: `${'ش'.repeat(100)}${'"'.repeat(100)}${'x'.repeat(bytes - 408)}` });
      assert.equal(Buffer.byteLength(JSON.stringify(ofBytes(32_768))), 32_768);
      await post({ eventType: 'open', eventData: ofBytes(32_768) }).expect(201);
      assert.deepEqual(await refused({ eventType: 'open', eventData: ofBytes(32_769) }), ['eventData']);
      const send = (levels: number) =>
        post(undefined)
          .set('Content-Type', 'application/json')
          .send(`{"eventType":"open","eventData":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`);
      await send(32).expect(201);
      for (const levels of [33, 40, 5_000]) assert.deepEqual(faultsOf(await send(levels).expect(400)), ['body']);
      assert.equal((await rows())[0]?.eventData, JSON.stringify(ofBytes(32_768)));
    });

    it('refuses a body above 256 KiB', async () => {
      const answer = await post({ eventType: 'open', eventData: { x: 'x'.repeat(256 * 1024) } }).expect(413);
      assert.equal(codeOf(answer), 'payload_too_large');
    });

    it('never lets event data change a prototype', async () => {
      const send = (data: string) =>
        post(undefined).set('Content-Type', 'application/json').send(`{"eventType":"open","eventData":${data},"__proto__":{"userId":"x"}}`);
      assert.deepEqual(faultsOf(await send('{"__proto__":{"x":1}}').expect(400)), ['body']);
      await send('{"constructor":{"prototype":{"x":1}}}').expect(201);
      const [row] = await rows();
      assert.deepEqual([row?.eventData, row?.userId], ['{"constructor":{"prototype":{"x":1}}}', null]);
      assert.equal(Reflect.get({}, 'x'), undefined);
    });

    it('answers 404 to unknown apps, 400 to bad slugs', async () => {
      slug = 'unknown';
      assert.equal(codeOf(await post({ eventType: 'open', occurredAt: '2001-01-01T00:00:00Z' }).expect(404)), 'app_not_found');
      assert.deepEqual(await refused({ eventType: '' }), ['eventType']);
      slug = 'Not-A-Slug';
      assert.deepEqual(await refused({ eventType: '' }), ['slug', 'eventType']);
    });
  });

  describe('an eventId', () => {
    it('makes a repeat harmless whatever its other fields', async () => {
      const eventId = randomUUID();
      assert.deepEqual((await post({ eventType: 'open', eventId }).expect(201)).body, NEW);
      for (const again of [eventId, eventId.toUpperCase()]) {
        for (const eventType of ['open', 'close']) assert.deepEqual((await post({ eventType, eventId: again }).expect(200)).body, REPEAT);
      }
      assert.deepEqual([(await rows()).length, (await dashboard()).totalEvents], [1, 1]);
    });

    it('is compared within its app only', async () => {
      const eventId = randomUUID();
      await post({ eventType: 'open', eventId }).expect(201);
      slug = await registerApp(server);
      await post({ eventType: 'open', eventId }).expect(201);
    });

    it('accepts one of 20 parallel reports as new', async () => {
      for (const _ of [1, 2, 3]) {
        const eventId = randomUUID();
        const before = (await rows()).length;
        const answers = await race.run(
          repeat(20, (index) => ({
            method: 'POST',
            path: `/apps/${slug}/analytics`,
            body: { eventType: 'open', eventId: index % 2 ? eventId : eventId.toUpperCase() },
          })),
        );
        assert.deepEqual(
          answers.filter(({ status }) => status === 201).map(({ body }) => body),
          [NEW],
        );
        assert.deepEqual(
          answers.filter(({ status }) => status === 200).map(({ body }) => body),
          Array(19).fill(REPEAT),
        );
        assert.equal((await rows()).length, before + 1);
        assert.equal((await dashboard()).totalEvents, before + 1);
      }
    });
  });

  describe('the time at which an event occurred', () => {
    const occurredAt = async (sent: string | undefined) => {
      await post({ eventType: 'open', ...(sent === undefined ? {} : { occurredAt: sent }) }).expect(201);
      return (await rows()).at(-1)?.occurredAt.toISOString();
    };

    it("is the client's time, up to 7 days ago", async () => {
      for (const time of ['2026-03-10T12:34:56.788Z', '2026-03-09T23:59:59.999Z', '2026-03-03T12:34:56.789Z'])
        assert.equal(await occurredAt(time), time);
      assert.deepEqual(await refused({ eventType: 'open', occurredAt: '2026-03-03T12:34:56.788Z' }), ['occurredAt']);
      clock.advance(1);
      assert.deepEqual(await refused({ eventType: 'open', occurredAt: '2026-03-03T12:34:56.789Z' }), ['occurredAt']);
    });

    it('is now when missing or in the future', async () => {
      for (const time of [undefined, NOW, '2026-03-10T12:34:56.790Z', '2027-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
        assert.equal(await occurredAt(time), NOW);
    });

    it('decides in which window the dashboard counts', async () => {
      await post({ eventType: 'late', occurredAt: '2026-03-04T00:00:00Z' }).expect(201);
      assert.deepEqual([(await dashboard(6)).totalEvents, (await dashboard(7)).totalEvents], [0, 1]);
      clock.advance(25 * DAY_MS);
      assert.deepEqual([(await dashboard(30)).totalEvents, (await dashboard(32)).totalEvents], [0, 1]);
    });
  });
});
