import type { Schema } from 'joi';
import { type Endpoint, hasCsv, jsonOf, onlyReads, type Service } from '../http/endpoint.ts';
import { DRY_RUN_TYPE } from '../http/reply/reply.ts';
import { isForOperators } from '../http/request/query-names.ts';
import { isNode, type JsonSchema } from './fixups.ts';
import { type SchemaComponents, toInlineSchema, toJsonSchema } from './json-schema.ts';
import { describeManagers } from './managers.ts';
import { type RefusalParts, refusalsOf } from './refusals.ts';
import { COMMON_HEADERS, headerRefs, parameterRef, RATE_LIMIT_HEADERS } from './shared-parts.ts';
import type {
  Content,
  OpenApiExamples,
  Operation,
  Parameter,
  Reference,
  RequestBody,
  ResponseObject,
  SecurityRequirement,
} from './types.ts';

/** The components that the operations of one document share and add to. */
export interface DocumentParts extends SchemaComponents, RefusalParts {
  readonly examples: OpenApiExamples;
}

interface Place {
  readonly service: Service;
  readonly tag: string;
  /** Other prefixes that serve the same endpoint. */
  readonly copies: readonly string[];
}

/** One endpoint of a service as an OpenAPI operation. */
export function describeEndpoint(endpoint: Endpoint, { service, tag, copies }: Place, parts: DocumentParts): Operation {
  const path = fullPath(endpoint, service);
  const parameters = parametersOf(endpoint, path, parts);
  const operationId = operationIdOf(endpoint, path);
  const shown = parts.examples[operationId] ?? parts.examples[endpoint.handler.name];
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    description: describe(endpoint, copies),
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBodyOf(endpoint.body, parts, shown) }),
    responses: { ...successOf(endpoint, parts, shown), ...refusalsOf(endpoint, parts) },
    'x-diwan-auth': endpoint.auth,
    'x-diwan-limit': endpoint.limit,
  };
}

/** The endpoint's path below its service's prefix; the path `/` is the prefix itself. */
export function fullPath(endpoint: Endpoint, service: Service): string {
  return endpoint.path === '/' && service.prefix !== '' ? service.prefix : service.prefix + endpoint.path;
}

function operationIdOf({ method, operationId, handler }: Endpoint, path: string): string {
  const name = operationId ?? handler.name;
  if (!/^[a-z]+(?:[A-Z][a-z]*)*$/.test(name)) throw new Error(`${method} ${path} needs an operationId, or a handler named like castVote`);
  return name;
}

const ACCESS: Readonly<Record<Endpoint['auth'], string>> = {
  public: 'anyone',
  optionalUser: 'anyone; a token identifies the user',
  user: 'a signed-in user',
  userOrGuest: 'a signed-in user, or a guest',
  manager: 'an API key or an operator',
};

const LIMITED: Readonly<Record<Endpoint['limit'], string>> = {
  read: 'by address (`RATE_LIMIT_READ`)',
  evaluate: 'by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`)',
  events: 'by address and app (`RATE_LIMIT_EVENTS`), and in bytes by address (`RATE_LIMIT_EVENTS_BYTES`)',
  write: 'by user, or by address without one (`RATE_LIMIT_WRITE`)',
  writeOrGuest:
    'by user (`RATE_LIMIT_WRITE`); guests by address (`RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS`) and by e-mail (`RATE_LIMIT_GUEST_REVIEW_BY_EMAIL`)',
  admin: 'by API key or operator (`RATE_LIMIT_ADMIN`)',
  global: 'by address, for phone auth as a whole (`RATE_LIMIT_GLOBAL`)',
  account:
    'by user, or by session with the refresh token of an operator or a token that is no longer valid (`RATE_LIMIT_ACCOUNT`); without a token of this server by address (`RATE_LIMIT_GLOBAL`)',
};

function describe(endpoint: Endpoint, copies: readonly string[]): string {
  const key = endpoint.auth === 'manager' ? `: ${describeManagers(endpoint)}` : '';
  const alias = copies.map((prefix) => ` Served under \`${prefix}\` too.`).join('');
  const callers = endpoint.isForBrowser === true ? 'pages of this server' : `${ACCESS[endpoint.auth]}${key}`;
  const access = `Open to: ${callers}. Counted ${LIMITED[endpoint.limit]}.${alias}`;
  return endpoint.description === undefined ? access : `${endpoint.description}\n\n${access}`;
}

function securityOf(endpoint: Endpoint): SecurityRequirement[] {
  if (endpoint.needsUser !== undefined) return [{}, { bearerJwt: [] }];
  if (endpoint.auth === 'public') return [];
  if (endpoint.auth === 'manager') return [{ apiKey: [] }, { bearerJwt: [] }];
  const isOptional = endpoint.auth === 'optionalUser' || endpoint.auth === 'userOrGuest';
  return isOptional ? [{}, { bearerJwt: [] }] : [{ bearerJwt: [] }];
}

