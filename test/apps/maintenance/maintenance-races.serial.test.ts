import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { App } from '../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { openRace, type Race, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, registerApp } from '../support.ts';

const AT_ONCE = 12;
const NOW = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number): string => new Date(NOW + ms).toISOString();

describe('parallel changes of maintenance windows', () => {
  let server: TestServer;
  let race: Race;
  let clock: MovableClock;
  let slug: string;
  let appId: number;

  before(async () => {
    clock = movableClock(at(0));
    server = await startServer({ clock });
    race = await openRace(server, AT_ONCE, { 'X-Api-Key': server.apiKey });
  });
  beforeEach(async () => {
    clock.set(at(0));
    slug = await registerApp(server);
    appId = (await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true })).id;
  });
  after(async () => {
    race.close();
    await server.close();
  });

  const path = (rest = '') => `/admin/apps/${slug}/maintenance${rest}`;
  const schedule = async (startAt: string): Promise<number> =>
    (await admin(server).put(path(), { isActive: true, startAt }).expect(200)).body.id;
  const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

  it('schedule as many windows as the limit allows', async () => {
    const calls = repeat(AT_ONCE, (index) => ({
      method: 'PUT' as const,
      path: path(),
      body: { isActive: true, startAt: at(1_000 + index) },
    }));
    const answers = [...(await race.run(calls)), ...(await race.run(calls))];
    const stored = answers.filter(({ status }) => status === 200).map(({ body }) => Number(body['id']));
    assert.equal(new Set(stored).size, 15);
    for (const { status, body } of answers) if (status !== 200) assert.deepEqual([status, body['code']], [409, 'maintenance_limit']);
    assert.equal(await server.db.model(MaintenanceEvent).count({ where: { appId } }), 15);
    const { upcoming } = (await client(server).get(`/apps/${slug}/maintenance?platform=ios`).expect(200)).body;
    assert.deepEqual(
      upcoming.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b),
      stored.sort((a, b) => a - b),
    );
  });

  it('cancel a window once, or not after its start', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 24; round += 1) {
      clock.set(at(0));
      const id = await schedule(at(1_000));
      const cancelled = race.run(repeat(AT_ONCE, () => ({ method: 'DELETE', path: path(`/${id}`) })));
      // the start falls before, between or after the cancellations
      if (round % 3 === 0) clock.set(at(1_000));
      else if (round % 3 === 1) await sleep(round);
      clock.set(at(1_000));
      const statuses = statusesOf(await cancelled);
      const isCancelled = statuses[0] === 204;
      assert.deepEqual(statuses, isCancelled ? [204, ...Array(AT_ONCE - 1).fill(404)] : Array(AT_ONCE).fill(409));
      assert.equal((await client(server).get(`/apps/${slug}/maintenance`).expect(200)).body.maintenance, !isCancelled);
      await admin(server).put(path(), { isActive: false }).expect(200);
      outcomes.add(isCancelled ? 'cancelled' : 'started');
    }
    assert.deepEqual([...outcomes].sort(), ['cancelled', 'started']);
  });

  it('refuse a cancellation that waited past the start', async () => {
    const id = await schedule(at(1_000));
    const answers = await inTransaction(server.db, async () => {
      await server.db.model(App).findOne({ where: { slug }, lock: true });
      const waiting = race.run([{ method: 'DELETE', path: path(`/${id}`) }]);
      // the request begins before the start of the window
      await sleep(200);
      clock.set(at(1_000));
      return { waiting };
    });
    assert.deepEqual(statusesOf(await answers.waiting), [409]);
  });

  it('edit a window until it starts, and never after', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 24; round += 1) {
      clock.set(at(0));
      const id = await schedule(at(1_000));
      const edits = race.run(repeat(AT_ONCE, (index) => ({ method: 'PUT', path: path(`/${id}`), body: { messageEn: `Text ${index}` } })));
      if (round % 3 === 0) clock.set(at(1_000));
      else if (round % 3 === 1) await sleep(round);
      else await edits;
      clock.set(at(1_000));
      const answers = await edits;
      const [kept, refused] = [answers.filter(({ status }) => status === 200), answers.filter(({ status }) => status !== 200)];
      for (const { status, body } of refused) assert.deepEqual([status, body['code']], [409, 'maintenance_started']);
      const texts = [null, ...kept.map(({ body }) => body['messageEn'])];
      const { maintenance, messageEn } = (await client(server).get(`/apps/${slug}/maintenance`).expect(200)).body;
      assert.ok(maintenance && texts.includes(messageEn), `${messageEn}`);
      assert.equal(messageEn === null, kept.length === 0);
      await admin(server).put(path(), { isActive: false }).expect(200);
      outcomes.add(kept.length === 0 ? 'started' : 'edited');
    }
    assert.deepEqual([...outcomes].sort(), ['edited', 'started']);
  });

  it('refuse an edit that waited past the start', async () => {
    const id = await schedule(at(1_000));
    const answers = await inTransaction(server.db, async () => {
      await server.db.model(App).findOne({ where: { slug }, lock: true });
      const waiting = race.run([{ method: 'PUT', path: path(`/${id}`), body: { startAt: at(9_000) } }]);
      await sleep(200);
      clock.set(at(1_000));
      return { waiting };
    });
    assert.deepEqual(statusesOf(await answers.waiting), [409]);
  });

  it('switch off and cancel with one loss of each window', async () => {
    for (let round = 0; round < 4; round += 1) {
      clock.set(at(0));
      const [first, second] = [await schedule(at(1_000)), await schedule(at(5_000))];
      clock.set(at(1_000));
      const answers = await race.run(
        repeat(AT_ONCE, (index) =>
          index % 2 === 0
            ? { method: 'PUT', path: path(), body: { isActive: false } }
            : { method: 'DELETE', path: path(`/${index % 4 === 1 ? first : second}`) },
        ),
      );
      const off = answers.filter((_, index) => index % 2 === 0);
      assert.deepEqual(statusesOf(off), Array(AT_ONCE / 2).fill(200));
      assert.deepEqual(
        off.map(({ body }) => body?.['id']).filter((id) => id !== undefined),
        [first],
      );
      assert.deepEqual(statusesOf(answers.filter((_, index) => index % 4 === 1)), [409, 409, 409]);
      assert.deepEqual(statusesOf(answers.filter((_, index) => index % 4 === 3)), [204, 404, 404]);
    }
  });
});
