import type { Endpoint } from '../http/endpoint.ts';
import { type HeaderName, headerRefs } from './shared-parts.ts';
import type { Reference, ResponseObject } from './types.ts';

/** The meanings of the platform's codes. The codes of a service explain themselves. */
const MEANINGS: Readonly<Record<string, string>> = {
  validation_error: 'the input is not valid; `errors` lists every fault',
  invalid_project: 'the X-Project-ID header is not one positive whole number',
  not_authenticated: 'no credentials were sent',
  token_not_valid: 'the token is malformed, expired, revoked or of another kind',
  invalid_api_key: 'the API key is missing, wrong, revoked or expired',
  permission_denied: 'the role is not sufficient, or the scopes or apps of the key do not allow this',
  project_mismatch: 'the X-Project-ID header names another project than the token',
  project_inactive: 'the project is switched off',
  project_not_found: 'the project does not exist',
  method_not_allowed: 'this path has other methods, listed in `Allow`',
  idempotency_in_progress: 'the first request with this Idempotency-Key is still running',
  idempotency_mismatch: 'this Idempotency-Key was used with another body',
  payload_too_large: 'the body is over 256 KiB',
  unsupported_media_type: 'the body is not sent as UTF-8 application/json',
  throttled: 'too many requests; `available_in` says when to retry',
  internal_error: 'a failure of the server, logged under the same requestId',
  outcome_unknown: 'the change may have been made or not: repeat it only with the same Idempotency-Key or eventId',
  unavailable: 'starting, shutting down, overloaded, or the database is not available',
};

/** The refusals of an endpoint by status: its own and those that the platform adds. Each becomes a component that is named after its codes. */
export function refusalsOf(endpoint: Endpoint, components: Map<string, ResponseObject>): Record<string, Reference> {
  const codes = new Map<string, string[]>();
  for (const refusal of [...derivedRefusals(endpoint), ...(endpoint.refusals ?? [])]) {
    const [status, code] = splitRefusal(refusal);
    const known = codes.get(status) ?? [];
    if (!known.includes(code)) codes.set(status, [...known, code]);
  }
  return Object.fromEntries([...codes].map(([status, list]) => [status, refusal(status, list, components)]));
}

function splitRefusal(refusal: string): [status: string, code: string] {
  const match = /^([45]\d\d) ([a-z][a-z0-9_]*)$/.exec(refusal);
  if (match?.[1] === undefined || match[2] === undefined)
    throw new Error(`a refusal has the form '404 app_not_found', but this one is '${refusal}'`);
  return [match[1], match[2]];
}

/** The refusals that `mount` may send before the handler runs, in that order. */
function derivedRefusals(endpoint: Endpoint): string[] {
  const hasHeaders = endpoint.idempotent === true || endpoint.ifMatch === true;
  const hasInput = endpoint.params !== undefined || endpoint.query !== undefined || endpoint.body !== undefined || hasHeaders;
  return [
    ...(hasInput ? ['400 validation_error'] : []),
    '400 invalid_project',
    ...refusalsOfAuth(endpoint),
    '403 project_mismatch',
    ...(endpoint.tenant !== undefined ? ['404 project_not_found'] : []),
    ...(endpoint.tenant === 'active' ? ['403 project_inactive'] : []),
    '405 method_not_allowed',
    ...(endpoint.body === undefined ? [] : ['413 payload_too_large', '415 unsupported_media_type']),
    ...(endpoint.idempotent === true ? ['409 idempotency_in_progress', '422 idempotency_mismatch'] : []),
    '429 throttled',
    '500 internal_error',
    ...(endpoint.method === 'get' ? [] : ['503 outcome_unknown']),
    '503 unavailable',
  ];
}

function refusalsOfAuth(endpoint: Endpoint): string[] {
  if (endpoint.auth === 'public') return [];
  if (endpoint.auth === 'apiKey') return ['401 invalid_api_key', '403 permission_denied'];
  // where reading needs no token, an invalid token is ignored
  if (endpoint.auth === 'optionalUser' || endpoint.auth === 'userOrGuest') return endpoint.method === 'get' ? [] : ['401 token_not_valid'];
  const needsRole = endpoint.auth === 'staff' || endpoint.auth === 'admin';
  return ['401 not_authenticated', '401 token_not_valid', ...(needsRole ? ['403 permission_denied'] : [])];
}

/** One refusal as a component that all operations with the same codes share. */
function refusal(status: string, codes: readonly string[], components: Map<string, ResponseObject>): Reference {
  const sorted = [...codes].sort();
  const name = [status, ...sorted].join('.');
  components.set(name, {
    description: sorted.map(describeCode).join('\n'),
    headers: headerRefs(headersOf(status, sorted)),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    'x-diwan-codes': sorted,
  });
  return { $ref: `#/components/responses/${name}` };
}

function describeCode(code: string): string {
  const meaning = MEANINGS[code];
  return meaning === undefined ? `- \`${code}\`` : `- \`${code}\`: ${meaning}`;
}

function headersOf(status: string, codes: readonly string[]): HeaderName[] {
  const names: HeaderName[] = ['X-Request-Id'];
  if (status === '401' && codes.some((code) => code === 'not_authenticated' || code === 'token_not_valid')) names.push('WWW-Authenticate');
  if (status === '405') names.push('Allow');
  if (status === '429') names.push('Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining');
  if (status === '503' || codes.includes('idempotency_in_progress')) names.push('Retry-After');
  return names;
}
