import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { faultsOf, type MovableClock, movableClock, registerApp, withoutIdAndTimes } from '../support.ts';
import { BAD_FLAGS, BAD_INSTANTS, BAD_TEXTS } from '../values.ts';

const OFF = { maintenance: false, messageEn: null, messageAr: null, estimatedEnd: null };
const NOTHING_SAID = { messageEn: null, messageAr: null, estimatedEnd: null, endedAt: null };
const NOW = '2026-03-10T12:34:56.789Z';
/** A maintenance of all phones that began now. */
const FOR_ALL = {
  state: 'active',
  startAt: null,
  endAt: null,
  announceFrom: null,
  mode: 'full',
  platforms: null,
  versions: null,
  testers: null,
};

describe('the admin endpoints of maintenance', () => {
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

  const set = async (body: unknown) => (await admin(server).put(`/admin/apps/${slug}/maintenance`, body).expect(200)).body;
  const refused = async (body: unknown) => faultsOf(await admin(server).put(`/admin/apps/${slug}/maintenance`, body).expect(400));
  /** The events as other answers have them, without their versions. */
  const history = async () =>
    (await admin(server).get(`/admin/apps/${slug}/maintenance/history`).expect(200)).body.map(
      ({ etag, ...event }: { etag: string; endedAt: string | null; messageEn: string; isActive: boolean }) => event,
    );
  const shown = async () => (await client(server).get(`/apps/${slug}/maintenance`).expect(200)).body;

  describe('PUT /admin/apps/:slug/maintenance', () => {
    it('starts an event when switched on', async () => {
      const event = await set({ isActive: true });
      assert.deepEqual(withoutIdAndTimes(event), { isActive: true, ...NOTHING_SAID, ...FOR_ALL });
      assert.deepEqual(await history(), [event]);
      assert.deepEqual(await shown(), { ...OFF, maintenance: true });
    });

    it('shows clients both messages and the expected end', async () => {
      const said = { messageEn: 'Back soon', messageAr: 'نعود قريبًا', estimatedEnd: '2026-03-10T20:00:00.000Z' };
      const event = await set({ isActive: true, ...said });
      assert.deepEqual(withoutIdAndTimes(event), { isActive: true, ...said, endedAt: null, ...FOR_ALL });
      assert.deepEqual(await shown(), { maintenance: true, ...said });
    });

    it('ends the active event when switched on again', async () => {
      const first = await set({ isActive: true, messageEn: 'First' });
      clock.advance(1_000);
      const second = await set({ isActive: true });
      assert.ok(second.id > first.id);
      assert.deepEqual(withoutIdAndTimes(second), { isActive: true, ...NOTHING_SAID, ...FOR_ALL });
      const [latest, closed] = await history();
      assert.deepEqual(latest, second);
      assert.deepEqual(closed, {
        ...first,
        isActive: false,
        state: 'ended',
        endedAt: '2026-03-10T12:34:57.789Z',
        updatedAt: closed.updatedAt,
      });
      assert.deepEqual(await shown(), { ...OFF, maintenance: true });
    });

    it('returns the ended event when switched off', async () => {
      const opened = await set({ isActive: true, messageEn: 'Back soon' });
      clock.advance(60_000);
      const closed = await set({ isActive: false, messageEn: 'ignored' });
      assert.deepEqual(closed, {
        ...opened,
        isActive: false,
        state: 'ended',
        endedAt: '2026-03-10T12:35:56.789Z',
        updatedAt: closed.updatedAt,
      });
      assert.deepEqual(await history(), [closed]);
      assert.deepEqual(await shown(), OFF);
    });

    it('returns null when it is already off', async () => {
      assert.equal(await set({ isActive: false }), null);
      await set({ isActive: true });
      await set({ isActive: false });
      const before = await history();
      for (const _ of [1, 2]) assert.equal(await set({ isActive: false, messageEn: 'x', estimatedEnd: '2026-04-01T00:00:00Z' }), null);
      assert.deepEqual(await history(), before);
      assert.equal((await admin(server).put(`/admin/apps/${slug}/maintenance`, { isActive: false })).text, 'null');
    });

    it('can be switched on and off again', async () => {
      for (const isActive of [true, true, false, false, true]) {
        await set({ isActive });
        assert.equal((await shown()).maintenance, isActive);
      }
      const events: { isActive: boolean; endedAt: string | null }[] = await history();
      assert.deepEqual(
        events.map((event) => [event.isActive, event.endedAt === null]),
        [
          [true, true],
          [false, false],
          [false, false],
        ],
      );
    });

    it('does not change maintenance of other apps', async () => {
      const other = slug;
      await set({ isActive: true });
      slug = await registerApp(server);
      assert.equal(await set({ isActive: false }), null);
      assert.deepEqual([await history(), await shown()], [[], OFF]);
      slug = other;
      assert.equal((await shown()).maintenance, true);
    });

    it('drops unknown and server-owned fields', async () => {
      const owned = {
        id: 999_999,
        appId: 1,
        activeAppId: 1,
        endedAt: '2001-01-01T00:00:00Z',
        createdAt: '2001-01-01T00:00:00Z',
        status: 1,
      };
      const event = await set({ isActive: true, ...owned });
      assert.deepEqual(withoutIdAndTimes(event), { isActive: true, ...NOTHING_SAID, ...FOR_ALL });
      assert.ok(event.id < 999_999);
    });

    it('requires isActive and names every fault', async () => {
      for (const body of [undefined, {}, { messageEn: 'x' }]) assert.deepEqual(await refused(body), ['isActive']);
      assert.deepEqual(await refused({ isActive: 'true', messageEn: 5, messageAr: 'a\0', estimatedEnd: 'soon' }), [
        'isActive',
        'messageEn',
        'messageAr',
        'estimatedEnd',
      ]);
      assert.deepEqual(await history(), []);
    });

    for (const [field, values] of Object.entries({
      isActive: BAD_FLAGS,
      messageEn: BAD_TEXTS,
      messageAr: ['x'.repeat(2_001), ...BAD_TEXTS],
      estimatedEnd: BAD_INSTANTS,
    })) {
      it(`refuses each invalid ${field}`, async () => {
        for (const value of values) assert.deepEqual(await refused({ isActive: true, [field]: value }), [field], JSON.stringify(value));
        assert.deepEqual(await history(), []);
      });
    }

    it('accepts an end with any offset, and null', async () => {
      const ends: Record<string, string> = {
        '2026-03-10T23:00:00+03:00': '2026-03-10T20:00:00.000Z',
        '2026-03-10T09:15:00-10:45': '2026-03-10T20:00:00.000Z',
        '2026-03-10T20:00Z': '2026-03-10T20:00:00.000Z',
        '2026-03-10T20:00:00.123456789Z': '2026-03-10T20:00:00.123Z',
        '2028-02-29T00:00:00Z': '2028-02-29T00:00:00.000Z',
        '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
      };
      for (const [estimatedEnd, expected] of Object.entries(ends)) {
        assert.equal((await set({ isActive: true, estimatedEnd })).estimatedEnd, expected);
        assert.equal((await shown()).estimatedEnd, expected);
      }
      assert.equal((await set({ isActive: true, estimatedEnd: null })).estimatedEnd, null);
    });

    it('stays active after its expected end', async () => {
      await set({ isActive: true, estimatedEnd: '2026-03-10T13:00:00Z' });
      clock.advance(365 * 86_400_000);
      assert.deepEqual(await shown(), { ...OFF, maintenance: true, estimatedEnd: '2026-03-10T13:00:00.000Z' });
      await set({ isActive: true, estimatedEnd: '1999-01-01T00:00:00Z' });
      assert.equal((await shown()).maintenance, true);
    });

    it('returns messages unchanged, as JSON', async () => {
      for (const text of ['<script>alert(1)</script>', 'line one\n\tline two', '\u202bنعود\u202c', '', '👷'.repeat(2_000)]) {
        await set({ isActive: true, messageEn: text, messageAr: text });
        const { messageEn, messageAr } = await shown();
        assert.deepEqual([messageEn, messageAr], text === '' ? [null, null] : [text, text]);
      }
    });
  });

  describe('GET /admin/apps/:slug/maintenance/history', () => {
    it('is empty for a new app', async () => assert.deepEqual(await history(), []));

    it('lists the last 20 events, most recent first', async () => {
      for (let index = 1; index <= 25; index += 1) await set({ isActive: true, messageEn: `Event ${index}` });
      const events: { messageEn: string; isActive: boolean }[] = await history();
      assert.deepEqual(
        events.map((event) => event.messageEn),
        Array.from({ length: 20 }, (_, index) => `Event ${25 - index}`),
      );
      assert.deepEqual(
        events.map((event) => event.isActive),
        [true, ...Array(19).fill(false)],
      );
    });
  });

  describe('Retry-After of a public maintenance', () => {
    const header = async (path: string) => (await client(server).get(`/apps/${slug}${path}`).expect(200)).headers['retry-after'];

    it('is the rounded-up seconds until the expected end', async () => {
      await set({ isActive: true, estimatedEnd: '2026-03-10T12:35:00.000Z' });
      for (const path of ['/maintenance', '/bootstrap']) {
        clock.set(NOW);
        assert.equal(await header(path), '4');
        clock.set('2026-03-10T12:34:59.999Z');
        assert.equal(await header(path), '1');
        clock.set('2026-03-10T12:35:00.000Z');
        assert.equal(await header(path), undefined);
      }
      assert.equal(await header('/features'), undefined);
    });

    it('is absent without an end and without maintenance', async () => {
      await set({ isActive: true });
      assert.equal(await header('/maintenance'), undefined);
      await set({ isActive: true, estimatedEnd: '2027-01-01T00:00:00Z' });
      await set({ isActive: false });
      assert.equal(await header('/maintenance'), undefined);
    });
  });
});
