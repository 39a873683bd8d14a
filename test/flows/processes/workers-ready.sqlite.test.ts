import assert from 'node:assert/strict';
import { freezeProcess } from '../../support/programs/freeze.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { call, ending, getPath, type Launched, launch, register, relaunch, runningWorkersOf, workerAt, workersOf } from '../support.ts';

const REQUESTS = 200;

describe('several workers that start', function () {
  this.timeout(240_000); // many processes start, and the first builds dist

  afterEach(endProcesses);

  for (const count of [2, 4])
    it(`all serve requests once one of ${count} says ready`, async () => {
      let server = await launch({ WEB_CONCURRENCY: String(count), LOG_LEVEL: 'info' });
      await assertAllServe(server, '/readyz');
      await register(server, 'shop');
      await server.end();
      server = await relaunch(server.env);
      await assertAllServe(server, '/api/v1/apps/shop');
      assert.equal(runningWorkersOf(server).length, count);
    });

  it('are not ready while one of them still starts', async () => {
    const { server, frozen } = await launchWithFrozen();
    process.kill(frozen, 'SIGCONT');
    await until(async () => (await getPath(server, '/readyz')).status === 200, server.output);
    await assertAllServe(server, '/readyz');
  });

  it('are ready once the replacement of a dead one is', async () => {
    const { server, frozen } = await launchWithFrozen();
    process.kill(frozen, 'SIGKILL');
    await until(() => runningWorkersOf(server).length === 1, server.output);
    await until(async () => (await getPath(server, '/readyz')).status === 200, server.output);
    assert.equal(runningWorkersOf(server).length, 2);
    await assertAllServe(server, '/readyz');
  });

  it('end by SIGTERM before all of them are ready', async () => {
    const { server, frozen } = await launchWithFrozen();
    server.child.kill('SIGTERM');
    process.kill(frozen, 'SIGCONT');
    const { code, ms } = await ending(server);
    assert.deepEqual([code, ms < 5_000], [0, true], server.output());
  });

  it('are replaced without a request that meets a start', async () => {
    const server = await launch({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });
    await register(server, 'shop');
    for (const deaths of [1, 2]) {
      const known = runningWorkersOf(server);
      const victim = workerAt(known, 0);
      process.kill(victim, 'SIGKILL');
      // before that, the first process may hand connections to the dead worker, and they get no answer
      await until(() => server.output().split('worker died').length === deaths + 1, server.output);
      const refused: string[] = [];
      await until(async () => {
        const paths = ['/readyz', '/api/v1/apps/shop', '/readyz', '/api/v1/apps/shop'];
        const answers = await Promise.all(paths.map((path) => getPath(server, path)));
        refused.push(...answers.filter(({ status }) => status !== 200).map(({ text }) => text));
        // the lines of a killed worker may be lost, so the number of all that listened says nothing
        return workersOf(server).some((pid) => !known.includes(pid) && runningWorkersOf(server).includes(pid));
      }, server.output);
      assert.deepEqual(refused, []);
      await assertAllServe(server, '/api/v1/apps/shop');
    }
  });
});

/** A first worker that serves requests beside a second one that is stopped before it listens. */
async function launchWithFrozen(): Promise<{ server: Launched; frozen: number }> {
  const server = await launch({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' }, 'nothing');
  await until(() => runningWorkersOf(server).length === 2, server.output);
  const frozen = workerAt(runningWorkersOf(server), 1);
  freezeProcess(frozen);
  await until(async () => (await call(server, ['GET', '/admin/apps'])).status === 200, server.output);
  const { status, body } = await getPath(server, '/readyz');
  assert.deepEqual([status, body['message']], [503, 'The process is starting: not all of its workers are ready yet.']);
  return { server, frozen };
}

/** Requests on connections of their own, some of them at the same time. */
async function assertAllServe(server: Launched, path: string): Promise<void> {
  for (let sent = 0; sent < REQUESTS; sent += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => getPath(server, path)));
    for (const { status, text } of answers) assert.equal(status, 200, text);
  }
}
