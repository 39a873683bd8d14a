import type { JsonSchema } from './fixups.ts';
import { headerRefs } from './shared-parts.ts';
import type { Operation, PathItem, ResponseObject } from './types.ts';

export const OPS_TAG = { name: 'Operations', description: 'For operating the server. Never rate limited.' } as const;

/** The addresses of the operations endpoints, for the document and for the router that answers them. */
export const OPS_PATHS = {
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  jwks: '/.well-known/jwks.json',
  openapi: '/openapi.json',
  docs: '/docs',
} as const;

type OpsName = keyof typeof OPS_PATHS;
type OpsOperation = Pick<Operation, 'summary' | 'description' | 'security' | 'parameters' | 'responses'>;

const cached = ['X-Request-Id', 'ETag', 'Cache-Control'] as const;
const anyObject: JsonSchema = { type: 'object' };
const jwkSet: JsonSchema = { type: 'object', properties: { keys: { type: 'array', items: anyObject } }, required: ['keys'] };

function words(properties: Readonly<Record<string, readonly string[]>>, optional: readonly string[] = []): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, allowed]) => [name, { type: 'string', enum: allowed }])),
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

function answers(description: string, type: string, schema: JsonSchema = { type: 'string' }): ResponseObject {
  return { description, headers: headerRefs(['X-Request-Id']), content: { [type]: { schema } } };
}

function keeps(description: string, schema: JsonSchema): ResponseObject {
  return { ...answers(description, 'application/json', schema), headers: headerRefs(cached) };
}

function refuses(description: string): ResponseObject {
  return answers(description, 'application/json', { $ref: '#/components/schemas/Error' });
}

const notModified: ResponseObject = { description: 'The copy that the client holds is current.', headers: headerRefs(cached) };

const READINESS = { status: ['ready'], database: ['ok', 'unreachable'], reader: ['in_use', 'not_in_use'] } as const;

const OPERATIONS: Readonly<Record<OpsName, OpsOperation>> = {
  health: {
    summary: 'Whether the process is up',
    security: [],
    responses: { 200: answers('Up.', 'application/json', words({ status: ['ok'] })) },
  },
  ready: {
    summary: 'Whether the process takes work: it has started and is not shutting down',
    description:
      'The body tells whether the database answers. Without `deep` an unreachable database changes only the body. `deep` adds whether ' +
      'the reader is in use, if the server has one.',
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
      200: answers('Ready.', 'application/json', words(READINESS, ['reader'])),
      503: refuses('Not ready; the message gives the reason.'),
    },
  },
  metrics: {
    summary: 'Metrics in the Prometheus text format, for loopback peers or with the metrics token as a bearer',
    security: [],
    responses: {
      200: answers('Metrics.', 'text/plain'),
      401: refuses('The metrics token is missing or wrong.'),
      403: refuses('Not a loopback peer.'),
    },
  },
  jwks: {
    summary: 'The public keys that access tokens are signed with (JWK Set)',
    security: [],
    responses: { 200: keeps('Keys.', jwkSet), 304: notModified },
  },
  openapi: { summary: 'This document', security: [], responses: { 200: keeps('OpenAPI 3.1.', anyObject), 304: notModified } },
  docs: { summary: 'This document, rendered', security: [], responses: { 200: answers('A page.', 'text/html') } },
};

/** The operations endpoints as paths of the document. */
export function opsPaths(): Record<string, PathItem> {
  return Object.fromEntries(OPS_NAMES.map((name) => [OPS_PATHS[name], { get: operationOf(name) }]));
}

const OPS_NAMES = ['health', 'ready', 'metrics', 'jwks', 'openapi', 'docs'] as const satisfies readonly OpsName[];

function operationOf(name: OpsName): Operation {
  return { operationId: `get${name.charAt(0).toUpperCase()}${name.slice(1)}`, tags: [OPS_TAG.name], ...OPERATIONS[name] };
}
