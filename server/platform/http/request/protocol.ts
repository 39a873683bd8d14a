import type { Request } from 'express';
import type { ObjectSchema } from 'joi';
import type { ApiError } from '../../errors.ts';

/**
 * Another protocol that an endpoint serves. Its clients know nothing of projects, so the endpoint ignores `X-Project-ID`, as public
 * endpoints ignore credentials. The last parameter of its path may contain slashes.
 */
export interface Protocol {
  /** Strict schema of its refusals. */
  readonly refusal: ObjectSchema;
  /** The statuses that may have such a body. */
  readonly statuses: readonly number[];
  /** Where requests name the app: as `:slug` in the path, or in `X-Diwan-App`. */
  readonly appIn: 'path' | 'header';
  /** The body of a refusal; null for the usual one. */
  renderRefusal(error: ApiError, params: Readonly<Record<string, unknown>>): object | null;
}

/** The pattern of a path for Express, in which `*name` matches slashes too. */
export function routerPath(path: string, protocol: Protocol | undefined): string {
  return protocol === undefined ? path : path.replace(/:(\w+)$/, '*$1');
}

/** The parameters of a request by name, wherever the protocol has them. */
export function paramsOf({ appIn }: Protocol, { headers }: Request, params: Request['params']): Request['params'] {
  const whole = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, joined(value)]));
  const slug = appIn === 'header' ? headers['x-diwan-app'] : undefined;
  return slug === undefined ? whole : { ...whole, slug };
}

/** Express splits a parameter with slashes. */
function joined(value: string | string[]): string {
  return Array.isArray(value) ? value.join('/') : value;
}
