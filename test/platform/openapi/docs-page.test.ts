import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Script } from 'node:vm';
import express from 'express';
import helmet from 'helmet';
import { systemClock } from '../../../server/platform/clock.ts';
import { docsRouter } from '../../../server/platform/http/docs-page.ts';
import { errorHandler, unknownRoute } from '../../../server/platform/http/error-handler.ts';
import { intake } from '../../../server/platform/http/exchange.ts';
import { createLogger } from '../../../server/platform/logger.ts';
import { Metrics } from '../../../server/platform/metrics.ts';

const { log } = createLogger('silent', false);
const metrics = new Metrics();

/** The parts of the real server around the page, behind a path prefix as some proxies have it. */
function startServer(): Server {
  const inner = express.Router();
  inner.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }));
  inner.use(docsRouter(), unknownRoute);
  const app = express();
  const enter = intake({ metrics, logAnswer: () => {}, isDraining: () => false });
  app.use((req, res, next) => next(enter(req, res)));
  app.use('/prefix', inner);
  app.use(inner);
  app.use(errorHandler({ clock: systemClock, log, translate: () => null }));
  return createServer(app).listen(0, '127.0.0.1');
}

const TYPES: Readonly<Record<string, RegExp>> = { js: /^text\/javascript;/, css: /^text\/css;/, svg: /^image\/svg\+xml$/ };

/** Every address that the page loads or points at, as absolute URLs, without the document itself. */
function filesOf(html: string, page: string): URL[] {
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => new URL(address as string, page));
  return addresses.filter(({ pathname }) => !pathname.endsWith('/openapi.json'));
}

describe('GET /docs', () => {
  let server: Server;
  let origin: string;

  before(async () => {
    server = startServer();
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  for (const path of ['/docs', '/docs/', '/prefix/docs', '/prefix/docs/']) {
    it(`answers ${path} with a page whose files exist`, async () => {
      const page = await fetch(origin + path, { redirect: 'error' });
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/);
      const files = filesOf(await page.text(), page.url);
      assert.equal(new Set(files.map(({ pathname }) => pathname)).size, 5);
      for (const file of files) {
        const answer = await fetch(file);
        await answer.arrayBuffer();
        assert.equal(answer.status, 200, file.href);
        assert.match(answer.headers.get('content-type') ?? '', TYPES[file.pathname.split('.').at(-1) ?? ''] ?? /$./, file.href);
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      }
    });

    it(`links from ${path} to the document beside it`, async () => {
      const page = await fetch(origin + path);
      const spec = /data-spec="([^"]+)"/.exec(await page.text())?.[1];
      assert.equal(new URL(spec ?? '', page.url).href, `${origin}${path.replace(/\/docs\/?$/, '')}/openapi.json`);
    });
  }

  it('allows only its own files and no inline code', async () => {
    for (const path of ['/docs', '/docs/init.js']) {
      const answer = await fetch(origin + path);
      await answer.arrayBuffer();
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.deepEqual(policy.split(';').sort(), [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "script-src 'self'",
        "style-src 'self'",
      ]);
    }
  });

  it('contains no inline code and no other hosts', async () => {
    const html = await (await fetch(`${origin}/docs`)).text();
    assert.doesNotMatch(html, /<style|\son\w+=|\sstyle=|javascript:/i);
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/i);
    for (const path of ['/docs', '/docs/init.js', '/docs/docs.css']) {
      const text = await (await fetch(origin + path)).text();
      assert.doesNotMatch(text, /(?:https?:)?\/\/[\w-]+\.\w/i, path);
    }
  });

  it('serves a start script that compiles without errors', async () => {
    const text = await (await fetch(`${origin}/docs/init.js`)).text();
    assert.ok(new Script(text));
  });

  it('lets caches store files by version but not the page', async () => {
    const page = await fetch(`${origin}/docs`);
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    const versions = filesOf(await page.text(), page.url).map(({ search }) => search);
    assert.match(versions[0] ?? '', /^\?v=[0-9a-f]{12}$/);
    assert.equal(new Set(versions).size, 1);
  });

  it('serves no other file of Swagger UI', async () => {
    for (const name of [
      'package.json',
      'update.mjs',
      'LICENSE',
      'README.md',
      'swagger-ui.js',
      'swagger-ui-bundle.js.map',
      '..%2fpackage.json',
      'index.html',
    ]) {
      const answer = await fetch(`${origin}/docs/${name}`);
      await answer.arrayBuffer();
      assert.equal(answer.status, 404, name);
    }
  });

  it('answers HEAD, and 405 to other methods', async () => {
    assert.equal((await fetch(`${origin}/docs`, { method: 'HEAD' })).status, 200);
    for (const path of ['/docs', '/docs/init.js']) {
      const answer = await fetch(origin + path, { method: 'POST' });
      await answer.arrayBuffer();
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
    }
  });
});
