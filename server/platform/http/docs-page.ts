import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Request, type Response, Router } from 'express';
import helmet from 'helmet';
import { DOCS_CSS, docsHtml, INIT_JS, LOGO_SVG } from '../openapi/docs-assets.ts';
import { OPS_PATHS } from '../openapi/ops-endpoints.ts';
import { methodNotAllowed } from './exchange.ts';
import { headersOf } from './fast-path/response-headers.ts';

const ONE_YEAR_SECONDS = 31_536_000;

const POLICY = headersOf(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  }),
);

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The files of Swagger UI; the build copies the folder beside the compiled code. */
const VENDOR = path.join(import.meta.dirname, '../openapi/vendor');

/**
 * Serves the API reference at `/docs` and `/docs/`: Swagger UI inside our own page. The policy allows neither inline code nor other
 * hosts. Addresses are relative, so the page works behind a path prefix.
 */
export function docsRouter(): Router {
  const router = Router();
  const assets = loadAssets();
  const version = versionOf(assets);
  router
    .route(OPS_PATHS.docs)
    .get((req, res) => sendPage(req, res, version))
    .all(methodNotAllowed('GET, HEAD, OPTIONS'));
  for (const [name, asset] of assets) {
    router
      .route(`${OPS_PATHS.docs}/${name}`)
      .get((_req, res) => sendAsset(res, asset))
      .all(methodNotAllowed('GET, HEAD, OPTIONS'));
  }
  return router;
}

function loadAssets(): Map<string, Asset> {
  const script = 'text/javascript; charset=utf-8';
  const style = 'text/css; charset=utf-8';
  return new Map([
    ['swagger-ui-bundle.js', { type: script, bytes: readFileSync(path.join(VENDOR, 'swagger-ui-bundle.js')) }],
    ['swagger-ui.css', { type: style, bytes: readFileSync(path.join(VENDOR, 'swagger-ui.css')) }],
    ['init.js', { type: script, bytes: Buffer.from(INIT_JS) }],
    ['docs.css', { type: style, bytes: Buffer.from(DOCS_CSS) }],
    ['logo.svg', { type: 'image/svg+xml', bytes: Buffer.from(LOGO_SVG) }],
  ]);
}

/** Part of the address of every file, so that browsers may cache files forever and still load those of a new release. */
function versionOf(assets: ReadonlyMap<string, Asset>): string {
  const hash = createHash('sha256');
  for (const { bytes } of assets.values()) hash.update(bytes);
  return hash.digest('hex').slice(0, 12);
}

function sendPage(req: Request, res: Response, version: string): void {
  res.locals.exchange.route = OPS_PATHS.docs;
  const base = req.path.endsWith('/') ? '' : `${path.posix.basename(OPS_PATHS.docs)}/`;
  const spec = `${base === '' ? '../' : ''}${path.posix.basename(OPS_PATHS.openapi)}`;
  const bytes = Buffer.from(docsHtml({ base, spec, version }));
  const { all } = res.locals.exchange.headers;
  res.writeHead(200, {
    ...POLICY,
    ...all,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-cache',
  });
  res.end(bytes);
}

function sendAsset(res: Response, { type, bytes }: Asset): void {
  res.locals.exchange.route = `${OPS_PATHS.docs}/*`;
  const cache = `public, max-age=${ONE_YEAR_SECONDS}, immutable`;
  const { all } = res.locals.exchange.headers;
  res.writeHead(200, { ...POLICY, ...all, 'Content-Type': type, 'Content-Length': bytes.length, 'Cache-Control': cache });
  res.end(bytes);
}
