import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import Joi from 'joi';
import { ERROR_CODES } from '../../../server/domain/errors/catalogue.ts';
import { del, type Endpoint, get, post, put, type Service, underHeading } from '../../../server/platform/http/endpoint.ts';
import { oneOf, patch, pathId, queryInteger, singleLineText } from '../../../server/platform/http/input/fields.ts';
import { noContent, ok } from '../../../server/platform/http/reply/reply.ts';
import { buildOpenApi } from '../../../server/platform/openapi/document.ts';
import type { OpenApiDocument, Operation, ResponseObject } from '../../../server/platform/openapi/types.ts';

const Post = Joi.object({ id: Joi.number().required(), status: oneOf('open', 'done').allow(null).required() }).id('Post');
const Comment = Joi.object({ text: Joi.string().required(), replies: Joi.array().items(Joi.link('#Comment')) }).id('Comment');
const PostParams = Joi.object({ id: pathId() }).id('PostParams');
const PostBody = Joi.object({
  title: singleLineText({ max: 200 }).required(),
  kind: oneOf('idea', 'fault').allow(null),
  draft: Joi.boolean().default(false),
});
const ListQuery = Joi.object({
  page: queryInteger(1, 1000).default(1),
  q: singleLineText({ max: 50 }).description('Words to look for').required(),
});

const shared = { limit: 'read', summary: 'Does something', reply: Post } as const;
const answer = () => ok({});

const feedback: Service = {
  name: 'feedback',
  prefix: '/api/v1',
  heading: { name: 'Feedback', description: 'What users think.' },
  endpoints: [
    get(
      '/posts',
      { ...shared, operationId: 'listPosts', auth: 'optionalUser', tenant: true, query: ListQuery, reply: Joi.array().items(Post) },
      answer,
    ),
    post(
      '/posts',
      {
        ...shared,
        operationId: 'createPost',
        auth: 'user',
        tenant: true,
        idempotent: true,
        body: PostBody,
        status: 201,
        limit: 'write',
        description: 'Asks for more.',
      },
      answer,
    ),
    put(
      '/posts/:id',
      {
        ...shared,
        operationId: 'updatePost',
        auth: 'manager',
        reach: 'tenant',
        scope: 'feedback',
        ifMatch: true,
        device: 'issued',
        params: PostParams,
        body: patch({ title: singleLineText({ max: 200 }) }),
        refusals: ['404 post_not_found'],
      },
      answer,
    ),
    del(
      '/posts/:id',
      {
        ...shared,
        operationId: 'deletePost',
        auth: 'manager',
        reach: 'tenant',
        scope: 'feedback',
        params: PostParams,
        reply: null,
        status: 204,
      },
      () => noContent(),
    ),
    post(
      '/reviews',
      {
        ...shared,
        operationId: 'createReview',
        auth: 'userOrGuest',
        tenant: true,
        body: PostBody,
        refusals: ['429 otp_cooldown', '409 review_exists'],
      },
      answer,
    ),
    get(
      '/comments',
      {
        ...shared,
        operationId: 'listComments',
        auth: 'public',
        reply: Joi.object({ first: Post.allow(null).required(), comments: Joi.array().items(Comment) }),
      },
      answer,
    ),
  ],
};

const apps: Service = {
  name: 'apps',
  prefix: '/api/v1',
  heading: { name: 'App start', description: 'What apps read first.' },
  endpoints: [
    get(
      '/apps/:slug/version',
      { ...shared, auth: 'public', pool: 'memory', query: Joi.object({ platform: oneOf('android', 'ios') }) },
      function checkUpdate() {
        return ok({});
      },
    ),
    ...underHeading('Apps', 'Registers apps.', [
      get('/admin/apps', { ...shared, operationId: 'listApps', auth: 'manager', reach: 'apps', limit: 'admin' }, answer),
      post(
        '/admin/apps',
        { ...shared, operationId: 'createApp', auth: 'manager', reach: 'platform', limit: 'admin', body: PostBody, status: [201, 200] },
        answer,
      ),
    ]),
  ],
};

