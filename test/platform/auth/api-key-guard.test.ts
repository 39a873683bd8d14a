import assert from 'node:assert/strict';
import { request as httpRequest, IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import type { Request } from 'express';
import { createApiKeyGuard } from '../../server/platform/auth/api-key-guard.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { apiKeyDirectory } from '../../server/services/apps/api-key-directory.ts';
import { admin, client } from '../support/client.ts';
import { clientWithKey, ensureApp, issueKey } from '../support/key-access.ts';
import { silent } from '../support/scratch-database.ts';
import { startServer, type TestServer } from '../support/server.ts';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

describe('the API key guard', () => {
  let server: TestServer;
  let key = '';

  before(async () => {
    server = await startServer();
    await ensureApp(server, 'shop');
    await ensureApp(server, 'taxi');
    key = (await issueKey(server)).key;
  });
  after(() => server.close());

  /** With headers that supertest would not send; a list is sent as that many headers. */
  const ask = (path: string, headers: Record<string, string | string[]>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const req = httpRequest(`${server.url}/api/v1${path}`, { headers, agent: false }, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown> }),
        );
      });
      req.on('error', reject);
      req.end();
    });
  const told = ({ body: { timestamp: _at, requestId: _id, ...rest } }: Answer): Record<string, unknown> => rest;

  it('takes the right key', async () => {
    assert.equal((await ask('/admin/apps', { 'X-Api-Key': key })).status, 200);
    assert.equal((await ask('/admin/apps', { 'X-Api-Key': server.apiKey })).status, 200);
  });

  describe('refuses with one 401 whatever is wrong (KEY-1)', () => {
    const WRONG: readonly [name: string, headers: () => Record<string, string | string[]>, query?: () => string][] = [
      ['no key', () => ({})],
      ['an empty key', () => ({ 'X-Api-Key': '' })],
      ['a key of nobody', () => ({ 'X-Api-Key': `dk_00000000_${'A'.repeat(43)}` })],
      ['the right prefix with another secret', () => ({ 'X-Api-Key': `${key.slice(0, 12)}${'A'.repeat(43)}` })],
      ['the prefix alone', () => ({ 'X-Api-Key': key.slice(0, 11) })],
      ['the key without its last character', () => ({ 'X-Api-Key': key.slice(0, -1) })],
      ['the key and one character', () => ({ 'X-Api-Key': `${key}A` })],
      ['the key in capitals', () => ({ 'X-Api-Key': key.toUpperCase() })],
      ['the platform key without its last character', () => ({ 'X-Api-Key': server.apiKey.slice(0, -1) })],
      ['two right keys', () => ({ 'X-Api-Key': [key, key] })],
      ['a right and a wrong key', () => ({ 'X-Api-Key': [key, 'x'] })],
      ['the key as a bearer token', () => ({ Authorization: `Bearer ${key}` })],
      ['the key in the query', () => ({}), () => `?X-Api-Key=${key}&api_key=${key}&apiKey=${key}`],
      ['a key of 8 kB (KEY-7)', () => ({ 'X-Api-Key': 'k'.repeat(8192) })],
      ['a key beyond ASCII (KEY-7)', () => ({ 'X-Api-Key': `${key.slice(0, -1)}\u00e9` })],
      ['a JSON object for a key', () => ({ 'X-Api-Key': '{"$ne":null}' })],
    ];
    for (const [name, headers, query] of WRONG) {
      it(name, async () => {
        const answer = await ask(`/admin/apps${query?.() ?? ''}`, headers());
        assert.equal(answer.status, 401);
        assert.equal(answer.body['code'], 'invalid_api_key');
        assert.deepEqual(told(answer), told(await ask('/admin/apps', {})));
      });
    }

    it('a key with a NUL, which is no HTTP at all (KEY-7)', async () => {
      const { port } = new URL(server.url);
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.end(`GET /api/v1/admin/apps HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\0\r\n\r\n`),
        );
        let text = '';
        socket.on('data', (data) => (text += data.toString()));
        socket.on('close', () => resolve(text));
        socket.on('error', reject);
      });
      assert.match(answer, /^HTTP\/1\.1 40[01] /);
    });
  });

  it('asks for the key before it looks anything up (KEY-2)', async () => {
    for (const path of [
      '/admin/apps/unknown/versions',
      '/admin/projects/404404',
      '/admin/projects/no-id',
      '/admin/projects/404404/test-phones',
    ]) {
      const answer = await ask(path, { 'X-Api-Key': 'wrong' });
      assert.deepEqual([answer.status, answer.body['code']], [401, 'invalid_api_key']);
    }
  });

  it('takes as long for a key that is nearly right as for one that is all wrong (KEY-3)', async function () {
    this.timeout(60_000);
    const guard = createApiKeyGuard({ directory: apiKeyDirectory(silent), clock: systemClock, platformKey: server.apiKey });
    const wrong = [requestWith(otherAt(key, 12)), requestWith(otherAt(key, key.length - 1))] as const;
    await guard.verify(requestWith(key));
    // noise may make one run look different, a comparison that stops early would do so in each
    for (let attempt = 1; ; attempt += 1) {
      const difference = Math.abs(welch(await timeEach((which) => guard.verify(wrong[which]), 5_000)));
      if (difference < 4.5) return;
      assert.ok(attempt < 4, `t = ${difference}`);
    }
  });

  describe('counts wrong keys by address (KEY-6)', () => {
    let limited: TestServer;
    const from = (address: string, apiKey: string | undefined) =>
      client(limited, { ...(apiKey === undefined ? {} : { apiKey }), headers: { 'X-Forwarded-For': address } });

    before(async () => {
      await server.close();
      limited = await startServer({ env: { RATE_LIMIT_FAILED_KEYS: '20/60', TRUST_PROXY: '1' } });
    });
    after(async () => {
      await limited.close();
      server = await startServer();
    });

    it('refuses more of them with 429, and a right key of that address too; others notice nothing', async () => {
      for (let tries = 1; tries <= 20; tries += 1) await from('192.0.2.1', 'wrong').get('/admin/apps').expect(401);
      const { body, headers } = await from('192.0.2.1', 'wrong').get('/admin/apps').expect(429);
      assert.equal(body.code, 'throttled');
      assert.equal(headers['retry-after'], String(body.available_in));
      await from('192.0.2.1', limited.apiKey).get('/admin/apps').expect(429);
      await from('192.0.2.2', limited.apiKey).get('/admin/apps').expect(200);
    });

    it('does not count a missing key', async () => {
      for (let tries = 1; tries <= 25; tries += 1) await from('192.0.2.3', undefined).get('/admin/apps').expect(401);
      await from('192.0.2.3', limited.apiKey).get('/admin/apps').expect(200);
    });
  });

  describe('keeps a key within its limits (KEY-8)', () => {
    before(async () => {
      await ensureApp(server, 'shop');
      await ensureApp(server, 'taxi');
    });

    it('403 for another app, before it is looked up', async () => {
      const limited = await clientWithKey(server, { apps: ['shop'] });
      await limited.put('/admin/apps/shop', { name: 'Mine' }).expect(200);
      for (const slug of ['taxi', 'unknown']) {
        const { body } = await limited.put(`/admin/apps/${slug}`, { name: 'Not mine' }).expect(403);
        assert.equal(body.code, 'permission_denied');
      }
    });

    it('lists its own apps only', async () => {
      const limited = await clientWithKey(server, { apps: ['shop'] });
      const { body } = await limited.get('/admin/apps').expect(200);
      assert.deepEqual(
        body.map(({ slug }: { slug: string }) => slug),
        ['shop'],
      );
    });

    it('403 for a scope that it lacks', async () => {
      const reader = await clientWithKey(server, { scopes: ['read'] });
      await reader.get('/admin/apps').expect(200);
      await reader.put('/admin/apps/shop', { name: 'No' }).expect(403);
      const writer = await clientWithKey(server, { scopes: ['write'] });
      await writer.get('/admin/apps').expect(403);
      await writer.put('/admin/apps/shop', { name: 'Yes' }).expect(200);
      assert.equal((await admin(server).get('/admin/apps')).body[0].name, 'Yes');
    });
  });
});

