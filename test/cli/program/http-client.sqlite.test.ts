import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../support/programs/redis.ts';
import { selfSigned } from '../../support/programs/self-signed.ts';
import { type FakeServer, sendError, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { type Outcome, openCli, runCli } from '../support/in-process.ts';

const READ = ['apps', 'list'];
const WRITE = ['api', 'POST', '/api/v1/admin/apps', '--data', '{}'];
const html = (response: ServerResponse, status: number): void =>
  void response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html>Bad \u001b[2Jgateway</html>');

describe('the HTTP client of diwan', () => {
  let fake: FakeServer;
  let home: string;
  before(async () => {
    fake = await startFakeServer();
    home = await newHome({ url: fake.url, project: null, username: 'ana', accessToken: 'a.b.c', refreshToken: 'r', apiKey: 'dk_1_secret' });
  });
  after(() => fake.close());

  const run = (...words: string[]): Promise<Outcome> => runCli(words, { env: { XDG_CONFIG_HOME: home } });

  it('recognises responses of other programs', async () => {
    const handlers: ((response: ServerResponse) => void)[] = [
      (response) => html(response, 502),
      (response) => html(response, 200),
      (response) => html(response, 404),
      (response) => void response.end(),
      (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('[{'),
    ];
    for (const handler of handlers) {
      fake.respond(handler);
      const { code, stdout, stderr } = await run(...READ);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      assert.match(stderr, /^error The response does not come from a Diwan server[\s\S]*next: check the address/);
    }
  });

  it('names the base of the server in a redirect', async () => {
    for (const [location, next] of [
      ['https://example.com/api/v1/admin/apps', 'it redirects to another address: give --url https://example.com'],
      ['https://example.com/diwan/api/v1/admin/apps?limit=5', 'it redirects to another address: give --url https://example.com/diwan'],
      ['https://example.com//other.example/api/v1', 'it redirects to another address: give --url https://example.com//other.example'],
      ['https://sso.example.com/login', 'check the address: `diwan config`, or give --url'],
      ['/login', 'check the address: `diwan config`, or give --url'],
    ] as const) {
      fake.respond((response) => void response.writeHead(301, { Location: location }).end());
      assert.equal((await run(...READ)).stderr.split('next: ')[1], `${next}\n`, location);
    }
  });

  it('refuses the address of an endpoint as --url', async () => {
    for (const path of ['/api/v1', '/api/v2/', '/api/v1/admin/apps', '/docs', '/healthz']) {
      const { code, stderr } = await run(...READ, '--url', `${fake.url}/base${path}`);
      assert.equal(code, 2, path);
      assert.equal(stderr.split('next: ')[1], `give the base of the server: ${fake.url}/base\n`, path);
    }
  });

  it('stops at an answer of more than 64 MB', async () => {
    const part = Buffer.alloc(1024 * 1024, 32);
    let sent = 0;
    fake.respond((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = (): void => {
        while (sent < 400 && !response.destroyed) {
          sent += 1;
          if (!response.write(part)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const { code, stderr } = await run(...READ);
    assert.equal(code, 1);
    assert.match(stderr, /The answer is longer than 64 MB\.\n {2}next: ask for fewer rows/);
    assert.ok(sent < 100, `${sent} MB were sent`);
  });

  it('ends --all at a page without new rows', async () => {
    const pagination = { page: 1, limit: 100, total: 1_000, totalPages: 10, hasNext: true, hasPrevious: false };
    for (const data of [
      [],
      [{ id: 'u1', phone: '+966500000001', role: 'customer', status: 'active', createdAt: '2026-01-01T00:00:00.000Z' }],
    ]) {
      fake.respond((response) => sendJson(response, { success: true, message: '', data, pagination }));
      const { code, stderr } = await run('users', 'list', '--all');
      assert.deepEqual([code, fake.requests.length], [0, data.length + 1], stderr);
    }
    fake.respond((response) => sendJson(response, { success: true, message: '', data: [], nextBefore: 5 }));
    assert.equal((await run('audit', '--all')).code, 0);
    assert.equal(fake.requests.length, 1);
  });

  it('sends secrets of the environment without byte order mark', async () => {
    const sent: unknown[] = [];
    fake.respond((response, { headers }) => {
      sent.push(headers['x-api-key'] ?? headers.authorization);
      sendJson(response, []);
    });
    const withEnv = (env: Readonly<Record<string, string>>): Promise<Outcome> => runCli(READ, { env: { DIWAN_URL: fake.url, ...env } });
    for (const key of ['\ufeffdk_1_secret', 'dk_1_secret\r\n', ' dk_1_secret ']) await withEnv({ DIWAN_API_KEY: key });
    await withEnv({ DIWAN_TOKEN: '\ufeffa.b.c\n' });
    assert.deepEqual(sent, ['dk_1_secret', 'dk_1_secret', 'dk_1_secret', 'Bearer a.b.c']);
    const { code, stderr } = await withEnv({ DIWAN_API_KEY: 'dk_1\u200b_secret' });
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^error DIWAN_API_KEY contains a blank or a sign that no token and no key has\.\n {2}next: set DIWAN_API_KEY again/,
    );
    assert.doesNotMatch(stderr, /secret/);
  });

  it('escapes unsafe signs of JSON on a terminal', async () => {
    const name = 'a\u009b2J\u202eb\u2066';
    fake.respond((response) => sendJson(response, [{ slug: 'x', name }]));
    const screen = openCli([...READ, '--json'], { env: { XDG_CONFIG_HOME: home } });
    const { code, text } = await screen.ended();
    assert.equal(code, 0);
    assert.ok(text.includes('a\\u009b2J\\u202eb\\u2066'), text);
    assert.deepEqual(JSON.parse(text), [{ slug: 'x', name }], 'the document is the same');
    assert.ok((await run(...READ, '--json')).stdout.includes(name), 'a pipe gets it unchanged');
    fake.respond((response) => sendError(response, 400, { code: 'x', message: name }));
    const refused = await openCli([...READ, '--json'], { env: { XDG_CONFIG_HOME: home } }).ended();
    assert.ok(refused.text.includes('\\u009b2J\\u202e'), refused.text);
  });

  it('reports a lost response as an unknown result', async () => {
    fake.respond((response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('[');
      setImmediate(() => response.destroy());
    });
    const read = await run(...READ);
    assert.deepEqual([read.code, fake.requests.length], [7, 2], 'a GET is sent once more');
    assert.match(read.stderr, /the connection was cut/);
    fake.respond((response) => void response.destroy());
    const write = await run(...WRITE);
    assert.deepEqual([write.code, fake.requests.length], [7, 1], 'a POST without an idempotency key is sent once');
    assert.match(write.stderr, /the connection was cut\. It is unknown whether the change was made\.\n {2}next: check the current state/);
  });

  it('repeats a POST with its idempotency key', async () => {
    const keys: unknown[] = [];
    fake.respond((response, request, count) => {
      keys.push(request.headers['idempotency-key']);
      if (count === 1) response.destroy();
      else sendJson(response, { success: true, message: '', data: {} });
    });
    assert.equal((await run('api', 'POST', '/api/v1/roadmap', '--data', '{}')).code, 0);
    assert.equal(keys.length, 2);
    assert.ok(typeof keys[0] === 'string' && keys[0] === keys[1]);
  });

  it('waits no longer than --timeout allows', async () => {
    fake.respond(() => {});
    const [read, write] = await Promise.all([run(...READ, '--timeout', '1'), run(...WRITE, '--timeout', '1', '--json')]);
    assert.deepEqual([read.code, write.code, fake.requests.length], [7, 7, 2]);
    assert.match(read.stderr, /no response within 1 s\.\n/);
    const { error } = JSON.parse(write.stdout);
    assert.deepEqual([error.code, /no response within 1 s\. It is unknown/.test(error.message)], ['timeout', true]);
  });

  it('names the cause of a failed connection', async () => {
    const cases = [
      [`http://127.0.0.1:${await freePort()}`, /no server is listening/],
      ['http://no-such-host.invalid', /the host does not exist|could not be looked up/],
      [fake.url.replace('http:', 'https:'), /does not speak https/],
    ] as const;
    for (const [url, reason] of cases) {
      const { code, stderr } = await run(...READ, '--url', url);
      assert.equal(code, 7, stderr);
      assert.match(stderr, reason);
      assert.match(stderr, /\n {2}next: /);
    }
  });

  it('refuses the self-signed certificate of a server', async () => {
    const server = createServer(selfSigned('127.0.0.1'), (_request, response) => void response.end('[]')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { code, stderr } = await run(...READ, '--url', `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    assert.equal(code, 7);
    assert.match(stderr, /the certificate is self-signed/);
  });

  it('retries GET but not POST on busy servers', async () => {
    const busy = (response: ServerResponse, count: number, seconds: number): void =>
      count === 1 ? sendError(response, 429, { code: 'throttled', available_in: seconds }) : sendJson(response, []);
    fake.respond((response, _request, count) => busy(response, count, 2));
    const read = await run(...READ);
    assert.deepEqual([read.code, fake.requests.length, read.stderr], [0, 2, 'The server is busy; next try in 2 s.\n']);
    fake.respond((response, _request, count) => busy(response, count, 60));
    const later = await run(...READ);
    assert.deepEqual([later.code, fake.requests.length], [1, 1]);
    assert.match(later.stderr, /next: try again in 60 s/);
    fake.respond((response, _request, count) => busy(response, count, 1));
    const write = await run(...WRITE);
    assert.deepEqual([write.code, fake.requests.length], [1, 1]);
    assert.match(write.stderr, /^429 Too Many Requests\n/);
  });

  it('never repeats a PUT whose outcome is unknown', async () => {
    const put = ['api', 'PUT', '/api/v1/admin/apps/shop', '--data', '{}'];
    for (const [code, sent] of [
      ['unavailable', 2],
      ['outcome_unknown', 1],
    ] as const) {
      fake.respond((response, _request, count) => (count === 1 ? sendError(response, 503, { code }) : sendJson(response, {})));
      await run(...put);
      assert.equal(fake.requests.length, sent, code);
    }
  });

  it('sends the credentials that each path needs', async () => {
    const sent: unknown[] = [];
    fake.respond((response, { headers }) => {
      sent.push([headers['x-api-key'] ?? null, headers.authorization ?? null]);
      sendJson(response, { status: 'ok' });
    });
    await run('api', 'GET', '/api/v1/admin/apps');
    await run('api', 'GET', '/api/v1/admin/reviews');
    await run('api', 'GET', '/api/v1/admin/apps', '--url', fake.url.replace('127.0.0.1', 'localhost'));
    assert.deepEqual(sent, [
      ['dk_1_secret', null],
      [null, 'Bearer a.b.c'],
      [null, null],
    ]);
  });

  it('maps each error to exit code and hint', async () => {
    const cases = [
      [400, 'validation_error', 1],
      [401, 'invalid_api_key', 4],
      [403, 'permission_denied', 4],
      [404, 'app_not_found', 5],
      [409, 'app_slug_exists', 6],
      [412, 'content_changed', 6],
      [422, 'idempotency_mismatch', 6],
      [500, 'internal_error', 1],
    ] as const;
    for (const [status, code, exit] of cases) {
      fake.respond((response) => sendError(response, status, { code, message: 'Not \u001b[2J so.' }));
      const outcome = await run(...READ);
      assert.equal(outcome.code, exit, code);
      assert.match(outcome.stderr, /^error Not \\u\{1b\}\[2J so\.\n {2}next: ./);
      assert.equal(/request id: r-1/.test(outcome.stderr), exit === 1);
    }
  });
});