const auth: Service = {
  name: 'auth',
  prefix: '/api/v2/auth',
  heading: { name: 'Phone auth', description: 'Sign-in.' },
  endpoints: [
    post(
      '/login',
      { ...shared, operationId: 'loginWithPassword', auth: 'public', body: Joi.object({ phone: singleLineText({ max: 20 }) }) },
      answer,
    ),
  ],
};

const documented = [feedback, apps, auth];
const services = [...documented, { ...auth, prefix: '/api/v1/auth', copyOf: '/api/v2/auth' }];
const OPS = ['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json', '/openapi.json', '/errors.json', '/docs'];

function build(given: readonly Service[] = services): OpenApiDocument {
  return buildOpenApi(given, { version: '1.2.3', errors: ERROR_CODES });
}

function operation(method: 'get' | 'post' | 'put' | 'delete', path: string, document = build()): Operation {
  const found = document.paths[path]?.[method];
  assert.ok(found, `${method} ${path}`);
  return found;
}

/** The response of an operation, resolved when it is a component. */
function response(from: Operation, status: number, document = build()): ResponseObject {
  const found = from.responses[status];
  assert.ok(found, String(status));
  return '$ref' in found ? (lookUp(document, found.$ref) as ResponseObject) : found;
}

function lookUp(document: unknown, ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document);
}

function allRefs(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' && typeof value === 'string' ? [value] : allRefs(value)));
}

