import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../support/engine.ts';
import { ask, raw, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const SCRIPT = 'console.log("hello");\n';
const PAGE = `<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>
<script type="module" src="/console/assets/index-B1x_9-a.js"></script>`;
const FILE = '/console/assets/index-B1x_9-a.js';

/** Makes the files of a build, beside others that must stay private. */
async function buildIn(folder: string): Promise<string> {
  const built = path.join(folder, 'console');
  const assets = path.join(built, 'assets');
  await mkdir(path.join(assets, 'inner.js'), { recursive: true });
  const script = path.join(assets, 'index-B1x_9-a.js');
  await Promise.all([
    writeFile(path.join(folder, 'secret.js'), 'private'),
    writeFile(path.join(built, 'index.html'), PAGE),
    writeFile(path.join(built, 'beside.js'), 'private'),
    writeFile(path.join(assets, '.hidden.js'), 'private'),
    writeFile(path.join(assets, 'notes.txt'), 'private'),
    writeFile(path.join(assets, 'plain.css'), 'p{}'),
    writeFile(script, SCRIPT),
    writeFile(`${script}.br`, brotliCompressSync(SCRIPT)),
    writeFile(`${script}.gz`, gzipSync(SCRIPT)),
  ]);
  return built;
}

/** The body as bytes, which no client has decoded. */
async function bytesOf(server: TestServer, encoding: string): Promise<{ head: string; body: Buffer }> {
  const { text } = await raw(server.url, `GET ${FILE} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`);
  const [head = '', ...parts] = text.split('\r\n\r\n');
  return { head, body: Buffer.from(parts.join('\r\n\r\n'), 'latin1') };
}

describe('the files of the console', () => {
  let server: TestServer;
  let folder: string;

  before(async () => {
    folder = await buildIn(await temporaryFolder());
    server = await startServer({ consoleFolder: folder });
  });
  after(() => server.close());

  const open = (address: string, method = 'GET', headers: Record<string, string> = {}) => ask(server.url, address, { method, headers });

  it('move the bare address to the folder', async () => {
    const answers = [await open('/console'), await open('/console?from=mail&a=//b'), await open('/console', 'HEAD')];
    const moved = answers.map(({ status, headers }) => [status, headers.location]);
    assert.deepEqual(moved, [
      [308, '/console/'],
      [308, '/console/?from=mail&a=//b'],
      [308, '/console/'],
    ]);
  });

  it('show the one page at every other address', async () => {
    for (const address of [
      '/console/',
      '/console/moderation',
      '/console/apps/shop/releases/7?x=1',
      '/console/..%2fsecret.js',
      '/console/beside.js',
    ]) {
      const { status, headers, text } = await open(address);
      assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, 'text/html; charset=utf-8', 'no-store'], address);
      assert.match(text, /^<!doctype html>/, address);
    }
  });

  it('have exactly the documented policy, with a fresh nonce', async () => {
    const nonces = [];
    for (const { headers, text } of [await open('/console/'), await open('/console/')]) {
      const policy = String(headers['content-security-policy']);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      assert.deepEqual(policy.split(/; ?/), [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]);
      assert.equal(Buffer.from(nonce, 'base64').length, 16);
      assert.equal(text, PAGE.replaceAll('__CSP_NONCE__', nonce));
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      nonces.push(nonce);
    }
    assert.notEqual(nonces[0], nonces[1]);
  });

  it('are cached for a year and never sniffed', async () => {
    for (const [address, type] of [
      [FILE, 'text/javascript; charset=utf-8'],
      ['/console/assets/plain.css', 'text/css; charset=utf-8'],
    ] as const) {
      const { status, headers } = await open(address);
      assert.deepEqual(
        [status, headers['content-type'], headers['cache-control'], headers['x-content-type-options'], headers.vary],
        [200, type, 'public, max-age=31536000, immutable', 'nosniff', 'Accept-Encoding'],
      );
    }
  });

  it('are sent in the best form that the client reads', async () => {
    const forms: readonly (readonly [string, string | undefined, (body: Buffer) => Buffer])[] = [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['identity', undefined, (body) => body],
      ['gzip;q=0', undefined, (body) => body],
    ];
    for (const [accepted, encoding, decode] of forms) {
      const { head, body } = await bytesOf(server, accepted);
      assert.equal(/^Content-Encoding: (\w+)\r?$/im.exec(head)?.[1], encoding, accepted);
      assert.match(head, new RegExp(`^Content-Length: ${body.length}\\r?$`, 'im'));
      assert.equal(decode(body).toString(), SCRIPT);
    }
  });

  it('answer HEAD with the same headers', async () => {
    for (const address of ['/console/', FILE]) {
      const [whole, head] = [await open(address), await open(address, 'HEAD')];
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal(head.headers['content-length'], whole.headers['content-length']);
    }
  });

  it('are 404 when the build did not make them', async () => {
    const names = [
      ...[
        'gone-123.js',
        '',
        'index.html',
        'notes.txt',
        '.hidden.js',
        'index-B1x_9-a.js.br',
        'index-B1x_9-a.js.gz',
        'inner.js',
        'inner.js/x.js',
      ],
      ...[
        '..%2fbeside.js',
        '..%2f..%2fsecret.js',
        '..%5cbeside.js',
        '%2e%2e%2fbeside.js',
        '../beside.js',
        '../../secret.js',
        './plain.css',
      ],
      ...['plain.css%00.js', '%00', 'PLAIN.css%2e', '/plain.css', '%2fplain.css', 'plain.css/', '__proto__', 'constructor.js'],
    ];
    for (const name of names) {
      const answer = await open(`/console/assets/${name}`);
      assert.equal(refusal(answer), '404 not_found', name);
      assert.equal(answer.text.includes('private'), false);
    }
    assert.equal(refusal(await open('/console/assets/%ff.js')), '400 validation_error');
  });

  it('accept no methods but GET and HEAD', async () => {
    for (const address of ['/console', '/console/', '/console/users', FILE])
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) assert.equal(refusal(await open(address, method)), '405 method_not_allowed');
    assert.equal((await open('/console/', 'OPTIONS')).headers.allow, 'GET, HEAD, OPTIONS');
  });

  it('tell how to build them where they are missing', async () => {
    const index = path.join(folder, 'index.html');
    await rm(index);
    const answer = await fetch(`${server.url}/console/`);
    await writeFile(index, PAGE);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [503, 'text/html; charset=utf-8']);
    assert.match(await answer.text(), /npm run build/);
    assert.equal((await open('/console/')).status, 200);
  });
});

describe('a server without the console', () => {
  for (const env of [{ SERVE_CONSOLE: 'off' }, { SERVICES: 'feedback,apps' }])
    it(`knows no address below it with ${JSON.stringify(env)}`, async () => {
      const server = await startServer({ env });
      try {
        for (const address of ['/console', '/console/', FILE]) assert.equal(refusal(await ask(server.url, address)), '404 not_found');
        const headers = { 'Sec-Fetch-Site': 'same-origin' };
        const answer = await ask(server.url, '/console/session', { method: 'POST', headers, body: { username: 'a', password: 'b' } });
        assert.equal(answer.status, 404);
      } finally {
        await server.close();
      }
    });
});
