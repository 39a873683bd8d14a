import assert from 'node:assert/strict';
import { checkReleases } from '../../../server/services/apps/releases/crash-guard.ts';
import { execute } from '../../support/databases/sql.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, publish, registerApp } from '../support.ts';

const HOUR_MS = 3_600_000;
const GUARD = { maxRate: 0.1, minUsers: 10, action: 'halt' };

describe('the crash guard', () => {
  let clock: MovableClock;
  let server: TestServer;
  let slug: string;
  let id: number;

  before(async () => {
    clock = movableClock('2026-03-10T12:30:00.000Z');
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
    await publish(server, slug, { versionName: '1.0.0', versionCode: 1 });
    // the guard counts users whom the server knew before
    await opens(30, '1.0.0');
    clock.advance(1);
    ({ id } = await publish(server, slug, { versionName: '2.0.0', versionCode: 2, guard: GUARD }));
  });
  after(() => server.close());

  const path = (rest = '') => `/admin/apps/${slug}/versions/${id}${rest}`;
  const release = async () => (await admin(server).get(path()).expect(200)).body;
  const report = (events: readonly object[]) => client(server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200);
  const opens = (count: number, appVersion = '2.0.0') =>
    report(Array.from({ length: count }, (_, index) => ({ eventType: 'open', userId: `user-${index}`, appVersion })));
  const crashes = (count: number, more: object = {}) =>
    report(
      Array.from({ length: count }, (_, index) => ({ eventType: 'app_crash', userId: `user-${index}`, appVersion: '2.0.0', ...more })),
    );
  const look = (target = server) => checkReleases(target.services.apps, async () => true);
  const rows = async () => {
    const { body } = await admin(server).get(`/admin/audit-log?subject=app:${slug}`).expect(200);
    return body.data.filter(({ actor }: { actor: string }) => actor === 'system:guard');
  };
  const current = async () => (await client(server).get(`/apps/${slug}`).expect(200)).body.currentVersion;

  it('halts a release above its rate, with the reason', async () => {
    await opens(20);
    await crashes(3);
    await look();
    const { rolloutState, guardActedAt } = await release();
    assert.deepEqual([rolloutState, guardActedAt], ['halted', clock.now().toISOString()]);
    assert.equal(await current(), '1.0.0');
    const [row, ...others] = await rows();
    assert.deepEqual([row.action, others], ['version.halted', []]);
    assert.match(
      row.reason ?? JSON.stringify(row.details),
      /3 of 20 users \(15\.0 %\) saw 2\.0\.0 crash in 24 hours; the guard allows 10\.0 %/,
    );
  });

  it('counts users, not crashes, and the rate exactly', async () => {
    await opens(20);
    await crashes(2);
    await crashes(2);
    await look();
    assert.equal((await release()).rolloutState, 'active');
    await crashes(3);
    await look();
    assert.equal((await release()).rolloutState, 'halted');
  });

  it('waits until the release has enough users', async () => {
    await opens(9);
    await crashes(9);
    await look();
    assert.equal((await release()).rolloutState, 'active');
  });

  it('ignores crashes of other versions and of yesterday', async () => {
    await opens(20);
    await crashes(20, { appVersion: '1.0.0' });
    await crashes(20, { occurredAt: new Date(clock.now().getTime() - 26 * HOUR_MS).toISOString() });
    await look();
    assert.equal((await release()).rolloutState, 'active');
  });

  it('counts a crash that is reported at the next start', async () => {
    const occurredAt = new Date(clock.now().getTime() - HOUR_MS).toISOString();
    await opens(20);
    await crashes(5, { occurredAt });
    await look();
    assert.equal((await release()).rolloutState, 'halted');
  });

  it('only warns when its rule says so', async () => {
    await admin(server)
      .put(path(), { guard: { ...GUARD, action: 'warn' } })
      .expect(200);
    await opens(20);
    await crashes(20);
    await look();
    await look();
    assert.equal((await release()).rolloutState, 'active');
    assert.deepEqual(
      (await rows()).map(({ action }: { action: string }) => action),
      ['version.crashes'],
    );
  });

  it('leaves a resumed release alone until its rule changes', async () => {
    await opens(20);
    await crashes(20);
    await look();
    await admin(server).post(path('/resume'), {}).expect(200);
    await look();
    assert.equal((await release()).rolloutState, 'active');
    await admin(server).put(path(), { guard: GUARD, priority: 1 }).expect(200);
    await look();
    assert.equal((await release()).rolloutState, 'active');
    await admin(server)
      .put(path(), { guard: { ...GUARD, maxRate: 0.2 } })
      .expect(200);
    await look();
    assert.equal((await release()).rolloutState, 'halted');
    assert.equal((await rows()).length, 2);
  });

  it('acts once in two servers that look together', async () => {
    const second = await startServer({ clock, env: server.env });
    await opens(20);
    await crashes(20);
    await Promise.all([look(), look(second), look(), look(second)]);
    await second.close();
    assert.equal((await rows()).length, 1);
  });

  it('ignores users who came after the release', async () => {
    await opens(20);
    const fakes = Array.from({ length: 100 }, (_, index) => ({ eventType: 'app_crash', userId: `fake-${index}`, appVersion: '2.0.0' }));
    await report(fakes);
    await look();
    assert.equal((await release()).rolloutState, 'active');
    await crashes(3);
    await look();
    const [row] = await rows();
    assert.match(row.reason ?? JSON.stringify(row.details), /3 of 20 users/);
  });

  it('believes no time that a new user tells', async () => {
    await opens(20);
    const occurredAt = new Date(clock.now().getTime() - 20 * HOUR_MS).toISOString();
    const early = (eventType: string, at: object) =>
      report(Array.from({ length: 50 }, (_, index) => ({ eventType, userId: `fake-${index}`, appVersion: '2.0.0', ...at })));
    await early('open', { occurredAt: new Date(clock.now().getTime() - 160 * HOUR_MS).toISOString() });
    await early('app_crash', { occurredAt });
    await early('app_crash', {});
    await look();
    assert.equal((await release()).rolloutState, 'active');
  });

  it('counts users whom the server knows for a day', async () => {
    const newcomers = (eventType: string) =>
      report(Array.from({ length: 40 }, (_, index) => ({ eventType, userId: `new-${index}`, appVersion: '2.0.0' })));
    await newcomers('open');
    clock.advance(23 * HOUR_MS);
    await newcomers('app_crash');
    await look();
    assert.equal((await release()).rolloutState, 'active');
    clock.advance(HOUR_MS);
    await newcomers('app_crash');
    await look();
    assert.equal((await release()).rolloutState, 'halted');
  });

  it('counts a version by every spelling', async () => {
    await opens(20, 'v2.0');
    await crashes(3, { appVersion: '2.0.0.0' });
    await look();
    assert.equal((await release()).rolloutState, 'halted');
  });

  it('counts users of rows that earlier servers wrote', async () => {
    await execute(server.db, 'UPDATE analytics_users SET arrived_ms = NULL, is_known = NULL, is_crash_known = NULL');
    await opens(20);
    await crashes(3);
    await look();
    assert.equal((await release()).rolloutState, 'halted');
  });

  it('warns when its rule names no action', async () => {
    const { maxRate, minUsers } = GUARD;
    const { body } = await admin(server).put(path(), { guard: { maxRate, minUsers } }).expect(200);
    assert.deepEqual(body.guard, { maxRate, minUsers, action: 'warn' });
    await opens(20);
    await crashes(20);
    await look();
    assert.equal((await release()).rolloutState, 'active');
  });

  it('never undoes a resume that races it', async () => {
    await opens(20);
    await crashes(20);
    await Promise.all([look(), admin(server).post(path('/resume'), {}).expect(200), look()]);
    await admin(server).post(path('/resume'), {}).expect(200);
    await look();
    assert.equal((await release()).rolloutState, 'active');
    assert.equal((await rows()).length, 1);
  });
});
