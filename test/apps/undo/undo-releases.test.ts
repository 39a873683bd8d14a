import assert from 'node:assert/strict';
import { checkReleases } from '../../../server/services/apps/releases/crash-guard.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, publish, registerApp } from '../support.ts';
import { UndoScene } from './undo-scene.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const DAY_MS = 86_400_000;
const at = (days: number): string => new Date(Date.parse(NOW) + days * DAY_MS).toISOString();
const STEPS = [1, 2, 3].map((day) => ({ at: at(day), percent: 20 + day }));

describe('the undo of changes of a release', () => {
  let server: TestServer;
  let clock: MovableClock;
  let scene: UndoScene;
  let id: number;

  before(async () => {
    clock = movableClock(NOW);
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date(Date.parse(NOW) - 1_000).toISOString());
    scene = new UndoScene(server, await registerApp(server));
    // the guard counts users whom the server knew before
    const known = { eventType: 'open', userId: 'u-1', appVersion: '1.0.0' };
    await client(server).post(`/apps/${scene.slug}/analytics`, known).expect(201);
    clock.set(NOW);
    await publish(server, scene.slug, { versionName: '1.0.0', versionCode: 1 });
    ({ id } = await publish(server, scene.slug, { versionName: '2.0.0', versionCode: 2, steps: STEPS, rolloutPercent: 20 }));
  });
  after(() => server.close());

  const path = (rest = '', of = id) => scene.path(`/versions/${of}${rest}`);
  const put = (body: object, of = id) => admin(server).put(path('', of), body).expect(200);
  const post = (action: string, body: object = {}) =>
    admin(server)
      .post(path(`/${action}`), body)
      .expect(200);
  const get = async () => (await admin(server).get(path()).expect(200)).body;

  it('goes back for every field of a PUT', async () => {
    const changed = await scene.goesBackAndForth(() =>
      put({
        minVersion: '1.5.0',
        isForce: true,
        storeUrl: 'https://store.example/2',
        changelog: '[1]',
        platform: 'ios',
        forceAfter: at(5),
        priority: 4,
        minOsVersion: '12.0',
        notes: { ar: 'جديد', en: 'New' },
        remindAfterHours: 5,
        guard: { maxRate: 0.2, minUsers: 5, action: 'warn' },
        rolloutPercent: 100,
        isActive: true,
      }),
    );
    assert.equal(changed.action, 'version.changed');
    await scene.goesBackAndForth(() => put({ isActive: false, notes: null, steps: null }));
    await put({ notes: { en: 'First' }, guard: { maxRate: 0.2, minUsers: 5, action: 'halt' } });
    await scene.goesBackAndForth(() => put({ notes: null, guard: null, minVersion: null }));
  });

  it('goes back for rollouts, halts, resumes and rollbacks', async () => {
    const actions: string[] = [];
    const track = async (make: () => PromiseLike<unknown>) => actions.push((await scene.goesBackAndForth(make)).action);
    await track(() => post('rollout', { percent: 70 }));
    await track(() => post('rollout', { steps: 'appstore' }));
    await track(() => post('halt'));
    await track(() => post('rollback'));
    await post('halt');
    clock.advance(DAY_MS / 2);
    await track(() => post('resume'));
    await track(() => put({ rolloutPercent: 90 }));
    await track(() => put({ rolloutPercent: 50, rolloutState: 'active' }));
    assert.deepEqual(actions, [
      ...['version.rollout_changed', 'version.rollout_changed', 'version.resumed', 'version.resumed', 'version.halted'],
      'version.rollout_changed',
      'version.halted',
    ]);
  });

  it('takes the current version of the app along', async () => {
    const current = async () => (await client(server).get(`/apps/${scene.slug}`)).body.currentVersion;
    await scene.goesBackAndForth(() => put({ rolloutPercent: 100 }));
    assert.equal(await current(), '1.0.0');
    await admin(server).put(scene.path(), { currentVersion: '0.5.0', currentVersionCode: 7 }).expect(200);
    await scene.goesBackAndForth(() => put({ rolloutPercent: 100 }));
    assert.equal(await current(), '0.5.0');
    await put({ rolloutPercent: 100 });
    const widened = await scene.last();
    await publish(server, scene.slug, { versionName: '3.0.0', versionCode: 3 });
    await scene.undone(widened.id);
    assert.equal(await current(), '3.0.0');
  });

  it('goes back from a halt of the guard for good', async () => {
    const guard = { maxRate: 0.1, minUsers: 1, action: 'halt' };
    await put({ guard, rolloutPercent: 100 });
    const events = ['open', 'app_crash'].map((eventType) => ({ eventType, userId: 'u-1', appVersion: '2.0.0' }));
    await client(server).post(`/apps/${scene.slug}/analytics/batch`, { events }).expect(200);
    await checkReleases(server.services.apps, async () => true);
    assert.equal((await scene.last()).action, 'version.halted');
    await scene.undone();
    await checkReleases(server.services.apps, async () => true);
    const { rolloutState, guardActedAt } = await get();
    assert.deepEqual([rolloutState, guardActedAt], ['active', NOW]);
    assert.equal((await client(server).get(`/apps/${scene.slug}`)).body.currentVersion, '2.0.0');
  });

  it('lets the guard act again on another rule', async () => {
    const guard = { maxRate: 0.1, minUsers: 1, action: 'warn' };
    await put({ guard });
    const events = ['open', 'app_crash'].map((eventType) => ({ eventType, userId: 'u-1', appVersion: '2.0.0' }));
    await client(server).post(`/apps/${scene.slug}/analytics/batch`, { events }).expect(200);
    await checkReleases(server.services.apps, async () => true);
    const [warned, ruled] = await scene.changes();
    assert.match(await scene.refused('not_undoable', warned?.id), /changed nothing/);
    await scene.undone(ruled?.id);
    assert.deepEqual([(await get()).guard, (await get()).guardActedAt], [null, null]);
  });

  it('leaves later steps to resume and to halt', async () => {
    await post('halt');
    clock.set(at(0.9));
    assert.equal((await scene.last()).canUndo, true);
    clock.set(at(1));
    assert.match(await scene.refused('not_undoable'), new RegExp(`use POST ${path('/resume')} instead`, 'i'));
    await post('resume');
    clock.set(at(1.9));
    assert.equal((await scene.last()).canUndo, true);
    clock.set(at(2));
    assert.match(await scene.refused('not_undoable'), new RegExp(`use POST ${path('/halt')} instead`, 'i'));
  });

  it('is refused for what was changed since or nothing', async () => {
    await put({ priority: 3 });
    const first = await scene.last();
    await put({ priority: 4 });
    const second = await scene.last();
    assert.match(await scene.refused('changed_since', first.id), new RegExp(`version:${id} has changed .* by ${second.id}\\.`));
    await put({ remindAfterHours: 1 });
    await scene.undone(second.id);
    await scene.undone(first.id);
    assert.deepEqual([(await get()).priority, (await get()).remindAfterHours], [0, 1]);
    await scene.refused('changed_since', first.id);
    await put({ priority: 0 });
    assert.match(await scene.refused('not_undoable'), /changed nothing/);
    await post('halt');
    await post('resume');
    const [, halted] = await scene.changes();
    await scene.refused('changed_since', halted?.id);
  });

  it('keeps a published release and names other ways', async () => {
    const [published] = await scene.changes(`?subject=version:${id}`);
    const message = await scene.refused('not_undoable', published?.id);
    for (const way of [`PUT ${path()}`, `POST ${path('/rollback')}`]) assert.ok(message.includes(way), message);
  });

  it('runs the checks of an ordinary change', async () => {
    const only = await publish(server, scene.slug, { versionName: '3.0.0', versionCode: 3, platform: 'android' });
    await put({ platform: 'ios' }, only.id);
    const moved = await scene.last();
    await publish(server, scene.slug, { versionName: '3.0.1', versionCode: 3, platform: 'android' });
    const { status, body } = await scene.undo(moved.id);
    assert.deepEqual([status, body.code], [409, 'version_code_not_incrementing']);
  });
});

