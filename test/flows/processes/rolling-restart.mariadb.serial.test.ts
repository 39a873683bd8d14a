import assert from 'node:assert/strict';
import { type Balancer, startBalancer } from '../../support/programs/balancer.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import type { Launched } from '../support.ts';
import { assertWritten, launchThree, restart, startLoad, untilServed } from './rolling-restart.ts';

const ROUNDS = 3;

describe('a rolling restart behind a balancer with checks', function () {
  this.timeout(180_000);
  let servers: Launched[];
  let balancer: Balancer;

  before(async () => {
    servers = await launchThree({ SHUTDOWN_DRAIN_SECONDS: '1' });
    balancer = await startBalancer(servers.map(({ url }) => url));
  });
  after(async () => {
    await balancer.close();
    endProcesses();
  });

  it('fails no request and loses no write', async () => {
    const [{ apiKey, env }] = servers as [Launched];
    const load = startLoad({ url: balancer.url, apiKey });
    await untilServed(load);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, server] of servers.entries()) {
        servers[index] = await restart(server);
        await until(() => balancer.healthy() === servers.length);
      }
    }
    await untilServed(load);
    await load.stop();
    assert.deepEqual(load.failed, []);
    await assertWritten(load, { env });
  });
});
