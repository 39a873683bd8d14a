import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcesses, until } from '../support/process.ts';
import { eventIds, startEventClients, writtenIds } from './event-clients.ts';
import { call, ending, type Launched, launch, look, register } from './support.ts';

/** Lets a signal make the process fail as a forgotten `catch` would. */
const FAILS_ON_SIGUSR2 = 'data:text/javascript,process.on(%27SIGUSR2%27,()=>void%20Promise.reject(new%20Error(%27forgotten%27)))';

describe('the end of the process, whatever the database', () => {
  after(endProcesses);

  it('waits for a request that does not come to its end less than 10 s, and ends at once on a second signal after the first', async () => {
    const [patient, forced] = await Promise.all([launch(), launch()]);
    const stuck = await Promise.all([sendHalf(patient), sendHalf(forced)]);
    try {
      // a terminal's Ctrl-C reaches the process twice; the echo does not force
      for (const signal of ['SIGINT', 'SIGTERM'] as const) patient.child.kill(signal);
      forced.child.kill('SIGTERM');
      const patientEnd = ending(patient);
      await sleep(1_200);
      assert.deepEqual([forced.child.exitCode, patient.child.exitCode], [null, null]);
      await assert.rejects(look(forced, '/healthz'), 'new connections are refused');
      forced.child.kill('SIGTERM');
      const forcedEnd = await ending(forced);
      assert.deepEqual([forcedEnd.code, forcedEnd.ms < 1_000], [1, true]);
      const { code, ms } = await patientEnd;
      assert.deepEqual([code, ms < 10_000], [0, true], `${ms} ms`);
    } finally {
      for (const socket of stuck) socket.destroy();
    }
  });

  it('follows a rejection that nobody handled, with code 1, once what is under way is answered', async () => {
    const server = await launch({ LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${FAILS_ON_SIGUSR2}` });
    await register(server, 'shop');
    const clients = startEventClients(server, 'shop', { clients: 8, ids: eventIds(1e6).values() });
    await until(() => clients.acknowledged.size >= 50);
    server.child.kill('SIGUSR2');
    await until(async () => (await look(server, '/readyz')).status === 503);
    await clients.stop();
    assert.equal((await ending(server)).code, 1);
    assert.deepEqual([clients.refused, clients.broken], [[], []]);
    assert.deepEqual(new Set(await writtenIds(server)), clients.acknowledged);
    assert.match(server.output(), /"level":"fatal".*forgotten.*the state of the process is unknown/);
  });

  it('does not follow from a log that nobody reads any more', async () => {
    const server = await launch({ LOG_LEVEL: 'trace' });
    for (const stream of [server.child.stdout, server.child.stderr]) stream?.destroy();
    await register(server, 'shop');
    // more than a block of the log, and longer than it is kept back
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 60 }, () => call(server, ['GET', '/apps/shop'])));
      await sleep(400);
    }
    assert.equal((await call(server, ['GET', '/admin/apps'])).status, 200);
    assert.deepEqual(await server.end(), { code: 0, signal: null });
  });
});

/** A request whose body stops half-way, and what came back so far. */
async function sendHalf({ url }: Launched) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = ['POST /api/v1/apps/shop/analytics HTTP/1.1', 'Host: test', 'Content-Type: application/json', 'Content-Length: 1000'];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"eventType":`);
  await sleep(100);
  return socket;
}
