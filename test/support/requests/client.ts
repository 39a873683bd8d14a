import assert from 'node:assert/strict';
import Joi, { type Schema } from 'joi';
import request, { type Response, type Test } from 'supertest';
import { ERROR_CODES } from '../../../server/domain/errors/catalogue.ts';
import { type Endpoint, jsonOf, type Service } from '../../../server/platform/http/endpoint.ts';
import { DRY_RUN_TYPE } from '../../../server/platform/http/reply/reply.ts';
import { appsServices } from '../../../server/routes/apps/index.ts';
import { authServices } from '../../../server/routes/auth/index.ts';
import { feedbackService } from '../../../server/routes/feedback/index.ts';
import { platformAdminService } from '../../../server/routes/platform-admin/index.ts';
import type { TestServer } from '../server.ts';

export interface Credentials {
  apiKey?: string;
  token?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Client {
  get(path: string): Test;
  post(path: string, body?: unknown): Test;
  put(path: string, body?: unknown): Test;
  delete(path: string, body?: unknown): Test;
}

const SERVICES: readonly Service[] = [...appsServices, feedbackService, ...authServices, platformAdminService];
const ROWS = SERVICES.flatMap(({ endpoints, prefix }) =>
  endpoints.map((row) => ({ row, address: patternOf(prefix + row.path, row.protocol !== undefined) })),
);

const errorBody = Joi.object({
  success: Joi.valid(false).required(),
  statusCode: Joi.number().required(),
  code: Joi.valid(...Object.keys(ERROR_CODES)).required(),
  message: Joi.string().required(),
  detail: Joi.valid(Joi.ref('message')).required(),
  timestamp: Joi.string().isoDate().required(),
  requestId: Joi.string().required(),
  errors: Joi.array().items(Joi.object({ field: Joi.string().required(), message: Joi.string().required() })),
  messages: Joi.array().items(
    Joi.object({ token_class: Joi.string().required(), token_type: Joi.string().required(), message: Joi.string().required() }),
  ),
  available_in: Joi.number().integer().min(1),
  deletesAt: Joi.string().isoDate(),
  existingId: Joi.number().integer().positive(),
  pendingMigrations: Joi.array().items(Joi.string()),
});

/** Calls under `base`; every answer is held strictly against the row's statuses and reply schema, or the one error body. */
export function client(server: Pick<TestServer, 'url'>, credentials: Credentials = {}, base = '/api/v1'): Client {
  const call = (method: 'get' | 'post' | 'put' | 'delete') => (path: string, body?: unknown) => {
    const test = request(server.url)[method](`${base}${path}`).set(headersOf(credentials));
    const sent = body === undefined ? test : test.send(body as object);
    return sent.expect((response) => checkReply(method, `${base}${path}`, response));
  };
  return { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') };
}

/** A client of phone auth. */
export function authClient(server: Pick<TestServer, 'url'>, credentials: Credentials = {}): Client {
  return client(server, credentials, '/api/v2/auth');
}

/** A client with the platform key. */
export function admin(server: TestServer): Client {
  return client(server, { apiKey: server.apiKey });
}

function headersOf({ apiKey, token, headers }: Credentials): Record<string, string> {
  return {
    ...(apiKey === undefined ? {} : { 'X-Api-Key': apiKey }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...headers,
  };
}

function checkReply(method: string, address: string, response: Response): void {
  const [path = '', query = ''] = address.split('?');
  assert.match(String(response.headers['x-request-id']), /^[\w.-]{1,128}$/);
  if (response.status >= 400) return checkRefusal([method, path], response);
  const row = findRow(method, path);
  if (row === undefined || response.status === 304) return;
  if (row.dryRunReply !== undefined && isDryRun(query)) {
    assert.deepEqual([response.status, response.headers['content-type']], [200, DRY_RUN_TYPE]);
    return checkShape(row.dryRunReply, response.body, `dry run of ${method} ${path}`);
  }
  assert.ok([row.status ?? 200].flat().includes(response.status as 200), `${method} ${path} names no ${response.status} as a success`);
  if (row.reply === 'events') return assert.equal(response.headers['content-type'], 'text/event-stream');
  const reply = jsonOf(row.reply);
  if (reply === null) return assert.equal(response.text, '');
  checkShape(reply, response.body, `${method} ${path}`);
}

/** Whether a query asks what a write would do. */
export function isDryRun(query: string): boolean {
  return new URLSearchParams(query).get('dryRun') === 'true';
}

/** Checks the body of a refusal, which an endpoint may send in the form of another protocol. */
export function checkRefusal([method, path]: [string, string], { status, body }: Pick<Response, 'status' | 'body'>): void {
  const protocol = 'success' in body ? undefined : findRow(method, path)?.protocol;
  if (protocol?.statuses.includes(status) === true) checkShape(protocol.refusal, body, `refusal of a ${status}`);
  else checkErrorBody(status, body);
}

/** Checks the error body that every refusal has, see docs/reference/errors.md. */
export function checkErrorBody(status: number, body: unknown): void {
  checkShape(errorBody, body, `error body of a ${status}`);
  assert.equal((body as { statusCode: number }).statusCode, status);
}

/** Strict: nothing missing, nothing beyond, no type bent. */
export function checkShape(schema: Schema, body: unknown, what: string): void {
  const { error } = schema.validate(body, { abortEarly: false, convert: false, allowUnknown: false });
  assert.equal(error?.message, undefined, `${what}: ${error?.message}: ${JSON.stringify(body).slice(0, 500)}`);
}

function findRow(method: string, path: string): Endpoint | undefined {
  // the server ignores a slash at the end
  const asked = path.replace(/(?<=.)\/$/, '');
  return ROWS.find(({ row, address }) => row.method === method && address.test(asked))?.row;
}

function patternOf(address: string, hasSlashes = false): RegExp {
  const last = hasSlashes ? '.+' : '[^/]+';
  return new RegExp(`^${address.replace(/[.]/g, '\\.').replace(/:\w+$/, last).replace(/:\w+/g, '[^/]+')}$`);
}
