import type { JsonSchema } from './fixups.ts';
import { COMMON_HEADERS, headerRefs } from './shared-parts.ts';
import type { OpenApiExamples, Operation, PathItem, ResponseObject } from './types.ts';

export const OPS_TAG = { name: 'Operations', description: 'Health, metrics, keys and this document. Never rate limited.' } as const;

/** The addresses of the operations endpoints, for the document and for the router that answers them. */
export const OPS_PATHS = {
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  jwks: '/.well-known/jwks.json',
  openapi: '/openapi.json',
  errors: '/errors.json',
  docs: '/docs',
} as const;

type OpsName = keyof typeof OPS_PATHS;
type OpsOperation = Pick<Operation, 'summary' | 'description' | 'security' | 'parameters' | 'responses'>;

const cached = [...COMMON_HEADERS, 'ETag', 'Cache-Control'] as const;
const anyObject: JsonSchema = { type: 'object' };
const jwkSet: JsonSchema = {
  type: 'object',
  properties: { keys: { type: 'array', description: 'The keys, as RFC 7517 describes them.', items: anyObject } },
  required: ['keys'],
};

const errorList: JsonSchema = {
  type: 'object',
  properties: {
    codes: {
      type: 'array',
      description: 'By status and code.',
      items: {
        type: 'object',
        properties: {
          code: { type: 'string', description: 'The `code` of an error body.' },
          status: { type: 'integer', description: 'The HTTP status that it comes with.' },
          meaning: {
            type: 'object',
            description: 'A text for people.',
            properties: {
              en: { type: 'string', description: 'In English.' },
              ar: { type: 'string', description: 'In Arabic.' },
            },
            required: ['en', 'ar'],
            additionalProperties: false,
          },
          action: {
            type: 'string',
            description: 'What the client should do; `retry_same_key` means with the same Idempotency-Key or eventId only.',
            enum: ['fix_request', 'sign_in', 'retry_later', 'retry_same_key', 'contact_support', 'update_app'],
          },
        },
        required: ['code', 'status', 'meaning', 'action'],
        additionalProperties: false,
      },
    },
  },
  required: ['codes'],
  additionalProperties: false,
};

/** The description and the values of each property. */
type Words = Readonly<Record<string, readonly [description: string, ...values: string[]]>>;

function words(properties: Words, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const described = Object.entries(properties).map(([name, [description, ...values]]) => [
    name,
    { type: 'string', description, enum: values },
  ]);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(described), ...more },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function answers(description: string, type: string, schema: JsonSchema = { type: 'string' }): ResponseObject {
  return { description, headers: headerRefs(COMMON_HEADERS), content: { [type]: { schema } } };
}

function keeps(description: string, schema: JsonSchema): ResponseObject {
  return { ...answers(description, 'application/json', schema), headers: headerRefs(cached) };
}

function refuses(description: string): ResponseObject {
  return answers(description, 'application/json', { $ref: '#/components/schemas/ErrorBody' });
}

const notModified: ResponseObject = { description: 'The copy that the client holds is current.', headers: headerRefs(cached) };

const wrongMethod: ResponseObject = {
  ...refuses('This path has other methods, listed in `Allow`.'),
  headers: headerRefs([...COMMON_HEADERS, 'Allow']),
};

const READINESS = {
  status: ['Always `ready`.', 'ready'],
  database: ['Whether the database answers.', 'ok', 'unreachable'],
} as const satisfies Words;

const REASON: JsonSchema = {
  type: 'string',
  description: 'Why the database does not answer, for loopback peers or with the metrics token.',
};

const OPERATIONS: Readonly<Record<OpsName, OpsOperation>> = {
  health: {
    summary: 'Whether the process is up',
    description: 'Answers as long as the process lives, also while it starts or shuts down.',
    security: [],
    responses: { 200: answers('Up.', 'application/json', words({ status: ['Always `ok`.', 'ok'] })) },
  },
  ready: {
    summary: 'Whether the process takes work: it has started and is not shutting down',
    description: 'The body tells whether the database answers. Without `deep` an unreachable database changes only the body.',
    security: [],
    parameters: [
      {
        name: 'deep',
        in: 'query',
        required: false,
        description: '503 also while the database does not answer. `?deep` alone is enough.',
        schema: { type: 'string', enum: ['', '1', 'true', '0', 'false'] },
      },
    ],
    responses: {
      200: answers('Ready.', 'application/json', words(READINESS, { reason: REASON })),
      503: refuses('Not ready; for loopback peers or with the metrics token, the message gives the reason.'),
    },
  },
  metrics: {
    summary: 'The metrics in the Prometheus text format',
    description: 'Without METRICS_TOKEN only this machine may read them; with it everyone who sends the token as a bearer.',
    security: [],
    responses: {
      200: answers('Metrics.', 'text/plain'),
      401: refuses('The metrics token is missing or wrong.'),
      403: refuses('Not a loopback peer.'),
    },
  },
  jwks: {
    summary: 'The public keys that access tokens are signed with',
    description: 'A JWK Set. A new key is listed long before it signs, so an answer may be cached as `Cache-Control` allows.',
    security: [],
    responses: { 200: keeps('Keys.', jwkSet), 304: notModified },
  },
  openapi: {
    summary: 'This document',
    description: 'OpenAPI 3.1. It is the same for the life of a release.',
    security: [],
    responses: { 200: keeps('OpenAPI 3.1.', anyObject), 304: notModified },
  },
  errors: {
    summary: 'Every error code with its meaning and what to do',
    description: 'For apps that show a text of their own for each `code` of an `ErrorBody`, in English or Arabic.',
    security: [],
    responses: { 200: keeps('The catalogue of error codes.', errorList), 304: notModified },
  },
  docs: {
    summary: 'This document, rendered',
    description: 'The API reference as a page for people.',
    security: [],
    responses: { 200: answers('A page.', 'text/html') },
  },
};

/** The operations endpoints as paths of the document. */
export function opsPaths(examples: OpenApiExamples): Record<string, PathItem> {
  return Object.fromEntries(OPS_NAMES.map((name) => [OPS_PATHS[name], { get: operationOf(name, examples) }]));
}

const OPERATION_IDS: Readonly<Record<OpsName, string>> = {
  health: 'getHealth',
  ready: 'getReadiness',
  metrics: 'getMetrics',
  jwks: 'getSigningKeys',
  openapi: 'getOpenApi',
  errors: 'getErrors',
  docs: 'openDocs',
};

const OPS_NAMES = ['health', 'ready', 'metrics', 'jwks', 'openapi', 'errors', 'docs'] as const satisfies readonly OpsName[];

function operationOf(name: OpsName, examples: OpenApiExamples): Operation {
  const { responses: documented, ...operation } = OPERATIONS[name];
  const responses = withExample(documented, examples[OPERATION_IDS[name]]?.answer);
  return { operationId: OPERATION_IDS[name], tags: [OPS_TAG.name], ...operation, responses: { ...responses, 405: wrongMethod } };
}

function withExample(responses: Operation['responses'], example: unknown): Operation['responses'] {
  const success = responses[200];
  if (example === undefined || success === undefined || '$ref' in success) return responses;
  const content = Object.fromEntries(Object.entries(success.content ?? {}).map(([type, media]) => [type, { ...media, example }]));
  return { ...responses, 200: { ...success, content } };
}
