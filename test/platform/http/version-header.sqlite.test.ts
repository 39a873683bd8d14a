import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../../support/engine.ts';
import { openStream } from '../../support/requests/event-stream.ts';
import { ask, raw } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Each kind of answer that goes through the listener: endpoints of the lane and of Express, documents, pages and refusals. */
const ASKED: readonly (readonly [method: string, address: string, status: number])[] = [
  ['GET', '/api/v1/apps/shop/bootstrap?platform=ios', 200],
  ['GET', '/api/v1/apps/nobody/bootstrap?platform=ios', 404],
  ['GET', '/api/v1/apps/shop/bootstrap?platform=none', 400],
  ['GET', '/api/v1/posts', 200],
  ['HEAD', '/api/v1/posts', 200],
  ['POST', '/api/v1/posts', 401],
  ['DELETE', '/api/v1/posts', 405],
  ['OPTIONS', '/api/v1/posts', 204],
  ['GET', '/', 200],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 200],
  ['GET', '/openapi.json', 200],
  ['GET', '/errors.json', 200],
  ['GET', '/docs', 200],
  ['GET', '/docs/scalar.js', 200],
  ['GET', '/console', 308],
  ['GET', '/console/', 200],
  ['GET', '/console/assets/index.js', 200],
  ['GET', '/nowhere', 404],
];

describe('the version of the server', () => {
  let server: TestServer;
  before(async () => {
    const consoleFolder = await temporaryFolder();
    await mkdir(path.join(consoleFolder, 'assets'));
    await writeFile(path.join(consoleFolder, 'index.html'), '<!doctype html>');
    await writeFile(path.join(consoleFolder, 'assets/index.js'), '');
    server = await startServer({ consoleFolder });
    const app = { slug: 'shop', name: 'Shop', platform: 'ios', packageName: 'com.example.shop' };
    const created = await ask(server.url, '/api/v1/admin/apps', { method: 'POST', headers: { 'X-Api-Key': server.apiKey }, body: app });
    assert.equal(created.status, 201, created.text);
  });
  after(() => server.close());

  for (const [method, address, status] of ASKED) {
    it(`is in the answer ${status} of ${method} ${address}`, async () => {
      const answer = await ask(server.url, address, { method });
      assert.deepEqual([answer.status, answer.headers['x-diwan-version']], [status, version]);
    });
  }

  it('is in answers without a body that browsers may keep', async () => {
    const address = '/api/v1/apps/shop/bootstrap?platform=ios';
    const { headers } = await ask(server.url, address);
    const again = await ask(server.url, address, { headers: { 'If-None-Match': String(headers.etag) } });
    assert.deepEqual([again.status, again.headers['x-diwan-version']], [304, version]);
  });

  it('is in the page that browsers get for wrong addresses', async () => {
    const answer = await fetch(`${server.url}/nowhere`, { headers: { Accept: 'text/html' } });
    assert.match(await answer.text(), /^<!doctype html>/i);
    assert.equal(answer.headers.get('x-diwan-version'), version);
  });

  it('is in the head of a stream of changes', async () => {
    const stream = await openStream(`${server.url}/api/v1/apps/shop/events`);
    assert.equal(stream.headers['x-diwan-version'], version);
    stream.drop();
  });

  for (const [name, bytes] of [
    ['text that is no HTTP', 'GARBAGE\r\n\r\n'],
    ['the method CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['ambiguous framing of the body', 'POST / HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n'],
  ] as const) {
    it(`is in the refusal of ${name}`, async () => {
      const { text } = await raw(server.url, bytes);
      assert.match(text, /^HTTP\/1\.1 4\d\d /);
      assert.ok(text.includes(`\r\nX-Diwan-Version: ${version}\r\n`), text);
    });
  }

  it('may be read by pages of other origins', async () => {
    const { headers } = await ask(server.url, '/api/v1/posts', { headers: { Origin: 'https://page.example' } });
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    const readable = ['Date', 'X-Diwan-Version', 'X-Ignored-Parameters', 'X-Diwan-Device'].filter((name) => exposed.includes(name));
    assert.deepEqual(readable, ['Date', 'X-Diwan-Version', 'X-Ignored-Parameters', 'X-Diwan-Device']);
  });
});
