import assert from 'node:assert/strict';
import { movableClock, register } from '../../auth/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type ErasureServer, eraseAll, removeAccount, startErasureServer, traceOf } from './erasure-support.ts';

const SLUG = 'rules-shop';
const COPY = 'rules-copy';

describe('the erasure of a user whom rules name', () => {
  const clock = movableClock(new Date());
  let running: ErasureServer;

  before(async () => {
    running = await startErasureServer({ clock });
    for (const slug of [SLUG, COPY])
      await admin(running.server)
        .post('/admin/apps', { slug, name: 'Shop', platform: 'both', packageName: 'com.example.shop' })
        .expect(201);
  });
  after(() => running.close());

  const path = (rest: string, slug = SLUG) => `/admin/apps/${slug}${rest}`;
  const read = async (rest: string) => (await admin(running.server).get(path(rest)).expect(200)).body;
  const later = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const lastChange = async (): Promise<number> => (await read('/changes?limit=1')).data[0].id;
  const whenUser = (...values: string[]) => [{ attribute: 'userId', operator: 'in', values, ignoreCase: true }];
  const isOn = async (flag: string, userId: string) =>
    (await client(running.server).get(`/apps/${SLUG}/features?userId=${userId}`).expect(200)).body[flag].enabled;

  it('takes the id from segments, rules and undone changes', async () => {
    const { server } = running;
    const person = await register(server, running.providers);
    const { id } = person.user;
    const capitals = id.toUpperCase();
    await admin(server)
      .post(path('/segments'), { key: 'both', conditions: whenUser(id, 'kept') })
      .expect(201);
    await admin(server)
      .post(path('/segments'), { key: 'alone', conditions: whenUser(capitals) })
      .expect(201);
    await admin(server)
      .post(path('/segments'), { key: 'gone', conditions: whenUser(id, 'kept') })
      .expect(201);
    const targeting = (key: string) => ({ rules: [{ id: 'r', when: whenUser(id), segments: [key] }] });
    await admin(server)
      .post(path('/features'), { flagKey: 'beta', isEnabled: true, targeting: targeting('alone') })
      .expect(201);
    await admin(server)
      .post(path('/features'), { flagKey: 'old', isEnabled: true, targeting: targeting('both') })
      .expect(201);
    await admin(server)
      .post(path('/features/copy', COPY), { from: SLUG, keys: ['beta'] })
      .expect(200);
    const window = { isActive: true, startAt: later(1), testers: { ids: [id, 'tester-2'] } };
    const { body: scheduled } = await admin(server).put(path('/maintenance'), window).expect(200);
    const { body: only } = await admin(server)
      .put(path('/maintenance'), { ...window, testers: { ids: [id] } })
      .expect(200);
    const deletions: number[] = [];
    for (const rest of ['/segments/gone', '/features/old', `/maintenance/${scheduled.id}`, `/maintenance/${only.id}`]) {
      await admin(server).delete(path(rest)).expect(204);
      deletions.push(await lastChange());
    }
    assert.equal(await isOn('beta', id), true);

    await removeAccount(running, person);
    await eraseAll(server, clock);
    assert.deepEqual(await traceOf(server.db, id), []);
    assert.deepEqual((await read('/segments/both')).conditions, whenUser('kept'));
    assert.deepEqual((await read('/segments/alone')).conditions, whenUser());
    assert.deepEqual((await read('/features/beta')).targeting.rules[0].when, whenUser());
    assert.equal(await isOn('beta', id), false);
    assert.equal(await isOn('beta', ''), false);

    for (const change of deletions) {
      await admin(server)
        .post(path(`/changes/${change}/undo?dryRun=true`), {})
        .expect(200);
      await admin(server)
        .post(path(`/changes/${change}/undo`), {})
        .expect(200);
    }
    assert.deepEqual(await traceOf(server.db, id), []);
    assert.deepEqual((await read('/segments/gone')).conditions, whenUser('kept'));
    assert.deepEqual((await read('/features/old')).targeting.rules[0].when, whenUser());
    const windows: { id: number; testers: unknown }[] = await read('/maintenance/history');
    const testersOf = (of: number) => windows.find((one) => one.id === of)?.testers;
    assert.deepEqual([testersOf(scheduled.id), testersOf(only.id)], [{ ids: ['tester-2'] }, null]);
    await admin(server).post(path('/features/copy', COPY), { from: SLUG, overwrite: true }).expect(200);
    assert.deepEqual(await traceOf(server.db, id), []);
  });

  it('leaves earlier changes undoable that named the user', async () => {
    const { server } = running;
    const person = await register(server, running.providers);
    const { id } = person.user;
    await admin(server)
      .post(path('/segments'), { key: 'staff', conditions: whenUser('first') })
      .expect(201);
    await admin(server)
      .put(path('/segments/staff'), { conditions: whenUser('first', id) })
      .expect(200);
    const change = await lastChange();
    await removeAccount(running, person);
    await eraseAll(server, clock);
    assert.equal((await read('/changes?limit=1')).data[0].canUndo, true);
    await admin(server)
      .post(path(`/changes/${change}/undo`), {})
      .expect(200);
    assert.deepEqual((await read('/segments/staff')).conditions, whenUser('first'));
  });
});
