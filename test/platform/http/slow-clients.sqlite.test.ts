import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { waitedMs } from '../../support/loop-watch.ts';
import { createProbe } from '../../support/probe-service.ts';
import { ask, raw, rawRefusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const SOCKETS = 10;
const HEAD = 'Host: test\r\nContent-Type: application/json\r\n';

describe('slow clients', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  const many = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: SOCKETS }, work));

  /** Sends a byte now and then, so that the connection never looks idle. */
  async function drip(start: string, byte: string): Promise<{ ms: number; waited: number }> {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(start);
    const startedAt = { ms: performance.now(), waited: waitedMs() };
    const timer = setInterval(() => socket.write(byte), 250);
    await once(socket, 'close');
    clearInterval(timer);
    return { ms: performance.now() - startedAt.ms, waited: waitedMs() - startedAt.waited };
  }

  it('are cut off in seconds while others are served', async () => {
    let done = false;
    const patients = (async () => {
      const waits: number[] = [];
      while (!done) {
        const startedAt = waitedMs();
        assert.equal((await ask(server.url, '/api/v1/probe/plain')).status, 200);
        waits.push(waitedMs() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return waits.sort((a, b) => a - b);
    })();
    const [headers, bodies, silent, drippedHeaders, drippedBodies, idle] = await Promise.all([
      many(() => raw(server.url, 'GET /healthz HTTP/1.1\r\nHost: te')),
      many(() => raw(server.url, `POST /api/v1/probe/plain HTTP/1.1\r\n${HEAD}Content-Length: 100\r\n\r\n{"name":`)),
      many(() => raw(server.url, '')),
      many(() => drip('GET /healthz HTTP/1.1\r\nX-A: ', 'a')),
      many(() => drip(`POST /api/v1/probe/plain HTTP/1.1\r\n${HEAD}Content-Length: 1000\r\n\r\n`, ' ')),
      many(() => raw(server.url, 'GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n')),
    ]).finally(() => {
      done = true;
    });
    const waits = await patients;
    for (const answer of headers) assert.deepEqual([rawRefusal(answer), answer.ms < 7_500], ['408 request_timeout', true], `${answer.ms}`);
    for (const answer of bodies) assert.deepEqual([rawRefusal(answer), answer.ms < 12_500], ['408 request_timeout', true], `${answer.ms}`);
    for (const { ms, text } of silent) assert.ok(ms < 7_500 && (text === '' || text.startsWith('HTTP/1.1 408')), `${ms} ${text}`);
    for (const { ms, waited } of drippedHeaders) assert.ok(ms > 4_000 && waited < 7_500, String(ms));
    for (const { ms, waited } of drippedBodies) assert.ok(ms > 9_000 && waited < 12_500, String(ms));
    for (const { ms, statuses } of idle) assert.ok(ms < 7_500 && statuses.join() === '200', `${ms} ${statuses.join()}`);
    const slowest = waits[Math.floor(waits.length * 0.95)] ?? Number.NaN;
    assert.ok(slowest < 1_000, `95 of 100 others are answered within ${slowest} ms`);
  });
});
