import Joi from 'joi';
import { Project } from '../../models/platform-admin/Project.ts';
import type { Context } from '../../server/platform/context.ts';
import { del, type Endpoint, get, type Input, post, put, type Service } from '../../server/platform/http/endpoint.ts';
import { rememberBody } from '../../server/platform/http/fast-path/prepared-body.ts';
import {
  boolean,
  instant,
  integer,
  multilineText,
  oneOf,
  pathId,
  pattern,
  queryInteger,
  singleLineText,
  webUrl,
} from '../../server/platform/http/input/fields.ts';
import { jsonObject } from '../../server/platform/http/input/json-data.ts';
import { noContent, ok, prepared, type Reply } from '../../server/platform/http/reply/reply.ts';

/** A service with a endpoint of every kind, for tests of what the platform does to all of them. */
export interface Probe {
  readonly services: readonly Service<unknown>[];
  /** How often a handler ran. */
  calls(): number;
  /** Answers what `/held` waits for. */
  release(): void;
}

export const MODES = ['public', 'optionalUser', 'user', 'userOrGuest', 'staff', 'admin'] as const;
export const REACHES = ['app', 'apps', 'platform'] as const;
/** A secret of the failing endpoints that must never leave the process. */
export const SECRET = 'hunter2-of-the-probe';

/** The reply of the endpoints: actor, project and input of the request. */
const Echo = Joi.object({
  actor: Joi.object({ kind: Joi.string().required(), id: Joi.alternatives(Joi.string(), Joi.number()) }).required(),
  projectId: Joi.number().allow(null).required(),
  input: Joi.object().required(),
}).required();

const HEADING = { name: 'Probe', description: 'Endpoints of the tests.' };
const shared = { limit: 'read', reply: Echo, summary: 'Probe' } as const;
const Body = Joi.object({
  name: singleLineText({ max: 20 }),
  text: multilineText({ max: 5_000 }),
  count: integer(1, 100),
  flag: boolean(),
  kind: oneOf('one', 'two'),
  when: instant(),
  address: webUrl(),
  config: jsonObject(20_000).allow(null),
  key: pattern(/^[a-z][a-z0-9_]{0,9}$/, 'a key'),
  tags: Joi.array()
    .items(singleLineText({ max: 10 }))
    .max(10),
  parts: Joi.array()
    .items(Joi.object({ size: integer(0, 9).required() }))
    .max(3),
});
const Query = Joi.object({
  page: queryInteger(1, Number.MAX_SAFE_INTEGER).default(1),
  limit: queryInteger(1, 100).default(20),
  kind: oneOf('one', 'two'),
  q: singleLineText({ max: 50 }),
});

const Held = Joi.object<{ work?: 'database' | 'wide' }>({ work: oneOf('database', 'wide') });

const NEEDED = Joi.object({
  name: singleLineText({ max: 20 }).required(),
  count: integer(1, 100).required(),
  kind: oneOf('one', 'two').required(),
});

