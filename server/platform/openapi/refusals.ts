import { type Endpoint, onlyReads } from '../http/endpoint.ts';
import type { JsonSchema } from './fixups.ts';
import { type SchemaComponents, toJsonSchema } from './json-schema.ts';
import { COMMON_HEADERS, type HeaderName, headerRefs } from './shared-parts.ts';
import type { KnownErrors, Reference, ResponseObject } from './types.ts';

const ERROR_BODY = '#/components/schemas/ErrorBody';

/** The refusals that many operations share. A name stays when a code is added to its list, so that generated code keeps its names. */
const SHARED: Readonly<Record<string, string>> = {
  '400 invalid_project': 'InvalidProject',
  '400 invalid_project validation_error': 'InvalidRequest',
  '400 invalid_phone invalid_project validation_error': 'InvalidPhoneRequest',
  '400 invalid_project two_credentials validation_error': 'InvalidManagerRequest',
  '401 not_authenticated token_not_valid': 'NotAuthenticated',
  '401 token_not_valid': 'TokenNotValid',
  '401 invalid_api_key token_not_valid': 'NoKeyOrToken',
  '401 invalid_api_key not_authenticated token_not_valid': 'ManagerNotAuthenticated',
  '403 project_mismatch': 'ProjectMismatch',
  '403 project_inactive project_mismatch': 'ProjectNotUsable',
  '403 project_mismatch totp_setup_required': 'CallerForbidden',
  '403 project_inactive project_mismatch totp_setup_required': 'WriterForbidden',
  '403 permission_denied project_mismatch totp_setup_required': 'ManagerForbidden',
  '403 permission_denied project_inactive project_mismatch totp_setup_required': 'ModeratorForbidden',
  '404 app_not_found': 'AppNotFound',
  '404 app_not_found version_not_found': 'VersionNotFound',
  '404 project_not_found': 'ProjectNotFound',
  '404 post_not_found project_not_found': 'PostNotFound',
  '404 project_not_found user_not_found': 'UserNotFound',
  '405 method_not_allowed': 'MethodNotAllowed',
  '409 idempotency_in_progress': 'IdempotencyInProgress',
  '412 content_changed': 'ContentChanged',
  '413 payload_too_large': 'PayloadTooLarge',
  '415 unsupported_media_type': 'UnsupportedMediaType',
  '422 idempotency_mismatch': 'IdempotencyMismatch',
  '429 throttled': 'Throttled',
  '500 internal_error': 'InternalError',
  '502 otp_delivery_failed': 'OtpDeliveryFailed',
  '503 unavailable': 'Unavailable',
  '503 outcome_unknown unavailable': 'UnavailableOrUnknown',
};

/** The parts of a document that refusals use and add to. */
export interface RefusalParts extends SchemaComponents {
  readonly errors: KnownErrors;
  readonly responses: Map<string, ResponseObject>;
}

/**
 * The refusals of an endpoint by status: its own and those that the platform adds.
 * @throws Error when a code is unknown or has another status.
 */
export function refusalsOf(endpoint: Endpoint, parts: RefusalParts): Record<string, Reference | ResponseObject> {
  const codes = new Map<string, string[]>();
  for (const refusal of [...derivedRefusals(endpoint), ...(endpoint.refusals ?? [])]) {
    const [status, code] = splitRefusal(refusal);
    const known = codes.get(status) ?? [];
    if (!known.includes(code)) codes.set(status, [...known, code]);
  }
  return Object.fromEntries(
    [...codes].map(([status, list]) => [status, refusal({ status, codes: list, schema: bodyOf(endpoint, status, parts) }, parts)]),
  );
}

function splitRefusal(refusal: string): [status: string, code: string] {
  const match = /^([45]\d\d) ([a-z][a-z0-9_]*)$/.exec(refusal);
  if (match?.[1] === undefined || match[2] === undefined)
    throw new Error(`a refusal has the form '404 app_not_found', but this one is '${refusal}'`);
  return [match[1], match[2]];
}

