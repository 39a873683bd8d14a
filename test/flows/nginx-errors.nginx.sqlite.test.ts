import assert from 'node:assert/strict';
import { once } from 'node:events';
import https from 'node:https';
import { createServer, type Server } from 'node:net';
import { startBalancingNginx, startTlsNginx } from '../support/programs/nginx.ts';
import { freePort } from '../support/programs/redis.ts';
import { selfSigned } from '../support/programs/self-signed.ts';
import { type Answer, ask, refusal } from '../support/requests/wire.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Nginx = Awaited<ReturnType<typeof startBalancingNginx>>;

/** The whole upstream of the file is one process. */
const inFrontOf = (port: number): Promise<Nginx> =>
  startBalancingNginx([port, port, port], (config) => config.replaceAll('proxy_read_timeout 15s', 'proxy_read_timeout 1s'));

// `ask` holds every refusal against the one error body
const post = (url: string, bytes: number): Promise<Answer> =>
  ask(url, '/api/v2/auth/login', { method: 'POST', body: { password: 'x'.repeat(bytes) }, headers: { 'X-Request-Id': 'mine-1' } });

describe('the nginx of deploy', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer({ env: { TRUST_PROXY: '1' } });
  });
  after(() => server.close());

  it('serves over TLS and redirects plain HTTP', async () => {
    const tls = selfSigned('api.example.com');
    const nginx = await startTlsNginx(await server.runtime.listening, tls);
    try {
      const request = https.get(`${nginx.url}/healthz`, {
        ca: tls.cert,
        servername: 'api.example.com',
        checkServerIdentity: () => undefined,
      });
      const [response] = await once(request, 'response');
      assert.equal(response.statusCode, 200);
      response.resume();
      const { status, headers } = await fetch(`${nginx.plainUrl}/docs?x=1`, { redirect: 'manual' });
      assert.deepEqual([status, headers.get('location')], [308, 'https://127.0.0.1/docs?x=1']);
    } finally {
      await nginx.stop();
    }
  });

  it('leaves too large a body to the server first', async () => {
    const nginx = await inFrontOf(await server.runtime.listening);
    try {
      const byServer = await post(nginx.url, 300 * 1024);
      const byNginx = await post(nginx.url, 2 * 1024 * 1024);
      assert.deepEqual([byServer, byNginx].map(refusal), ['413 payload_too_large', '413 payload_too_large']);
      // only the server sends this header
      assert.deepEqual(
        [byServer, byNginx].map(({ headers }) => headers['x-content-type-options']),
        ['nosniff', undefined],
      );
      assert.equal(byNginx.body['message'], byServer.body['message']);
      assert.equal(byNginx.headers['x-request-id'], 'mine-1');
      assert.equal(refusal(await ask(nginx.url, '/metrics')), '404 not_found');
    } finally {
      await nginx.stop();
    }
  });

  it('answers 502 in JSON when no process listens', async () => {
    const nginx = await inFrontOf(await freePort());
    try {
      const read = await ask(nginx.url, '/api/v1/posts');
      assert.deepEqual([refusal(read), read.headers['retry-after']], ['502 unavailable', '1']);
      assert.equal(refusal(await post(nginx.url, 10)), '502 outcome_unknown');
    } finally {
      await nginx.stop();
    }
  });

  it('answers 504 in JSON when the processes hang', async () => {
    const silent = await listening();
    const nginx = await inFrontOf(portOf(silent));
    try {
      assert.equal(refusal(await post(nginx.url, 10)), '504 outcome_unknown');
      // a read is tried at every process, and then none is left
      assert.match(refusal(await ask(nginx.url, '/api/v1/posts')), /^50[24] unavailable$/);
    } finally {
      await nginx.stop();
      silent.close();
    }
  });
});

/** Accepts connections and never answers. */
async function listening(): Promise<Server> {
  const silent = createServer((socket) => socket.on('error', () => {}).resume());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  return silent;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address.port;
}
