import type { RequestListener } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { Admission } from '../../concurrency/admission.ts';
import { type IntakeDeps, intake } from '../exchange.ts';
import type { Route } from '../mount.ts';
import { type ErrorDeps, errorHandler } from '../reply/error-handler.ts';
import { createUrlCache, type UrlCache } from './url-cache.ts';

/** A segment of a URL that needs no decoding; other spellings are left to Express. */
const SEGMENT = '(?<$1>[A-Za-z0-9_-]+)';
const QUERY = String.raw`(?:\?[^#\s]*)?`;

/** The hot routes of a method. */
interface Lane {
  readonly routes: LaneRoute[];
  /** Finds the route of a URL. */
  readonly cached: UrlCache<Found | undefined>;
}

interface LaneRoute extends Route {
  /** Matches the path and names its parameters. */
  readonly pattern: RegExp;
}

export interface LaneDeps extends IntakeDeps, ErrorDeps {
  readonly admission: Admission;
}

/**
 * Takes every request in, refuses it when the server is overloaded, and answers the hottest ones before Express: public reads from memory,
 * public lists and reports of events. The steps are those of `mount`, so the answer is the same. A request with another method, an unusual
 * spelling of its URL or a tenant header goes to Express, which knows the same routes.
 */
export function createLane(app: Express, routes: readonly Route[], deps: LaneDeps): RequestListener {
  const lanes = new Map<string, Lane>();
  for (const route of routes.filter(isHot)) {
    const method = route.endpoint.method.toUpperCase();
    const lane = lanes.get(method) ?? { routes: [], cached: createUrlCache() };
    lanes.set(method, lane);
    lane.routes.push(laneRoute(route));
  }
  const enter = intake(deps);
  const refuse = errorHandler(deps);
  const alwaysAdmitted = new Set([...LIGHT_PATHS, ...routes.filter(({ isSignIn }) => isSignIn).map(({ path }) => path)]);
  const parseQuery = app.get('query parser fn') as ParseQuery;
  const answer = (req: Request, res: Response): void => {
    const refused = (error: unknown): void => {
      try {
        refuse(error, req, res, () => {});
      } catch {
        res.destroy();
      }
    };
    const { method, url, headers } = req;
    const lane = headers['x-project-id'] === undefined ? lanes.get(method) : undefined;
    const found = lane?.cached(url, () => find(lane.routes, url, parseQuery));
    const isLight = found === undefined ? method === 'OPTIONS' || alwaysAdmitted.has(pathOf(url)) : found.route.endpoint.pool === 'memory';
    const fault = enter(req, res) ?? (isLight ? null : deps.admission.refusal(isRead(method) ? 'read' : 'write'));
    if (fault !== null) refused(fault);
    else if (found === undefined) app(req, res);
    else found.route.serve({ req, res, params: found.params, query: found.query }).catch(refused);
  };
  // `expressMessages` gives them the prototypes of Express
  return answer as RequestListener;
}

/** The function that Express makes of its setting. */
type ParseQuery = (query: string) => Request['query'];

/** Light questions of operators, balancers and other services, answered by an overloaded server too. */
const LIGHT_PATHS = ['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json'];

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Without the query and a slash at the end. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `Idempotency-Key` needs Express's `req.path`. */
function isHot({ endpoint }: Route): boolean {
  if (endpoint.isShared === true) return true;
  const isQuick = endpoint.pool === 'memory' || endpoint.pool === 'queued';
  return isQuick && endpoint.auth === 'public' && endpoint.tenant === undefined && endpoint.idempotent !== true;
}

function laneRoute(route: Route): LaneRoute {
  return { ...route, pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, SEGMENT)}${QUERY}$`) };
}

interface Found {
  readonly route: LaneRoute;
  readonly params: Record<string, string>;
  readonly query: Request['query'];
}

function find(routes: readonly LaneRoute[], url: string, parseQuery: ParseQuery): Found | undefined {
  for (const route of routes) {
    const match = route.pattern.exec(url);
    if (match === null) continue;
    const [, query = ''] = /\?(.*)/.exec(url) ?? [];
    return { route, params: match.groups ?? {}, query: parseQuery(query) };
  }
  return undefined;
}
