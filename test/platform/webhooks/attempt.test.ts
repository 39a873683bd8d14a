import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { attempt } from '../../../server/platform/webhooks/attempt.ts';
import { Targets } from '../../../server/platform/webhooks/target.ts';
import { selfSigned } from '../../support/programs/self-signed.ts';
import { answering, type Receiver, startReceiver } from './receiver.ts';

const LIMITS = { connectMs: 500, allMs: 800 };

describe('one try of a webhook', () => {
  let receiver: Receiver;
  let targets: Targets;
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    receiver = await startReceiver();
    targets = new Targets({ allowPrivate: ['127.0.0.0/8'], isProduction: false });
  });
  afterEach(async () => {
    targets.close();
    await receiver.close();
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  const send = (url = receiver.url) => attempt(targets, { url, headers: {}, body: '{"a":1}' }, LIMITS);
  /** The URL of a server that does this with each connection. */
  async function startRaw(onConnection: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      onConnection(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('keeps the first kB of the answer', async () => {
    receiver.behave(answering(202, { body: 'é'.repeat(2_000) }));
    const { status, answer, error } = await send();
    assert.deepEqual([status, error], [202, null]);
    assert.equal(answer?.replaceAll('é', ''), '');
    assert.equal(Buffer.byteLength(answer ?? ''), 1_024);
  });

  it('ends when no answer comes in time', async () => {
    receiver.behave(() => {});
    const begun = performance.now();
    const { status, error } = await send();
    assert.deepEqual([status, error], [null, 'no answer within 0.8 s']);
    assert.ok(performance.now() - begun < 3_000);
  });

  it('ends when the connection does not come up', async () => {
    const url = await startRaw(() => {});
    const { error } = await send(url.replace('http:', 'https:'));
    assert.equal(error, 'no connection within 0.5 s');
  });

  it('is a success at the status line of 200', async () => {
    receiver.behave((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
    });
    const { status, answer } = await send();
    assert.deepEqual([status, answer], [200, 'half']);
    receiver.behave((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    assert.equal((await send()).status, 200);
  });

  it('fails at half a head or at garbage', async () => {
    const half = await startRaw((socket) => socket.end('HTTP/1.1 200 O'));
    assert.equal((await send(half)).status, null);
    const garbage = await startRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n'));
    assert.equal((await send(garbage)).error, 'HPE_INVALID_CONSTANT');
    const huge = await startRaw((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`));
    assert.equal((await send(huge)).error, 'HPE_HEADER_OVERFLOW');
  });

  it('reads at most 64 kB of an endless answer', async () => {
    let written = 0;
    const chunk = Buffer.alloc(65_536);
    const url = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    const before = process.memoryUsage().rss;
    assert.equal((await send(url)).status, 200);
    assert.ok(written < 64 * 1_024 * 1_024, `${written} bytes were written`);
    assert.ok(process.memoryUsage().rss - before < 100 * 1_024 * 1_024);
  });

  it('ends when the receiver switches protocols', async () => {
    const url = await startRaw((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n'));
    });
    const { status, error } = await send(url);
    assert.deepEqual([status, error], [null, 'no answer']);
  });

  it('refuses certificates that no one vouches for', async () => {
    const server = createTlsServer(selfSigned('127.0.0.1'), (_request, response) => response.end('ok'));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { status, error } = await send(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    assert.equal(status, null);
    assert.match(error ?? '', /SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/);
    assert.match((await send(receiver.url.replace('http:', 'https:'))).error ?? '', /SSL|EPROTO|ECONNRESET/);
  });

  it('repeats on a new connection within the same time', async () => {
    let requests = 0;
    const url = await startRaw((socket) => {
      socket.on('data', () => {
        requests += 1;
        // the second request ends the idle connection late, the third gets no answer
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        if (requests === 2) setTimeout(() => socket.destroy(), 600);
      });
    });
    assert.equal((await send(url)).status, 200);
    const { error, durationMs } = await send(url);
    assert.deepEqual([requests, error], [3, 'no answer in time']);
    assert.ok(durationMs < 1_200, `${durationMs} ms`);
  });

  it('uses a connection again and survives its end', async () => {
    await send();
    const { status } = await send();
    assert.equal(status, 200);
    let connections = 0;
    const url = await startRaw((socket) => {
      connections += 1;
      // closes after an answer that promises to stay open
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', () => setTimeout(() => socket.destroy(), 20)));
    });
    for (let index = 0; index < 3; index += 1) {
      assert.equal((await send(url)).status, 200);
      await new Promise((resolve) => setTimeout(resolve, 18));
    }
    assert.ok(connections >= 1);
  });
});
