import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Request, type Response, Router } from 'express';
import helmet from 'helmet';
import { DOCS_CSS, docsHtml, INIT_JS, LOGO_SVG } from '../openapi/docs-assets.ts';
import { OPS_PATHS } from '../openapi/ops-endpoints.ts';
import { headersOf } from './answer-headers.ts';
import { methodNotAllowed } from './exchange.ts';

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

/**
 * Serves the API reference at `/docs` and `/docs/`: Swagger UI from its package and our own page around it, all from this
 * server, under a policy that allows neither inline code nor other hosts. Addresses are relative, so it works behind a path prefix.
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
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const script = 'text/javascript; charset=utf-8';
  const style = 'text/css; charset=utf-8';
  return new Map([
    ['swagger-ui-bundle.js', { type: script, bytes: readFileSync(path.join(folder, 'swagger-ui-bundle.js')) }],
    ['swagger-ui.css', { type: style, bytes: readFileSync(path.join(folder, 'swagger-ui.css')) }],
    ['init.js', { type: script, bytes: Buffer.from(INIT_JS) }],
    ['docs.css', { type: style, bytes: Buffer.from(DOCS_CSS) }],
    ['logo.svg', { type: 'image/svg+xml', bytes: Buffer.from(LOGO_SVG) }],
  ]);
}

/** Stands in every address of a file, so that files can be kept for good and a new release still brings its own. */
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
