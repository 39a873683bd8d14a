import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.ts';
import type { Endpoint } from './endpoint.ts';
import { CLOSED, type Cors, isAdministration, isPreflight, preflightHeaders } from './reply/cors.ts';

/**
 * Runs after all endpoints of a service: answers OPTIONS, and 405 at an address that has an endpoint for another method.
 * `/features/admin` also matches the endpoint `/features/:flagKey`, so `Allow` lists the methods of all endpoints that match.
 */
export function otherMethods(endpoints: readonly Endpoint[], cors: Cors): RequestHandler {
  const patterns = endpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }));
  return (req, res, next) => {
    const matching = patterns.filter(({ pattern }) => pattern.test(req.path)).map(({ endpoint }) => endpoint);
    if (matching.length === 0) return next();
    // the endpoint that would answer the real request of a preflight
    const requested = String(req.headers['access-control-request-method'] ?? req.method).toLowerCase();
    const answering = matching.find(({ method }) => method === (requested === 'head' ? 'get' : requested)) ?? matching[0];
    const { exchange } = res.locals;
    if (answering !== undefined && isAdministration(answering)) exchange.policy = cors.restricted(req, exchange.headers);
    if (answering?.isForBrowser === true) exchange.policy = CLOSED;
    methodNotAllowed(allowOf(matching))(req, res);
  };
}

/** Matches as the router does: any case, with or without a trailing slash. */
function patternOf({ path, protocol }: Endpoint): RegExp {
  const segments = path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${protocol === undefined ? segments : segments.replace(/\[\^\/\]\+$/, '.+')}/?$`, 'i');
}

/** Every GET endpoint also answers HEAD. */
function allowOf(endpoints: readonly Endpoint[]): string {
  const methods = endpoints.flatMap((endpoint) => (endpoint.method === 'get' ? ['GET', 'HEAD'] : [endpoint.method.toUpperCase()]));
  return [...new Set(methods), 'OPTIONS'].join(', ');
}

/** 405 for a known path, with the methods that it has; OPTIONS lists them, also to the preflight of a browser. */
export function methodNotAllowed(allow: string): (req: Request, res: Response) => void {
  return (req, res) => {
    if (req.method === 'OPTIONS') {
      const { headers, policy } = res.locals.exchange;
      const preflight = isPreflight(req) ? preflightHeaders(policy, allow) : [];
      res.writeHead(204, [...policy.security, ...policy.cors, ...preflight, ...headers.list, 'Allow', allow]);
      res.end();
      return;
    }
    throw new ApiError(405, 'method_not_allowed', `Allowed here: ${allow}.`, { headers: { Allow: allow } });
  };
}
