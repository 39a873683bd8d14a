import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { fullAddress, matches, servedRows } from '../../support/documents/inventory.ts';
import { createProbe } from '../../support/probe-service.ts';
import { until } from '../../support/programs/process.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { ask, raw, rawRefusal, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const PATH = '/api/v1/probe/plain';
/** An endpoint that is answered before Express. */
const HOT_PATH = '/api/v1/probe/hot';
const INVALID = '400 validation_error';
const HOST = 'Host: test\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const CLOSE = 'Connection: close\r\n';
const CHUNKED = '2\r\n{}\r\n0\r\n\r\n';

describe('the HTTP layer', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  const post = (headers: string, body: string): string => `POST ${PATH} HTTP/1.1\r\n${HOST}${JSON_TYPE}${headers}\r\n${body}`;
  const get = (headers: string): string => `GET ${PATH} HTTP/1.1\r\n${HOST}${headers}${CLOSE}\r\n`;

  describe('refuses requests that proxies and servers could read differently', () => {
    const cases: Readonly<Record<string, string>> = {
      'a length and chunks': post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', CHUNKED),
      'two lengths': post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
      'the same length twice': post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'),
      'a length below zero': post('Content-Length: -2\r\n', '{}'),
      'a length with a sign': post('Content-Length: +2\r\n', '{}'),
      'a length in hexadecimals': post('Content-Length: 0x2\r\n', '{}'),
      'a length beyond all numbers': post('Content-Length: 99999999999999999999999\r\n', '{}'),
      'a blank before the colon': get('X-Project-ID : 12\r\n'),
      'a folded header': get('X-A: b\r\n c\r\n'),
      'lines that end in LF': `GET ${PATH} HTTP/1.1\nHost: test\n\n`,
      'a bare CR in a header': get('X-A: b\rX-Project-ID: 12\r\n'),
      'a NUL in a header': get('X-A: b\0c\r\n'),
      'an unknown coding': post('Transfer-Encoding: xchunked\r\n', CHUNKED),
      'two codings': post('Transfer-Encoding: gzip, chunked\r\n', CHUNKED),
      'chunks in chunks': post('Transfer-Encoding: chunked, chunked\r\n', CHUNKED),
      'two coding headers': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', CHUNKED),
      'a chunk of no size': post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
      'a chunk longer than it says': post('Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n'),
      'two hosts': get('Host: other\r\n'),
      'no host': `GET ${PATH} HTTP/1.1\r\n${CLOSE}\r\n`,
      'two content types': post('Content-Type: text/plain\r\nContent-Length: 2\r\n', '{}'),
      'two request ids': get('X-Request-Id: a\r\nX-Request-Id: b\r\n'),
      'HTTP/2 on a line': `GET ${PATH} HTTP/2.0\r\n${HOST}${CLOSE}\r\n`,
      'HTTP/0.9': `GET ${PATH}\r\n\r\n`,
      'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'the hello of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'an unknown method': `BREW ${PATH} HTTP/1.1\r\n${HOST}\r\n`,
      'a method in lower case': `get ${PATH} HTTP/1.1\r\n${HOST}\r\n`,
      'a control character in the address': `GET ${PATH}?q=\x01 HTTP/1.1\r\n${HOST}\r\n`,
      'bytes in the address': `GET ${PATH}?q=\xe9 HTTP/1.1\r\n${HOST}\r\n`,
      'more headers than Node keeps': get(`${'a:b\r\n'.repeat(2_100)}X-Project-ID: abc\r\n`),
      'garbage after a request': `GET ${PATH} HTTP/1.1\r\n${HOST}\r\nGARBAGE\r\n\r\n`,
    };
    for (const [name, bytes] of Object.entries(cases)) {
      it(`refuses ${name}`, async () => {
        for (const path of [PATH, HOT_PATH]) {
          const before = probe.calls();
          const answer = await raw(server.url, Buffer.from(bytes.replaceAll(PATH, path), 'latin1'));
          assert.equal(rawRefusal(answer), INVALID);
          assert.equal(answer.statuses.length, name.startsWith('garbage') ? 2 : 1, 'there is one answer to each request');
          assert.ok(answer.ms < 3_500, 'the connection is closed');
          assert.ok(probe.calls() - before <= (name.startsWith('garbage') ? 1 : 0), 'no handler ran');
        }
      });
    }

    it('refuses headers and addresses that are too long', async () => {
      assert.equal(rawRefusal(await raw(server.url, get(`X-A: ${'a'.repeat(20_000)}\r\n`))), '431 headers_too_large');
      assert.equal(
        rawRefusal(await raw(server.url, `GET ${PATH}?q=${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)),
        '431 headers_too_large',
      );
    });
  });

  describe('answers once and with the error body', () => {
    it('a body that breaks after its refusal', async () => {
      const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
      const closed = once(socket, 'close');
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      socket.write(`POST /nope HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`);
      await until(() => text.endsWith('}'));
      socket.write('zz\r\n{}\r\n0\r\n\r\n');
      await closed;
      assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 404']);
    });

    it('garbage behind a request that still runs', async () => {
      const slow = `GET /api/v1/probe/slow?ms=200 HTTP/1.1\r\n${HOST}\r\n`;
      const answer = await raw(server.url, `${slow}GARBAGE\r\n\r\n`);
      assert.deepEqual(answer.statuses, [200, 400]);
      assert.equal(rawRefusal(answer), INVALID);
    });

    for (const expectation of ['foo', '100-continue, foo', '200-ok'])
      it(`an unknown expectation: ${expectation}`, async () => {
        const calls = probe.calls();
        for (const bytes of [get(`Expect: ${expectation}\r\n`), post(`Expect: ${expectation}\r\nContent-Length: 2\r\n`, '{}')]) {
          const answer = await raw(server.url, bytes);
          assert.equal(rawRefusal(answer), '417 expectation_failed');
          assert.deepEqual(
            answer.statuses.filter((status) => status !== 100),
            [417],
          );
        }
        assert.equal(probe.calls(), calls);
      });

    for (const target of ['example.com:443', 'test', '/healthz'])
      it(`CONNECT to ${target}`, async () => {
        const answer = await raw(server.url, `CONNECT ${target} HTTP/1.1\r\n${HOST}\r\n`);
        assert.match(rawRefusal(answer), /^(405 method_not_allowed|400 validation_error)$/);
        assert.equal(answer.statuses.length, 1);
        if (answer.statuses[0] === 405) assert.match(answer.text, /^Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r$/m);
      });
  });

  it('serves a body that waits for 100 Continue', async () => {
    const waiting = post('Expect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n', '{}');
    assert.deepEqual((await raw(server.url, waiting)).statuses, [100, 200]);
  });

  it('answers requests in order and treats no body as one', async () => {
    const smuggled = await raw(server.url, post('Content-Length: 2\r\n', `{}GET /healthz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`));
    assert.deepEqual(smuggled.statuses, [200, 200]);
    const hidden = await raw(
      server.url,
      `GET ${PATH} HTTP/1.1\r\n${HOST}Content-Length: 40\r\n${CLOSE}\r\nGET /metrics HTTP/1.1\r\nHost: test\r\n\r\n   `,
    );
    assert.deepEqual(hidden.statuses, [200]);
  });

  it('answers a thousand pipelined requests in order', async () => {
    const count = 1_000;
    const requests = Array.from(
      { length: count },
      (_, index) => `GET /healthz HTTP/1.1\r\n${HOST}X-Request-Id: n${index}\r\n${index === count - 1 ? CLOSE : ''}\r\n`,
    );
    const { text, statuses } = await raw(server.url, requests.join(''));
    assert.equal(statuses.filter((status) => status === 200).length, count);
    assert.deepEqual(
      [...text.matchAll(/X-Request-Id: n(\d+)/g)].map(([, index]) => Number(index)),
      requests.map((_, index) => index),
    );
  });

  it('forgets requests that the client aborts half-way', async () => {
    const give = async (bytes: string): Promise<void> => {
      const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(bytes);
      await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
    };
    const half = post('Content-Length: 100\r\n', '{"name":');
    const halves = [half, half.replace(PATH, HOT_PATH)] as const;
    for (let round = 0; round < 10; round += 1) {
      await give(`GET /api/v1/probe/slow?ms=20 HTTP/1.1\r\n${HOST}\r\n`.repeat(10));
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          give(index % 2 === 0 ? halves[index % 4 === 0 ? 0 : 1] : `GET /api/v1/probe/slow?ms=20 HTTP/1.1\r\n${HOST}\r\n`),
        ),
      );
    }
    const inFlight = async (): Promise<number> =>
      Number(/^diwan_http_requests_in_flight (\d+)/m.exec((await ask(server.url, '/metrics')).text)?.[1]);
    // only the request for the metrics itself
    await until(async () => (await inFlight()) === 1);
  });

  it('ignores headers that name another method, address or host', async () => {
    const headers = {
      'X-HTTP-Method-Override': 'DELETE',
      'X-HTTP-Method': 'POST',
      'X-Method-Override': 'POST',
      'X-Original-URL': '/metrics',
      'X-Rewrite-URL': '/metrics',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Host: 'evil.example',
      Forwarded: 'host=evil.example',
    };
    const answer = await ask(server.url, `${PATH}?_method=POST&page=2`, { headers });
    assert.deepEqual([answer.status, answer.body['input']], [200, { params: {}, query: { page: 2, limit: 20 }, body: {} }]);
    for (const path of ['/openapi.json', '/docs', '/docs/', '/api/v1/nope'])
      assert.doesNotMatch((await ask(server.url, path, { headers })).text, /evil\.example/, path);
  });

  it('sends no cookies and lets no page send any', async () => {
    const headers = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'DELETE',
      'Access-Control-Request-Headers': 'authorization',
      Cookie: 'a=b',
    };
    for (const [method, path] of [
      ['OPTIONS', PATH],
      ['GET', PATH],
      ['GET', '/openapi.json'],
      ['OPTIONS', '/api/v1/admin/apps'],
    ] as const) {
      const answer = await ask(server.url, path, { method, headers });
      assert.deepEqual(
        Object.keys(answer.headers).filter((name) => name === 'access-control-allow-credentials' || name === 'set-cookie'),
        [],
      );
    }
  });

  describe('on every known address', () => {
    it('answers 405 with `Allow` to methods without an endpoint', async () => {
      const before = probe.calls();
      const rows = servedRows(probe.services);
      const allowed = new Map<string, ReadonlySet<string>>();
      for (const { address } of rows) {
        const path = fullAddress(address);
        const reached = rows.filter((row) => matches(row.address, path));
        allowed.set(
          path,
          new Set(['OPTIONS', ...reached.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))]),
        );
      }
      for (const path of [
        '/healthz',
        '/readyz',
        '/metrics',
        '/.well-known/jwks.json',
        '/openapi.json',
        '/docs',
        '/docs/',
        '/docs/reference.js',
      ])
        allowed.set(path, new Set(['GET', 'HEAD', 'OPTIONS']));
      for (const [path, methods] of allowed) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'OPTIONS']) {
          if (method !== 'OPTIONS' && methods.has(method)) continue;
          const headers = { 'X-Api-Key': server.apiKey, Authorization: `Bearer ${operatorToken(server)}` };
          const answer = await ask(server.url, path, { method, headers });
          const told = String(answer.headers.allow).split(', ');
          assert.equal(answer.status, method === 'OPTIONS' ? 204 : 405, `${method} ${path}`);
          assert.deepEqual(told.sort(), [...methods].sort(), `${method} ${path}`);
        }
      }
      assert.equal(probe.calls(), before);
    });

    it('lists the methods of all endpoints that match', async () => {
      const { headers } = await ask(server.url, '/api/v1/admin/apps/shop/features/admin', { method: 'POST' });
      assert.deepEqual(String(headers.allow).split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT']);
      assert.equal((await ask(server.url, '/API/v1/Apps/Shop/', { method: 'POST' })).headers.allow, 'GET, HEAD, OPTIONS');
    });

    it('answers HEAD like GET without a body', async () => {
      for (const path of ['/healthz', '/openapi.json', PATH, '/docs', '/api/v1/apps/none']) {
        const [head, full] = [await ask(server.url, path, { method: 'HEAD' }), await ask(server.url, path)];
        assert.deepEqual([head.status, head.headers['content-type'], head.text], [full.status, full.headers['content-type'], '']);
        if (full.status === 200) assert.equal(head.headers['content-length'], full.headers['content-length']);
      }
    });
  });

  it('answers 404 as JSON at unknown addresses', async () => {
    const paths = [
      '/api',
      '/api/v1',
      '/api/v1/nope',
      '/api/v2/nope',
      '/.git/config',
      '/.env',
      '/package.json',
      '/docs/nope.js',
      '/docs/reference.js/x',
      '/favicon.ico',
      '/robots.txt',
      '/wp-login.php',
      '/api/v1/apps',
      '/api/v1/apps/',
      '/api/v1//apps/x',
      '//',
      '/api/v1/apps/a/b/c/d',
      '/healthz/x',
      '/server-status',
      '/%00',
      '/..',
      '/metrics.json',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
        assert.equal(refusal(await ask(server.url, path, { method })), '404 not_found', `${method} ${path}`);
    }
  });

  it('sends security headers and no product name on all answers', async () => {
    const kinds: [string, Parameters<typeof ask>[2]?][] = [
      [PATH],
      ['/healthz'],
      ['/metrics'],
      ['/openapi.json'],
      ['/docs'],
      ['/docs/reference.js'],
      ['/.well-known/jwks.json'],
      ['/nope'],
      ['/api/v1/admin/apps'],
      [PATH, { method: 'PATCH' }],
      [PATH, { method: 'OPTIONS' }],
      [PATH, { method: 'HEAD' }],
      [PATH, { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } }],
      ['/api/v1/apps/%ff'],
      ['/api/v1/probe/database-faults/error'],
      ['/api/v1/probe/memory-faults/error'],
      [PATH, { headers: ['Host', 'again'] }],
      ['/api/v1/probe/cached'],
    ];
    for (const [path, options] of kinds) {
      const { headers, status } = await ask(server.url, path, options);
      const where = `${options?.method ?? 'GET'} ${path} ${status}`;
      assert.equal(headers['x-content-type-options'], 'nosniff', where);
      assert.match(String(headers['content-security-policy']), /default-src 'none'/, where);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, where);
      assert.equal(headers['x-powered-by'], undefined);
      assert.equal(headers['server'], undefined);
      if (status === 200 && headers['content-type'] !== undefined && path.startsWith('/api'))
        assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.doesNotMatch(JSON.stringify(headers), /express|node|sequelize/i);
    }
    const { headers } = await ask(server.url, PATH);
    assert.match(String(headers['strict-transport-security']), /max-age=\d{7,}/);
  });

  it('keeps the connection after refusals and unread bodies', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number>();
    agent.on('free', (socket: net.Socket) => ports.add(socket.localPort ?? 0));
    const headers = { 'Content-Type': 'application/json' };
    for (const body of ['{', 'x'.repeat(250_000), '{}', '{"count":0}'])
      await ask(server.url, PATH, { method: 'POST', body, headers, agent });
    for (const path of ['/api/v1/admin/apps', '/nope', PATH])
      await ask(server.url, path, { method: 'GET', agent, body: 'y'.repeat(100_000) });
    agent.destroy();
    assert.ok(ports.size <= 2, `${ports.size} connections`);
  });
});
