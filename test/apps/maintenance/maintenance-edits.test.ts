import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, type MovableClock, movableClock, registerApp } from '../support.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const at = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1_000).toISOString();

describe('PUT /admin/apps/:slug/maintenance/:id', () => {
  let server: TestServer;
  let clock: MovableClock;
  let slug: string;
  let id: number;
  let etag: string;

  before(async () => {
    clock = movableClock(NOW);
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    clock.set(NOW);
    slug = await registerApp(server);
    const window = { startAt: at(60), endAt: at(120), platforms: ['ios'], messageEn: 'Soon' };
    const scheduled = await admin(server)
      .put(path(), { isActive: true, ...window })
      .expect(200);
    id = scheduled.body.id;
    etag = scheduled.headers['etag'] ?? '';
  });
  after(() => server.close());

  const path = (rest = '') => `/admin/apps/${slug}/maintenance${rest}`;
  const edit = (body: object, query = '') => admin(server).put(path(`/${id}${query}`), body);
  const row = async () => (await admin(server).get(path('/history')).expect(200)).body[0];
  const shown = async (query: string) => (await client(server).get(`/apps/${slug}/maintenance?${query}`).expect(200)).body;

  it('changes only the given fields, and null clears', async () => {
    const before = await row();
    const { body, headers } = await edit({ startAt: at(90), messageAr: 'قريبًا', platforms: null }).expect(200);
    const { etag: _, ...stored } = await row();
    assert.deepEqual(body, stored);
    const changed = { startAt: at(90), messageAr: 'قريبًا', platforms: null, updatedAt: body.updatedAt };
    const { etag: was, ...rest } = before;
    assert.deepEqual(stored, { ...rest, ...changed });
    assert.notEqual(headers['etag'], was);
    clock.set(at(60));
    assert.equal((await shown('platform=android')).maintenance, false);
    clock.set(at(90));
    assert.equal((await shown('platform=android')).messageAr, 'قريبًا');
  });

  it('carries the entity tag that the history names', async () => {
    assert.match(etag, /^"[\w-]{27}"$/);
    assert.equal((await row()).etag, etag);
    const { headers } = await edit({ mode: 'read_only' }).set('If-Match', etag).expect(200);
    assert.equal((await row()).etag, headers['etag']);
    assert.equal(codeOf(await edit({ mode: 'full' }).set('If-Match', etag).expect(412)), 'content_changed');
    assert.equal((await row()).mode, 'read_only');
  });

  it('refuses times that contradict those it keeps', async () => {
    assert.deepEqual(faultsOf(await edit({ startAt: at(120) }).expect(400)), ['endAt']);
    assert.deepEqual(faultsOf(await edit({ startAt: at(-1) }).expect(400)), ['startAt']);
    assert.deepEqual(faultsOf(await edit({ announceFrom: at(60) }).expect(400)), ['announceFrom']);
    assert.deepEqual(faultsOf(await edit({ startAt: null }).expect(400)), ['startAt']);
    assert.deepEqual(faultsOf(await edit({ testers: { segment: 'none' } }).expect(400)), ['testers.segment']);
    assert.equal((await row()).startAt, at(60));
  });

  it('refuses a window that has started or is gone', async () => {
    clock.set(at(60));
    assert.equal(codeOf(await edit({ messageEn: 'Late' }).expect(409)), 'maintenance_started');
    clock.set(at(120));
    assert.equal(codeOf(await edit({ messageEn: 'Late' }).expect(409)), 'maintenance_started');
    clock.set(NOW);
    await admin(server)
      .delete(path(`/${id}`))
      .expect(204);
    assert.equal(codeOf(await edit({ messageEn: 'Late' }).expect(404)), 'maintenance_not_found');
  });

  it('finds no window of another app', async () => {
    slug = await registerApp(server);
    assert.equal(codeOf(await edit({ messageEn: 'x' }).expect(404)), 'maintenance_not_found');
  });

  it('keeps nothing of a dry run and shows its effect', async () => {
    const before = await row();
    const { body } = await edit({ platforms: ['android'], mode: 'read_only' }, '?dryRun=true').expect(200);
    assert.deepEqual([body.before.platforms, body.after.platforms, body.after.mode], [['ios'], ['android'], 'read_only']);
    assert.equal(body.warnings.length, 3, body.warnings.join('\n'));
    assert.deepEqual(await row(), before);
  });

  it('counts people whom the edit adds and spares', async () => {
    for (const [userId, platform] of [
      ['u-1', 'ios'],
      ['u-2', 'android'],
      ['u-3', 'android'],
    ])
      await client(server).post(`/apps/${slug}/analytics`, { eventType: 'open', userId, platform }).expect(201);
    const { reach } = (await edit({ platforms: ['android'] }, '?dryRun=true').expect(200)).body;
    assert.deepEqual([reach.matched, reach.gains, reach.loses], [2, 2, 1]);
  });

  it('is undone to the fields before', async () => {
    await edit({ startAt: at(90), platforms: null }).expect(200);
    const { data } = (await admin(server).get(`/admin/apps/${slug}/changes?subject=maintenance:${id}`).expect(200)).body;
    assert.deepEqual(
      [data[0].action, data[0].before, data[0].after],
      ['maintenance.changed', { startAt: at(60), platforms: ['ios'] }, { startAt: at(90), platforms: null }],
    );
    await admin(server).post(`/admin/apps/${slug}/changes/${data[0].id}/undo`, {}).expect(200);
    const { startAt, platforms } = await row();
    assert.deepEqual([startAt, platforms], [at(60), ['ios']]);
  });

  it('leaves no audit row when it changes nothing', async () => {
    const { headers } = await edit({ messageEn: 'Soon' }).expect(200);
    assert.equal(headers['etag'], etag);
    const { data } = (await admin(server).get(`/admin/apps/${slug}/changes?subject=maintenance:${id}`).expect(200)).body;
    assert.equal(data.length, 1);
  });
});

describe('GET /admin/apps/:slug', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('returns the app as the list does, also inactive', async () => {
    const slug = await registerApp(server);
    await admin(server).put(`/admin/apps/${slug}`, { isActive: false }).expect(200);
    const { body } = await admin(server).get(`/admin/apps/${slug}`).expect(200);
    const list = (await admin(server).get('/admin/apps').expect(200)).body;
    assert.deepEqual(
      body,
      list.find((app: { slug: string }) => app.slug === slug),
    );
    assert.equal(codeOf(await admin(server).get('/admin/apps/none').expect(404)), 'app_not_found');
  });
});
