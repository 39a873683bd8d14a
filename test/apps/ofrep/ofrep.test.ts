import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { admin, client } from '../../support/requests/client.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { registerApp } from '../support.ts';
import { checkBody } from './schemas.ts';
import { decodeStrictly } from './strict-decoder.ts';
import { ALL_ANSWERS, CONTEXT, changeFlag, createFlags, FLAGS } from './support.ts';

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

describe('flag evaluation by OFREP', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
    slug = await registerApp(server);
    await createFlags(server, slug);
  });
  after(() => server.close());

  const address = (key = '') => `/apps/${slug}/ofrep/v1/evaluate/flags${key}`;
  const bulk = (context: object = CONTEXT, headers: Record<string, string> = {}) =>
    client(server)
      .post(address(), { context })
      .set({ ...JSON_TYPE, ...headers });
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    ask(server.url, path, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } });
  const evaluate = (key = '', body: unknown = { context: CONTEXT }) => send(`/api/v1${address(key)}`, JSON.stringify(body));

  it('answers all flags of an app by key', async () => {
    const { body, text, headers } = await bulk().expect(200);
    assert.deepEqual(body, { flags: ALL_ANSWERS });
    checkBody('bulk', 200, body);
    assert.equal(decodeStrictly(text).size, ALL_ANSWERS.length);
    assert.match(String(headers['etag']), /^"[\w-]{27}"$/);
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('answers one flag as in the list', async () => {
    for (const [key, { answer }] of Object.entries(FLAGS)) {
      const { status, body } = await evaluate(`/${key}`);
      assert.deepEqual([status, body], ['errorCode' in answer ? 400 : 200, withMessage({ key, ...answer })]);
      checkBody('single', status, body);
    }
  });

  it('answers 304 until the evaluated body changes', async () => {
    const own = await registerApp(server);
    const path = `/apps/${own}/ofrep/v1/evaluate/flags`;
    const read = (context: object, headers: Record<string, string> = {}) => client(server).post(path, { context }).set(headers);
    const rules = [{ id: 'r', when: [{ attribute: 'userId', operator: 'in', values: ['a'] }] }];
    await createFlags(server, own, { beta: { sent: { targeting: { rules } } } });
    const ofA = await read({ targetingKey: 'inst', userId: 'a' }).expect(200);
    const same = { 'If-None-Match': String(ofA.headers['etag']) };
    const unchanged = await read({ targetingKey: 'inst', userId: 'a' }, same).expect(304);
    assert.deepEqual([unchanged.text, unchanged.headers['etag']], ['', ofA.headers['etag']]);
    const ofB = await read({ targetingKey: 'inst', userId: 'b' }, same).expect(200);
    assert.equal(ofB.body.flags[0].value, false);
    assert.notEqual(ofB.headers['etag'], ofA.headers['etag']);
    await changeFlag(server, own, ['beta', { description: 'clients do not see it' }]);
    await read({ targetingKey: 'inst', userId: 'a' }, same).expect(304);
    await changeFlag(server, own, ['beta', { isEnabled: false }]);
    await read({ targetingKey: 'inst', userId: 'a' }, same).expect(200);
  });

  it('agrees with the flags of the start', async () => {
    const rules = [{ id: 'r', percentage: 50 }];
    const own = await registerApp(server);
    await createFlags(server, own, Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, { sent: { targeting: { rules } } }])));
    for (let n = 0; n < 40; n += 1) {
      const targetingKey = randomUUID();
      const { body } = await client(server).post(`/apps/${own}/ofrep/v1/evaluate/flags`, { context: { targetingKey } }).expect(200);
      const start = await client(server).get(`/apps/${own}/features?installationId=${targetingKey}`).expect(200);
      const alone = await client(server).post(`/apps/${own}/ofrep/v1/evaluate/flags/c`, { context: { targetingKey } }).expect(200);
      assert.equal(start.body.c.enabled, alone.body.value);
      const values = body.flags.map(({ key, value }: { key: string; value: boolean }) => [key, value]);
      assert.deepEqual(Object.fromEntries(values), Object.fromEntries(Object.keys(start.body).map((k) => [k, start.body[k].enabled])));
    }
  });

  it('needs no targeting key and ignores what it cannot compare', async () => {
    assert.equal((await evaluate('/plain', { context: {} })).body['value'], true);
    const context = { ...CONTEXT, nested: { a: 1 }, list: [1], nothing: null, flag: true };
    assert.deepEqual((await bulk(context).expect(200)).body, { flags: ALL_ANSWERS });
    assert.equal((await evaluate('/android', { context: { ...CONTEXT, targetingKey: '' } })).body['value'], true);
  });

  const BAD: [name: string, body: unknown, says: RegExp][] = [
    ['no context', {}, /context is required/],
    ['a context of null', { context: null }, /context must be/],
    ['a list as context', { context: [] }, /context must be/],
    ['a text as context', { context: '{"a":1}' }, /context must be/],
    ['a targeting key that is no text', { context: { targetingKey: 5 } }, /context.targetingKey must be a string/],
    ['a targeting key of null', { context: { targetingKey: null } }, /context.targetingKey must be a string/],
    ['51 attributes', { context: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`a${n}`, n])) }, /at most 50 attributes/],
    ['a text of 1,025 characters', { context: { note: 'x'.repeat(1_025) } }, /context.note must have at most 1024 characters/],
  ];
  for (const [name, body, says] of BAD)
    it(`refuses ${name} as INVALID_CONTEXT`, async () => {
      for (const [kind, key] of [
        ['bulk', undefined],
        ['single', 'plain'],
      ] as const) {
        const answer = await evaluate(key === undefined ? '' : `/${key}`, body);
        const { errorCode, errorDetails } = answer.body;
        assert.deepEqual([answer.status, errorCode, answer.body['key']], [400, 'INVALID_CONTEXT', key]);
        assert.match(String(errorDetails), says);
        checkBody(kind, 400, answer.body);
      }
    });

  it('takes 50 attributes and texts of 1,024 characters', async () => {
    const context = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`a${n}`, 'x'.repeat(1_024)]));
    await bulk(context).expect(200);
  });

  it('refuses a body that cannot be read as PARSE_ERROR', async () => {
    for (const text of ['{', 'context', '{"context":{"__proto__":{}}}'])
      for (const [kind, key] of [
        ['bulk', ''],
        ['single', '/plain'],
      ] as const) {
        const { status, body } = await send(`/api/v1${address(key)}`, text);
        assert.deepEqual([status, body['errorCode']], [400, 'PARSE_ERROR'], text);
        checkBody(kind, 400, body);
      }
  });

  it('refuses JSON that is no object as INVALID_CONTEXT', async () => {
    for (const text of ['[]', '[{"context":{}}]', '"a"', '5', 'true', 'null', '{"context":[]}', '{"context":5}'])
      for (const [kind, key] of [
        ['bulk', ''],
        ['single', '/plain'],
      ] as const) {
        const { status, body } = await send(`/api/v1${address(key)}`, text);
        assert.deepEqual([status, body['errorCode']], [400, 'INVALID_CONTEXT'], text);
        checkBody(kind, 400, body);
      }
  });

  it('answers FLAG_NOT_FOUND for any unknown key', async () => {
    const keys: [address: string, key: string][] = [
      ['unknown', 'unknown'],
      ['a%20b/%C3%BC', 'a b/ü'],
      ['a/b/c', 'a/b/c'],
      ['%2F', '/'],
      ['__proto__', '__proto__'],
    ];
    for (const [path, key] of keys) {
      const { status, body } = await evaluate(`/${path}`);
      assert.deepEqual([status, body['key'], body['errorCode']], [404, key, 'FLAG_NOT_FOUND'], path);
      checkBody('single', 404, body);
    }
  });

  it('ignores credentials and projects, even wrong ones', async () => {
    const headers = { Authorization: 'Bearer wrong', 'X-Api-Key': 'dk_wrong', 'X-Project-ID': '9999' };
    for (const sent of [headers, { 'X-Project-ID': 'none' }])
      for (const key of ['', '/plain']) {
        const { status } = await send(`/api/v1${address(key)}`, JSON.stringify({ context: CONTEXT }), sent);
        assert.equal(status, 200);
      }
  });

  it('has the usual body for an unknown app', async () => {
    const gone = await registerApp(server);
    await admin(server).put(`/admin/apps/${gone}`, { isActive: false }).expect(200);
    for (const name of ['no-such-app', gone]) {
      const answer = await client(server).post(`/apps/${name}/ofrep/v1/evaluate/flags`, { context: {} }).expect(404);
      assert.equal(answer.body.code, 'app_not_found');
    }
  });

  it('has the usual body for unreadable bodies', async () => {
    const large = JSON.stringify({ context: { text: 'x'.repeat(300_000) } });
    assert.deepEqual((await send(`/api/v1${address()}`, large)).body['code'], 'payload_too_large');
    const other = await ask(server.url, `/api/v1${address()}`, { method: 'POST', body: 'a=1', headers: { 'Content-Type': 'text/plain' } });
    assert.deepEqual([other.status, other.body['code']], [415, 'unsupported_media_type']);
  });

  it('names its method at each address', async () => {
    for (const path of [`/api/v1${address()}`, `/api/v1${address('/a/b')}`, '/ofrep/v1/evaluate/flags', '/ofrep/v1/evaluate/flags/a/b']) {
      const { status, headers } = await ask(server.url, path);
      assert.deepEqual([status, headers['allow']], [405, 'POST, OPTIONS'], path);
    }
  });

  describe('at the root', () => {
    const root = (key: string, headers: Record<string, string>) =>
      send(`/ofrep/v1/evaluate/flags${key}`, JSON.stringify({ context: CONTEXT }), headers);

    it('takes the app from the header X-Diwan-App', async () => {
      const named = { 'X-Diwan-App': slug };
      assert.deepEqual((await root('', named)).body, { flags: ALL_ANSWERS });
      assert.deepEqual((await root('/android', named)).body, { key: 'android', ...FLAGS.android.answer });
      assert.deepEqual((await root('/a%20b/c', named)).body['key'], 'a b/c');
      assert.equal((await root('', { 'X-Diwan-App': 'no-such-app' })).body['code'], 'app_not_found');
    });

    it('refuses a request without the header as INVALID_CONTEXT', async () => {
      for (const [kind, key] of [
        ['bulk', ''],
        ['single', '/plain'],
      ] as const)
        for (const headers of [{}, { 'X-Diwan-App': 'Not A Slug' }] as Record<string, string>[]) {
          const { status, body } = await root(key, headers);
          assert.deepEqual([status, body['errorCode']], [400, 'INVALID_CONTEXT']);
          assert.match(String(body['errorDetails']), /X-Diwan-App/);
          checkBody(kind, 400, body);
        }
    });
  });
});