describe('OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const document = JSON.parse(JSON.stringify(build())) as Record<string, unknown>;
    assert.deepEqual(await new Validator().validate(document), { valid: true });
  });

  it('resolves every reference and uses every component', () => {
    const document = build();
    const refs = new Set(allRefs(document));
    for (const ref of refs) assert.ok(ref.startsWith('#/components/') && lookUp(document, ref) !== undefined, ref);
    for (const kind of ['schemas', 'responses', 'parameters', 'headers'] as const) {
      for (const name of Object.keys(document.components[kind])) assert.ok(refs.has(`#/components/${kind}/${name}`), name);
    }
  });

  it('has every endpoint once and copies only as a sentence', () => {
    const listed = Object.entries(build().paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
    const endpoints = documented.flatMap(({ prefix, endpoints }) =>
      endpoints.map((endpoint) => `${endpoint.method} ${prefix}${endpoint.path.replace(/:(\w+)/, '{$1}')}`),
    );
    assert.deepEqual(listed.sort(), [...endpoints, ...OPS.map((path) => `get ${path}`)].sort());
    assert.match(operation('post', '/api/v2/auth/login').description ?? '', /Served under `\/api\/v1\/auth` too\./);
    assert.doesNotMatch(operation('get', '/api/v1/posts').description ?? '', /Served/);
  });

  it('names operations by hand or after their handler', () => {
    const ids = Object.values(build().paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ['checkUpdate', 'deletePost', 'loginWithPassword', 'listApps', 'getHealth']) assert.ok(ids.includes(id), id);
  });

  it('describes every heading, in the order of endpoints', () => {
    assert.deepEqual(
      build().tags.map(({ name, description }) => `${name}: ${description}`),
      [
        'Feedback: What users think.',
        'App start: What apps read first.',
        'Apps: Registers apps.',
        'Phone auth: Sign-in.',
        'Operations: Health, metrics, keys and this document. Never rate limited.',
        'Outgoing events: The events that leave the server, as their receivers get them.',
      ],
    );
  });

  it('lists the credentials of each mode of auth', () => {
    const bearer = [{ bearerJwt: [] }];
    assert.deepEqual(operation('get', '/api/v1/comments').security, []);
    assert.deepEqual(operation('get', '/api/v1/posts').security, [{}, ...bearer]);
    assert.deepEqual(operation('post', '/api/v1/reviews').security, [{}, ...bearer]);
    assert.deepEqual(operation('post', '/api/v1/posts').security, bearer);
    assert.deepEqual(operation('put', '/api/v1/posts/{id}').security, [{ apiKey: [] }, ...bearer]);
    assert.deepEqual(operation('get', '/api/v1/admin/apps').security, [{ apiKey: [] }, ...bearer]);
    assert.equal(operation('get', '/api/v1/admin/apps')['x-diwan-auth'], 'manager');
    assert.equal(operation('post', '/api/v1/posts')['x-diwan-limit'], 'write');
  });

  it('lists the refusals of each mode of auth', () => {
    const codes = (method: 'get' | 'post' | 'put', path: string, status: number) =>
      response(operation(method, path), status)['x-diwan-codes'];
    assert.deepEqual(codes('put', '/api/v1/posts/{id}', 401), ['invalid_api_key', 'not_authenticated', 'token_not_valid']);
    assert.deepEqual(codes('put', '/api/v1/posts/{id}', 403), ['permission_denied', 'project_mismatch', 'totp_setup_required']);
    assert.deepEqual(codes('post', '/api/v1/reviews', 401), ['token_not_valid']);
    assert.equal(operation('get', '/api/v1/posts').responses[401], undefined);
    assert.equal(operation('get', '/api/v1/comments').responses[401], undefined);
    assert.deepEqual(codes('get', '/api/v1/admin/apps', 401), ['invalid_api_key', 'token_not_valid']);
    assert.deepEqual(codes('post', '/api/v1/posts', 403), ['project_mismatch', 'totp_setup_required']);
  });

  it('merges own refusals with those of every endpoint', () => {
    const reviews = operation('post', '/api/v1/reviews');
    assert.deepEqual(response(reviews, 429)['x-diwan-codes'], ['otp_cooldown', 'throttled']);
    assert.deepEqual(response(reviews, 409)['x-diwan-codes'], ['review_exists']);
    assert.deepEqual(response(reviews, 404)['x-diwan-codes'], ['project_not_found']);
    assert.deepEqual(response(reviews, 400)['x-diwan-codes'], ['invalid_project', 'validation_error']);
    assert.deepEqual(Object.keys(reviews.responses), ['200', '400', '401', '403', '404', '405', '409', '413', '415', '429', '500', '503']);
    assert.deepEqual(response(reviews, 429).content?.['application/json']?.schema, { $ref: '#/components/schemas/ErrorBody' });
    assert.ok(response(reviews, 429).headers?.['Retry-After']);
    const comments = operation('get', '/api/v1/comments');
    assert.deepEqual(response(comments, 400)['x-diwan-codes'], ['invalid_project']);
    assert.equal(comments.responses[413], undefined);
  });

  it('describes 204 without content, others with strict schemas', () => {
    const deleted = response(operation('delete', '/api/v1/posts/{id}'), 204);
    assert.equal('content' in deleted, false);
    const document = build();
    assert.deepEqual(response(operation('post', '/api/v1/posts'), 201).content?.['application/json']?.schema, {
      $ref: '#/components/schemas/Post',
    });
    assert.equal(document.components.schemas['Post']?.['additionalProperties'], false);
  });

  it('describes each success status of an endpoint', () => {
    const made = operation('post', '/api/v1/admin/apps');
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Post' } } };
    for (const status of [200, 201]) assert.deepEqual(response(made, status).content, content, String(status));
    assert.deepEqual([response(made, 200).description, response(made, 201).description], ['Done.', 'Created.']);
  });

  it('documents ETags where answers come from memory', () => {
    const version = operation('get', '/api/v1/apps/{slug}/version');
    assert.equal('content' in response(version, 304), false);
    assert.ok(response(version, 200).headers?.['ETag']);
    assert.ok(version.parameters?.some((parameter) => '$ref' in parameter && parameter.$ref.endsWith('/IfNoneMatch')));
    assert.equal(operation('get', '/api/v1/comments').responses[304], undefined);
  });

  it('documents the request headers of an endpoint', () => {
    const reads = (from: Operation, name: string) =>
      from.parameters?.some((parameter) => '$ref' in parameter && parameter.$ref === `#/components/parameters/${name}`) === true;
    const [made, changed] = [operation('post', '/api/v1/posts'), operation('put', '/api/v1/posts/{id}')];
    assert.deepEqual([reads(made, 'IdempotencyKey'), reads(made, 'IfMatch')], [true, false]);
    assert.deepEqual([reads(changed, 'IdempotencyKey'), reads(changed, 'IfMatch')], [false, true]);
    assert.deepEqual(response(made, 409)['x-diwan-codes'], ['idempotency_in_progress']);
    assert.ok(response(made, 409).headers?.['Retry-After']);
    assert.deepEqual(response(made, 422)['x-diwan-codes'], ['idempotency_mismatch']);
    assert.ok(response(made, 201).headers?.['Idempotency-Replayed']);
    assert.equal(operation('post', '/api/v1/reviews').responses[422], undefined);
  });

  it('makes one parameter from each key', () => {
    assert.deepEqual(operation('get', '/api/v1/posts').parameters, [
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 1000, default: 1 } },
      { name: 'q', in: 'query', required: true, description: 'Words to look for', schema: { type: 'string', minLength: 1, maxLength: 50 } },
      { $ref: '#/components/parameters/ProjectId' },
    ]);
    const [id] = operation('put', '/api/v1/posts/{id}').parameters ?? [];
    assert.deepEqual(id, {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    });
    const [slug] = operation('get', '/api/v1/apps/{slug}/version').parameters ?? [];
    assert.deepEqual(slug, { name: 'slug', in: 'path', required: true, schema: { type: 'string' } });
  });

  it('keeps request bodies open and optional where possible', () => {
    const body = operation('post', '/api/v1/posts').requestBody;
    const schema = body?.content['application/json']?.schema;
    assert.equal(body?.required, true);
    assert.deepEqual(schema, {
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 200 },
        kind: { type: ['string', 'null'], enum: ['idea', 'fault', null] },
        draft: { type: 'boolean', default: false },
      },
      required: ['title'],
    });
    assert.equal(operation('post', '/api/v2/auth/login').requestBody?.required, false);
    assert.equal(operation('put', '/api/v1/posts/{id}').requestBody?.required, true);
  });

  it('shares named schemas, also nullable and linked ones', () => {
    const { schemas } = build().components;
    const listed = response(operation('get', '/api/v1/comments'), 200).content?.['application/json']?.schema['properties'];
    assert.deepEqual(listed, {
      first: { anyOf: [{ $ref: '#/components/schemas/Post' }, { type: 'null' }] },
      comments: { type: 'array', items: { $ref: '#/components/schemas/Comment' } },
    });
    assert.deepEqual(schemas['Comment']?.['properties'], {
      text: { type: 'string', minLength: 1 },
      replies: { type: 'array', items: { $ref: '#/components/schemas/Comment' } },
    });
    assert.deepEqual(Object.keys(schemas), ['Comment', 'ErrorBody', 'Post']);
  });

  it('refuses endpoints that are inconsistent', () => {
    const open = { ...shared, operationId: 'getX', auth: 'public' } as const;
    const other = { ...open, operationId: 'getY' };
    const refuses = (endpoints: readonly Endpoint[], reason: RegExp) => assert.throws(() => build([{ ...feedback, endpoints }]), reason);
    const otherPost = Joi.object({ other: Joi.string() }).id('Post');
    const loose = Joi.object({ a: Joi.array().items(Joi.link('#Missing')) });
    refuses([get('/x', open, answer), get('/x', open, answer)], /get \/api\/v1\/x is declared twice/);
    refuses([get('/a', open, answer), get('/b', open, answer)], /named getX/);
    refuses([get('/a', { ...shared, auth: 'public' }, () => ok({}))], /get \/api\/v1\/a needs an operationId/);
    refuses(
      [...underHeading('A', 'One.', [get('/a', open, answer)]), ...underHeading('A', 'Two.', [get('/b', other, answer)])],
      /heading A/,
    );
    refuses([get('/x', { ...open, params: PostParams }, answer)], /parameter id/);
    refuses([get('/x', { ...open, refusals: ['404 Not Found'] }, answer)], /404 Not Found/);
    refuses([get('/x', { ...open, refusals: ['404 post_lost'] }, answer)], /no 404 post_lost/);
    refuses([get('/x', { ...open, refusals: ['409 post_not_found'] }, answer)], /no 409 post_not_found/);
    refuses([get('/x', open, answer), get('/y', { ...other, reply: otherPost }, answer)], /named Post/);
    refuses([get('/x', { ...open, reply: loose }, answer)], /points at Missing/);
  });
});
