import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcesses, until } from '../support/process.ts';
import { eventIds, startEventClients, writtenIds } from './event-clients.ts';
import { ending, launch, look, register, relaunch } from './support.ts';

describe('the end of the process', () => {
  after(endProcesses);

  it('by SIGTERM answers every write that is under way, loses none, and is clean', async () => {
    const server = await launch();
    await register(server, 'shop');
    const clients = startEventClients(server, 'shop', { clients: 24, ids: eventIds(1e6).values() });
    await until(() => clients.acknowledged.size >= 300);
    server.child.kill('SIGTERM');
    // as a balancer does, which sends nothing more once the process says that it ends
    await until(async () => (await look(server, '/readyz')).status === 503);
    await clients.stop();
    const { code, ms } = await ending(server);
    assert.deepEqual([code, ms < 5_000], [0, true]);
    assert.deepEqual([clients.refused, clients.broken], [[], []]);
    assert.deepEqual(new Set(await writtenIds(server)), clients.acknowledged);
  });

  it('may come at any moment of the start, and leaves nothing in the way of the next', async () => {
    const first = await launch({}, 'listening');
    assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null });
    for (const delay of [300, 900]) {
      const server = await relaunch(first.env, 'nothing');
      await sleep(delay);
      // before it can listen to signals the process ends by the signal itself
      const { code, signal } = await server.end('SIGTERM');
      assert.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal} ${server.output()}`);
    }
    const last = await relaunch(first.env);
    await register(last, 'shop');
    assert.deepEqual(await last.end('SIGINT'), { code: 0, signal: null });
  });
});
