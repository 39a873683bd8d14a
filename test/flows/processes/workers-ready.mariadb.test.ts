import assert from 'node:assert/strict';
import { type MariaDb, startMariaDb } from '../../support/databases/mariadb.ts';
import { readMetrics } from '../../support/metrics.ts';
import { type FaultProxy, startFaultProxy } from '../../support/programs/fault-proxy.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { call, ending, getPath, type Launched, launch, register, runningWorkersOf, workerAt, workersOf } from '../support.ts';

describe('workers whose database refuses new connections', function () {
  this.timeout(240_000); // MySQL takes long to start, and the first process builds dist

  let database: MariaDb;
  let proxy: FaultProxy;
  let server: Launched;

  before(async () => {
    database = await startMariaDb();
    proxy = await startFaultProxy(database.port);
    const direct = await database.createDatabase();
    proxy.setMode('refuse');
    const DATABASE_URL = direct.replace(String(database.port), String(proxy.port));
    server = await launch({ DATABASE_URL, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' }, 'listening');
  });
  after(async () => {
    endProcesses();
    await proxy.close();
    await database.stop();
  });

  it('listen in the first start and say why they wait', async () => {
    await until(() => workersOf(server).length === 2, server.output);
    await until(() => waits(server) === 2, server.output);
    const { status, body } = await getPath(server, '/readyz');
    assert.equal(status, 503);
    assert.match(String(body['message']), /^The process is starting, or migrations are pending\. ./);
    proxy.setMode('pass');
    await until(async () => (await getPath(server, '/readyz')).status === 200, server.output);
    await register(server, 'shop');
  });

  it('leave the requests to the others in a later start', async () => {
    const before = waits(server);
    proxy.setMode('refuse');
    const victim = workerAt(runningWorkersOf(server), 0);
    process.kill(victim, 'SIGKILL');
    await until(() => waits(server) > before, server.output);
    assert.equal(runningWorkersOf(server).length, 2);
    for (let sent = 0; sent < 40; sent += 1) {
      assert.equal((await getPath(server, '/readyz')).status, 200);
      assert.equal((await call(server, ['GET', '/apps/shop'])).status, 200);
    }
    assert.deepEqual([workersOf(server).length, (await readMetrics(server.url)).get('diwan_workers')], [2, 1]);
  });

  it('end by SIGTERM while one of them does not listen', async () => {
    server.child.kill('SIGTERM');
    const { code, ms } = await ending(server);
    assert.deepEqual([code, ms < 5_000], [0, true], server.output());
  });
});

/** How many workers have reported that they wait for the database. */
function waits({ output }: Launched): number {
  const pids = [...output().matchAll(/"pid":(\d+),[^\n]*"msg":"the database is away/g)].map(([, pid]) => pid);
  return new Set(pids).size;
}