function parametersOf(endpoint: Endpoint, path: string, parts: DocumentParts): (Parameter | Reference)[] {
  return [
    ...pathParametersOf(endpoint, path, parts),
    ...(endpoint.protocol?.appIn === 'header' ? [parameterRef('AppInHeader')] : []),
    ...(endpoint.reply === 'events' ? [parameterRef('LastEventId')] : []),
    ...queryParametersOf(endpoint, parts),
    ...(endpoint.tenant !== undefined ? [parameterRef('ProjectId')] : []),
    ...(answersFromMemory(endpoint) ? [parameterRef('IfNoneMatch')] : []),
    ...(endpoint.idempotent === true ? [parameterRef('IdempotencyKey')] : []),
    ...(endpoint.idempotent === 'signIn' ? [parameterRef('SignInIdempotencyKey')] : []),
    ...(endpoint.ifMatch === true ? [parameterRef('IfMatch')] : []),
    ...(endpoint.device !== undefined ? [parameterRef('Device')] : []),
  ];
}

function pathParametersOf(endpoint: Endpoint, path: string, parts: DocumentParts): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const all = endpoint.params === undefined ? {} : propertiesOf(toInlineSchema(endpoint.params, 'input', parts));
  // the header that names the app is described apart
  const { slug: _, ...others } = all;
  const described = endpoint.protocol?.appIn === 'header' ? others : all;
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

type Example = OpenApiExamples[string] | undefined;

function requestBodyOf(body: NonNullable<Endpoint['body']>, parts: DocumentParts, shown: Example): RequestBody {
  // a request without body and content type counts as an empty object
  const required = body.validate({}).error !== undefined;
  return { required, content: { 'application/json': { schema: toJsonSchema(body, 'input', parts), ...exampleOf(shown?.body) } } };
}

function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}

/** A table with a header line (RFC 4180), or server-sent events. */
const TEXT = { schema: { type: 'string' } };

function successOf(endpoint: Endpoint, parts: DocumentParts, shown: Example): Record<string, ResponseObject> {
  const cached = answersFromMemory(endpoint);
  const headers = headerRefs([
    ...COMMON_HEADERS,
    ...RATE_LIMIT_HEADERS,
    ...(cached ? (['ETag', 'Cache-Control'] as const) : []),
    ...(endpoint.idempotent !== undefined ? (['Idempotency-Replayed'] as const) : []),
    ...(endpoint.device === 'issued' ? (['X-Diwan-Device'] as const) : []),
    ...(endpoint.body === undefined ? [] : (['X-Ignored-Fields'] as const)),
    ...(onlyReads(endpoint) && isForOperators(endpoint) ? (['X-Ignored-Parameters'] as const) : []),
  ]);
  const statuses = [endpoint.status ?? 200].flat();
  const reply = jsonOf(endpoint.reply);
  const about = reply === null ? undefined : descriptionOf(reply);
  const json = reply === null ? null : { schema: toJsonSchema(reply, 'output', parts), ...exampleOf(shown?.answer) };
  const table = hasCsv(endpoint.reply) ? { 'text/csv': TEXT } : {};
  if (endpoint.reply === 'events') return { 200: { description: 'A stream.', headers, content: { 'text/event-stream': TEXT } } };
  const content = json !== null ? { content: { 'application/json': json, ...table } } : {};
  const success: Record<string, ResponseObject> = Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: about === undefined ? DONE[status] : `${DONE[status]} ${about}`, headers, ...(status === 204 ? {} : content) },
    ]),
  );
  return {
    ...(endpoint.dryRunReply === undefined
      ? success
      : withDryRun(success, headers, { schema: toJsonSchema(endpoint.dryRunReply, 'output', parts), ...exampleOf(shown?.dryRun) })),
    ...(cached ? { 304: { description: 'The copy that the client holds is current.', headers } } : {}),
  };
}

/** The answer to a dry run has another type, so that clients of the write keep the type of its answer. */
function withDryRun(
  success: Record<string, ResponseObject>,
  headers: NonNullable<ResponseObject['headers']>,
  dryRun: Content[string],
): Record<string, ResponseObject> {
  const { description = 'The dry run.', content = {} } = success[200] ?? {};
  return { ...success, 200: { description, headers, content: { ...content, [DRY_RUN_TYPE]: dryRun } } };
}

function descriptionOf(schema: Schema): string | undefined {
  const { flags } = schema.describe();
  const description = isNode(flags) ? flags['description'] : undefined;
  return typeof description === 'string' ? description : undefined;
}

const DONE = { 200: 'Done.', 201: 'Created.', 202: 'Accepted; it happens later.', 204: 'Done; there is no body.' } as const;

/** Public snapshots are serialised ahead and carry a validator. */
function answersFromMemory(endpoint: Endpoint): boolean {
  return endpoint.pool === 'memory' && endpoint.reply !== 'events';
}
