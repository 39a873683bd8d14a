import assert from 'node:assert/strict';
import { endProcesses, until } from '../support/process.ts';
import { eventIds, startEventClients, writtenIds } from './event-clients.ts';
import { call, type Launched, launch, register, relaunch, rowsOf } from './support.ts';

const EVENTS = 2_000;
const KILL_AT = [700, 1_400];

describe('event writes', function () {
  this.timeout(60_000);
  after(endProcesses);

  it(`are all there after the process was killed twice during ${EVENTS} of them, and counted once each`, async () => {
    const ids = eventIds(EVENTS);
    const acknowledged = new Set<string>();
    let server = await launch();
    await register(server, 'shop');
    for (const limit of [...KILL_AT, EVENTS]) {
      // what was not acknowledged is sent again, as clients do, for it may be there or not
      const left = ids.filter((id) => !acknowledged.has(id));
      const before = acknowledged.size;
      const clients = startEventClients(server, 'shop', { clients: 40, ids: left.values() });
      await until(() => before + clients.acknowledged.size >= limit);
      const isLast = limit === EVENTS;
      if (!isLast) server.child.kill('SIGKILL');
      await clients.stop();
      for (const id of clients.acknowledged) acknowledged.add(id);
      assert.deepEqual(clients.refused, []);
      if (isLast) break;
      assert.deepEqual(await server.end(), { code: null, signal: 'SIGKILL' });
      await assertAllThere(server, acknowledged);
      server = await relaunch(server.env);
      await assertCounted(server);
    }
    assert.equal((await writtenIds(server)).length, EVENTS);
    await assertCounted(server, EVENTS);
    await server.end('SIGKILL');
    await assertAllThere(server, new Set(ids));
  });
});

async function assertAllThere(server: Launched, acknowledged: ReadonlySet<string>): Promise<void> {
  const there = new Set(await writtenIds(server));
  assert.deepEqual(
    [...acknowledged].filter((id) => !there.has(id)),
    [],
  );
}

/** That the dashboard counts as many events, and as many users, as there are rows. */
async function assertCounted(server: Launched, expected?: number): Promise<void> {
  const sql = 'SELECT COUNT(*) AS n, COUNT(DISTINCT user_id) AS users FROM analytics_events';
  const [rows] = await rowsOf<{ n: number; users: number }>(server, sql);
  const { status, body } = await call(server, ['GET', '/admin/apps/shop/analytics']);
  assert.equal(status, 200);
  assert.deepEqual([body['totalEvents'], body['uniqueUsers']], [rows?.n, rows?.users]);
  assert.deepEqual(body['topEventTypes'], [{ type: 'opened', count: String(rows?.n) }]);
  if (expected !== undefined) assert.equal(rows?.n, expected);
}
