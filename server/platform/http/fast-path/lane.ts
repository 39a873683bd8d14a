import type { Request } from 'express';
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

interface LaneRoute {
  readonly route: Route;
  /** Matches the path and names its parameters. */
  readonly pattern: RegExp;
}

/** The route of a request, with what it reads from the URL. */
export interface Found {
  readonly route: Route;
  readonly params: Record<string, string>;
  readonly query: Request['query'];
}

/** The function that Express makes of its setting. */
export type ParseQuery = (query: string) => Request['query'];

/**
 * Finds the routes of the hottest requests: public reads from memory, public lists and reports of events. A request with another method, an
 * unusual spelling of its URL or a tenant header is left to Express, which knows the same routes.
 */
export function createLane(routes: readonly Route[], parseQuery: ParseQuery): (req: Request) => Found | undefined {
  const lanes = new Map<string, Lane>();
  for (const route of routes.filter(isHot)) {
    const method = route.endpoint.method.toUpperCase();
    const lane = lanes.get(method) ?? { routes: [], cached: createUrlCache() };
    lanes.set(method, lane);
    lane.routes.push({ route, pattern: patternOf(route) });
  }
  return ({ method, url, headers }) => {
    const lane = headers['x-project-id'] === undefined ? lanes.get(method) : undefined;
    return lane?.cached(url, () => find(lane.routes, url, parseQuery));
  };
}

/** `Idempotency-Key` needs Express's `req.path`. */
function isHot({ endpoint }: Route): boolean {
  if (endpoint.isShared === true) return true;
  const isQuick = endpoint.pool === 'memory' || endpoint.pool === 'queued';
  return isQuick && endpoint.auth === 'public' && endpoint.tenant === undefined && endpoint.idempotent !== true;
}

function patternOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, SEGMENT)}${QUERY}$`);
}

function find(routes: readonly LaneRoute[], url: string, parseQuery: ParseQuery): Found | undefined {
  for (const { route, pattern } of routes) {
    const match = pattern.exec(url);
    if (match === null) continue;
    const [, query = ''] = /\?(.*)/.exec(url) ?? [];
    return { route, params: match.groups ?? {}, query: parseQuery(query) };
  }
  return undefined;
}
