import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcesses, until } from '../../support/programs/process.ts';
import { eventIds, startEventClients, writtenIds } from '../event-clients.ts';
import { ending, getPath, launch, register, relaunch } from '../support.ts';

describe('the end of the process', () => {
  after(endProcesses);

  it('by SIGTERM keeps every write and allows the next start', async () => {
    const first = await launch({}, 'listening');
    assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null });
    for (const delay of [300, 900]) {
      const server = await relaunch(first.env, 'nothing');
      await sleep(delay);
      // before it handles signals, the process ends by the signal itself
      const { code, signal } = await server.end('SIGTERM');
      assert.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal} ${server.output()}`);
    }

    const server = await relaunch(first.env);
    await register(server, 'shop');
    const clients = startEventClients(server, 'shop', { clients: 24, ids: eventIds(1e6).values() });
    await until(() => clients.acknowledged.size >= 300);
    server.child.kill('SIGTERM');
    // like a load balancer, which stops sending requests when the process is draining
    await until(async () => (await getPath(server, '/readyz')).status === 503);
    await clients.stop();
    const { code, ms } = await ending(server);
    assert.deepEqual([code, ms < 5_000], [0, true]);
    assert.deepEqual([clients.refused, clients.broken], [[], []]);
    assert.deepEqual(new Set(await writtenIds(server)), clients.acknowledged);
  });
});
