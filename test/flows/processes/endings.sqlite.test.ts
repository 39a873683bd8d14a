import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcesses, until } from '../../support/programs/process.ts';
import { eventIds, startEventClients, writtenIds } from '../event-clients.ts';
import { call, ending, getPath, type Launched, launch, register } from '../support.ts';

/** Makes the process fail on a signal, like a promise without `catch`. */
const FAILS_ON_SIGUSR2 = 'data:text/javascript,process.on(%27SIGUSR2%27,()=>void%20Promise.reject(new%20Error(%27forgotten%27)))';

const ENDS_AT_ONCE = { SHUTDOWN_DRAIN_SECONDS: '0' };

describe('the end of the process', () => {
  let patient: Launched;
  let forced: Launched;

  before(async () => {
    [patient, forced] = await Promise.all([launch({ LOG_LEVEL: 'trace', ...ENDS_AT_ONCE }), launch(ENDS_AT_ONCE)]);
  });
  after(endProcesses);

  it('continues when the reader of its log ends', async () => {
    for (const stream of [patient.child.stdout, patient.child.stderr]) stream?.destroy();
    await register(patient, 'shop');
    // more than one block of the log, and longer than the log is buffered
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 60 }, () => call(patient, ['GET', '/apps/shop'])));
      await sleep(400);
    }
    assert.equal((await call(patient, ['GET', '/admin/apps'])).status, 200);
  });

  it('ends within 10 s, or on a second signal', async () => {
    const stuck = await Promise.all([sendHalf(patient), sendHalf(forced)]);
    try {
      // a terminal's Ctrl-C arrives twice; the second signal must not force the end
      for (const signal of ['SIGINT', 'SIGTERM'] as const) patient.child.kill(signal);
      forced.child.kill('SIGTERM');
      const patientEnd = ending(patient);
      // new connections are refused
      await until(() =>
        getPath(forced, '/healthz').then(
          () => false,
          () => true,
        ),
      );
      // a second signal within a second counts as the first
      await sleep(1_200);
      assert.deepEqual([forced.child.exitCode, patient.child.exitCode], [null, null]);
      forced.child.kill('SIGTERM');
      const forcedEnd = await ending(forced);
      assert.deepEqual([forcedEnd.code, forcedEnd.ms < 4_000], [1, true]);
      const { code, ms } = await patientEnd;
      assert.deepEqual([code, ms < 10_000], [0, true], `${ms} ms`);
    } finally {
      for (const socket of stuck) socket.destroy();
    }
  });

  it('ends with code 1 after an unhandled rejection', async () => {
    const server = await launch({ LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${FAILS_ON_SIGUSR2}` });
    await register(server, 'shop');
    const clients = startEventClients(server, 'shop', { clients: 8, ids: eventIds(1e6).values() });
    await until(() => clients.acknowledged.size >= 50);
    server.child.kill('SIGUSR2');
    await until(async () => (await getPath(server, '/readyz')).status === 503);
    await clients.stop();
    assert.equal((await ending(server)).code, 1);
    assert.deepEqual([clients.refused, clients.broken], [[], []]);
    assert.deepEqual(new Set(await writtenIds(server)), clients.acknowledged);
    assert.match(server.output(), /"level":"fatal".*forgotten.*the state of the process is unknown/);
  });
});

/** A request whose body stops half-way, and the response received so far. */
async function sendHalf({ url }: Launched) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = ['POST /api/v1/apps/shop/analytics HTTP/1.1', 'Host: test', 'Content-Type: application/json', 'Content-Length: 1000'];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"eventType":`);
  await until(async () => /^diwan_http_requests_in_flight 2$/m.test((await getPath({ url }, '/metrics')).text));
  return socket;
}
