import assert from 'node:assert/strict';
import jwt from 'jsonwebtoken';
import { createProbe, MODES, REACHES } from '../../support/probe-service.ts';
import { admin } from '../../support/requests/client.ts';
import { issueKey } from '../../support/requests/key-access.ts';
import { forge, goodClaims, goodHeader, operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const PROBE = '/api/v1/probe';

describe('guards', () => {
  let server: TestServer;
  const probe = createProbe();
  const send = (method: string, path: string, headers = {}): Promise<Answer> => ask(server.url, path, { method, headers });
  const bearer = (token: string): { Authorization: string } => ({ Authorization: `Bearer ${token}` });

  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  /** `200`, or status and code of the refusal. */
  const outcome = (answer: Answer): string => (answer.status === 200 ? '200' : refusal(answer));

  const DENIED = '403 permission_denied';
  const NOBODY = '401 not_authenticated';
  const ASKERS: readonly { name: string; token(): string | null; expected: readonly string[] }[] = [
    { name: 'nobody', token: () => null, expected: ['200', '200', NOBODY, '200', NOBODY, NOBODY] },
    { name: 'a customer', token: () => phoneToken(server), expected: ['200', '200', '200', '200', DENIED, DENIED] },
    { name: 'a driver', token: () => phoneToken(server, { role: 'driver' }), expected: ['200', '200', '200', '200', DENIED, DENIED] },
    {
      name: 'a pending user',
      token: () => phoneToken(server, { role: 'pending' }),
      expected: ['200', '200', '200', '200', DENIED, DENIED],
    },
    { name: 'staff by phone', token: () => phoneToken(server, { role: 'staff' }), expected: ['200', '200', '200', '200', '200', DENIED] },
    {
      name: 'a staff operator',
      token: () => operatorToken(server, { role: 'staff' }),
      expected: ['200', '200', '200', '200', '200', DENIED],
    },
    { name: 'an admin by phone', token: () => phoneToken(server, { role: 'admin' }), expected: ['200', '200', '200', '200', '200', '200'] },
    { name: 'an admin operator', token: () => operatorToken(server), expected: ['200', '200', '200', '200', '200', '200'] },
  ];

  for (const { name, token, expected } of ASKERS) {
    it(`admit ${name} where that is sufficient`, async () => {
      const given = token();
      const headers = given === null ? {} : bearer(given);
      for (const method of ['GET', 'POST']) {
        const answers = await Promise.all(MODES.map((mode) => send(method, `${PROBE}/${mode}`, headers)));
        assert.deepEqual(answers.map(outcome), expected, method);
      }
    });
  }

  it('pass an anonymous actor to public endpoints', async () => {
    assert.deepEqual((await send('GET', `${PROBE}/public`, bearer(operatorToken(server)))).body['actor'], { kind: 'anonymous' });
  });

  it('accept exactly one known role in a token', async () => {
    const altered = [
      { role: 'customer', roles: ['admin'], userType: 'customer' },
      { role: 'admin', roles: ['customer'], userType: 'customer' },
      { role: 'admin', roles: ['admin', 'customer'], userType: 'admin' },
      { role: 'customer', roles: ['customer'], userType: 'admin' },
      ...['root', 'ADMIN', 'admin ', 'Admin', 'аdmin', 'admin\u0000', '', 'superuser', ['admin']].map((role) => ({
        role,
        roles: [role],
        userType: role,
      })),
      { role: 'admin', roles: 'admin', userType: 'admin' },
      { role: 'admin', roles: { 0: 'admin', length: 1 }, userType: 'admin' },
      { role: undefined, roles: [], userType: undefined },
    ];
    for (const claims of altered) {
      const token = forge(server, goodHeader(server), { ...goodClaims(), ...claims });
      assert.equal(refusal(await send('GET', `${PROBE}/admin`, bearer(token))), '401 token_not_valid', JSON.stringify(claims));
    }
    const operator = jwt.decode(operatorToken(server)) as object;
    for (const claims of [
      { role: undefined, roles: undefined },
      { role: 'customer', roles: ['customer'] },
      { role: 'staff', roles: ['admin'] },
    ]) {
      assert.equal(
        refusal(await send('GET', `${PROBE}/staff`, bearer(forge(server, goodHeader(server), { ...operator, ...claims })))),
        '401 token_not_valid',
        JSON.stringify(claims),
      );
    }
  });

  it('apply to every spelling of a path', async () => {
    const before = probe.calls();
    const customer = bearer(phoneToken(server));
    const spellings = [
      '/admin',
      '/admin/',
      '/ADMIN',
      '/Admin/',
      '/%61dmin',
      '/admin?x=1',
      '/admin#x',
      '/admin;x=1',
      '//admin',
      '/./admin',
      '/x/../admin',
      '/admin//',
      '/admin%2f',
      '/admin%00',
      '/admin.json',
      '/admin%20',
    ];
    for (const spelling of spellings) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
        const { status } = await send(method, PROBE + spelling, customer);
        assert.ok([403, 404, 405, 204, 400].includes(status), `${method} ${spelling}: ${status}`);
        if (status === 204) assert.equal(method, 'OPTIONS');
      }
    }
    for (const path of [
      '/api/v1/ADMIN/apps/',
      '/API/V1/admin/apps',
      '/api/v1/admin//apps',
      '//api/v1/admin/apps',
      '/api/v1/admin/apps/%2e%2e/apps',
      '/api/v1/./admin/apps',
    ]) {
      const { status } = await send('GET', path);
      assert.ok(status === 401 || status === 404, `${path}: ${status}`);
    }
    assert.equal(probe.calls(), before);
  });

  describe('for API keys and tokens', () => {
    it('accept neither credential in place of the other', async () => {
      const key = { 'X-Api-Key': server.apiKey };
      assert.equal(refusal(await send('GET', `${PROBE}/user`, key)), NOBODY);
      assert.equal(
        refusal(await send('POST', `${PROBE}/userOrGuest`, { ...key, Authorization: `Bearer ${server.apiKey}` })),
        '401 token_not_valid',
      );
      const asToken = await send('GET', '/api/v1/admin/apps', { Authorization: server.apiKey });
      assert.equal(refusal(asToken), '401 token_not_valid');
      const asKey = await send('GET', '/api/v1/admin/apps', { 'X-Api-Key': operatorToken(server) });
      assert.equal(refusal(asKey), '401 invalid_api_key');
    });

    it('refuse a bad credential beside a valid one', async () => {
      assert.equal(
        refusal(await send('GET', '/api/v1/admin/apps', { ...bearer(operatorToken(server)), 'X-Api-Key': server.apiKey })),
        '400 two_credentials',
      );
      assert.equal(
        refusal(await send('GET', `${PROBE}/admin`, { Authorization: 'Bearer a.b.c', 'X-Api-Key': server.apiKey })),
        '400 two_credentials',
      );
    });

    it('keep the actors of parallel requests apart', async () => {
      const tokens = Array.from({ length: 20 }, (_, index) => operatorToken(server, { operatorId: index + 1 }));
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => send('GET', `${PROBE}/user`, bearer(tokens[index % 20] as string))),
      );
      answers.forEach(({ body }, index) => assert.deepEqual(body['actor'], { kind: 'operator', id: (index % 20) + 1 }));
    });
  });

  describe('for API keys', () => {
    const NO_KEY = '401 invalid_api_key';

    it('refuse every wrong key with the same body', async () => {
      const { key } = await issueKey(server);
      const wrong = [
        '',
        ' ',
        'x',
        key.slice(0, -1),
        `${key}x`,
        key.toUpperCase(),
        ` ${key}x`,
        `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
        'k'.repeat(8_000),
        'ключ'
          .split('')
          .map(() => '\u00fc')
          .join(''),
        `${server.apiKey}, ${server.apiKey}`,
        '*',
        'null',
        'undefined',
        "' OR '1'='1",
      ];
      const bodies = new Set<string>();
      for (const value of wrong) {
        const answer = await send('GET', '/api/v1/admin/apps', { 'X-Api-Key': value });
        assert.equal(refusal(answer), NO_KEY, value.slice(0, 30));
        const { requestId, timestamp, ...rest } = answer.body;
        assert.ok(requestId !== undefined && timestamp !== undefined);
        bodies.add(JSON.stringify(rest));
      }
      const { requestId: _id, timestamp: _at, ...none } = (await send('GET', '/api/v1/admin/apps')).body;
      assert.deepEqual([...bodies], [JSON.stringify(none)]);
    });

    it('read one header and nothing else', async () => {
      assert.equal(refusal(await send('GET', `/api/v1/admin/apps?api_key=${server.apiKey}&X-Api-Key=${server.apiKey}`)), NO_KEY);
      assert.equal(
        refusal(await ask(server.url, '/api/v1/admin/apps', { headers: ['X-Api-Key', server.apiKey, 'X-Api-Key', server.apiKey] })),
        NO_KEY,
      );
    });

    it('run before any look-up and input validation', async () => {
      for (const [method, path] of [
        ['GET', '/api/v1/admin/apps/none/versions'],
        ['PUT', '/api/v1/admin/apps/NOT%20A%20SLUG'],
        ['DELETE', '/api/v1/admin/api-keys/abc'],
      ] as const) {
        assert.equal(refusal(await ask(server.url, path, { method, headers: { 'X-Api-Key': 'wrong' }, body: '{' })), NO_KEY);
      }
    });

    it('admit by scope and apps before any look-up', async () => {
      await admin(server)
        .post('/admin/apps', { slug: 'mine', name: 'Mine', platform: 'both', packageName: 'com.example.mine' })
        .expect(201);
      const keys = {
        read: (await issueKey(server, { scopes: ['read'] })).key,
        write: (await issueKey(server, { scopes: ['write'] })).key,
        limited: (await issueKey(server, { apps: ['mine'] })).key,
        platform: server.apiKey,
      };
      const table: Record<string, Record<string, string[]>> = {};
      for (const [name, key] of Object.entries(keys)) {
        table[name] = {};
        for (const reach of REACHES) {
          const answers: Answer[] = [];
          for (const slug of ['mine', 'other', 'MINE'])
            for (const method of ['GET', 'PUT']) answers.push(await send(method, `${PROBE}/key/${reach}/${slug}`, { 'X-Api-Key': key }));
          table[name][reach] = answers.map(({ status }) => String(status));
        }
      }
      const all = ['200', '200', '200', '200', '200', '200'];
      const reads = ['200', '403', '200', '403', '200', '403'];
      const writes = ['403', '200', '403', '200', '403', '200'];
      assert.deepEqual(table, {
        read: { app: reads, apps: reads, platform: reads },
        write: { app: writes, apps: writes, platform: writes },
        limited: { app: ['200', '200', '403', '403', '403', '403'], apps: all, platform: ['403', '403', '403', '403', '403', '403'] },
        platform: { app: all, apps: all, platform: all },
      });
    });

    it('require the scope read for HEAD', async () => {
      const { key } = await issueKey(server, { scopes: ['write'] });
      assert.equal((await send('HEAD', `${PROBE}/key/apps/x`, { 'X-Api-Key': key })).status, 403);
    });
  });
});
