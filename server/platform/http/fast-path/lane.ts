import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { Express, Request, Response } from 'express';
import proxyAddress from 'proxy-addr';
import { type ErrorDeps, errorHandler } from '../error-handler.ts';
import { type IntakeDeps, intake } from '../exchange.ts';
import type { Route } from '../mount.ts';

/** A segment of a URL that needs no decoding; other spellings are left to Express. */
const SEGMENT = '([A-Za-z0-9_-]+)';
const QUERY = String.raw`(?:\?[^#\s]*)?`;

interface LaneRoute extends Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/**
 * Answers the hottest requests before Express: public reads from memory and reports of events. Express gives each request and response
 * another prototype, which makes every later access to them slow. The steps are those of `mount`, so the answer is the same. A request
 * with another method, an unusual spelling of its URL or a tenant header goes to Express, which knows the same routes.
 */
export function createLane(app: Express, routes: readonly Route[], deps: IntakeDeps & ErrorDeps): RequestListener {
  const lanes = new Map<string, LaneRoute[]>();
  for (const route of routes.filter(isHot)) {
    const method = route.endpoint.method.toUpperCase();
    lanes.set(method, [...(lanes.get(method) ?? []), laneRoute(route)]);
  }
  const enter = intake(deps);
  const refuse = errorHandler(deps);
  const trusts = app.get('trust proxy fn') as Entered['trusts'];
  return (req, res) => {
    const found = req.headers['x-project-id'] === undefined ? find(lanes, req) : undefined;
    if (found === undefined) {
      app(req, res);
      return;
    }
    const call = asExpress(req, res);
    enter(call.req, call.res, (fault?: unknown) => {
      answer(found, call, { trusts, fault })
        .catch((error: unknown) => refuse(error, call.req, call.res, () => {}))
        .catch(() => res.destroy());
    });
  };
}

interface Entered {
  /** Tells which proxies are trusted, by address and distance. */
  readonly trusts: (address: string, hops: number) => boolean;
  /** The refusal of `intake`. */
  readonly fault: unknown;
}

/** Does what Express does between `intake` and the endpoint. */
async function answer({ route, params }: Found, { req, res }: ExpressCall, { trusts, fault }: Entered): Promise<void> {
  if (fault !== undefined) throw fault;
  req.params = params;
  req.query = queryOf(req.url);
  if (req.headers['x-forwarded-for'] !== undefined) Object.assign(req, { ip: proxyAddress(req, trusts) });
  await route.serve(req, res);
}

function isHot({ endpoint }: Route): boolean {
  return (endpoint.pool === 'memory' || endpoint.pool === 'queued') && endpoint.auth === 'public' && endpoint.tenant === undefined;
}

function laneRoute(route: Route): LaneRoute {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return { ...route, names, pattern: new RegExp(`^${route.path.replace(/:\w+/g, SEGMENT)}${QUERY}$`) };
}

interface Found {
  readonly route: LaneRoute;
  readonly params: Record<string, string>;
}

function find(lanes: ReadonlyMap<string, readonly LaneRoute[]>, { method = '', url = '' }: IncomingMessage): Found | undefined {
  for (const route of lanes.get(method) ?? []) {
    const match = route.pattern.exec(url);
    if (match === null) continue;
    const params = Object.fromEntries(route.names.map((name, index) => [name, match[index + 1] ?? '']));
    return { route, params };
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

/** Like the query parser `simple` of Express. */
function queryOf(url: string): Request['query'] {
  const start = url.indexOf('?');
  return parse(start === -1 ? '' : url.slice(start + 1)) as Request['query'];
}
