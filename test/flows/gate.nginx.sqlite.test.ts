import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MovableClock, movableClock, registerApp } from '../apps/support.ts';
import { startGateNginx } from '../support/programs/nginx.ts';
import { freePort } from '../support/programs/redis.ts';
import { admin } from '../support/requests/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

const NOW = '2026-03-10T12:00:00.000Z';
const LIMITS = { TRUST_PROXY: '1', RATE_LIMIT_EVALUATE_ADDRESS: '20/3600' };

async function echo(req: IncomingMessage, res: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of req) body += String(part);
  res.writeHead(req.url === '/fails' ? 500 : 200);
  res.end(`${req.method} ${req.url} ${body}`);
}

describe('the gate of docs/operations.md in nginx', () => {
  let server: TestServer;
  let other: Server;
  let otherPort: number;
  let clock: MovableClock;

  before(async () => {
    clock = movableClock(NOW);
    server = await startServer({ clock, env: LIMITS });
    other = createServer((req, res) => void echo(req, res));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    otherPort = (other.address() as AddressInfo).port;
  });
  after(async () => {
    other.close();
    await server.close();
  });

  const set = (slug: string, body: object) =>
    admin(server)
      .put(`/admin/apps/${slug}/maintenance`, { isActive: true, ...body })
      .expect(200);
  /** The status, and the body of the other server. */
  async function ask(url: string, path = '/x?y=1', init: RequestInit = {}): Promise<[number, string]> {
    const answer = await fetch(url + path, init);
    return [answer.status, await answer.text()];
  }

  it('closes another server during a window only', async () => {
    const slug = await registerApp(server);
    await set(slug, { startAt: '2026-03-10T12:01:00Z', endAt: '2026-03-10T12:02:00Z' });
    const nginx = await startGateNginx({ diwan: await server.runtime.listening, other: otherPort }, slug);
    try {
      const post = { method: 'POST', body: 'words' };
      assert.deepEqual(
        [await ask(nginx.url), await ask(nginx.url, '/z', post)],
        [
          [200, 'GET /x?y=1 '],
          [200, 'POST /z words'],
        ],
      );
      clock.set('2026-03-10T12:01:00Z');
      const closed = await fetch(`${nginx.url}/z`, post);
      assert.deepEqual(
        [closed.status, closed.headers.get('retry-after'), closed.headers.get('content-type')],
        [503, '60', 'application/json'],
      );
      assert.deepEqual(await closed.json(), { code: 'under_maintenance' });
      clock.set('2026-03-10T12:02:00Z');
      assert.deepEqual(await ask(nginx.url), [200, 'GET /x?y=1 ']);
      assert.deepEqual(await ask(nginx.url, '/fails'), [500, 'GET /fails ']);
      await set(slug, { mode: 'read_only' });
      assert.deepEqual([await ask(nginx.url), (await ask(nginx.url, '/z', post))[0]], [[200, 'GET /x?y=1 '], 503]);
    } finally {
      await nginx.stop();
    }
  });

  it('lets requests pass when the gate fails', async () => {
    const post = { method: 'POST', body: 'words' };
    for (const ports of [
      { diwan: await server.runtime.listening, other: otherPort },
      { diwan: await freePort(), other: otherPort },
    ]) {
      const nginx = await startGateNginx(ports, 'unknown');
      try {
        assert.deepEqual(await ask(nginx.url, '/z', post), [200, 'POST /z words']);
      } finally {
        await nginx.stop();
      }
    }
    const slug = await registerApp(server);
    await set(slug, {});
    const nginx = await startGateNginx({ diwan: await server.runtime.listening, other: otherPort }, slug);
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 25; n += 1) statuses.push((await ask(nginx.url))[0]);
      // the limit of the address refuses the gate itself
      assert.deepEqual([statuses[0], statuses.at(-1)], [503, 200]);
    } finally {
      await nginx.stop();
    }
  });
});
