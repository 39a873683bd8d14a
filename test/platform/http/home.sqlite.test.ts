import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { VERSION } from '../../../server/boot/version.ts';
import { startProcess } from '../../support/programs/process.ts';
import { ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer, testEnvironment } from '../../support/server.ts';

/** The header of a browser that opens a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const CONTACT = 'mailto:security@diwan.example';

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function open(server: TestServer, path: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(server.url + path, { ...init, headers: { Accept: BROWSER } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The addresses that a page links to. */
function linksOf({ text }: Page): string[] {
  return [...text.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href).filter((href) => !href.startsWith('data:'));
}

function assertStrictPolicy({ headers, text }: Page): void {
  const policy = String(headers.get('content-security-policy'));
  const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';
  const digest = createHash('sha256').update(style).digest('base64');
  assert.match(policy, /^default-src 'none';/);
  assert.ok(policy.includes(`style-src 'sha256-${digest}'`), policy);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  assert.doesNotMatch(text, /<script|\son\w+=|\sstyle=|https?:/i);
}

describe('the start page', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ env: { SECURITY_CONTACT: `security@diwan.example,https://diwan.example/report` } });
  });
  after(() => server.close());

  it('shows browsers the state, version and links', async () => {
    const page = await open(server, '/');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('vary'), 'Accept');
    assert.match(page.text, /<p class="state">The server is ready\.<\/p>/);
    assert.ok(page.text.includes(`Version ${VERSION}`));
    assertStrictPolicy(page);
    const links = linksOf(page);
    assert.deepEqual(links, ['docs', 'docs/guides/client-guide', 'openapi.json', 'readyz', '.well-known/security.txt']);
    for (const path of links) assert.equal((await open(server, `/${path}`)).status, 200, path);
  });

  it('is JSON for all other clients', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/plain, */*', 'text/plain', 'application/json, text/html']) {
      const { status, headers, body } = await ask(server.url, '/', { headers: { Accept: accept } });
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(headers.vary, 'Accept');
      const addresses = { docs: '/docs', guide: '/docs/guides/client-guide', openapi: '/openapi.json' };
      assert.deepEqual(body, { name: 'Diwan', version: VERSION, status: 'ready', message: 'The server is ready.', ...addresses });
    }
    assert.equal((await ask(server.url, '/')).headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(refusal(await ask(server.url, '/', { method: 'POST' })), '405 method_not_allowed');
  });

  it('says so when the database is lost', async () => {
    const broken = await startServer();
    try {
      unlinkSync(String(broken.env['DATABASE_URL']).slice('sqlite:'.length));
      const page = await open(broken, '/');
      assert.equal(page.status, 200);
      assert.match(page.text, /<p class="state failure">The database file is gone\.<\/p>/);
      const { status, message } = (await ask(broken.url, '/')).body;
      assert.deepEqual([status, message], ['not_ready', 'The database file is gone.']);
    } finally {
      await broken.close();
    }
  });

  it('serves security.txt with its contacts and expiry', async () => {
    const { status, headers, text } = await ask(server.url, '/.well-known/security.txt');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    const [first, second, expires = '', end] = text.split('\n');
    assert.deepEqual([first, second, end], [`Contact: ${CONTACT}`, 'Contact: https://diwan.example/report', '']);
    assert.match(expires, /^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/);
    const days = (new Date(expires.slice(9)).getTime() - performance.timeOrigin) / 86_400_000;
    assert.ok(days > 30 && days < 365, `${days} days`);
  });
});

describe('an unknown address', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('is a page for browsers, with a way back', async () => {
    for (const path of ['/nope', '/api/v1/nope', '/a/b/c/', '/.well-known/security.txt', '/%3Cscript%3E']) {
      const page = await open(server, path);
      assert.equal(page.status, 404, path);
      assertStrictPolicy(page);
      assert.match(page.text, /There is no page at this address/);
      assert.ok(page.text.includes(String(page.headers.get('x-request-id'))));
      assert.deepEqual(
        linksOf(page).map((href) => new URL(href, server.url + path).pathname),
        ['/'],
      );
    }
    assert.equal((await open(server, '/nope', { method: 'HEAD' })).text, '');
  });

  it('is the error body for all other clients', async () => {
    for (const accept of ['*/*', 'application/json', 'text/plain'])
      assert.equal(refusal(await ask(server.url, '/nope', { headers: { Accept: accept } })), '404 not_found');
    assert.equal(refusal(await ask(server.url, '/nope', { method: 'POST', headers: { Accept: BROWSER } })), '404 not_found');
  });
});

describe('a server with DOCS=off', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ env: { DOCS: 'off' } });
  });
  after(() => server.close());

  it('serves neither the reference nor its document', async () => {
    for (const path of ['/docs', '/docs/', '/docs/init.js', '/openapi.json'])
      for (const method of ['GET', 'POST', 'OPTIONS'])
        assert.equal(refusal(await ask(server.url, path, { method })), '404 not_found', path);
  });

  it('does not name them in its first log line', async () => {
    const { output, end } = await startProcess(await testEnvironment({ DOCS: 'off', LOG_LEVEL: 'info' }));
    try {
      assert.match(output(), /"msg":"listening on http:\/\/localhost:\d+"/);
    } finally {
      await end('SIGKILL');
    }
  });

  it('does not link to them on its start page', async () => {
    assert.deepEqual(linksOf(await open(server, '/')), ['readyz']);
    const { body } = await ask(server.url, '/');
    assert.deepEqual(Object.keys(body), ['name', 'version', 'status', 'message']);
  });
});
