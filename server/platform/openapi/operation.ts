import type { Endpoint, Service } from '../http/endpoint.ts';
import { isNode, type JsonSchema } from './fixups.ts';
import { type SchemaComponents, toInlineSchema, toJsonSchema } from './json-schema.ts';
import { refusalsOf } from './refusals.ts';
import { headerRefs, parameterRef, RATE_LIMIT_HEADERS } from './shared-parts.ts';
import type { Operation, Parameter, Reference, RequestBody, ResponseObject, SecurityRequirement } from './types.ts';

/** The components that the operations of one document share and add to. */
export interface DocumentParts extends SchemaComponents {
  readonly responses: Map<string, ResponseObject>;
}

/** One endpoint of a service as an OpenAPI operation; `tag` is its heading. */
export function describeEndpoint(endpoint: Endpoint, { service, tag }: { service: Service; tag: string }, parts: DocumentParts): Operation {
  const path = fullPath(endpoint, service);
  const parameters = parametersOf(endpoint, path, parts);
  return {
    operationId: operationIdOf(endpoint.method, path),
    tags: [tag],
    summary: endpoint.summary,
    description: describe(endpoint),
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBodyOf(endpoint.body, parts) }),
    responses: { ...successOf(endpoint, parts), ...refusalsOf(endpoint, parts.responses) },
    'x-diwan-auth': endpoint.auth,
    'x-diwan-limit': endpoint.limit,
  };
}

/** The endpoint's path below its service's prefix; the path `/` is the prefix itself. */
export function fullPath(endpoint: Endpoint, service: Service): string {
  return endpoint.path === '/' && service.prefix !== '' ? service.prefix : service.prefix + endpoint.path;
}

/** `get` and `/api/v1/apps/:slug/version` become `getAppsSlugVersion`; an API version other than v1 is part of the name. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v1\//, '')
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const ACCESS: Readonly<Record<Endpoint['auth'], string>> = {
  public: 'anyone',
  optionalUser: 'anyone; a token identifies the user',
  user: 'a signed-in user',
  userOrGuest: 'a signed-in user, or a guest',
  staff: 'role `staff` or `admin`',
  admin: 'role `admin`',
  apiKey: 'an API key',
};

const KEY_SCOPE = {
  app: 'that covers the app',
  list: 'that covers any app; the list shows only those apps',
  platform: 'without an app list',
} as const;

const LIMITED: Readonly<Record<Endpoint['limit'], string>> = {
  read: 'by address (`RATE_LIMIT_READ`)',
  events: 'by address and app (`RATE_LIMIT_EVENTS`)',
  write: 'by user, or by address without one (`RATE_LIMIT_WRITE`)',
  writeOrGuest: 'by user (`RATE_LIMIT_WRITE`); guests by address and by e-mail (`RATE_LIMIT_GUEST_REVIEW`)',
  admin: 'by API key or operator (`RATE_LIMIT_ADMIN`)',
  global: 'by address, for phone auth as a whole (`RATE_LIMIT_GLOBAL`)',
};

function describe(endpoint: Endpoint): string {
  const key =
    endpoint.auth === 'apiKey' ? ` with scope \`${endpoint.method === 'get' ? 'read' : 'write'}\` ${KEY_SCOPE[endpoint.keyScope]}` : '';
  const age = endpoint.mayBeOld === true ? ' The answer may be up to a second old.' : '';
  const access = `Open to: ${ACCESS[endpoint.auth]}${key}. Counted ${LIMITED[endpoint.limit]}.${age}`;
  return endpoint.description === undefined ? access : `${endpoint.description}\n\n${access}`;
}

function securityOf(endpoint: Endpoint): SecurityRequirement[] {
  if (endpoint.auth === 'public') return [];
  if (endpoint.auth === 'apiKey') return [{ apiKey: [] }];
  const isOptional = endpoint.auth === 'optionalUser' || endpoint.auth === 'userOrGuest';
  return isOptional ? [{}, { bearerJwt: [] }] : [{ bearerJwt: [] }];
}

function parametersOf(endpoint: Endpoint, path: string, parts: DocumentParts): (Parameter | Reference)[] {
  return [
    ...pathParametersOf(endpoint, path, parts),
    ...queryParametersOf(endpoint, parts),
    ...(endpoint.tenant !== undefined ? [parameterRef('ProjectId')] : []),
    ...(answersFromMemory(endpoint) ? [parameterRef('IfNoneMatch')] : []),
    ...(endpoint.idempotent === true ? [parameterRef('IdempotencyKey')] : []),
    ...(endpoint.ifMatch === true ? [parameterRef('IfMatch')] : []),
  ];
}

function pathParametersOf(endpoint: Endpoint, path: string, parts: DocumentParts): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const described = endpoint.params === undefined ? {} : propertiesOf(toInlineSchema(endpoint.params, 'input', parts));
  const unknown = Object.keys(described).find((name) => !inPath.includes(name));
  if (unknown !== undefined) throw new Error(`${endpoint.method} ${path} describes the parameter ${unknown}, which its path does not have`);
  return inPath.map((name) => parameter(name, described[name] ?? { type: 'string' }, { in: 'path', required: true }));
}

function queryParametersOf(endpoint: Endpoint, parts: DocumentParts): Parameter[] {
  if (endpoint.query === undefined) return [];
  const schema = toInlineSchema(endpoint.query, 'input', parts);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(propertiesOf(schema)).map(([name, property]) =>
    parameter(name, property, { in: 'query', required: required.includes(name) }),
  );
}

function parameter(name: string, property: JsonSchema, place: Pick<Parameter, 'in' | 'required'>): Parameter {
  const { description, ...schema } = property;
  return { name, ...place, ...(typeof description === 'string' ? { description } : {}), schema };
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const { properties } = schema;
  return isNode(properties) ? Object.fromEntries(Object.entries(properties).filter(isSchemaEntry)) : {};
}

function isSchemaEntry(entry: [name: string, property: unknown]): entry is [string, JsonSchema] {
  return isNode(entry[1]);
}

function requestBodyOf(body: NonNullable<Endpoint['body']>, parts: DocumentParts): RequestBody {
  // a request without body and content type counts as an empty object
  const required = body.validate({}).error !== undefined;
  return { required, content: { 'application/json': { schema: toJsonSchema(body, 'input', parts) } } };
}

function successOf(endpoint: Endpoint, parts: DocumentParts): Record<string, ResponseObject> {
  const cached = answersFromMemory(endpoint);
  const headers = headerRefs([
    'X-Request-Id',
    ...RATE_LIMIT_HEADERS,
    ...(cached ? (['ETag', 'Cache-Control'] as const) : []),
    ...(endpoint.idempotent === true ? (['Idempotency-Replayed'] as const) : []),
  ]);
  const statuses = [endpoint.status ?? 200].flat();
  const content =
    endpoint.reply === null ? {} : { content: { 'application/json': { schema: toJsonSchema(endpoint.reply, 'output', parts) } } };
  return {
    ...Object.fromEntries(statuses.map((status) => [status, { description: DONE[status], headers, ...(status === 204 ? {} : content) }])),
    ...(cached ? { 304: { description: 'The copy that the client holds is current.', headers } } : {}),
  };
}

const DONE = { 200: 'Done.', 201: 'Created.', 204: 'Done; there is no body.' } as const;

/** Public snapshots are serialised ahead and carry a validator. */
function answersFromMemory(endpoint: Endpoint): boolean {
  return endpoint.method === 'get' && endpoint.pool === 'memory';
}
