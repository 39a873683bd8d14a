import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { type Request, type Response, Router } from 'express';
import { notFound } from '../errors.ts';
import { API_POLICY, pageHeaders } from '../http/fast-path/response-headers.ts';
import { methodNotAllowed } from '../http/other-methods.ts';
import { sendHtml } from './html.ts';

export const CONSOLE_PATH = '/console';

/** The folder that `npm run build` writes: beside the compiled server, which itself may run from source. */
const FOLDER = path.join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../../dist/console' : '../../../console');

/** The build writes this where the page needs the nonce of its answer. */
const NONCE = '__CSP_NONCE__';

/** Scripts and styles of this server only. Markdown is shown without HTML, so no script may make markup from text. */
const POLICY = pageHeaders({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", `'nonce-${NONCE}'`],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
});

const ONE_YEAR_SECONDS = 31_536_000;

/** The types of files that the build makes. Compressed copies beside them are not served under their own names. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * Serves the web console: its files under `assets/`, and its one page at every other address below, because the page itself finds the
 * screen. Files are read from disk for each request, so a build is served at once.
 */
export function consoleRouter(folder: string = FOLDER): Router {
  // browsers compare the paths of cookies by case
  const router = Router({ caseSensitive: true, strict: true });
  const others = methodNotAllowed('GET, HEAD, OPTIONS');
  router.route(CONSOLE_PATH).get(redirect).all(others);
  router
    .route(`${CONSOLE_PATH}/assets/{*name}`)
    .get((req, res) => sendAsset(folder, req, res))
    .all(others);
  router
    .route(`${CONSOLE_PATH}/{*screen}`)
    .get((_req, res) => sendIndex(folder, res))
    .all(others);
  return router;
}

/** The page names its files from its own folder. */
function redirect(req: Request, res: Response): void {
  const { exchange } = res.locals;
  exchange.route = CONSOLE_PATH;
  const start = req.url.indexOf('?');
  const query = start === -1 ? '' : req.url.slice(start);
  res.writeHead(308, { ...API_POLICY, ...exchange.headers.all, Location: `${CONSOLE_PATH}/${query}`, 'Content-Length': 0 });
  res.end();
}

async function sendIndex(folder: string, res: Response): Promise<void> {
  const { exchange } = res.locals;
  exchange.route = `${CONSOLE_PATH}/*`;
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (html === null) return sendHtml(res, 503, NOT_BUILT);
  const nonce = randomBytes(16).toString('base64');
  const policy = Object.entries(POLICY).map(([name, value]) => [name, value.replaceAll(NONCE, nonce)]);
  const bytes = Buffer.from(html.replaceAll(NONCE, nonce));
  res.writeHead(200, {
    ...Object.fromEntries(policy),
    ...exchange.headers.all,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
  });
  res.end(bytes);
}

const NOT_BUILT = {
  title: 'The console is not built',
  body: '<p>Run <code>npm run build</code> on the server, then load this page again.</p>',
};

/** @throws ApiError 404 for a name that the build did not make */
async function sendAsset(folder: string, req: Request, res: Response): Promise<void> {
  const { exchange } = res.locals;
  exchange.route = `${CONSOLE_PATH}/assets/*`;
  const asset = await findAsset(path.join(folder, 'assets'), req);
  if (asset === null) throw notFound();
  res.writeHead(200, {
    ...API_POLICY,
    ...exchange.headers.all,
    'Content-Type': asset.type,
    'Content-Length': asset.bytes,
    ...(asset.encoding !== null && { 'Content-Encoding': asset.encoding }),
    Vary: 'Accept-Encoding',
    'Cache-Control': `public, max-age=${ONE_YEAR_SECONDS}, immutable`,
  });
  if (req.method === 'HEAD') return void res.end();
  const done = (): void => {}; // a client that leaves early closes both streams
  pipeline(createReadStream(asset.path), res, done);
}

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
  readonly encoding: string | null;
}

/** The file in the best form that the client reads. */
async function findAsset(folder: string, req: Request): Promise<Asset | null> {
  const name = req.path.slice(`${CONSOLE_PATH}/assets/`.length);
  const type = TYPES[path.extname(name)];
  // a plain name: neither another folder nor a hidden file, in whatever spelling
  if (type === undefined || !/^\w[\w.-]*$/.test(name)) return null;
  const forms = ENCODINGS.filter((encoding) => req.acceptsEncodings(encoding.name) === encoding.name);
  for (const { name: encoding, ending } of [...forms, { name: null, ending: '' }]) {
    const file = path.join(folder, name + ending);
    const found = await stat(file).catch(() => null);
    if (found?.isFile() === true) return { path: file, type, bytes: found.size, encoding };
  }
  return null;
}
