import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { freePort } from '../../support/programs/redis.ts';
import { selfSigned } from '../../support/programs/self-signed.ts';
import { type FakeServer, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import type { Outcome } from '../support/in-process.ts';
import { spawnCli } from '../support/spawn.ts';

/** A proxy as companies run it: absolute addresses for http, CONNECT for https. It records what it is asked for. */
async function startProxy(): Promise<{ readonly port: number; readonly asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization'] ?? ''}`.trimEnd());
    const onward = request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.on('connect', ({ url }: IncomingMessage, client: Duplex) => {
    asked.push(`CONNECT ${url}`);
    const [host = '', port] = (url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    for (const stream of [client, onward]) stream.on('error', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, asked, close };
}

describe('diwan behind a proxy', () => {
  let fake: FakeServer;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let home: string;

  before(async () => {
    fake = await startFakeServer();
    proxy = await startProxy();
    fake.respond((response) => sendJson(response, []));
    home = await newHome({ url: fake.url, project: null, username: 'ana', accessToken: 'a.b.c', refreshToken: 'r', apiKey: 'dk_1_secret' });
  });
  beforeEach(() => {
    proxy.asked.length = 0;
  });
  after(async () => {
    proxy.close();
    await fake.close();
  });

  const list = (env: Readonly<Record<string, string>>, ...words: string[]): Promise<Outcome> =>
    spawnCli(['apps', 'list', ...words], { env: { XDG_CONFIG_HOME: home, ...env } });

  it('sends its requests through HTTP_PROXY with the password', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
      const { code, stderr } = await list({ [name]: `http://ana:p%40ss@127.0.0.1:${proxy.port}` });
      assert.equal(code, 0, stderr);
    }
    const asked = `GET ${fake.url}/api/v1/admin/apps Basic ${Buffer.from('ana:p@ss').toString('base64')}`;
    assert.deepEqual(proxy.asked, [asked, asked, asked]);
  });

  it('connects directly to the hosts of NO_PROXY', async () => {
    const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
    for (const NO_PROXY of ['127.0.0.1', '*', `example.com,127.0.0.1:${new URL(fake.url).port}`])
      assert.equal((await list({ HTTP_PROXY, NO_PROXY })).code, 0, NO_PROXY);
    assert.deepEqual(proxy.asked, []);
  });

  it('opens a tunnel through HTTPS_PROXY for https', async () => {
    const server = createTlsServer(selfSigned('127.0.0.1'), (_request, response) => void response.end('[]')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { code, stderr } = await list(env, '--url', `https://127.0.0.1:${port}`);
    server.close();
    server.closeAllConnections();
    assert.equal(code, 0, stderr);
    assert.deepEqual(proxy.asked, [`CONNECT 127.0.0.1:${port}`]);
  });

  it('names a proxy that does not answer', async () => {
    const port = await freePort();
    const { code, stderr } = await list({ HTTP_PROXY: `http://ana:secret@127.0.0.1:${port}` });
    assert.equal(code, 7);
    assert.match(stderr, new RegExp(`\\(through the proxy 127\\.0\\.0\\.1:${port}\\): no server is listening`));
    assert.doesNotMatch(stderr, /secret/);
    const unusable = await list({ HTTP_PROXY: 'socks5://ana:secret@127.0.0.1:1080' });
    assert.equal(unusable.code, 2);
    assert.match(unusable.stderr, /names no http or https proxy/);
    assert.doesNotMatch(unusable.stderr, /secret/);
  });
});
