import type { Request } from 'express';
import type { Endpoint } from '../endpoint.ts';

interface Call {
  readonly req: Request;
  readonly params: Request['params'];
}

/** The pattern of an endpoint for Express, in which `*name` matches slashes too. */
export function routerPath({ path, endpoint }: { readonly path: string; readonly endpoint: Pick<Endpoint, 'hasSlashes'> }): string {
  return endpoint.hasSlashes === true ? path.replace(/:(\w+)$/, '*$1') : path;
}

/** The parameters of a request by name, wherever the endpoint takes them from. */
export function paramsOf({ hasSlashes, appInHeader }: Pick<Endpoint, 'hasSlashes' | 'appInHeader'>, { req, params }: Call): Call['params'] {
  const whole = hasSlashes === true ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, joined(value)])) : params;
  const slug = appInHeader === true ? req.headers['x-diwan-app'] : undefined;
  return slug === undefined ? whole : { ...whole, slug };
}

/** Express splits a parameter with slashes. */
function joined(value: string | string[]): string {
  return Array.isArray(value) ? value.join('/') : value;
}
