import assert from 'node:assert/strict';
import { startBalancingNginx } from '../../support/programs/nginx.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { ending, type Launched, relaunch } from '../support.ts';
import { assertWritten, type Load, launchThree, requestsTo, startLoad, untilServed } from './rolling-restart.ts';

/** Time to see that a process is left out, on a busy machine too. */
const DRAIN_SECONDS = '10';
/** Writes that go to three processes in turn. */
const FEW = 6;

describe('a restart behind the nginx of deploy', function () {
  this.timeout(120_000);
  let servers: Launched[];
  let nginx: { readonly url: string; stop(): Promise<void> };

  before(async () => {
    servers = await launchThree({ SHUTDOWN_DRAIN_SECONDS: DRAIN_SECONDS, TRUST_PROXY: '1' });
    nginx = await startBalancingNginx(servers.map(({ env }) => Number(env['PORT'])));
  });
  after(async () => {
    await nginx.stop();
    endProcesses();
  });

  it('leaves out the draining process and fails no request', async () => {
    const [server] = servers as [Launched];
    const load = startLoad({ url: nginx.url, apiKey: server.apiKey });
    await untilServed(load);
    assert.ok((await requestsDuring(load, server)) > 0);
    server.child.kill('SIGTERM');
    await until(async () => (await requestsDuring(load, server)) === 0, server.output);
    assert.equal((await ending(server)).code, 0, server.output());
    await relaunch(server.env);
    await untilServed(load);
    await load.stop();
    assert.deepEqual(load.failed, []);
    await assertWritten(load, server);
  });
});

/** How many requests to the API a process gets while a few more are answered by any. */
async function requestsDuring(load: Load, server: Launched): Promise<number> {
  const before = await requestsTo(server);
  const written = load.written.size;
  await until(() => load.written.size >= written + FEW);
  return (await requestsTo(server)) - before;
}
