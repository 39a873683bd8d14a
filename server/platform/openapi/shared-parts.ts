import type { JsonSchema } from './fixups.ts';
import type { Components, KnownErrors, Reference } from './types.ts';

/** Hand-written components that many operations refer to: what `platform/http` does to every request. */

/** The body of every refusal and failure, the shape that `http/reply/error-handler.ts` writes. */
export function errorBody(errors: KnownErrors): JsonSchema {
  const code = { type: 'string', enum: Object.keys(errors).sort(), description: 'Stable; for programs. `/errors.json` explains each.' };
  return { ...ERROR_BODY, properties: { ...ERROR_FIELDS, code } };
}

const ERROR_FIELDS: Readonly<Record<string, JsonSchema>> = {
  success: { type: 'boolean', enum: [false], description: 'Always false, unlike in a success.' },
  statusCode: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status of the answer.' },
  code: { type: 'string' },
  message: { type: 'string', description: 'For people; the wording may change.' },
  detail: { type: 'string', description: 'The same text as `message`.' },
  timestamp: { type: 'string', format: 'date-time', description: 'When the server answered.' },
  requestId: { type: 'string', description: 'Finds the request in the log of the server, as the header `X-Request-Id`.' },
  errors: {
    type: 'array',
    description: 'Every fault of the input (400, some 409).',
    items: {
      type: 'object',
      properties: {
        field: { type: 'string', description: 'The path of the wrong field.', examples: ['events[2].eventType'] },
        message: { type: 'string', description: 'What is wrong with it.' },
      },
      required: ['field', 'message'],
      additionalProperties: false,
    },
  },
  messages: {
    type: 'array',
    description: 'Why a token is not valid (401).',
    items: {
      type: 'object',
      properties: {
        token_class: { type: 'string', description: 'The kind of token that was expected: `AccessToken` or `RefreshToken`.' },
        token_type: { type: 'string', description: 'The same in short: `access` or `refresh`.' },
        message: { type: 'string', description: 'The reason.' },
      },
      required: ['token_class', 'token_type', 'message'],
      additionalProperties: false,
    },
  },
  deletesAt: { type: 'string', format: 'date-time', description: 'When the account is erased (`deletion_pending`).' },
  existingId: { type: 'integer', minimum: 1, description: 'The record that has the same text (`duplicate_content`).' },
  pendingMigrations: { type: 'array', description: 'The migrations that `/readyz` waits for.', items: { type: 'string' } },
  available_in: { type: 'integer', minimum: 1, description: 'Seconds until a retry makes sense (429).' },
};

const ERROR_BODY: JsonSchema = {
  type: 'object',
  description: 'The body of every answer that is not a success.',
  required: ['success', 'statusCode', 'code', 'message', 'detail', 'timestamp', 'requestId'],
  additionalProperties: false,
};

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

export const HEADERS = {
  'X-Request-Id': { description: 'The id of the request in logs and error bodies: the one sent, or a new one.', schema: text },
  'X-Diwan-Version': { description: 'The version of the server, such as 0.2.0.', schema: text },
  RateLimit: { description: 'Hits and seconds left of each limit (IETF draft 8).', schema: { ...text, examples: ['"read"; r=599; t=60'] } },
  'RateLimit-Policy': {
    description: 'The limits that count this request (IETF draft 8).',
    schema: { ...text, examples: ['"read"; q=600; w=60'] },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in the window, for the limit with the fewest requests left.', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left in the window of that limit.', schema: count },
  'Retry-After': { description: 'Seconds until a retry makes sense.', schema: { type: 'integer', minimum: 1 } },
  ETag: { description: 'Changes with the body; send it back as If-None-Match.', schema: text },
  'Cache-Control': { description: 'How long, and by which caches, the answer may be kept.', schema: text },
  'Idempotency-Replayed': {
    description: '`true` on a repeated answer to an earlier request with this Idempotency-Key.',
    schema: { ...text, enum: ['true'] },
  },
  'X-Ignored-Fields': {
    description: 'The fields of the body that were dropped, because the request does not have them; at most 20.',
    schema: { ...text, examples: ['role, parts[0].colour'] },
  },
  'X-Ignored-Parameters': {
    description: 'The names of the query that were dropped, because the request does not have them; at most 20.',
    schema: { ...text, examples: ['dryRun, Page'] },
  },
  'X-Diwan-Device': {
    description: 'The token that names this device at the next sign-in. Keep it like a password.',
    schema: { ...text, pattern: '^dv_[A-Za-z0-9_-]{43}$' },
  },
  Allow: { description: 'The methods that this path has.', schema: text },
  'WWW-Authenticate': { description: 'The scheme to authenticate with.', schema: text },
} as const satisfies Components['headers'];

export type HeaderName = keyof typeof HEADERS;

/** The headers of every answer. */
export const COMMON_HEADERS = ['X-Request-Id', 'X-Diwan-Version'] as const;

export const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;

export function headerRefs(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const PARAMETERS = {
  ProjectId: {
    name: 'X-Project-ID',
    in: 'header',
    required: false,
    description: 'The project of the request; without it, the project of the token, else the default project.',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of a stored answer: 304 when it is still current.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a ' +
      'refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path.',
    schema: { ...text, minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]*$' },
  },
  SignInIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Your own name for this sign-in, such as a UUID. Repeated with the same body and device name, it gets the same tokens again, for 24 hours ' +
      'after a registration and 2 minutes after a sign-in; `expiresIn` is what is left. A refused sign-in is not kept. A key is valid for its ' +
      'project, phone and path.',
    schema: { ...text, minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]*$' },
  },
  Device: {
    name: 'X-Diwan-Device',
    in: 'header',
    required: false,
    description:
      'The token that the last sign-in from this device answered: its wrong passwords and codes, and what it is sent, count for it alone.',
    schema: text,
  },
  AppInHeader: {
    name: 'X-Diwan-App',
    in: 'header',
    required: true,
    description: 'The short name of the app, for clients that drop the path of their base URL.',
    schema: text,
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description:
      'The `id` of the last event that was received. An `EventSource` sends it when it connects again, and gets what it has missed.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The entity tags that were read: 412 when the record has changed since.',
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
    description: 'An access token of phone auth or of an operator. Endpoints for staff and admins check its role.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Each endpoint says which scopes it needs.' },
} as const satisfies Components['securitySchemes'];
