import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import helmet from 'helmet';
import { VERSION } from '../../../server/boot/version.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { Admission } from '../../../server/platform/concurrency/admission.ts';
import { frontDoor } from '../../../server/platform/http/front-door.ts';
import { createCors } from '../../../server/platform/http/reply/cors.ts';
import { errorHandler, unknownRoute } from '../../../server/platform/http/reply/error-handler.ts';
import { createLogger } from '../../../server/platform/observe/logger.ts';
import { Metrics } from '../../../server/platform/observe/metrics.ts';
import { docsRouter } from '../../../server/platform/pages/docs-page.ts';

const { log } = createLogger('silent', false);
const metrics = new Metrics();

/** The parts of the real server around the page, behind a path prefix as some proxies have it. */
function startServer(): Server {
  const inner = express.Router();
  inner.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }));
  inner.use(docsRouter(), unknownRoute);
  const app = express();
  const admission = new Admission({ delayMs: null, queueMs: () => 0 });
  const enter = frontDoor([], {
    version: VERSION,
    metrics,
    admission,
    cors: createCors(null),
    logAnswer: () => {},
    isDraining: () => false,
  });
  app.use((req, res, next) => next(enter(req, res, undefined)));
  app.use('/prefix', inner);
  app.use(inner);
  app.use(errorHandler({ clock: systemClock, log, translate: () => null }));
  return createServer(app).listen(0, '127.0.0.1');
}

/** The logo, the style sheet, Scalar and the script that starts it. */
const PAGE_FILES = 4;

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

const TYPES: Readonly<Record<string, RegExp>> = { js: /^text\/javascript;/, css: /^text\/css;/, svg: /^image\/svg\+xml$/ };

/** Every file that the page loads, as absolute URLs. */
function filesOf(html: string, page: string): URL[] {
  return linksOf(html, page).filter(({ search }) => search.startsWith('?v='));
}

function linksOf(html: string, page: string): URL[] {
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => new URL(address as string, page));
}

describe('GET /docs', () => {
  for (const path of ['/docs', '/docs/', '/prefix/docs', '/prefix/docs/']) {
    it(`answers ${path} with a page whose files exist`, async () => {
      const page = await fetch(origin + path, { redirect: 'error' });
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/);
      const files = filesOf(await page.text(), page.url);
      assert.equal(new Set(files.map(({ pathname }) => pathname)).size, PAGE_FILES);
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
      const address = /data-document="([^"]+)"/.exec(await page.text())?.[1];
      assert.equal(new URL(address ?? '', page.url).href, `${origin}${path.replace(/\/docs\/?$/, '')}/openapi.json`);
    });
  }

  it('allows no inline scripts, no eval and no other hosts', async () => {
    for (const [path, styles] of [
      ['/docs', "style-src 'self' 'unsafe-inline'"],
      ['/docs/reference.js', "style-src 'self'"],
      ['/docs/guides/client-guide', "style-src 'self'"],
    ]) {
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
        styles,
      ]);
    }
  });

  it('contains no inline code and no other hosts', async () => {
    const html = await (await fetch(`${origin}/docs`)).text();
    assert.doesNotMatch(html, /<style|\son\w+=|\sstyle=|javascript:/i);
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/i);
    for (const path of ['/docs', '/docs/reference.js', '/docs/theme.js', '/docs/docs.css']) {
      const text = await (await fetch(origin + path)).text();
      assert.doesNotMatch(text, /(?:https?:)?\/\/[\w-]+\.\w/i, path);
    }
  });

  it('sends Scalar compressed only to clients that accept it', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await fetch(`${origin}/docs/scalar.js`, { headers: { 'Accept-Encoding': accepted } });
      assert.equal(answer.headers.get('content-encoding'), encoding);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
      assert.match(await answer.text(), /createApiReference/);
    }
  });

  it('lets caches store files by version but not the page', async () => {
    const page = await fetch(`${origin}/docs`);
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    const versions = filesOf(await page.text(), page.url).map(({ search }) => search);
    assert.match(versions[0] ?? '', /^\?v=[0-9a-f]{12}$/);
    assert.equal(new Set(versions).size, 1);
  });

  it('serves no other file of its folders', async () => {
    for (const name of [
      'update.mjs',
      'LICENSE',
      'scalar.js.gz',
      'vendor/LICENSE',
      '..%2ffiles.ts',
      'guides/operations',
      'guides/..%2fstyle',
    ]) {
      const answer = await fetch(`${origin}/docs/${name}`);
      await answer.arrayBuffer();
      assert.equal(answer.status, 404, name);
    }
  });

  it('answers HEAD, and 405 to other methods', async () => {
    assert.equal((await fetch(`${origin}/docs`, { method: 'HEAD' })).status, 200);
    for (const path of ['/docs', '/docs/reference.js', '/docs/guides/client-guide']) {
      const answer = await fetch(origin + path, { method: 'POST' });
      await answer.arrayBuffer();
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
    }
  });
});

describe('GET /docs/guides/:name', () => {
  /** The pages of all guides, found from one of them as a reader finds them. */
  async function readGuides(prefix: string): Promise<ReadonlyMap<string, string>> {
    const first = `${origin}${prefix}/docs/guides/client-guide`;
    const links = linksOf(await (await fetch(first)).text(), first).filter(({ pathname }) => pathname.includes('/guides/'));
    const pages = new Map<string, string>();
    for (const { origin: host, pathname } of links) {
      const answer = await fetch(host + pathname);
      assert.equal(answer.status, 200, pathname);
      pages.set(host + pathname, await answer.text());
    }
    return pages;
  }

  it('renders every guide of the list as a page', async () => {
    const pages = await readGuides('/prefix');
    assert.equal(pages.size, 13);
    for (const [page, html] of pages) assert.match(html, /<main><h1 id="[\w-]+">[^<]+<\/h1>/, page);
    assert.match(pages.get(`${origin}/prefix/docs/guides/client-guide`) ?? '', /<pre><code/);
  });

  it('links only to pages, headings and files that exist', async () => {
    const pages = await readGuides('/prefix');
    for (const [page, html] of pages) {
      for (const link of linksOf(html, page)) {
        // the rules of the app stores are on other hosts
        if (link.pathname.endsWith('/openapi.json') || link.origin !== origin) continue;
        const answer = await fetch(link, { redirect: 'error' });
        const text = await answer.text();
        assert.equal(answer.status, 200, `${page} links to ${link.href}`);
        if (link.hash !== '') assert.ok(text.includes(`id="${link.hash.slice(1)}"`), `${page} links to ${link.href}`);
      }
    }
  });
});
