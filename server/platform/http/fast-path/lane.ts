import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import proxyAddress from 'proxy-addr';
import { type ErrorDeps, errorHandler } from '../error-handler.ts';
import { type IntakeDeps, intake } from '../exchange.ts';
import type { Route } from '../mount.ts';
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

/**
 * Answers the hottest requests before Express: public reads from memory and reports of events. Express gives each request and response
 * another prototype, which makes every later access to them slow. The steps are those of `mount`, so the answer is the same. A request
 * with another method, an unusual spelling of its URL or a tenant header goes to Express, which knows the same routes.
 */
export function createLane(app: Express, routes: readonly Route[], deps: IntakeDeps & ErrorDeps): RequestListener {
  const lanes = new Map<string, Lane>();
  for (const route of routes.filter(isHot)) {
    const method = route.endpoint.method.toUpperCase();
    const lane = lanes.get(method) ?? { routes: [], cached: createUrlCache() };
    lanes.set(method, lane);
    lane.routes.push(laneRoute(route));
  }
  const enter = intake(deps);
  const refuse = errorHandler(deps);
  const trustsProxy = app.get('trust proxy fn') as TrustsProxy;
  const parseQuery = app.get('query parser fn') as ParseQuery;
  return (req, res) => {
    const { method = '', url = '', headers } = req;
    const lane = headers['x-project-id'] === undefined ? lanes.get(method) : undefined;
    const found = lane?.cached(url, () => find(lane.routes, url, parseQuery));
    if (found === undefined) {
      app(req, res);
      return;
    }
    const call = asExpress(req, res);
    enter(call.req, call.res, (fault?: unknown) => {
      answer(found, call, { trustsProxy, fault })
        .catch((error: unknown) => refuse(error, call.req, call.res, () => {}))
        .catch(() => res.destroy());
    });
  };
}

// the functions that Express makes of its settings
type TrustsProxy = (address: string, hops: number) => boolean;
type ParseQuery = (query: string) => Request['query'];

/** A request after `intake`, with the fault that `intake` found. */
interface Entered {
  readonly trustsProxy: TrustsProxy;
  readonly fault: unknown;
}

/** Does what Express does between `intake` and the endpoint. */
async function answer({ route, params, query }: Found, { req, res }: ExpressCall, { trustsProxy, fault }: Entered): Promise<void> {
  if (fault !== undefined) throw fault;
  req.params = params;
  req.query = query;
  if (req.headers['x-forwarded-for'] !== undefined) Object.assign(req, { ip: proxyAddress(req, trustsProxy) });
  await route.serve(req, res);
}

/** `Idempotency-Key` needs Express's `req.path`. */
function isHot({ endpoint }: Route): boolean {
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

interface ExpressCall {
  readonly req: Request;
  readonly res: Response;
}

/** On these routes the steps of `mount` read only headers, `socket`, `url`, `params`, `query`, `ip` and `locals`: the lane sets the last four. */
function asExpress(req: IncomingMessage, res: ServerResponse): ExpressCall {
  return { req: req as Request, res: Object.assign(res, { locals: {} }) as Response };
}
