import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { addSeen, codeOf, faultsOf, type MovableClock, movableClock, phoneOf, registerApp, type Seen, traceOf } from '../support.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const at = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1_000).toISOString();

describe('the dry run of a change of maintenance', () => {
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
  const put = (body: object, query = '') => admin(server).put(path() + query, { isActive: true, ...body });
  const set = async (body: object) => (await put(body).expect(200)).body;
  const dry = async (body: object) => (await put(body, '?dryRun=true').expect(200)).body;
  const cancel = (id: number, query = '') => admin(server).delete(path(`/${id}`) + query);
  const addUsers = (count: number, of?: (index: number) => Partial<Seen>) => addSeen(server, { slug, now: NOW, count }, of);
  const addAll = () =>
    addUsers(60, (index) => ({
      platform: index % 3 === 0 ? 'android' : 'ios',
      version: ['0.9.0', '1.0.0', '2.0.0', '3.0.0', 'dev'][index % 5] as string,
      country: ['SA', 'EG'][index % 2] as string,
    }));
  /** Whether each user is under maintenance. */
  const ask = (users: readonly Seen[]) =>
    Promise.all(
      users.map(
        async (user) =>
          (
            await client(server)
              .get(`/apps/${slug}/maintenance?${phoneOf(user)}`)
              .expect(200)
          ).body.maintenance,
      ),
    );

  interface Change {
    dryRun(): Promise<{ before: object | null; after: object | null; reach: { [name: string]: unknown } }>;
    make(): Promise<{ body: object }>;
    /** When the window is active, in seconds from now. */
    after?: number;
  }

  /** Tries a change, makes it, and compares the numbers with the answers that users get. Returns how many gain and lose. */
  async function compare({ dryRun, make, after = 0 }: Change): Promise<{ gains: number; loses: number }> {
    const users = await addAll();
    const trace = await traceOf(server, slug);
    const shown = await dryRun();
    assert.deepEqual(await traceOf(server, slug), trace);
    clock.set(at(after));
    const was = await ask(users);
    clock.set(NOW);
    await make();
    clock.set(at(after));
    const is = await ask(users);
    const count = (test: (index: number) => boolean) => users.filter((_, index) => test(index)).length;
    const gains = count((index) => is[index] && !was[index]);
    const loses = count((index) => was[index] && !is[index]);
    const { reach } = shown;
    assert.deepEqual([reach['known'], reach['gains'], reach['loses'], reach['method']], [60, gains, loses, 'exact']);
    if (shown.after !== null && reach['matched'] !== 0)
      assert.equal(
        reach['matched'],
        count((index) => is[index]),
      );
    return { gains, loses };
  }

  it('shows whom a maintenance of now locks out', async () => {
    const body = {
      platforms: ['ios'],
      versions: [{ max: '1.0.0' }, { min: '3.0.0' }],
      testers: { ids: ['u1', 'i3', 'i5'] },
      messageEn: 'Back soon',
    };
    const dryRun = async () => {
      const { before, after, reach, warnings } = await dry(body);
      assert.deepEqual([before, after.state, after.messageEn, after.platforms], [null, 'active', 'Back soon', ['ios']]);
      assert.deepEqual(warnings, [
        'Only phones that tell their platform and version are under it.',
        'Clients that tell nothing about the person let no tester in.',
      ]);
      return { before, after, reach };
    };
    assert.deepEqual(await compare({ dryRun, make: () => put(body).expect(200) }), { gains: 22, loses: 0 });
  });

  it('shows whom another maintenance locks out instead', async () => {
    const first = await set({ platforms: ['android'], messageEn: 'One' });
    const body = { versions: [{ max: '1.0.0' }], mode: 'read_only' };
    const dryRun = async () => {
      const found = await dry(body);
      assert.deepEqual([found.before, found.after.mode], [first, 'read_only']);
      assert.deepEqual(found.warnings, [
        `It ends the active maintenance ${first.id}.`,
        'It is read-only: its users may still read, and clients that tell nothing new are not under it.',
        'Only phones that tell their version are under it.',
      ]);
      return found;
    };
    assert.deepEqual(await compare({ dryRun, make: () => put(body).expect(200) }), { gains: 16, loses: 12 });
  });

  it('counts a scheduled maintenance as if it were active', async () => {
    await set({ platforms: ['android'] });
    await admin(server)
      .post(`/admin/apps/${slug}/segments`, { key: 'staff', conditions: [{ attribute: 'country', operator: 'in', values: ['EG'] }] })
      .expect(201);
    const body = { startAt: at(60), endAt: at(120), testers: { segment: 'staff' } };
    const dryRun = async () => {
      const { before, after, reach, warnings } = await dry(body);
      assert.deepEqual([before, after.state, reach.matched], [null, 'announced', 30]);
      assert.ok(warnings.includes(`The numbers are as if it were active; it starts at ${at(60)}.`));
      return { before, after: null, reach };
    };
    assert.deepEqual(await compare({ dryRun, make: () => put(body).expect(200), after: 60 }), { gains: 20, loses: 0 });
  });

  it('shows whom the end of maintenance lets in', async () => {
    const active = await set({ platforms: ['android'] });
    const coming = await set({ startAt: at(60) });
    const dryRun = async () => {
      const found = await dry({ isActive: false });
      assert.deepEqual([found.before, found.after.id, found.after.state, found.reach.matched], [active, active.id, 'ended', 0]);
      assert.deepEqual(found.warnings, [`The maintenance ${coming.id} stays scheduled.`]);
      return found;
    };
    assert.deepEqual(await compare({ dryRun, make: () => put({ isActive: false }).expect(200) }), { gains: 0, loses: 20 });
    const again = await dry({ isActive: false });
    assert.deepEqual([again.before, again.after, again.warnings[0]], [null, null, 'No maintenance is active, so nothing changes.']);
  });

  it('shows whom a canceled maintenance lets in', async () => {
    const coming = await set({ startAt: at(60), endAt: at(120), platforms: ['ios'] });
    const dryRun = async () => {
      const { body } = await cancel(coming.id, '?dryRun=true').expect(200);
      assert.deepEqual([body.before, body.after, body.reach.matched, body.warnings], [coming, null, 0, []]);
      return body;
    };
    assert.deepEqual(await compare({ dryRun, make: () => cancel(coming.id).expect(204), after: 60 }), { gains: 0, loses: 40 });
  });

  it('gives a range where attributes are not stored', async () => {
    await addUsers(10, (index) => ({ platform: index < 3 ? null : 'ios', installation: index === 9 ? null : `i${index}` }));
    const scoped = (await dry({ platforms: ['ios'] })).reach;
    assert.deepEqual([scoped.known, scoped.matched, scoped.unknownAttributes], [7, { min: 7, max: 10 }, ['platform']]);
    const tested = (await dry({ testers: { ids: ['i1', 'i2'] } })).reach;
    assert.deepEqual([tested.known, tested.matched, tested.unknownAttributes], [9, { min: 7, max: 8 }, ['installationId']]);
    await set({ platforms: ['ios'] });
    const { gains, loses } = (await dry({ mode: 'read_only' })).reach;
    assert.deepEqual([gains, loses], [{ min: 0, max: 3 }, 0]);
    assert.deepEqual((await dry({ isActive: false })).reach.loses, { min: 7, max: 10 });
  });

  it('refuses what the change itself would refuse', async () => {
    assert.deepEqual(faultsOf(await put({ startAt: at(-60) }, '?dryRun=true').expect(400)), ['startAt']);
    assert.deepEqual(faultsOf(await put({ testers: { segment: 'none' } }, '?dryRun=true').expect(400)), ['testers.segment']);
    await put({}, '?dryRun=perhaps').expect(400);
    const { id } = await set({});
    assert.equal(codeOf(await cancel(id, '?dryRun=true').expect(409)), 'maintenance_started');
    assert.equal(codeOf(await cancel(999_999, '?dryRun=true').expect(404)), 'maintenance_not_found');
    assert.equal(
      codeOf(await admin(server).put('/admin/apps/none/maintenance?dryRun=true', { isActive: true }).expect(404)),
      'app_not_found',
    );
    for (let index = 0; index < 14; index += 1) await set({ startAt: at(60 + index) });
    assert.equal(codeOf(await put({ startAt: at(600) }, '?dryRun=true').expect(409)), 'maintenance_limit');
  });
});
