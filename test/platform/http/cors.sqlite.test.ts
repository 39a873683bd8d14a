import assert from 'node:assert/strict';
import type http from 'node:http';
import { registerApp } from '../../apps/support.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { type Answer, type Ask, ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const LISTED = 'https://admin.example';
const OTHER = 'https://shop.example';
const LIMITED = { RATE_LIMIT_EVALUATE_ADDRESS: '3/60', RATE_LIMIT_GLOBAL: '3/60', RATE_LIMIT_GLOBAL_SCOPE: 'all' };

/** The answer to the question of a browser whether a page of `origin` may send such a request. */
function preflight(server: TestServer, path: string, { method = 'GET', origin = OTHER } = {}): Promise<Answer> {
  const headers = { Origin: origin, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': 'authorization' };
  return ask(server.url, path, { method: 'OPTIONS', headers });
}

function allowed({ headers }: { readonly headers: http.IncomingHttpHeaders }): string | undefined {
  return headers['access-control-allow-origin'];
}

describe('pages of other origins', () => {
  let server: TestServer;
  let app: string;

  before(async () => {
    server = await startServer({ env: { CORS_ORIGINS: `http://localhost:5173,${LISTED}` } });
    app = `/api/v1/apps/${await registerApp(server)}`;
  });
  after(() => server.close());

  const from = (path: string, origin: string, options: Ask = {}): Promise<Answer> =>
    ask(server.url, path, { ...options, headers: { Origin: origin, ...options.headers } });

  it('may read public endpoints, the fast lane included', async () => {
    for (const path of [`${app}/features`, `${app.replace('/api', '/API')}/features`, '/api/v1/posts', '/openapi.json']) {
      const { status, headers } = await from(path, OTHER);
      assert.deepEqual([status, allowed({ headers })], [200, '*'], path);
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      assert.match(
        String(headers['access-control-expose-headers']),
        /ETag, Retry-After, .*X-Ignored-Fields, X-Ignored-Parameters, X-Diwan-Device, Date, /,
      );
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
  });

  it('may read a 304, a refusal and a 404', async () => {
    const { headers } = await ask(server.url, `${app}/features`);
    const unchanged = await from(`${app}/features`, OTHER, { headers: { 'If-None-Match': String(headers.etag) } });
    assert.deepEqual([unchanged.status, allowed(unchanged)], [304, '*']);
    assert.match(String(unchanged.headers['access-control-expose-headers']), /ETag/);
    for (const [path, status] of [
      [`${app}/version?platform=web`, 400],
      ['/api/v1/favorites', 401],
      ['/api/v1/nowhere', 404],
      ['/nowhere', 404],
    ] as const) {
      const refused = await from(path, OTHER);
      assert.deepEqual([refused.status, allowed(refused)], [status, '*'], path);
    }
  });

  it('may use the endpoints of users with a token', async () => {
    const { headers, status } = await preflight(server, '/api/v1/posts', { method: 'POST' });
    assert.equal(status, 204);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-methods'], 'POST, GET, HEAD, OPTIONS');
    assert.match(String(headers['access-control-allow-headers']), /content-type, .*authorization, x-project-id, .*idempotency-key/);
    for (const name of ['version', 'version-code', 'platform'])
      assert.match(
        String(headers['access-control-allow-headers']),
        new RegExp(`x-app, .*x-app-${name},.*x-device-model, x-installation-id`),
      );
    assert.equal(headers['access-control-max-age'], '7200');
    const token = phoneToken(server, { phone: '+966512345678' });
    const own = await from('/api/v1/favorites', OTHER, { headers: { Authorization: `Bearer ${token}` } });
    assert.deepEqual([own.status, allowed(own), own.headers.vary], [200, '*', 'X-Project-ID, Authorization']);
  });

  it('may use administration only from a listed origin', async () => {
    const path = '/api/v1/admin/apps';
    const byKey = { headers: { 'X-API-Key': server.apiKey } };
    const listed = await from(path, LISTED, byKey);
    assert.deepEqual([listed.status, allowed(listed), listed.headers.vary], [200, LISTED, 'Origin']);
    const other = await from(path, OTHER, byKey);
    assert.deepEqual([other.status, allowed(other), other.headers.vary], [200, undefined, 'Origin']);
    assert.equal(other.headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(allowed(await preflight(server, path, { method: 'POST', origin: LISTED })), LISTED);
    const refused = await preflight(server, path, { method: 'POST' });
    assert.deepEqual([refused.status, allowed(refused)], [204, undefined]);
    assert.equal(refused.headers['access-control-allow-methods'], undefined);
    assert.equal(allowed(await preflight(server, path, { method: 'POST', origin: `${LISTED}.evil.example` })), undefined);
    assert.equal(allowed(await preflight(server, path, { method: 'POST', origin: 'null' })), undefined);
  });

  it('may not read the state of the process', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const answer = await from(path, LISTED);
      assert.deepEqual([answer.status, allowed(answer)], [200, undefined], path);
      const asked = await preflight(server, path, { origin: LISTED });
      assert.deepEqual([asked.status, allowed(asked), asked.headers['access-control-allow-methods']], [204, undefined, undefined], path);
    }
  });

  it('may show no answer in a frame', async () => {
    for (const path of ['/', '/healthz', '/docs', '/openapi.json', '/account-deletion/11', '/api/v1/posts', `${app}/features`]) {
      const { headers } = await from(path, OTHER, { headers: { Accept: 'text/html' } });
      assert.equal(headers['x-frame-options'], 'DENY', path);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path);
    }
  });

  it('read the 404 of a mistyped address', async () => {
    const { status, headers } = await preflight(server, '/api/v1/nowhere', { method: 'DELETE' });
    assert.deepEqual([status, headers['access-control-allow-origin']], [204, '*']);
    assert.match(String(headers['access-control-allow-methods']), /DELETE/);
  });
});

describe('a preflight', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer({ env: LIMITED });
  });
  after(() => server.close());

  it('runs no SQL and counts against no limit', async () => {
    const statements = await statementsOf(server.db, async () => {
      for (let turn = 0; turn < 10; turn += 1)
        for (const path of ['/api/v1/posts', '/api/v1/apps/none/features', '/api/v2/auth/login'])
          assert.equal((await preflight(server, path, { method: 'POST' })).status, 204);
    });
    assert.deepEqual(statements, []);
    assert.equal((await ask(server.url, '/api/v1/posts')).headers['x-ratelimit-remaining'], '2');
  });

  it('is readable with the refusal of a limit', async () => {
    for (let turn = 0; turn < 4; turn += 1) await ask(server.url, '/api/v1/posts');
    const { status, headers } = await ask(server.url, '/api/v1/posts', { headers: { Origin: OTHER } });
    assert.deepEqual([status, headers['access-control-allow-origin']], [429, '*']);
  });

  it('opens no administration without a list', async () => {
    assert.equal(allowed(await preflight(server, '/api/v1/admin/apps', { origin: LISTED })), undefined);
    assert.equal(allowed(await preflight(server, '/api/v1/apps/none')), '*');
  });
});

describe('CORS_ORIGINS=off', () => {
  it('lets no other origin read anything', async () => {
    const server = await startServer({ env: { CORS_ORIGINS: 'off' } });
    const answers = [
      await ask(server.url, '/api/v1/posts', { headers: { Origin: OTHER } }),
      await ask(server.url, '/nowhere', { headers: { Origin: OTHER } }),
      await preflight(server, '/api/v1/posts', { method: 'POST' }),
    ];
    for (const { headers } of answers) {
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        [],
      );
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    }
    await server.close();
  });
});
