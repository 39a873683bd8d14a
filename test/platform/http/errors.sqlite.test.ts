import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { systemClock } from '../../../server/platform/clock.ts';
import { AnswerHeaders } from '../../../server/platform/http/fast-path/response-headers.ts';
import { CLOSED } from '../../../server/platform/http/reply/cors.ts';
import { errorHandler } from '../../../server/platform/http/reply/error-handler.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { createProbe, FAILURE_KINDS, SECRET } from '../../support/probe-service.ts';
import { operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const PROBE = '/api/v1/probe';

describe('failures of a handler', () => {
  let server: TestServer;
  const probe = createProbe();
  const memory = memoryLog();
  const fail = (kind: string, headers = {}, pool = 'database'): Promise<Answer> =>
    ask(server.url, `${PROBE}/${pool}-faults/${kind}`, { headers });
  const linesOf = (requestId: string): Record<string, unknown>[] => memory.lines().filter((line) => line['requestId'] === requestId);

  before(async () => {
    server = await startServer({ extraServices: probe.services, log: memory.log });
  });
  after(() => server.close());

  const calls = FAILURE_KINDS.flatMap((kind) => [
    { kind, pool: 'database' },
    { kind, pool: 'memory' },
  ]);
  for (const { kind, pool } of calls) {
    it(`answers 500 without internals and logs the stack: ${kind} (${pool})`, async () => {
      const requestId = `${pool}-${kind}`;
      const answer = await fail(kind, { 'X-Request-Id': requestId }, pool);
      assert.equal(refusal(answer), '500 internal_error');
      assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'detail', 'message', 'requestId', 'statusCode', 'success', 'timestamp']);
      assert.doesNotMatch(
        answer.text,
        new RegExp(`${SECRET}|node_modules|\\.ts|Error:|SELECT|INSERT|no_such_table|projects|sequelize|sqlite|maria`, 'i'),
      );
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers['set-cookie'], undefined);
      const failure = linesOf(requestId).find(({ msg }) => msg === 'request failed');
      assert.ok(failure, 'the failure is logged');
      assert.equal(failure['level'], 50);
      assert.match(JSON.stringify(failure['err']), kind === 'text' || kind === 'nothing' ? /./ : /stack.*at /);
    });
  }

  it('leaves the server working after many failures', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => fail(FAILURE_KINDS[index % FAILURE_KINDS.length] as string)),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [500]);
    assert.deepEqual((await ask(server.url, '/healthz')).body, { status: 'ok' });
    assert.equal((await ask(server.url, `${PROBE}/public`)).status, 200);
  });

  it('logs database failures without their values', () => {
    const ids = ['database-sql', 'database-duplicate'];
    const failures = memory.lines().filter(({ requestId, msg }) => msg === 'request failed' && ids.includes(String(requestId)));
    assert.equal(failures.length, 2);
    for (const failure of failures) {
      assert.doesNotMatch(JSON.stringify(failure), new RegExp(SECRET));
      assert.match(JSON.stringify(failure), /no_such_table|Unique|unique|Duplicate/);
    }
  });
});

describe('the log', () => {
  it('has one JSON line per request and no secrets', async () => {
    const memory = memoryLog('info');
    const probe = createProbe();
    const server = await startServer({ extraServices: probe.services, log: memory.log });
    const token = phoneToken(server, { phone: '+966512345678' });
    const operator = operatorToken(server);
    const forged = '"},\r\n{"level":"error","msg":"forged"}';
    try {
      const before = memory.lines().length;
      const headers = {
        'User-Agent': 'x"} {"msg":"forged"}',
        'X-Api-Key': server.apiKey,
        Authorization: `Bearer ${token}`,
        'X-Forwarded-For': '6.6.6.6',
        Cookie: 'session=hunter2',
      };
      const requests = [
        ask(server.url, `${PROBE}/user?password=hunter2&q=%0d%0a{"msg":"forged"}`, { headers }),
        ask(server.url, `${PROBE}/plain`, { method: 'POST', headers, body: { name: 'hunter2', text: forged } }),
        ask(server.url, `/api/v1/admin/apps`, { headers }),
        ask(server.url, `/api/v1/${encodeURIComponent(forged)}`, { headers: { ...headers, 'X-Request-Id': 'a b"}' } }),
        ask(server.url, `${PROBE}/admin`, { headers: { Authorization: `Bearer ${operator}x` } }),
        ask(server.url, `${PROBE}/admin`, { headers: { Authorization: `Bearer ${operator}` } }),
        ask(server.url, '/api/v1/admin/projects/11/operators', {
          method: 'POST',
          headers: { 'X-Api-Key': server.apiKey },
          body: { username: 'boss', password: 'hunter2-hunter2', role: 'admin' },
        }),
        ask(server.url, '/api/v1/admin/projects/11/test-phones/+966512345678', {
          method: 'DELETE',
          headers: { 'X-Api-Key': server.apiKey },
        }),
        ask(server.url, `${PROBE}/plain`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"password":"hunter2"',
        }),
      ];
      await Promise.all(requests);
      await new Promise((resolve) => setImmediate(resolve));
      const lines = memory.lines().slice(before);
      assert.equal(lines.filter(({ msg }) => msg === 'answered').length, requests.length);
      const text = lines.map((line) => JSON.stringify(line)).join('\n');
      for (const secret of ['hunter2', server.apiKey, token, operator, token.split('.')[2] as string, '966512345678', 'forged', '6.6.6.6'])
        assert.ok(!text.includes(secret), `${secret} is in the log`);
      for (const line of lines)
        if (line['msg'] === 'answered')
          assert.deepEqual(
            Object.keys(line).filter((key) => !['pid', 'hostname', 'time', 'level', 'msg'].includes(key)),
            ['requestId', 'method', 'route', 'status', 'ms'],
          );
    } finally {
      await server.close();
    }
  });
});

describe('request ids', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  const idOf = async (given?: string): Promise<string> =>
    String((await ask(server.url, '/healthz', { headers: given === undefined ? {} : { 'X-Request-Id': given } })).headers['x-request-id']);

  it('echoes valid ids and replaces invalid ones by new ids', async () => {
    for (const id of ['abc', 'A.b_c-1', 'x'.repeat(128), '0']) assert.equal(await idOf(id), id);
    const made = new Set<string>();
    for (const id of [undefined, undefined, '', 'a b', 'x'.repeat(129), 'a\u00e9', 'a"b', '<script>', 'a\tb', "'; --", '$\u007bjndi:x}']) {
      const answered = await idOf(id);
      assert.notEqual(answered, id);
      assert.match(answered, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      made.add(answered);
    }
    assert.equal(made.size, 11);
  });
});

describe('failures after the answer has begun', () => {
  it('cut the connection, so that the answer looks incomplete', async () => {
    const memory = memoryLog();
    const app = express();
    app.use((_req, res, next) => {
      res.locals.exchange = { requestId: 'late', headers: new AnswerHeaders(), policy: CLOSED, route: '/', report() {} };
      next();
    });
    app.get('/late', async (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      res.write('{"half":');
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('too late');
    });
    app.use(errorHandler({ clock: systemClock, log: memory.log, translate: () => null }));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const request = http.get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/late`);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const [error] = (await once(response, 'error')) as [Error];
    await new Promise((resolve) => server.close(resolve));
    assert.match(error.message, /aborted/);
    assert.ok(text === '' || text === '{"half":', text);
    assert.match(memory.text(), /too late/);
  });
});