describe('the limits of flag evaluation by OFREP', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer({ env: { RATE_LIMIT_EVALUATE: '3/600', RATE_LIMIT_EVALUATE_ADDRESS: '20/600' } });
    slug = await registerApp(server);
    await createFlags(server, slug, { plain: FLAGS.plain });
  });
  after(() => server.close());

  const bulk = (context: object, headers: Record<string, string> = {}) =>
    client(server).post(`/apps/${slug}/ofrep/v1/evaluate/flags`, { context }).set(headers);

  it('count answers for a targeting key, but no 304', async () => {
    const { headers } = await bulk({ targetingKey: 'phone-1' }).expect(200);
    const same = { 'If-None-Match': String(headers['etag']) };
    for (let n = 0; n < 4; n += 1) await bulk({ targetingKey: 'phone-1' }, same).expect(304);
    await bulk({ installationId: 'phone-1' }).expect(200);
    await client(server)
      .post(`/apps/${slug}/ofrep/v1/evaluate/flags/plain`, { context: { targetingKey: 'phone-1' } })
      .expect(200);
    const refused = await bulk({ targetingKey: 'phone-1' }).expect(429);
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
    assert.equal(refused.body.code, 'throttled');
    await bulk({ targetingKey: 'phone-2' }).expect(200);
  });

  it('count all requests of an address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await bulk({ targetingKey: `other-${n}` })).status);
    assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
  });
});

/** A refusal of a single flag names it. */
function withMessage(answer: { key: string; errorDetails?: string }): object {
  return answer.errorDetails === undefined
    ? answer
    : { ...answer, errorDetails: `The flag ${answer.key} is on, but has no variant to serve.` };
}
