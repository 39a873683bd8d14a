import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../../../server/boot/close-server.ts';
import { until } from '../../support/programs/process.ts';

/** Longer than the test. */
const LONG_MS = 60_000;

describe('a server that closes', () => {
  const start = async () => {
    const server = createServer({ keepAliveTimeout: LONG_MS }, (_req, res) => {
      if (!server.listening) res.setHeader('Connection', 'close');
      res.end('served');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };

  it('answers an idle connection after its port is closed', async () => {
    const { server, url } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let opened = 0;
    server.on('connection', () => (opened += 1));
    assert.deepEqual(await request(url, agent), { text: 'served', connection: 'keep-alive' });
    const closed = closeServer(server, { idleMs: LONG_MS, finishMs: LONG_MS });
    await until(() => !server.listening);
    await assert.rejects(request(url, new Agent()), /ECONNREFUSED/);
    assert.deepEqual(await request(url, agent), { text: 'served', connection: 'close' });
    await closed;
    assert.equal(opened, 1);
  });

  it('closes the connections that stay idle', async () => {
    const { server, url } = await start();
    const agent = new Agent({ keepAlive: true });
    await request(url, agent);
    await closeServer(server, { idleMs: 0, finishMs: LONG_MS });
    await until(() => Object.keys(agent.freeSockets).length === 0);
  });
});

async function request(url: string, agent: Agent): Promise<{ text: string; connection: string | undefined }> {
  const [answer] = (await once(http.get(url, { agent }), 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { text, connection: answer.headers.connection };
}