/** The key with another character at this place. */
function otherAt(key: string, index: number): string {
  return key.slice(0, index) + (key[index] === 'A' ? 'B' : 'A') + key.slice(index + 1);
}

function requestWith(key: string): Request {
  const message = new IncomingMessage(new Socket());
  message.headers['x-api-key'] = key;
  return message as Request;
}

/** Milliseconds of both refusals, in random order, without the slowest tenth: that is what else the machine did. */
async function timeEach(refused: (which: 0 | 1) => Promise<unknown>, times: number): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []];
  while (samples[0].length < times || samples[1].length < times) {
    const which = Math.random() < 0.5 ? 0 : 1;
    const startedAt = performance.now();
    const outcome = await refused(which).then(
      () => 'taken',
      () => 'refused',
    );
    samples[which].push(performance.now() - startedAt);
    assert.equal(outcome, 'refused');
  }
  return samples.map((values) => values.sort((a, b) => a - b).slice(0, Math.floor(values.length * 0.9))) as [number[], number[]];
}

/** Welch's t of two samples: beyond 4.5 they differ. */
function welch([a, b]: readonly [readonly number[], readonly number[]]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = (values: readonly number[]) => {
    const middle = mean(values);
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length;
  };
  return (mean(a) - mean(b)) / Math.sqrt(spread(a) + spread(b));
}
