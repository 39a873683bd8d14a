import type { IRouter, Request, Response } from 'express';
import { Deadline } from '../concurrency/deadline.ts';
import { type ComposedService, type Endpoint as EndpointOf, hasCsv } from './endpoint.ts';
import { otherMethods } from './other-methods.ts';
import { paramsOf, routerPath } from './request/protocol.ts';
import { inputReader } from './request/read-input.ts';
import { type Mounted, type ServeDeps, serve } from './serve.ts';

type Endpoint = EndpointOf<unknown>;

/** A registered endpoint, with what the lane needs to answer its requests too. */
export interface Route {
  /** The whole pattern, such as `/api/v1/apps/:slug`. */
  readonly path: string;
  readonly endpoint: Endpoint;
  /** Whether a person needs it to sign in, so that it is admitted when the server is overloaded. */
  readonly isSignIn: boolean;
  /** Answers a request with these parts of its URL. Rejects with the error that the client should get. */
  serve(req: Request, res: Response, url: Pick<Request, 'params' | 'query'>): Promise<void>;
}

/** Registers the endpoints of a service. Routes are on the application itself: a router costs each request a second dispatch. */
export function mount(app: IRouter, service: ComposedService, deps: ServeDeps): Route[] {
  const routes = service.endpoints.map((endpoint) => routeOf(endpoint, service, deps));
  const pathOf = ({ path, endpoint }: Route): string => routerPath(path, endpoint.protocol);
  for (const path of new Set(routes.map(pathOf))) {
    const registered = app.route(path);
    for (const route of routes) if (pathOf(route) === path) registered[route.endpoint.method]((req, res) => route.serve(req, res, req));
  }
  app.use(service.prefix, otherMethods(service.endpoints, deps.cors));
  return routes;
}

function routeOf(endpoint: Endpoint, service: ComposedService, deps: ServeDeps): Route {
  const mounted: Mounted = {
    endpoint,
    service,
    hasSearch: hasSearch(endpoint),
    hasCsv: hasCsv(endpoint.reply),
    readInput: inputReader(endpoint),
    deps,
  };
  const isSignIn = service.name === 'auth' && endpoint.auth === 'public';
  const admission = isSignIn ? null : deps.admission;
  const { protocol } = endpoint;
  return {
    path: service.prefix + endpoint.path,
    endpoint,
    isSignIn,
    serve(req, res, { params, query }) {
      const named = protocol === undefined ? params : paramsOf(protocol, req, params);
      return serve(mounted, { req, res, params: named, query, deadline: new Deadline(admission) });
    },
  };
}

function hasSearch({ query }: Endpoint): boolean {
  return query?.$_terms['keys']?.some(({ key }: { key: string }) => key === 'q') === true;
}
