import assert from 'node:assert/strict';
import { App } from '../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { testerErasure } from '../../../server/services/apps/maintenance/erasure.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, type MovableClock, movableClock, registerApp } from '../support.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const OFF = { maintenance: false, messageEn: null, messageAr: null, estimatedEnd: null };
const at = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1_000).toISOString();

describe('the windows of maintenance', () => {
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

  const path = (rest = '') => `/admin/apps/${slug}/maintenance${rest}`;
  const set = async (body: object) =>
    (
      await admin(server)
        .put(path(), { isActive: true, ...body })
        .expect(200)
    ).body;
  const refused = async (body: object) =>
    faultsOf(
      await admin(server)
        .put(path(), { isActive: true, ...body })
        .expect(400),
    );
  /** The windows as other answers have them, without their versions. */
  const history = async () =>
    (await admin(server).get(path('/history')).expect(200)).body.map(({ etag, ...window }: { etag: string; state: string }) => window);
  const get = (read: string) => client(server).get(`/apps/${slug}/${read}`);
  const shown = async (query = '') => (await get(`maintenance${query}`).expect(200)).body;
  const started = async (query = '') => (await get(`bootstrap${query}`).expect(200)).body.maintenance;
  const states = async () => (await history()).map(({ state }: { state: string }) => state);

  describe('that are scheduled', () => {
    it('are stored as they are given, and answered', async () => {
      const window = {
        startAt: at(60),
        endAt: at(120),
        announceFrom: at(30),
        mode: 'read_only',
        platforms: ['ios'],
        versions: [{ min: '1.0.0', max: '1.4.2' }],
        testers: { ids: ['u-1'] },
        messageEn: 'Soon',
      };
      const event = await set(window);
      assert.deepEqual({ ...event, ...window }, event);
      assert.deepEqual([event.isActive, event.state, event.endedAt], [false, 'scheduled', null]);
      assert.deepEqual(await history(), [event]);
    });

    it('begin and end by the clock, and change the ETags', async () => {
      await set({ startAt: at(60), endAt: at(120), announceFrom: at(30), messageEn: 'Soon', messageAr: 'قريبًا' });
      const seen: unknown[] = [];
      const etags: string[] = [];
      for (const seconds of [0, 29.999, 30, 59.999, 60, 119.999, 120]) {
        clock.set(at(seconds));
        const [old, told, start] = [await shown(), await shown('?platform=ios'), await started('?language=ar')];
        assert.deepEqual(start, told);
        assert.deepEqual(await started('?platform=ios'), old);
        seen.push([seconds, old.maintenance, told.maintenance, told.upcoming.length].join(' '));
        etags.push(
          ...(await Promise.all(['maintenance', 'bootstrap?language=ar'].map(async (read) => (await get(read)).headers['etag'] ?? ''))),
        );
        assert.equal(
          (await states())[0],
          ['announced', 'active', 'ended', 'scheduled'][[30, 60, 120].findLastIndex((time) => time <= seconds)] ?? 'scheduled',
        );
      }
      assert.deepEqual(seen, [
        '0 false false 0',
        '29.999 false false 0',
        '30 false false 1',
        '59.999 false false 1',
        '60 true true 0',
        '119.999 true true 0',
        '120 false false 0',
      ]);
      const [a, b, c, d] = [etags[0], etags[1], etags[5], etags[9]];
      assert.deepEqual(etags, [a, b, a, b, a, c, a, c, etags[8], d, etags[8], d, a, b]);
      assert.equal(new Set([a, b, c, d, etags[8]]).size, 5);
    });

    it('are shown as upcoming with times and messages', async () => {
      const late = await set({ startAt: at(600), mode: 'read_only', messageAr: 'قريبًا' });
      const soon = await set({ startAt: at(60), endAt: at(120), platforms: ['ios'] });
      const of = ({ id, startAt, endAt, mode, messageEn, messageAr }: Record<string, unknown>) => ({
        id,
        startAt,
        endAt,
        mode,
        messageEn,
        messageAr,
      });
      assert.deepEqual((await shown('?platform=ios')).upcoming, [of(soon), of(late)]);
      assert.deepEqual((await shown('?platform=android')).upcoming, [of(late)]);
      assert.deepEqual(await shown(), OFF);
    });

    it('do not end the maintenance that goes on', async () => {
      const now = await set({ messageEn: 'Now' });
      await set({ startAt: at(60), endAt: at(120), messageEn: 'Later' });
      assert.equal((await shown()).messageEn, 'Now');
      clock.set(at(60));
      assert.equal((await shown()).messageEn, 'Later');
      clock.set(at(120));
      assert.equal((await shown()).messageEn, 'Now');
      const off = (await admin(server).put(path(), { isActive: false }).expect(200)).body;
      assert.deepEqual([off.id, off.endedAt], [now.id, at(120)]);
      assert.deepEqual(await states(), ['ended', 'ended']);
    });

    it('end with the others when maintenance is switched off', async () => {
      await set({ startAt: at(60), mode: 'read_only' });
      const full = await set({ startAt: at(30) });
      const later = await set({ startAt: at(600) });
      clock.set(at(90));
      assert.equal((await admin(server).put(path(), { isActive: false })).body.id, full.id);
      assert.deepEqual([await states(), (await history())[0].id], [['announced', 'ended', 'ended'], later.id]);
      assert.deepEqual(await shown(), OFF);
    });

    it('are at most fifteen until they end', async () => {
      for (let n = 1; n <= 15; n += 1) await set({ startAt: at(n), endAt: at(20 + n) });
      const full = async () =>
        codeOf(
          await admin(server)
            .put(path(), { isActive: true, startAt: at(99) })
            .expect(409),
        );
      assert.equal(await full(), 'maintenance_limit');
      clock.set(at(20.5));
      // all are active now
      assert.equal(await full(), 'maintenance_limit');
      clock.set(at(22));
      for (let n = 1; n <= 2; n += 1) await set({ startAt: at(100 + n) });
      assert.equal(await full(), 'maintenance_limit');
      const { id: appId } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
      assert.equal(await server.db.model(MaintenanceEvent).count({ where: { appId, endedAt: null } }), 15);
    });

    it('stay in the history until they have ended', async () => {
      const { id } = await set({ startAt: at(600), endAt: at(700) });
      for (let n = 1; n <= 25; n += 1) await set({ messageEn: `Event ${n}` });
      const listed = await history();
      assert.deepEqual([listed.length, listed[0].messageEn, listed.at(-1).id], [20, 'Event 25', id]);
      clock.set(at(700));
      await set({});
      assert.deepEqual([(await history()).length, (await history()).at(-1).messageEn], [20, 'Event 7']);
    });

    it('refuse times, versions and testers that contradict themselves', async () => {
      assert.deepEqual(await refused({ startAt: at(0), endAt: at(-1), announceFrom: at(1) }), ['startAt', 'endAt', 'announceFrom']);
      assert.deepEqual(await refused({ versions: [{ min: '2.0.0', max: '1.0.0' }] }), ['versions[0].max']);
      assert.deepEqual(await refused({ testers: { segment: 'none' } }), ['testers.segment']);
      assert.deepEqual(await refused({ isActive: false, startAt: at(9) }), ['startAt']);
      assert.deepEqual(
        await refused({ startAt: 'soon', mode: 'half', platforms: ['web'], versions: [{}], testers: { segment: 'a', ids: ['b'] } }),
        ['startAt', 'mode', 'platforms[0]', 'versions[0]', 'testers'],
      );
      const many = { ids: Array.from({ length: 101 }, (_, n) => `u-${n}`) };
      assert.deepEqual(await refused({ platforms: [] }), ['platforms']);
      assert.deepEqual(await refused({ testers: many }), ['testers.ids']);
      assert.deepEqual(await history(), []);
    });
  });

  describe('DELETE /admin/apps/:slug/maintenance/:id', () => {
    const cancel = (id: number, status: number) =>
      admin(server)
        .delete(path(`/${id}`))
        .expect(status);

    it('cancels a window that is scheduled', async () => {
      const { id } = await set({ startAt: at(60) });
      await shown('?platform=ios');
      assert.equal((await cancel(id, 204)).text, '');
      assert.deepEqual([await history(), (await shown('?platform=ios')).upcoming], [[], []]);
      assert.equal(codeOf(await cancel(id, 404)), 'maintenance_not_found');
      clock.set(at(60));
      assert.deepEqual(await shown(), OFF);
    });

    it('refuses a window that has started or ended', async () => {
      const { id } = await set({ startAt: at(60), endAt: at(120) });
      for (const seconds of [60, 120]) {
        clock.set(at(seconds));
        assert.equal(codeOf(await cancel(id, 409)), 'maintenance_started');
      }
      assert.equal((await history()).length, 1);
    });

    it('does not reach windows of other apps', async () => {
      const { id } = await set({ startAt: at(60) });
      const own = slug;
      slug = await registerApp(server);
      assert.equal(codeOf(await cancel(id, 404)), 'maintenance_not_found');
      slug = own;
      await cancel(id, 204);
    });
  });

  describe('for some phones', () => {
    it('reach those that tell enough', async () => {
      await set({ platforms: ['ios'], versions: [{ max: '1.4.2' }], messageEn: 'Update' });
      const hit = { ...OFF, maintenance: true, messageEn: 'Update' };
      assert.deepEqual(await started('?platform=ios&currentVersion=1.4.2'), hit);
      for (const query of [
        '',
        '?platform=ios',
        '?currentVersion=1.0',
        '?platform=android&currentVersion=1.0',
        '?platform=ios&currentVersion=1.4.3',
      ])
        assert.deepEqual(await started(query), OFF, query);
      const told = { readOnly: false, upcoming: [] };
      assert.deepEqual(await shown('?platform=ios&currentVersion=1.0'), { ...hit, ...told });
      assert.deepEqual(await shown('?platform=android'), { ...OFF, ...told });
      assert.deepEqual(await shown(), OFF);
    });

    it('let testers in, but no client of an earlier release', async () => {
      const conditions = [{ attribute: 'country', operator: 'in', values: ['SA'], not: true }];
      await admin(server).post(`/admin/apps/${slug}/segments`, { key: 'abroad', conditions }).expect(201);
      await set({ testers: { segment: 'abroad' } });
      const on = async (query: string) => [(await shown(query)).maintenance, (await started(query)).maintenance];
      assert.deepEqual(await on(''), [true, true]);
      assert.equal((await started('?platform=ios')).maintenance, true);
      assert.deepEqual(
        [await on('?country=SA'), await on('?country=JO')],
        [
          [true, true],
          [false, false],
        ],
      );
      await set({ testers: { ids: ['u-1', 'i-1'] } });
      assert.deepEqual(
        [await on('?userId=u-1'), await on('?installationId=i-1'), await on('?userId=i-2')],
        [
          [false, false],
          [false, false],
          [true, true],
        ],
      );
      assert.match((await get('maintenance?userId=u-1')).headers['cache-control'] ?? '', /^private, max-age=10/);
    });

    it('keep the segment of their testers', async () => {
      const conditions = [{ attribute: 'userId', operator: 'in', values: ['u-1'] }];
      await admin(server).post(`/admin/apps/${slug}/segments`, { key: 'staff', conditions }).expect(201);
      const { id } = await set({ startAt: at(60), endAt: at(120), testers: { segment: 'staff' } });
      const gone = (status: number) => admin(server).delete(`/admin/apps/${slug}/segments/staff`).expect(status);
      const answer = await gone(409);
      assert.deepEqual([codeOf(answer), answer.body.message], ['in_use', `The segment staff is in use by the maintenance windows ${id}.`]);
      clock.set(at(120));
      await gone(204);
    });

    it('lose a tester whose account is erased', async () => {
      await set({ startAt: at(60), testers: { ids: ['u-erased', 'u-erased-2'] } });
      await set({ testers: { ids: ['U-Erased'] } });
      const [step] = testerErasure(server.services.apps);
      const person = { userId: 'u-erased', projectId: 11, email: null, isEmailProved: false, content: 'delete', now: clock.now() } as const;
      let position: string | null = '';
      let parts = 0;
      while (position !== null && step !== undefined && parts < 4) {
        const from: string = position;
        position = await inTransaction(server.db, () => step.erasePart(person, from));
        parts += 1;
      }
      assert.equal(parts, 3);
      assert.deepEqual(
        (await history()).map(({ testers }: { testers: unknown }) => testers),
        [null, { ids: ['u-erased-2'] }],
      );
      for (const userId of ['u-erased', 'U-Erased']) assert.equal((await shown(`?userId=${userId}`)).maintenance, true);
    });

    it('allow reading when they are read-only', async () => {
      await set({ mode: 'read_only', messageEn: 'Reading works' });
      assert.deepEqual([await shown(), await started('?platform=ios')], [OFF, OFF]);
      const told = { maintenance: true, messageEn: 'Reading works', messageAr: null, estimatedEnd: null, readOnly: true, upcoming: [] };
      assert.deepEqual([await shown('?platform=ios'), await started('?osVersion=17')], [told, told]);
    });
  });

  it('show old clients the end, which ends them', async () => {
    await set({ endAt: at(10) });
    assert.deepEqual(await shown(), { ...OFF, maintenance: true, estimatedEnd: at(10) });
    assert.equal((await get('maintenance')).headers['retry-after'], '10');
    await set({ endAt: at(10), estimatedEnd: at(5) });
    assert.equal((await shown()).estimatedEnd, at(5));
    assert.equal((await get('bootstrap')).headers['retry-after'], '10');
    clock.set(at(10));
    assert.deepEqual(await shown(), OFF);
    assert.equal((await admin(server).put(path(), { isActive: false })).text, 'null');
    assert.deepEqual(
      (await history()).map(({ endedAt }: { endedAt: string }) => endedAt),
      [at(10), NOW],
    );
  });

  it('are visible to servers of the release before', async () => {
    const rows = async () => (await server.db.model(MaintenanceEvent).findAll({ order: [['id', 'DESC']], limit: 1 }))[0]?.activeAppId;
    const { id } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
    await set({ endAt: at(60) });
    assert.equal(await rows(), id);
    for (const unknown of [{ mode: 'read_only' }, { platforms: ['ios'] }, { versions: [{ min: '1.0.0' }] }, { startAt: at(60) }]) {
      await set(unknown);
      assert.equal(await rows(), null);
    }
    // and the row of such a server is a maintenance of all
    await admin(server).put(path(), { isActive: false }).expect(200);
    await server.db.model(MaintenanceEvent).create({ appId: id, isActive: true, activeAppId: id, messageEn: 'Old' });
    await admin(server).put(`/admin/apps/${slug}`, { name: 'New' }).expect(200);
    assert.deepEqual(await shown(), { ...OFF, maintenance: true, messageEn: 'Old' });
    assert.equal((await history())[0].startAt, null);
    assert.equal((await admin(server).put(path(), { isActive: false }).expect(200)).body.messageEn, 'Old');
  });

  describe('GET /apps/:slug/gate', () => {
    const gate = (query = '') => get(`gate${query}`);

    it('answers 204 without maintenance and 503 with it', async () => {
      const open = await gate().expect(204);
      assert.deepEqual([open.text, open.headers['cache-control']], ['', 'no-store']);
      await set({ messageEn: 'Back soon', endAt: at(90) });
      const closed = await gate().expect(503);
      assert.deepEqual([codeOf(closed), closed.body.message], ['under_maintenance', 'Back soon']);
      assert.deepEqual(
        [closed.headers['retry-after'], closed.headers['x-maintenance'], closed.headers['cache-control']],
        ['90', 'full', 'no-store'],
      );
      clock.set(at(90));
      await gate().expect(204);
      await set({});
      assert.equal((await gate().expect(503)).headers['retry-after'], '60');
    });

    it('knows platforms, versions and testers', async () => {
      await set({ platforms: ['ios'], testers: { ids: ['u-1'] } });
      const answers = ['', '?platform=ios', '?platform=android', '?platform=ios&userId=u-1'].map(
        async (query) => (await gate(query)).status,
      );
      assert.deepEqual(await Promise.all(answers), [204, 503, 204, 204]);
    });

    it('refuses methods that write during read-only maintenance', async () => {
      await set({ mode: 'read_only' });
      const answers = ['', '?method=GET', '?method=HEAD', '?method=POST', '?method=DELETE'].map(
        async (query) => (await gate(query)).status,
      );
      assert.deepEqual(await Promise.all(answers), [204, 204, 204, 503, 503]);
      assert.equal((await gate('?method=PUT')).headers['x-maintenance'], 'read_only');
    });

    it('answers from memory and 404 for unknown apps', async () => {
      await set({});
      await gate().expect(503);
      const sent = await statementsOf(server.db, async () => {
        for (const platform of ['ios', 'android', 'web']) await gate(`?platform=${platform}&installationId=${platform}`).expect(503);
      });
      assert.deepEqual(sent, []);
      assert.equal(codeOf(await client(server).get('/apps/none/gate').expect(404)), 'app_not_found');
    });
  });
});

it('the gate of an app counts for the address alone', async () => {
  const server = await startServer({ env: { RATE_LIMIT_EVALUATE: '1/3600', RATE_LIMIT_EVALUATE_ADDRESS: '5/3600' } });
  const slug = await registerApp(server);
  for (let n = 0; n < 5; n += 1) await client(server).get(`/apps/${slug}/gate?installationId=a`).expect(204);
  assert.equal(codeOf(await client(server).get(`/apps/${slug}/gate?installationId=a`).expect(429)), 'throttled');
  await server.close();
});