export function createProbe(): Probe {
  let calls = 0;
  let release = (): void => {};
  const counted = (work: () => Reply | Promise<Reply>): Reply | Promise<Reply> => {
    calls += 1;
    return work();
  };
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const echo = (ctx: Context, input: Input<unknown, unknown, unknown>): Reply | Promise<Reply> => counted(() => ok(echoed(ctx, input)));
  const endpoints: Endpoint<unknown>[] = [
    ...MODES.flatMap((auth) => [
      get(`/${auth}`, { ...shared, ...accessOf(auth), tenant: true }, echo),
      post(`/${auth}`, { ...shared, ...accessOf(auth), tenant: true, body: Joi.object({ name: singleLineText({ max: 20 }) }) }, echo),
    ]),
    ...REACHES.flatMap((reach) => [
      get(`/key/${reach}/:slug`, { ...shared, auth: 'manager', reach }, echo),
      put(`/key/${reach}/:slug`, { ...shared, auth: 'manager', reach }, echo),
    ]),
    get('/plain', { ...shared, auth: 'public', query: Query }, echo),
    post('/plain', { ...shared, auth: 'public', body: Body }, echo),
    get('/hot', { ...shared, auth: 'public', query: Query, pool: 'memory' }, echo),
    post('/hot', { ...shared, auth: 'public', body: Body, pool: 'queued' }, echo),
    post('/needed', { ...shared, auth: 'public', body: NEEDED }, echo),
    get('/records/:id', { ...shared, auth: 'public', params: Joi.object({ id: pathId() }) }, echo),
    del('/records/:id', { ...shared, auth: 'user', params: Joi.object({ id: pathId() }), status: 204, reply: null }, () =>
      counted(noContent),
    ),
    ...(['database', 'memory'] as const).map((pool) =>
      get(
        `/${pool}-faults/:kind`,
        { ...shared, auth: 'public', params: Joi.object({ kind: Joi.string() }), reply: Joi.any(), pool },
        (ctx, input) => counted(() => fail(ctx, (input.params as { kind: string }).kind)),
      ),
    ),
    get('/slow', { ...shared, auth: 'public', query: Joi.object({ ms: queryInteger(0, 5_000).required() }) }, (ctx, input) =>
      counted(async () => {
        await new Promise((resolve) => setTimeout(resolve, (input.query as { ms: number }).ms));
        return ok(echoed(ctx, input));
      }),
    ),
    get('/held', { ...shared, auth: 'public', query: Held, pool: ({ query }) => query.work ?? 'database' }, (ctx, input) =>
      counted(() => held.then(() => ok(echoed(ctx, input)))),
    ),
    post('/queued', { ...shared, auth: 'public', body: Joi.object({}), pool: 'queued', idempotent: true }, (ctx, input) =>
      counted(() => held.then(() => ok(echoed(ctx, input)))),
    ),
    get('/cached', { ...shared, auth: 'optionalUser', tenant: true, pool: 'memory', reply: Joi.object() }, (ctx) =>
      counted(() => cachedFor(ctx)),
    ),
  ];
  const auth = [
    post('/public', { ...shared, auth: 'public', body: Joi.object({}) }, echo),
    get('/user', { ...shared, auth: 'user', tenant: true }, echo),
  ];
  return {
    services: [
      { name: 'feedback', prefix: '/api/v1/probe', heading: HEADING, endpoints: withNames('probe', endpoints) },
      { name: 'auth', prefix: '/api/v2/auth/probe', heading: HEADING, endpoints: withNames('probeAuth', auth) },
    ],
    calls: () => calls,
    release: () => release(),
  };
}

function accessOf(mode: (typeof MODES)[number]) {
  return mode === 'staff' || mode === 'admin'
    ? ({ auth: 'manager', reach: 'tenant', role: mode, scope: 'feedback' } as const)
    : ({ auth: mode } as const);
}

/** Operations of the API reference need different names, but the probe's endpoints share their handlers. */
function withNames(name: string, endpoints: readonly Endpoint<unknown>[]): Endpoint<unknown>[] {
  return endpoints.map((endpoint, index) => ({ ...endpoint, operationId: name + 'X'.repeat(index + 1) }));
}

function echoed({ actor, project }: Context, input: Input<unknown, unknown, unknown>): object {
  const who = actor.kind === 'anonymous' ? { kind: actor.kind } : { kind: actor.kind, id: actor.id };
  return { actor: who, projectId: project?.id ?? null, input };
}

const owners = new Map<number, object>();

/** A prepared body of one tenant that claims to be cacheable by everybody. */
function cachedFor({ project }: Context): Reply {
  const id = project?.id ?? 0;
  const owner = owners.get(id) ?? {};
  owners.set(id, owner);
  const body = rememberBody(owner, 'cached', () => ({ projectId: id }));
  return prepared(body, ['Cache-Control', 'public, max-age=30']);
}

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

/** The ways in which a handler fails. */
const FAILURES: Readonly<Record<string, (ctx: Context) => Reply | Promise<Reply>>> = {
  error: () => {
    throw new Error(`the ${SECRET} broke`);
  },
  rejection: () => Promise.reject(new TypeError(SECRET)),
  text: () => Promise.reject(SECRET),
  nothing: () => Promise.reject(null),
  status: () => Promise.reject(Object.assign(new Error(SECRET), { status: 400, statusCode: 400 })),
  sql: async ({ db }) =>
    ok(await db.sequelize.query('SELECT * FROM no_such_table WHERE phone = :phone', { replacements: { phone: SECRET } })),
  duplicate: async ({ db }) => ok(await db.model(Project).create({ id: 11, name: SECRET })),
  cyclic: () => ok(cyclic),
  bigint: () => ok({ big: 1n }),
  absent: () => ok(undefined),
  header: () => ({ status: 200, body: {}, headers: ['X-Broken', 'a\r\nSet-Cookie: b=c'] }),
  getter: () =>
    ok({
      get broken(): never {
        throw new Error(SECRET);
      },
    }),
};

export const FAILURE_KINDS = Object.keys(FAILURES);

function fail(ctx: Context, kind: string): Reply | Promise<Reply> {
  const failure = FAILURES[kind];
  if (failure === undefined) throw new Error(`the probe knows no failure ${kind}`);
  return failure(ctx);
}