/** The refusals that `serve` may send before the handler runs, in that order. */
function derivedRefusals(endpoint: Endpoint): string[] {
  const hasHeaders = endpoint.idempotent !== undefined || endpoint.ifMatch === true;
  const isWrite = !onlyReads(endpoint) && endpoint.pool !== 'memory';
  const hasInput = isWrite || endpoint.params !== undefined || endpoint.query !== undefined || endpoint.body !== undefined || hasHeaders;
  return [
    ...(hasInput ? ['400 validation_error'] : []),
    ...(endpoint.protocol === undefined ? ['400 invalid_project', '403 project_mismatch'] : []),
    ...(endpoint.isForBrowser === true ? refusalsOfOwnPage(endpoint) : []),
    ...refusalsOfAuth(endpoint),
    ...(endpoint.tenant !== undefined ? ['404 project_not_found'] : []),
    ...(endpoint.tenant === 'active' ? ['403 project_inactive'] : []),
    '405 method_not_allowed',
    ...(endpoint.body === undefined ? [] : ['413 payload_too_large', '415 unsupported_media_type']),
    ...(endpoint.idempotent !== undefined ? ['409 idempotency_in_progress', '422 idempotency_mismatch'] : []),
    '429 throttled',
    '500 internal_error',
    ...(isWrite ? ['503 outcome_unknown'] : []),
    '503 unavailable',
  ];
}

function refusalsOfOwnPage({ method }: Endpoint): string[] {
  return ['403 cross_site', ...(method === 'post' ? ['400 insecure_transport', '415 unsupported_media_type'] : [])];
}

function refusalsOfAuth(endpoint: Endpoint): string[] {
  if (endpoint.auth === 'public') return [];
  return [...refusalsOfGuard(endpoint), ...(endpoint.isBeforeTotp === true ? [] : ['403 totp_setup_required'])];
}

function refusalsOfGuard(endpoint: Endpoint): string[] {
  if (endpoint.auth === 'manager') {
    const neither = endpoint.reach === 'tenant' ? ['401 not_authenticated'] : [];
    return ['400 two_credentials', '401 invalid_api_key', ...neither, '401 token_not_valid', '403 permission_denied'];
  }
  // where reading needs no token, an invalid token is ignored
  if (endpoint.auth === 'optionalUser' || endpoint.auth === 'userOrGuest') return endpoint.method === 'get' ? [] : ['401 token_not_valid'];
  return ['401 not_authenticated', '401 token_not_valid'];
}

/** The schema of a refusal: the error body, or that of another protocol where the endpoint has one. */
function bodyOf({ protocol }: Endpoint, status: string, parts: SchemaComponents): JsonSchema {
  const usual = { $ref: ERROR_BODY };
  if (protocol?.statuses.includes(Number(status)) !== true) return usual;
  const other = toJsonSchema(protocol.refusal, 'output', parts);
  // a named schema: some generators cannot name one inside a response whose name begins with a digit
  const name = `${String(other['$ref']).split('/').at(-1)}OrErrorBody`;
  parts.schemas.set(name, { description: 'The error body of another protocol, or the one of this API.', anyOf: [other, usual] });
  return { $ref: `#/components/schemas/${name}` };
}

interface Refusal {
  readonly status: string;
  readonly codes: readonly string[];
  readonly schema: JsonSchema;
}

/** A refusal: a component where many operations have the same codes, else a part of the operation. */
function refusal({ status, codes, schema }: Refusal, { errors, responses }: RefusalParts): Reference | ResponseObject {
  const sorted = [...codes].sort();
  const response = {
    description: sorted.map((code) => `- \`${code}\`: ${meaningOf(errors, code, status)}`).join('\n'),
    headers: headerRefs(headersOf(status, sorted)),
    content: { 'application/json': { schema } },
    'x-diwan-codes': sorted,
  };
  const name = schema['$ref'] === ERROR_BODY ? SHARED[`${status} ${sorted.join(' ')}`] : undefined;
  if (name === undefined) return response;
  responses.set(name, response);
  return { $ref: `#/components/responses/${name}` };
}

function meaningOf(errors: KnownErrors, code: string, status: string): string {
  const known = errors[code];
  const statuses = known === undefined ? [] : [known.status, ...(known.otherStatuses ?? [])];
  if (known === undefined || !statuses.map(String).includes(status)) throw new Error(`the catalogue of errors has no ${status} ${code}`);
  return known.meaning.en;
}

function headersOf(status: string, codes: readonly string[]): HeaderName[] {
  const names: HeaderName[] = [...COMMON_HEADERS];
  if (status === '401' && codes.some((code) => code === 'not_authenticated' || code === 'token_not_valid')) names.push('WWW-Authenticate');
  if (status === '405') names.push('Allow');
  if (status === '429') names.push('Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining');
  if (status === '503' || codes.includes('idempotency_in_progress')) names.push('Retry-After');
  return names;
}
