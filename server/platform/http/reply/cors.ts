import type { Request } from 'express';
import type { Endpoint } from '../endpoint.ts';
import { type AnswerHeaders, API_POLICY, VERSION_HEADER } from '../fast-path/response-headers.ts';

/** The headers of an answer that do not depend on its content, names and values in turn, because merging objects per answer costs more. */
export interface AnswerPolicy {
  /** The headers by which a browser lets a page of another origin read the answer; a 304 has them too. */
  readonly cors: readonly string[];
  /** The security headers of the API. */
  readonly security: readonly string[];
}

/** Answers that no page of another origin may read. */
export const CLOSED: AnswerPolicy = { cors: [], security: Object.entries(API_POLICY).flat() };

/** Which pages of other origins may read an answer (Cross-Origin Resource Sharing). The API uses no cookies, so none may send any. */
export interface Cors {
  /** For addresses that are not administration. */
  readonly open: AnswerPolicy;
  /** For an endpoint of administration: only the listed origins. */
  restricted(req: Request, headers: AnswerHeaders): AnswerPolicy;
}

const REQUEST_HEADERS = [
  'content-type',
  'if-none-match',
  'authorization',
  'x-project-id',
  'x-api-key',
  'x-request-id',
  'idempotency-key',
  'last-event-id',
  'if-match',
  'x-device-name',
  'x-diwan-device',
  'x-diwan-app',
  // by which an app says where a text was written, and who it is
  'x-app',
  'x-app-version',
  'x-app-version-code',
  'x-app-platform',
  'x-os-version',
  'x-device-model',
  'x-installation-id',
];
/** The headers of an answer that a page of another origin may read. */
export const RESPONSE_HEADERS: readonly string[] = [
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Remaining',
  'X-Request-Id',
  VERSION_HEADER,
  'Idempotency-Replayed',
  'Warning',
  'X-Ignored-Fields',
  'X-Ignored-Parameters',
  'X-Diwan-Device',
  'Date',
  // docs/client-guide.md promises these two for endpoints that will be removed; there are none yet
  'Deprecation',
  'Sunset',
];
/** How long a browser may reuse the answer to a preflight. Chromium uses at most this. */
const MAX_AGE_SECONDS = 7_200;

/** `origins` may read administration; every origin may read the rest. null closes everything. */
export function createCors(origins: readonly string[] | null): Cors {
  if (origins === null) return { open: CLOSED, restricted: () => CLOSED };
  const open = openTo('*');
  const listed = new Map(origins.map((origin) => [origin, openTo(origin)]));
  return {
    open,
    restricted({ headers: { origin } }, headers) {
      // the answer differs by origin, which caches must know
      if (listed.size > 0) headers.append('Vary', 'Origin');
      return (origin === undefined ? undefined : listed.get(origin)) ?? CLOSED;
    },
  };
}

function openTo(origin: string): AnswerPolicy {
  const security = Object.entries({ ...API_POLICY, 'Cross-Origin-Resource-Policy': 'cross-origin' }).flat();
  return { cors: ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', RESPONSE_HEADERS.join(', ')], security };
}

/** Whether an endpoint is for administration: by an API key, or by the token of an operator. */
export function isAdministration({ auth }: Pick<Endpoint, 'auth'>): boolean {
  return auth === 'manager';
}

/** Whether the request asks, for a browser, if a page of another origin may send the real one. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** The answer to a preflight for an address with these methods; empty when its origin may not read the address. */
export function preflightHeaders({ cors }: AnswerPolicy, allow: string): readonly string[] {
  if (cors.length === 0) return [];
  const allowed = ['Access-Control-Allow-Methods', allow, 'Access-Control-Allow-Headers', REQUEST_HEADERS.join(', ')];
  return [...allowed, 'Access-Control-Max-Age', String(MAX_AGE_SECONDS)];
}
