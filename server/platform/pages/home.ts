import { type Request, type Response, Router } from 'express';
import type { Config } from '../../config/types.ts';
import { ApiError } from '../errors.ts';
import { methodNotAllowed } from '../http/other-methods.ts';
import { type ReadinessDeps, requireReady } from '../http/readiness.ts';
import { ok, sendReply } from '../http/reply/reply.ts';
import { OPS_PATHS } from '../openapi/ops-endpoints.ts';
import { escapeHtml, sendHtml } from './html.ts';
import { SECURITY_TXT_PATH } from './security-txt.ts';

export interface HomeDeps extends ReadinessDeps {
  readonly version: string;
  readonly pages: Config['pages'];
}

/** The guide for developers of clients, which is served beside the API reference. */
const GUIDE_PATH = `${OPS_PATHS.docs}/guides/client-guide`;

interface Link {
  readonly path: string;
  readonly title: string;
  readonly about: string;
}

const DOCS: readonly Link[] = [
  { path: OPS_PATHS.docs, title: 'API reference', about: 'Every endpoint, to read and to try' },
  { path: GUIDE_PATH, title: 'Client guide', about: 'How an app signs users in, sends feedback and checks for updates' },
  { path: OPS_PATHS.openapi, title: 'openapi.json', about: 'The same reference for tools' },
];
const READINESS: Link = { path: OPS_PATHS.ready, title: 'Readiness', about: 'The state for load balancers and monitoring' };
const SECURITY: Link = { path: SECURITY_TXT_PATH, title: 'security.txt', about: 'Where to report a vulnerability' };

/** `GET /`: the state of the server and where to go from here, as a page for browsers and as JSON for all other clients. */
export function homeRouter(deps: HomeDeps): Router {
  const router = Router();
  router
    .route('/')
    // Express takes `//` for `/`
    .all((req, _res, next) => next(req.path === '/' ? undefined : 'route'))
    .get((req, res) => serveHome(deps, req, res))
    .all(methodNotAllowed('GET, HEAD, OPTIONS'));
  return router;
}

async function serveHome(deps: HomeDeps, req: Request, res: Response): Promise<void> {
  const { headers } = res.locals.exchange;
  res.locals.exchange.route = '/';
  const state = await readState(deps);
  const { docs, securityContacts } = deps.pages;
  const links = [...(docs ? DOCS : []), READINESS, ...(securityContacts.length > 0 ? [SECURITY] : [])];
  if (wantsHtml(req)) {
    sendHtml(res, 200, { title: 'Diwan', body: homeHtml(state, links, deps.version) });
    return;
  }
  headers.setHeader('Vary', 'Accept');
  const addresses = docs ? { docs: OPS_PATHS.docs, guide: GUIDE_PATH, openapi: OPS_PATHS.openapi } : {};
  sendReply(res, ok({ name: 'Diwan', version: deps.version, status: state.status, message: state.message, ...addresses }));
}

interface State {
  readonly status: 'ready' | 'degraded' | 'not_ready';
  readonly message: string;
}

async function readState(deps: HomeDeps): Promise<State> {
  try {
    const { database } = await requireReady(deps, { isDeep: false, mayKnow: false });
    if (database === 'ok') return { status: 'ready', message: 'The server is ready.' };
    return { status: 'degraded', message: 'The database does not answer: only requests from memory are served.' };
  } catch (error) {
    if (error instanceof ApiError) return { status: 'not_ready', message: error.message };
    throw error;
  }
}

/** Browsers ask for HTML when they open a page; a client that accepts everything gets JSON. */
export function wantsHtml(req: Request): boolean {
  return req.accepts(['json', 'html']) === 'html';
}

const STATE_CLASS = { ready: 'state', degraded: 'state warning', not_ready: 'state failure' } as const;

/** Addresses are relative, so that the page works behind a path prefix. */
function homeHtml({ status, message }: State, links: readonly Link[], version: string): string {
  const items = links.map(
    ({ path, title, about }) => `<li><a href="${path.slice(1)}">${escapeHtml(title)}<span>${escapeHtml(about)}</span></a></li>`,
  );
  return `<p class="${STATE_CLASS[status]}">${escapeHtml(message)}</p>
<p>This is the server of an app: phone sign-in, feedback and app management over HTTP.</p>
<ul>
${items.join('\n')}
</ul>
<footer>Version ${escapeHtml(version)}</footer>`;
}
