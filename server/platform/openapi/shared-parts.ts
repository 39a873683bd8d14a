import type { JsonSchema } from './mend.ts';
import type { Components, Reference } from './types.ts';

/** Components that many operations point at, written by hand: what `platform/http` does to every request. */

/** The body of every refusal and failure, the shape that `http/error-handler.ts` writes. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'The body of every answer that is not a success.',
  properties: {
    success: { type: 'boolean', enum: [false] },
    statusCode: { type: 'integer' },
    code: { type: 'string', description: 'Stable; made for programs.' },
    message: { type: 'string', description: 'Made for people; its wording may change.' },
    detail: { type: 'string', description: 'The same text as `message`.' },
    timestamp: { type: 'string', format: 'date-time' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      description: 'Every fault of the input (400, some 409).',
      items: {
        type: 'object',
        properties: { field: { type: 'string', examples: ['events[2].eventType'] }, message: { type: 'string' } },
        required: ['field', 'message'],
        additionalProperties: false,
      },
    },
    messages: {
      type: 'array',
      description: 'Why a token is not valid (401).',
      items: {
        type: 'object',
        properties: { token_class: { type: 'string' }, token_type: { type: 'string' }, message: { type: 'string' } },
        required: ['token_class', 'token_type', 'message'],
        additionalProperties: false,
      },
    },
    available_in: { type: 'integer', minimum: 1, description: 'Seconds until a retry makes sense (429).' },
  },
  required: ['success', 'statusCode', 'code', 'message', 'detail', 'timestamp', 'requestId'],
  additionalProperties: false,
};

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

export const HEADERS = {
  'X-Request-Id': { description: 'Names the request in logs and error bodies: the one sent, or a new one.', schema: text },
  RateLimit: { description: 'Hits and seconds left of each limit (IETF draft 8).', schema: { ...text, examples: ['"read"; r=599; t=60'] } },
  'RateLimit-Policy': {
    description: 'The limits that count this request (IETF draft 8).',
    schema: { ...text, examples: ['"read"; q=600; w=60'] },
  },
  'X-RateLimit-Limit': { description: 'Requests of the window, of the limit nearest to its end.', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left of it.', schema: count },
  'Retry-After': { description: 'Seconds until a retry makes sense.', schema: { type: 'integer', minimum: 1 } },
  ETag: { description: 'Changes with the body; send it back as If-None-Match.', schema: text },
  'Cache-Control': { description: 'How long and by whom the answer may be kept.', schema: text },
  'Idempotency-Replayed': {
    description: '`true` on an answer that an earlier request with this Idempotency-Key got.',
    schema: { ...text, enum: ['true'] },
  },
  Allow: { description: 'The methods that this path has.', schema: text },
  'WWW-Authenticate': { description: 'The scheme to authenticate with.', schema: text },
} as const satisfies Components['headers'];

export type HeaderName = keyof typeof HEADERS;

export const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;

export function headerRefs(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const PARAMETERS = {
  ProjectId: {
    name: 'X-Project-ID',
    in: 'header',
    required: false,
    description: 'The project asked about; when absent the token decides, then the default project.',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the answer already held: 304 when it still stands.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A name of your own for this request, such as a UUID. Sent again within 24 hours, the same request gets the first answer again, ' +
      'refusals too, and does nothing twice; 401, 429 and 5xx are not kept. It counts for this project, user (a guest by e-mail), method and path.',
    schema: { ...text, minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]*$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'Entity tags of what was read: 412 when something else is there by now.',
    schema: text,
  },
} as const satisfies Components['parameters'];

export function parameterRef(name: keyof typeof PARAMETERS): Reference {
  return { $ref: `#/components/parameters/${name}` };
}

export const SECURITY_SCHEMES = {
  bearerJwt: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of phone auth or of an operator. Endpoints for staff and admins look at its role.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Scope `read` for GET and `write` for the rest.' },
} as const satisfies Components['securitySchemes'];