describe('the undo of changes of an app', () => {
  let server: TestServer;
  let scene: UndoScene;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    scene = new UndoScene(server, await registerApp(server));
  });
  after(() => server.close());

  const put = (body: object) => admin(server).put(scene.path(), body).expect(200);

  it('sets its fields back, and back again', async () => {
    const fields = { name: 'متجر', platform: 'ios', packageName: 'com.example.new', storeUrl: 'https://store.example/new' };
    await scene.goesBackAndForth(() => put({ ...fields, currentVersion: '9.0.0', currentVersionCode: 9_007_199_254_740_991 }));
    await scene.goesBackAndForth(() => put({ isActive: false }));
  });

  it('is refused when the same fields changed since', async () => {
    await put({ currentVersion: '1.5.0', name: 'New' });
    const { id } = await scene.last();
    await publish(server, scene.slug);
    const published = await scene.last();
    assert.match(await scene.refused('changed_since', id), new RegExp(`The app has changed .* by ${published.id}\\.`));
    await put({ storeUrl: 'https://store.example/later', currentVersion: '1.5.0' });
    const later = await scene.last();
    await scene.undone(later.id);
    await put({ currentVersion: '1.5.0' });
    await scene.undone(id);
    const { name, currentVersion } = (await client(server).get(`/apps/${scene.slug}`).expect(200)).body;
    assert.deepEqual([name, currentVersion], ['Shop', '0.0.0']);
  });

  it('never deletes it and says what to do', async () => {
    const message = await scene.refused('not_undoable');
    assert.ok(message.includes(`PUT ${scene.path()} instead`), message);
  });
});
