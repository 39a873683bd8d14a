import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createListener } from '../../../server/boot/app.ts';
import { VERSION } from '../../../server/boot/version.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { Admission } from '../../../server/platform/concurrency/admission.ts';
import { get, post } from '../../../server/platform/http/endpoint.ts';
import { expressMessages } from '../../../server/platform/http/fast-path/express-messages.ts';
import type { Route } from '../../../server/platform/http/mount.ts';
import { createCors } from '../../../server/platform/http/reply/cors.ts';
import { ok } from '../../../server/platform/http/reply/reply.ts';
import { registerApp } from '../../apps/support.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { admin } from '../../support/requests/client.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { type Answer, type Ask, ask, raw } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const EVENT = { eventType: 'open', platform: 'ios', eventData: { screen: 'home' } };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('the lane before Express', () => {
  let server: http.Server;
  let url: string;
  const admission = new Admission({ delayMs: 10, queueMs: () => 0 });

  before(async () => {
    const app = express().use((_req, res) => void res.end('express'));
    app.set('trust proxy', 1);
    app.set('query parser', 'simple');
    const hot = { auth: 'public', limit: 'read', reply: null, summary: 'Hot' } as const;
    const endpoints = [
      get('/apps/:slug/features', { ...hot, pool: 'memory' }, () => ok({})),
      post('/apps/:slug/analytics', { ...hot, pool: 'queued' }, () => ok({})),
      get('/plain', { ...hot }, () => ok({})),
      post('/login', { ...hot }, () => ok({})),
      get('/tenant', { ...hot, pool: 'memory', tenant: true }, () => ok({})),
      get('/private', { ...hot, pool: 'memory', auth: 'user' }, () => ok({})),
      get('/keyed', { ...hot, pool: 'queued', idempotent: true }, () => ok({})),
    ];
    const routes = endpoints.map(
      (endpoint): Route => ({
        endpoint,
        path: endpoint.path,
        isSignIn: endpoint.path === '/login',
        serve: async (req, res, { params, query }) => {
          res.end(`lane ${JSON.stringify({ ...params, ...query, ip: req.headers['x-forwarded-for'] && req.ip })}`);
        },
      }),
    );
    const metrics = { started: () => {}, finished: () => {} };
    const { log } = memoryLog();
    const listener = createListener(app, routes, {
      metrics,
      version: VERSION,
      cors: createCors(null),
      admission,
      log,
      clock: systemClock,
      logAnswer: () => {},
      isDraining: () => false,
      translate: () => null,
    });
    server = http.createServer(expressMessages(app), listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await once(server, 'close');
  });

  async function answerTo(path: string, options: { method?: string; headers?: Record<string, string> } = {}): Promise<string> {
    const request = http.request(url, { path, agent: false, ...options }).end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return (await response.toArray()).join('');
  }

  it('takes hot routes with their parameters and query', async () => {
    assert.equal(await answerTo('/apps/my-shop_1/features'), 'lane {"slug":"my-shop_1"}');
    assert.equal(await answerTo('/apps/a/features?x=1&x=2&y=%D9%A1'), 'lane {"slug":"a","x":["1","2"],"y":"١"}');
    assert.equal(await answerTo('/apps/a/analytics', { method: 'POST' }), 'lane {"slug":"a"}');
  });

  it('reads the client address behind the trusted proxy', async () => {
    assert.equal(
      await answerTo('/apps/a/features', { headers: { 'X-Forwarded-For': '1.1.1.1, 203.0.113.7' } }),
      'lane {"slug":"a","ip":"203.0.113.7"}',
    );
  });

  for (const path of [
    '/plain',
    '/tenant',
    '/private',
    '/keyed',
    '/apps/a/features/',
    '/APPS/a/features',
    '/apps/%61/features',
    '/apps//features',
  ])
    it(`leaves other routes and spellings to Express: ${path}`, async () => {
      assert.equal(await answerTo(path), 'express');
    });

  it('refuses by kind when too many requests are under way', async () => {
    const HOT = '/apps/a/features';
    const answers = async (): Promise<string> => {
      const calls = [answerTo(HOT), answerTo('/plain'), answerTo(HOT, { method: 'HEAD', headers: { 'X-Project-ID': '1' } })];
      const writes = ['/plain', '/apps/a/analytics', '/login', '/login/?from=app'].map((path) => answerTo(path, { method: 'POST' }));
      return (await Promise.all([...calls, ...writes])).map((text) => text.split(' ', 1)[0]?.slice(0, 7)).join(' ');
    };
    assert.equal(await answers(), 'lane express  express lane express express');
    for (let count = 0; count < 205; count += 1) admission.enter();
    assert.equal(await answers(), 'lane {"succe  express lane express express');
    for (let count = 0; count < 51; count += 1) admission.enter();
    assert.equal(await answers(), 'lane {"succe  {"succe {"succe express express');
    for (let count = 0; count < 256; count += 1) admission.leave();
    assert.equal(await answers(), 'lane express  express lane express express');
  });

  it('leaves other methods and tenant headers to Express', async () => {
    assert.equal(await answerTo('/apps/a/features', { method: 'DELETE' }), 'express');
    assert.equal(await answerTo('/apps/a/features', { headers: { 'X-Project-ID': '1' } }), 'express');
  });
});

describe('an answer of the lane', () => {
  let server: TestServer;
  let slug: string;
  const memory = memoryLog('info');

  before(async () => {
    const limits = { RATE_LIMIT_EVALUATE_ADDRESS: '1000/60', RATE_LIMIT_EVENTS: '1000/60' };
    server = await startServer({ log: memory.log, env: { ...limits, TRUST_PROXY: '1' } });
    slug = await registerApp(server);
    await admin(server).post(`/admin/apps/${slug}/features`, { flagKey: 'dark', isEnabled: true }).expect(201);
  });
  after(() => server.close());

  /** Express also matches `/API/v1`, and the lane does not. */
  const byExpress = (path: string): string => path.replace('/api/', '/API/');

  /** An answer without what differs between any two requests. */
  function comparable({ status, headers, text }: Answer): unknown {
    const { date: _, 'x-request-id': id = '', 'x-ratelimit-remaining': __, ratelimit: ___, ...rest } = headers;
    const stable = text.replaceAll(String(id), 'ID').replace(/"(timestamp|serverTime)":"[^"]+"/, '"$1":""');
    return { status, names: Object.keys(headers).sort(), rest, stable };
  }

  const READS: Record<string, [path: string, options?: Ask]> = {
    app: [''],
    flags: ['/features'],
    'a version check': ['/version?platform=ios&currentVersion=1.0.0'],
    'a faulty version check': ['/version?platform=web&currentVersion=x'],
    'a repeated parameter': ['/version?platform=ios&platform=ios'],
    'encoded and odd queries': ['/bootstrap?platform=%69os&&=&a[b]=c&%zz'],
    maintenance: ['/maintenance', { headers: { 'X-Forwarded-For': '203.0.113.9' } }],
    'a known request id': ['/features', { headers: { 'X-Request-Id': 'from-client' } }],
    'a foreign token': ['/features', { headers: { Authorization: 'Bearer nonsense' } }],
    'a repeated host': ['/features', { headers: ['Host', 'other'] }],
    'a body on a read': ['/features', { body: { a: 1 } }],
    HEAD: ['/features', { method: 'HEAD' }],
    OPTIONS: ['/features', { method: 'OPTIONS' }],
    DELETE: ['/features', { method: 'DELETE' }],
  };
  const REPORTS: Record<string, Ask> = {
    'an event': { body: EVENT },
    'a wrong event': { body: { eventType: '', platform: 4 } },
    'a missing body': {},
    'broken JSON': { headers: JSON_TYPE, body: '{"eventType":' },
    'another type': { headers: { 'Content-Type': 'text/plain' }, body: 'x' },
    'a compressed body': { headers: { ...JSON_TYPE, 'Content-Encoding': 'br' }, body: 'x' },
    'invalid UTF-8': { headers: JSON_TYPE, body: Buffer.from([0x7b, 0xff, 0x7d]) },
    'a list': { body: [EVENT] },
    'a chunked body': { headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }, body: JSON.stringify(EVENT) },
  };

  for (const [name, [path, options]] of Object.entries(READS))
    it(`equals that of Express: ${name}`, async () => {
      const address = `/api/v1/apps/${slug}${path}`;
      const [own, other] = [await ask(server.url, address, options), await ask(server.url, byExpress(address), options)];
      assert.deepEqual(comparable(own), comparable(other));
    });

  for (const [name, options] of Object.entries(REPORTS))
    it(`equals that of Express: ${name}`, async () => {
      const address = `/api/v1/apps/${slug}/analytics`;
      const request = { method: 'POST', ...options };
      const [own, other] = [await ask(server.url, address, request), await ask(server.url, byExpress(address), request)];
      assert.deepEqual(comparable(own), comparable(other));
    });

  it('equals that of Express with If-None-Match', async () => {
    const address = `/api/v1/apps/${slug}/features`;
    const { headers } = await ask(server.url, address);
    const options = { headers: { 'If-None-Match': `W/${String(headers.etag)}` } };
    const [own, other] = [await ask(server.url, address, options), await ask(server.url, byExpress(address), options)];
    assert.equal(own.status, 304);
    assert.deepEqual(comparable(own), comparable(other));
  });

  it('equals that of Express for unknown apps', async () => {
    const [own, other] = await Promise.all(['/api/v1/apps/nobody', '/API/v1/apps/nobody'].map((path) => ask(server.url, path)));
    assert.ok(own && other);
    assert.equal(own.status, 404);
    assert.deepEqual(comparable(own), comparable(other));
  });

  it('names project mismatches although its routes have no tenant', async () => {
    const headers = { 'X-Project-ID': '2', Authorization: `Bearer ${phoneToken(server, { phone: '+966512345678' })}` };
    const address = `/api/v1/apps/${slug}/features`;
    const [own, other] = [await ask(server.url, address, { headers }), await ask(server.url, byExpress(address), { headers })];
    assert.equal(own.status, 403);
    assert.deepEqual(comparable(own), comparable(other));
  });

  it('is logged with the pattern of its route', async () => {
    await ask(server.url, `/api/v1/apps/${slug}/features`, { headers: { 'X-Request-Id': 'logged' } });
    const line = memory.lines().find(({ requestId }) => requestId === 'logged');
    assert.equal(line?.['route'], '/api/v1/apps/:slug/features');
    assert.equal(line['status'], 200);
  });

  it('counts with those of Express against one limit', async () => {
    const address = `/api/v1/apps/${slug}/features`;
    const left = async (path: string): Promise<number> => Number((await ask(server.url, path)).headers['x-ratelimit-remaining']);
    const before = await left(address);
    assert.equal(await left(byExpress(address)), before - 1);
    assert.equal(await left(address), before - 2);
  });

  it('keeps the order of pipelined requests', async () => {
    const get = (path: string, extra = ''): string => `GET /api/v1/apps/${path} HTTP/1.1\r\nHost: test\r\n${extra}\r\n`;
    const { statuses } = await raw(server.url, get(slug) + get('nobody') + get(slug) + get('nobody', 'Connection: close\r\n'));
    assert.deepEqual(statuses, [200, 404, 200, 404]);
  });
});
