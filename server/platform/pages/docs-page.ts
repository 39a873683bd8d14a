import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import { DOCS_FILES, type DocsFile, versionOfFiles } from '../docs/files.ts';
import { Guides } from '../docs/guides.ts';
import { guidePage, type PageAddresses, referencePage } from '../docs/pages.ts';
import { pageHeaders } from '../http/fast-path/response-headers.ts';
import { methodNotAllowed } from '../http/other-methods.ts';
import { OPS_PATHS } from '../openapi/ops-endpoints.ts';

const ONE_YEAR_SECONDS = 31_536_000;

const GUIDES_PATH = `${OPS_PATHS.docs}/guides`;

/** Scripts are files of this server: no inline code, no eval, no other host. */
const DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

const POLICY = pageHeaders(DIRECTIVES);

/** Scalar sets `style` attributes, which no nonce can allow. Its scripts need no exception. */
const REFERENCE_POLICY = pageHeaders({ ...DIRECTIVES, styleSrc: ["'self'", "'unsafe-inline'"] });

/** Serves the API reference at `/docs` and `/docs/`, its files, and the guides. Files are read from disk for each request. */
export function docsRouter(): Router {
  const router = Router();
  const version = versionOfFiles();
  const guides = new Guides();
  router
    .route(OPS_PATHS.docs)
    .get((req, res) => sendReference(req, res, version))
    .all(methodNotAllowed('GET, HEAD, OPTIONS'));
  for (const [name, file] of DOCS_FILES) {
    router
      .route(`${OPS_PATHS.docs}/${name}`)
      .get((req, res) => sendFile(req, res, file))
      .all(methodNotAllowed('GET, HEAD, OPTIONS'));
  }
  for (const guide of guides.list) {
    router
      .route(`${GUIDES_PATH}/${guide.name}`)
      .get(async (_req, res) => {
        const html = (await guides.html(guide.name)) ?? '';
        const base = '../'.repeat(guide.name.split('/').length);
        sendPage(res, { route: `${GUIDES_PATH}/*`, policy: POLICY }, guidePage({ ...guide, html }, guides.list, addresses(base, version)));
      })
      .all(methodNotAllowed('GET, HEAD, OPTIONS'));
  }
  return router;
}

function sendReference(req: Request, res: Response, version: string): void {
  const base = req.path.endsWith('/') ? '' : `${path.posix.basename(OPS_PATHS.docs)}/`;
  sendPage(res, { route: OPS_PATHS.docs, policy: REFERENCE_POLICY }, referencePage(addresses(base, version)));
}

/** `base` leads from the page to the folder `/docs/`. */
function addresses(base: string, version: string): PageAddresses {
  const document = path.posix.basename(OPS_PATHS.openapi);
  return { base, version, document: base === `${path.posix.basename(OPS_PATHS.docs)}/` ? document : `${base}../${document}` };
}

interface PageKind {
  readonly route: string;
  readonly policy: Readonly<Record<string, string>>;
}

function sendPage(res: Response, kind: PageKind, html: string): void {
  res.locals.exchange.route = kind.route;
  const bytes = Buffer.from(html);
  const { all } = res.locals.exchange.headers;
  res.writeHead(200, {
    ...kind.policy,
    ...all,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-cache',
  });
  res.end(bytes);
}

function sendFile(req: Request, res: Response, file: DocsFile): void {
  res.locals.exchange.route = `${OPS_PATHS.docs}/*`;
  const mayStayCompressed = file.isGzip && req.acceptsEncodings('gzip') === 'gzip';
  const { all } = res.locals.exchange.headers;
  res.writeHead(200, {
    ...POLICY,
    ...all,
    'Content-Type': file.type,
    'Cache-Control': `public, max-age=${ONE_YEAR_SECONDS}, immutable`,
    ...(file.isGzip && { Vary: 'Accept-Encoding' }),
    ...(mayStayCompressed && { 'Content-Encoding': 'gzip' }),
  });
  if (req.method === 'HEAD') return void res.end();
  const source = createReadStream(file.path);
  const done = (): void => {}; // a client that leaves early closes both streams
  if (file.isGzip && !mayStayCompressed) pipeline(source, createGunzip(), res, done);
  else pipeline(source, res, done);
}
