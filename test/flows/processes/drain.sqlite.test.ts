import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitedMs } from '../../support/loop-watch.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import type { Answer } from '../../support/requests/wire.ts';
import { call, ending, getPath, type Launched, launch, register } from '../support.ts';

const DRAIN_MS = 4_000;
/** A margin for a busy machine. */
const LATE_MS = 2_500;
/** More connections than Node accepts in one turn of its loop. */
const WAITING = 30;
const LONG = { SHUTDOWN_DRAIN_SECONDS: '60' };

describe('a process that drains', () => {
  after(endProcesses);

  it('serves on until the drain is over, then ends', async () => {
    const server = await launch({ SHUTDOWN_DRAIN_SECONDS: String(DRAIN_MS / 1_000) });
    await register(server, 'shop');
    const kept = new Agent({ keepAlive: true });
    const read = (agent?: Agent): Promise<Answer> => call(server, ['GET', '/apps/shop'], undefined, agent);
    assert.equal((await read(kept)).headers.connection, 'keep-alive');

    const [startedAt, waitedBefore] = [performance.now(), waitedMs()];
    server.child.kill('SIGTERM');
    await until(async () => (await getPath(server, '/readyz')).status === 503, server.output);
    assert.equal((await getPath(server, '/healthz')).status, 200, 'a check that restarts processes passes');
    assert.equal((await read(kept)).headers.connection, 'close');
    let served = 0;
    for (;;) {
      const answers = await readAndWrite(server).catch(() => null);
      if (answers === null) break;
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers.connection]),
        [
          [200, 'close'],
          [200, 'close'],
          [201, 'close'],
        ],
      );
      served += 1;
    }
    const [ms, waited] = [performance.now() - startedAt, waitedMs() - waitedBefore];
    assert.ok(served > 2 && ms > DRAIN_MS - 100 && waited < DRAIN_MS + LATE_MS, `${served} rounds in ${ms} ms`);
    assert.equal((await ending(server)).code, 0);
  });

  it('answers the connections that wait when it closes', async () => {
    const server = await launch({ SHUTDOWN_DRAIN_SECONDS: '0' });
    await register(server, 'shop');
    server.child.kill('SIGSTOP');
    const waiting = await Promise.all(Array.from({ length: WAITING }, () => connectTo(server)));
    const answers = Promise.all(waiting.map((socket) => sendEvent(socket, server)));
    for (const signal of ['SIGTERM', 'SIGCONT'] as const) server.child.kill(signal);
    assert.deepEqual(
      (await answers).map((answer) => answer.slice(0, 12)),
      Array.from({ length: WAITING }, () => 'HTTP/1.1 201'),
    );
    assert.equal((await ending(server)).code, 0);
  });

  it('ends at once on a second signal', async () => {
    const server = await launch(LONG);
    server.child.kill('SIGTERM');
    await until(async () => (await getPath(server, '/readyz')).status === 503);
    // a second signal within a second counts as the first
    await sleep(1_200);
    assert.equal((await getPath(server, '/healthz')).status, 200);
    server.child.kill('SIGINT');
    const { code, ms } = await ending(server);
    assert.deepEqual([code, ms < 4_000], [1, true], `${ms} ms`);
  });

  it('ends without a drain while it is still starting', async () => {
    const server = await launch({ ...LONG, DATABASE_URL: 'mysql://diwan@127.0.0.1:1/diwan' }, 'listening');
    assert.equal((await getPath(server, '/readyz?deep=0')).status, 503);
    server.child.kill('SIGTERM');
    const { code, ms } = await ending(server);
    assert.deepEqual([code, ms < 5_000], [0, true], `${ms} ms`);
  });
});

/** A read from memory, a read and a write of the database, each on a new connection. */
async function readAndWrite(server: Launched): Promise<Answer[]> {
  const event = { eventType: 'opened', platform: 'ios' };
  return [
    await call(server, ['GET', '/apps/shop']),
    await call(server, ['GET', '/admin/apps']),
    await call(server, ['POST', '/apps/shop/analytics'], event),
  ];
}

async function connectTo({ url }: Launched): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Writes an event; resolves to everything that the server sends until it closes the connection, or to the error of the connection. */
async function sendEvent(socket: Socket, { apiKey }: Launched): Promise<string> {
  const body = '{"eventType":"opened","platform":"ios"}';
  const head = ['POST /api/v1/apps/shop/analytics HTTP/1.1', 'Host: test', `X-Api-Key: ${apiKey}`, 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  let text = '';
  try {
    for await (const chunk of socket) text += String(chunk);
  } catch (error) {
    return String(error);
  }
  return text;
}
