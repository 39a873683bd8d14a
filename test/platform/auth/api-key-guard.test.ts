import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { statementsOf } from '../../support/databases/statements.ts';
import { admin, client } from '../../support/requests/client.ts';
import { clientWithKey, ensureApp, issueKey } from '../../support/requests/key-access.ts';
import { startServer, type TestServer } from '../../support/server.ts';

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

  /** Sends headers that supertest would refuse; a list becomes repeated headers. */
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
  const visibleParts = ({ body: { timestamp: _at, requestId: _id, ...rest } }: Answer): Record<string, unknown> => rest;

  it('accepts the right key in X-Api-Key', async () => {
    assert.equal((await ask('/admin/apps', { 'X-Api-Key': key })).status, 200);
    assert.equal((await ask('/admin/apps', { 'X-Api-Key': server.apiKey })).status, 200);
  });

  describe('returns the same 401 for', () => {
    const WRONG: readonly [name: string, headers: () => Record<string, string | string[]>, query?: () => string][] = [
      ['no key', () => ({})],
      ['an empty key', () => ({ 'X-Api-Key': '' })],
      ['an unknown key', () => ({ 'X-Api-Key': `dk_00000000_${'A'.repeat(43)}` })],
      ['the right prefix with another secret', () => ({ 'X-Api-Key': `${key.slice(0, 12)}${'A'.repeat(43)}` })],
      ['the prefix alone', () => ({ 'X-Api-Key': key.slice(0, 11) })],
      ['the key without its last character', () => ({ 'X-Api-Key': key.slice(0, -1) })],
      ['the key and one character', () => ({ 'X-Api-Key': `${key}A` })],
      ['the key in capitals', () => ({ 'X-Api-Key': key.toUpperCase() })],
      ['the platform key without its last character', () => ({ 'X-Api-Key': server.apiKey.slice(0, -1) })],
      ['two right keys', () => ({ 'X-Api-Key': [key, key] })],
      ['a right and a wrong key', () => ({ 'X-Api-Key': [key, 'x'] })],
      ['the key in the query', () => ({}), () => `?X-Api-Key=${key}&api_key=${key}&apiKey=${key}`],
      ['a key of 8 kB', () => ({ 'X-Api-Key': 'k'.repeat(8192) })],
      ['a key with characters beyond ASCII', () => ({ 'X-Api-Key': `${key.slice(0, -1)}\u00e9` })],
      ['a JSON object for a key', () => ({ 'X-Api-Key': '{"$ne":null}' })],
    ];
    for (const [name, headers, query] of WRONG) {
      it(name, async () => {
        const answer = await ask(`/admin/apps${query?.() ?? ''}`, headers());
        assert.equal(answer.status, 401);
        assert.equal(answer.body['code'], 'invalid_api_key');
        assert.deepEqual(visibleParts(answer), visibleParts(await ask('/admin/apps', {})));
      });
    }

    it('a key with a NUL, which is invalid HTTP', async () => {
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

  it('checks the key before any look-up', async () => {
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

  describe('counts wrong keys by address and', () => {
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

    const exhaust = async (address: string): Promise<void> => {
      for (let tries = 1; tries <= 20; tries += 1) await from(address, 'wrong').get('/admin/apps').expect(401);
    };

    it('refuses further wrong keys of that address with 429', async () => {
      await exhaust('192.0.2.1');
      const { body, headers } = await from('192.0.2.1', 'wrong').get('/admin/apps').expect(429);
      assert.equal(body.code, 'throttled');
      assert.equal(headers['retry-after'], String(body.available_in));
      await from('192.0.2.2', 'wrong').get('/admin/apps').expect(401);
    });

    it('lets right keys of that address pass uncounted', async () => {
      await exhaust('192.0.2.4');
      const { key: issued, id } = await issueKey(limited);
      for (const right of [issued, limited.apiKey])
        for (let tries = 1; tries <= 25; tries += 1) await from('192.0.2.4', right).get('/admin/apps').expect(200);
      await from('192.0.2.4', `${issued.slice(0, 12)}${'A'.repeat(43)}`)
        .get('/admin/apps')
        .expect(429);
      await admin(limited).delete(`/admin/api-keys/${id}`).expect(204);
      await from('192.0.2.4', issued).get('/admin/apps').expect(429);
    });

    it('looks up no single wrong key above the limit', async () => {
      await exhaust('192.0.2.5');
      const statements = await statementsOf(limited.db, async () => {
        for (let tries = 0; tries < 30; tries += 1)
          await from('192.0.2.5', `dk_${String(tries).padStart(8, '0')}_${'A'.repeat(43)}`)
            .get('/admin/apps')
            .expect(429);
      });
      const lookUps = statements.filter((sql) => sql.includes('api_keys'));
      assert.ok(lookUps.length < 10, `${lookUps.length} statements for 30 keys`);
    });

    it('does not count a missing key', async () => {
      for (let tries = 1; tries <= 25; tries += 1) await from('192.0.2.3', undefined).get('/admin/apps').expect(401);
      await from('192.0.2.3', limited.apiKey).get('/admin/apps').expect(200);
    });
  });

  describe('restricts a key to its scope and apps:', () => {
    before(async () => {
      await ensureApp(server, 'shop');
      await ensureApp(server, 'taxi');
    });

    it('answers 403 for another app before any look-up', async () => {
      const limited = await clientWithKey(server, { apps: ['shop'] });
      await limited.put('/admin/apps/shop', { name: 'Mine' }).expect(200);
      for (const slug of ['taxi', 'unknown']) {
        const { body } = await limited.put(`/admin/apps/${slug}`, { name: 'Not mine' }).expect(403);
        assert.equal(body.code, 'permission_denied');
      }
    });

    it('lists only the apps of the key', async () => {
      const limited = await clientWithKey(server, { apps: ['shop'] });
      const { body } = await limited.get('/admin/apps').expect(200);
      assert.deepEqual(
        body.map(({ slug }: { slug: string }) => slug),
        ['shop'],
      );
    });

    it('answers 403 for a missing scope', async () => {
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
