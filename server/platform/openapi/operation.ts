import type { Row, Service } from '../http/endpoint.ts';
import { type SchemaComponents, toInlineSchema, toJsonSchema } from './json-schema.ts';
import type { JsonSchema } from './mend.ts';
import { refusalsOf } from './refusals.ts';
import { headerRefs, parameterRef, RATE_LIMIT_HEADERS } from './shared-parts.ts';
import type { Operation, Parameter, Reference, RequestBody, ResponseObject, SecurityRequirement } from './types.ts';

/** What the operations of one document share and add to. */
export interface DocumentParts extends SchemaComponents {
  readonly responses: Map<string, ResponseObject>;
}

/** One row of a service as an OpenAPI operation; `tag` is the heading that it stands under. */
export function describeRow(row: Row, place: { service: Service; tag: string }, parts: DocumentParts): Operation {
  const path = fullPath(row, place.service);
  const parameters = parametersOf(row, path, parts);
  return {
    operationId: operationIdOf(row.method, path),
    tags: [place.tag],
    summary: row.summary,
    description: describe(row),
    security: securityOf(row),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(row.body === undefined ? {} : { requestBody: requestBodyOf(row.body, parts) }),
    responses: { ...successOf(row, parts), ...refusalsOf(row, parts.responses) },
    'x-diwan-auth': row.auth,
    'x-diwan-limit': row.limit,
  };
}

/** The row's path below its service's prefix; a row at `/` is the prefix itself. */
export function fullPath(row: Row, service: Service): string {
  return row.path === '/' && service.prefix !== '' ? service.prefix : service.prefix + row.path;
}

/** `get` and `/api/v1/apps/:slug/version` make `getAppsSlugVersion`; another version than the first stays in the name. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v1\//, '')
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const ACCESS: Readonly<Record<Row['auth'], string>> = {
  public: 'anyone',
  optionalUser: 'anyone; a token tells who asks',
  user: 'a signed-in user',
  userOrGuest: 'a signed-in user, or a guest',
  staff: 'role `staff` or `admin`',
  admin: 'role `admin`',
  apiKey: 'an API key',
};

const REACH = {
  app: 'that reaches the app',
  list: 'that reaches any app; the list is cut down to those',
  platform: 'without an app list',
} as const;

const LIMITED: Readonly<Record<Row['limit'], string>> = {
  read: 'by address (`RATE_LIMIT_READ`)',
  events: 'by address and app (`RATE_LIMIT_EVENTS`)',
  write: 'by user, or by address without one (`RATE_LIMIT_WRITE`)',
  writeOrGuest: 'by user (`RATE_LIMIT_WRITE`); guests by address and by e-mail (`RATE_LIMIT_GUEST_REVIEW`)',
  admin: 'by API key or operator (`RATE_LIMIT_ADMIN`)',
  global: 'by address, phone auth as a whole (`RATE_LIMIT_GLOBAL`)',
};

function describe(row: Row): string {
  const key = row.auth === 'apiKey' ? ` with scope \`${row.method === 'get' ? 'read' : 'write'}\` ${REACH[row.reach]}` : '';
  const facts = `Open to: ${ACCESS[row.auth]}${key}. Counted ${LIMITED[row.limit]}.`;
  return row.description === undefined ? facts : `${row.description}\n\n${facts}`;
}

function securityOf(row: Row): SecurityRequirement[] {
  if (row.auth === 'public') return [];
  if (row.auth === 'apiKey') return [{ apiKey: [] }];
  const isOptional = row.auth === 'optionalUser' || row.auth === 'userOrGuest';
  return isOptional ? [{}, { bearerJwt: [] }] : [{ bearerJwt: [] }];
}

function parametersOf(row: Row, path: string, parts: DocumentParts): (Parameter | Reference)[] {
  return [
    ...pathParametersOf(row, path, parts),
    ...queryParametersOf(row, parts),
    ...(row.tenant !== undefined ? [parameterRef('ProjectId')] : []),
    ...(answersFromMemory(row) ? [parameterRef('IfNoneMatch')] : []),
    ...(row.idempotent === true ? [parameterRef('IdempotencyKey')] : []),
    ...(row.ifMatch === true ? [parameterRef('IfMatch')] : []),
  ];
}

function pathParametersOf(row: Row, path: string, parts: DocumentParts): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const described = row.params === undefined ? {} : propertiesOf(toInlineSchema(row.params, 'input', parts));
  const stranger = Object.keys(described).find((name) => !inPath.includes(name));
  if (stranger !== undefined) throw new Error(`${row.method} ${path} describes the parameter ${stranger}, which its path does not have`);
  return inPath.map((name) => parameter(name, described[name] ?? { type: 'string' }, { in: 'path', required: true }));
}

function queryParametersOf(row: Row, parts: DocumentParts): Parameter[] {
  if (row.query === undefined) return [];
  const schema = toInlineSchema(row.query, 'input', parts);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(propertiesOf(schema)).map(([name, property]) =>
    parameter(name, property, { in: 'query', required: required.includes(name) }),
  );
}

function parameter(name: string, property: JsonSchema, facts: Pick<Parameter, 'in' | 'required'>): Parameter {
  const { description, ...schema } = property;
  return { name, ...facts, ...(typeof description === 'string' ? { description } : {}), schema };
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema['properties'] ?? {}) as Record<string, JsonSchema>;
}

function requestBodyOf(body: NonNullable<Row['body']>, parts: DocumentParts): RequestBody {
  // neither body nor content type counts as an empty object
  const required = body.validate({}).error !== undefined;
  return { required, content: { 'application/json': { schema: toJsonSchema(body, 'input', parts) } } };
}

function successOf(row: Row, parts: DocumentParts): Record<string, ResponseObject> {
  const cached = answersFromMemory(row);
  const headers = headerRefs([
    'X-Request-Id',
    ...RATE_LIMIT_HEADERS,
    ...(cached ? (['ETag', 'Cache-Control'] as const) : []),
    ...(row.idempotent === true ? (['Idempotency-Replayed'] as const) : []),
  ]);
  const statuses = [row.status ?? 200].flat();
  const content = row.reply === null ? {} : { content: { 'application/json': { schema: toJsonSchema(row.reply, 'output', parts) } } };
  return {
    ...Object.fromEntries(statuses.map((status) => [status, { description: DONE[status], headers, ...(status === 204 ? {} : content) }])),
    ...(cached ? { 304: { description: 'The answer already held still stands.', headers } } : {}),
  };
}

const DONE = { 200: 'Done.', 201: 'Created.', 204: 'Done; there is no body.' } as const;

/** Public snapshots are serialised ahead and carry a validator. */
function answersFromMemory(row: Row): boolean {
  return row.method === 'get' && row.work === 'memory';
}
