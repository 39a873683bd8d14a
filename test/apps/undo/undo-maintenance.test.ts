import assert from 'node:assert/strict';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { AuditEntry } from '../../../models/platform/AuditEntry.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, registerApp } from '../support.ts';
import { UndoScene } from './undo-scene.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const at = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1_000).toISOString();
const FULL = {
  endAt: at(500),
  estimatedEnd: at(400),
  messageEn: 'Soon',
  messageAr: 'قريبًا',
  mode: 'read_only',
  platforms: ['ios'],
  versions: [{ min: '1.0.0' }, { max: '0.5.0' }],
  testers: { ids: ['u-1'] },
};

describe('the undo of changes of maintenance', () => {
  let server: TestServer;
  let clock: MovableClock;
  let scene: UndoScene;

  before(async () => {
    clock = movableClock(NOW);
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    clock.set(NOW);
    scene = new UndoScene(server, await registerApp(server));
  });
  after(() => server.close());

  const set = async (body: object = {}): Promise<{ id: number }> =>
    (
      await admin(server)
        .put(scene.path('/maintenance'), { isActive: true, ...body })
        .expect(200)
    ).body;
  const off = () => admin(server).put(scene.path('/maintenance'), { isActive: false }).expect(200);
  const cancel = (id: number) =>
    admin(server)
      .delete(scene.path(`/maintenance/${id}`))
      .expect(204);
  const history = async () => (await admin(server).get(scene.path('/maintenance/history')).expect(200)).body;
  const states = async () => (await history()).map(({ id, state }: { id: number; state: string }) => [id, state].join(' '));
  const shown = async (query = '') => (await client(server).get(`/apps/${scene.slug}/maintenance${query}`).expect(200)).body;
  const segment = { key: 'staff', conditions: [{ attribute: 'userId', operator: 'in', values: ['u-1'] }] };

  it('cancels what was scheduled and schedules it again', async () => {
    const undone = await scene.goesBackAndForth(() => set({ ...FULL, startAt: at(60), announceFrom: at(-5) }));
    assert.equal(undone.action, 'maintenance.canceled');
    await scene.goesBackAndForth(() => set({ startAt: at(60) }));
  });

  it('schedules what was canceled under its id', async () => {
    const { id } = await set({ ...FULL, startAt: at(60), announceFrom: at(-5) });
    const undone = await scene.goesBackAndForth(() => cancel(id));
    assert.deepEqual([undone.action, undone.target, (await history())[0].id], ['maintenance.scheduled', `maintenance:${id}`, id]);
    clock.set(at(60));
    assert.equal((await shown('?platform=ios&currentVersion=1.0.0')).readOnly, true);
  });

  it('switches on again what was switched off', async () => {
    for (const body of [{ messageEn: 'Now' }, FULL]) {
      const { id } = await set(body);
      const undone = await scene.goesBackAndForth(off);
      assert.deepEqual([undone.action, undone.target], ['maintenance.started', `maintenance:${id}`]);
      assert.equal(undone.after?.['messageEn'], body.messageEn);
      await off();
    }
  });

  it('shows servers of the release before what goes on again', async () => {
    const marks = async (id: number) => {
      const { isActive, activeAppId, appId } = await server.db.model(MaintenanceEvent).findByPk(id, { rejectOnEmpty: true });
      return [isActive, activeAppId === appId];
    };
    const { id } = await set();
    await off();
    assert.deepEqual(await marks(id), [false, false]);
    await scene.undone();
    assert.deepEqual(await marks(id), [true, true]);
    const { id: narrow } = await set({ platforms: ['ios'] });
    await off();
    await scene.undone();
    assert.deepEqual(await marks(narrow), [false, false]);
  });

  it('brings a scheduled window back once', async () => {
    await set({ startAt: at(10) });
    clock.set(at(20));
    await off();
    const ended = await scene.last();
    await scene.undone();
    assert.equal((await shown()).maintenance, true);
    await scene.refused('changed_since', ended.id);
  });

  it('switches off what was switched on', async () => {
    const { id } = await set({ messageEn: 'Now' });
    await scene.undone();
    assert.deepEqual([await states(), (await shown()).maintenance], [[`${id} ended`], false]);
    await scene.undone();
    assert.deepEqual([await states(), (await shown()).messageEn], [[`${id} active`], 'Now']);
  });

  it('brings back the windows that another one ended', async () => {
    const first = await set({ messageEn: 'First' });
    const soon = await set({ startAt: at(10), mode: 'read_only' });
    const later = await set({ startAt: at(900) });
    clock.set(at(20));
    const second = await set({ messageEn: 'Second' });
    assert.deepEqual(await states(), [`${second.id} active`, `${later.id} announced`, `${soon.id} ended`, `${first.id} ended`]);
    await scene.undone();
    assert.deepEqual(await states(), [`${second.id} ended`, `${later.id} announced`, `${soon.id} active`, `${first.id} active`]);
    assert.equal((await shown()).messageEn, 'First');
    await scene.undone();
    assert.deepEqual(await states(), [`${second.id} active`, `${later.id} announced`, `${soon.id} ended`, `${first.id} ended`]);
    assert.equal((await shown()).messageEn, 'Second');
  });

  it('is refused after another switch of maintenance', async () => {
    await set({ messageEn: 'A' });
    const started = await scene.last();
    await off();
    const ended = await scene.last();
    await set({ messageEn: 'B' });
    const again = await scene.last();
    const message = await scene.refused('changed_since', ended.id);
    assert.ok(message.includes(`by ${again.id}.`), message);
    const earlier = await scene.refused('changed_since', started.id);
    assert.ok(earlier.includes(`by ${ended.id}, ${again.id}.`), earlier);
    await scene.undone(again.id);
    await scene.undone(ended.id);
    assert.equal((await shown()).messageEn, 'A');
    await scene.refused('changed_since', ended.id);
  });

  it('is refused for a window that has begun or passed', async () => {
    const { id } = await set({ startAt: at(60), endAt: at(120) });
    const scheduled = await scene.last();
    clock.set(at(60));
    assert.match(await scene.refused('not_undoable', scheduled.id), /has started\. Switch it off with PUT/);
    clock.set(at(120));
    await scene.refused('not_undoable', scheduled.id);
    clock.set(at(0));
    await cancel(id);
    clock.set(at(59));
    assert.equal((await scene.last()).canUndo, true);
    clock.set(at(60));
    assert.match(await scene.refused('not_undoable'), /the time of its start has come/);
  });

  it('is refused when all would be over by now', async () => {
    await set({ endAt: at(60) });
    const started = await scene.last();
    clock.set(at(30));
    await off();
    clock.set(at(60));
    assert.match(await scene.refused('not_undoable'), /over by now/);
    await scene.refused('changed_since', started.id);
    await set({ endAt: at(90) });
    clock.set(at(90));
    assert.match(await scene.refused('not_undoable'), /over by now/);
    await set({ startAt: at(999) });
    const past = (await scene.changes()).find(({ action }) => action === 'maintenance.started');
    assert.match(await scene.refused('not_undoable', past?.id), /over by now/);
  });

  it('is refused when it needs a segment that is gone', async () => {
    await admin(server).post(scene.path('/segments'), segment).expect(201);
    await set({ testers: { segment: 'staff' } });
    await off();
    const ended = await scene.last();
    await admin(server).delete(scene.path('/segments/staff')).expect(204);
    const refused = await scene.undo(ended.id);
    assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'testers.segment']);
    await scene.undone();
    await scene.undone(ended.id);
    assert.equal((await shown('?userId=u-1')).maintenance, false);
  });

  it('keeps the limit of windows that have not ended', async () => {
    const { id } = await set({ startAt: at(60) });
    await cancel(id);
    const canceled = await scene.last();
    for (let n = 1; n <= 15; n += 1) await set({ startAt: at(100 + n) });
    const { status, body } = await scene.undo(canceled.id);
    assert.deepEqual([status, body.code], [409, 'maintenance_limit']);
    await set();
    await off();
    await scene.undone();
    assert.equal((await states()).length, 16);
  });

  it('is refused for rows that name no windows', async () => {
    await set();
    const { id } = await scene.last();
    const details = JSON.stringify({ before: { isActive: false }, after: { isActive: true } });
    await server.db.model(AuditEntry).update({ details }, { where: { id }, acrossProjects: true });
    assert.match(await scene.refused('not_undoable'), /an earlier release does not name its windows/);
  });
});
