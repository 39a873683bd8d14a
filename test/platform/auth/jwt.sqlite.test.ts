import assert from 'node:assert/strict';
import { createHmac, createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import jwt from 'jsonwebtoken';
import type { Clock } from '../../../server/platform/clock.ts';
import { ecKey, ecPrivateKey } from '../../support/ec-keys.ts';
import { createProbe } from '../../support/probe-service.ts';
import { encode, forge, goodClaims, goodHeader, operatorToken, phoneToken, publicPem, USER_ID } from '../../support/requests/tokens.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer, testEnvironment } from '../../support/server.ts';

const PROBE = '/api/v1/probe';
const NOT_VALID = '401 token_not_valid';

describe('access tokens', () => {
  let server: TestServer;
  let offset = 0;
  const clock: Clock = { now: () => new Date(Date.now() + offset) };
  const probe = createProbe();
  const send = (authorization: string, row = '/user'): Promise<Answer> =>
    ask(server.url, PROBE + row, { headers: { Authorization: authorization } });
  const refusalOf = async (token: string): Promise<string> => refusal(await send(`Bearer ${token}`));
  const accepted = async (token: string): Promise<boolean> => (await send(`Bearer ${token}`)).status === 200;
  const seconds = (): number => Math.floor(Date.now() / 1000);

  before(async () => {
    server = await startServer({ extraServices: probe.services, clock });
  });
  after(() => server.close());
  afterEach(() => {
    offset = 0;
  });

  it('are accepted as signed by the server', async () => {
    const { body } = await send(`Bearer ${phoneToken(server)}`);
    assert.deepEqual(body['actor'], { kind: 'user', id: USER_ID });
    assert.deepEqual((await send(`Bearer ${operatorToken(server)}`)).body['actor'], { kind: 'operator', id: 5 });
    assert.ok(await accepted(forge(server, goodHeader(server), goodClaims())), 'the forgery of these tests is good without a change');
  });

  it('are refused with one SimpleJWT body for every cause', async () => {
    const answers = [await send('Bearer a.b.c'), await send(`Bearer ${phoneToken(server, {}, new Date(0))}`)];
    for (const { body, headers } of answers) {
      assert.equal(body['detail'], 'Given token not valid for any token type');
      assert.deepEqual(body['messages'], [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid or expired' }]);
      assert.match(String(headers['www-authenticate']), /^Bearer/);
    }
  });

  it('require a signature, and no algorithm "none"', async () => {
    for (const alg of ['none', 'None', 'nOnE', 'NONE', '', null]) {
      const unsigned = `${encode({ ...goodHeader(server), alg })}.${encode(goodClaims())}`;
      for (const token of [`${unsigned}.`, unsigned, `${unsigned}.${'A'.repeat(86)}`])
        assert.equal(await refusalOf(token), NOT_VALID, String(alg));
    }
    const [header, payload] = phoneToken(server).split('.');
    assert.equal(await refusalOf(`${header}.${payload}.`), NOT_VALID);
  });

  it('are not verified with the public key as secret', async () => {
    const jwk = JSON.stringify(createPublicKey(publicPem(server)).export({ format: 'jwk' }));
    for (const secret of [publicPem(server), publicPem(server).trim(), jwk, '']) {
      for (const alg of ['HS256', 'HS384', 'HS512']) {
        const body = `${encode({ ...goodHeader(server), alg })}.${encode(goodClaims())}`;
        assert.equal(
          await refusalOf(`${body}.${createHmac(alg.replace('HS', 'sha'), secret).update(body).digest('base64url')}`),
          NOT_VALID,
        );
      }
    }
    for (const alg of ['ES384', 'RS256', 'PS256', 'EdDSA', 'es256', ['ES256']]) {
      assert.equal(await refusalOf(forge(server, { ...goodHeader(server), alg }, goodClaims())), NOT_VALID, String(alg));
    }
  });

  it('require a known kid as a plain string', async () => {
    const kids = [
      '../../dev/null',
      '/dev/null',
      "' OR 1=1 -- ",
      'x'.repeat(2_000),
      '',
      null,
      5,
      [server.runtime.keys.current.kid],
      {},
      '__proto__',
      'constructor',
      undefined,
    ];
    for (const kid of kids)
      assert.equal(await refusalOf(forge(server, { ...goodHeader(server), kid }, goodClaims())), NOT_VALID, JSON.stringify(kid));
    const foreign = ecPrivateKey();
    assert.equal(await refusalOf(forge(server, goodHeader(server), goodClaims(), foreign)), NOT_VALID);
  });

  it('cannot supply or point to a key', async () => {
    let fetched = 0;
    const lure = http.createServer((_req, res) => {
      fetched += 1;
      res.end('{}');
    });
    await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(lure.address() as AddressInfo).port}/keys`;
    const privateKey = ecPrivateKey();
    const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
    for (const extra of [{ jku: url }, { x5u: url }, { jwk }, { x5c: ['AAAA'] }, { jku: url, kid: url }]) {
      assert.equal(await refusalOf(forge(server, { ...goodHeader(server), ...extra }, goodClaims(), privateKey)), NOT_VALID);
    }
    await new Promise((resolve) => lure.close(resolve));
    assert.equal(fetched, 0);
  });

  it('are refused with an unknown critical extension', async () => {
    for (const crit of [['exp'], ['b64'], [], 'b64']) {
      assert.equal(await refusalOf(forge(server, { ...goodHeader(server), crit, b64: false }, goodClaims())), NOT_VALID);
    }
  });

  it('are valid from iat and nbf to exp with leeway', async () => {
    const now = seconds();
    const forged = (claims: object): string => forge(server, goodHeader(server), { ...goodClaims(), ...claims });
    const good = [{ exp: now + 30 }, { exp: now - 2 }, { iat: now + 3 }, { nbf: now + 3 }, { nbf: now - 60 }];
    for (const claims of good) assert.ok(await accepted(forged(claims)), JSON.stringify(claims));
    const bad = [{ exp: now - 6 }, { nbf: now + 60 }, { iat: now + 60 }, { exp: undefined }, { iat: undefined }];
    for (const claims of bad) assert.equal(await refusalOf(forged(claims)), NOT_VALID, JSON.stringify(claims));
    const altered = [
      { exp: String(now + 60) },
      { exp: [now + 60] },
      { exp: null },
      { exp: true },
      { exp: -1 },
      { exp: now + 60.5 },
      { iat: '0' },
      { nbf: '0' },
    ];
    for (const claims of altered) assert.equal(await refusalOf(forged(claims)), NOT_VALID, JSON.stringify(claims));
    const text = JSON.stringify(goodClaims()).replace(/"exp":\d+/, '"exp":1e400');
    assert.equal(await refusalOf(forge(server, goodHeader(server), text)), NOT_VALID);
  });

  it('expire by the clock of the server', async () => {
    const token = phoneToken(server);
    offset = 3_600_000 + 4_000;
    assert.ok(await accepted(token));
    offset = 3_600_000 + 7_000;
    assert.equal(await refusalOf(token), NOT_VALID);
  });

  it('are refused for another audience or issuer', async () => {
    const altered = [
      { aud: 'diwan:refresh' },
      { aud: ['diwan:access'] },
      { aud: undefined },
      { iss: 'somebody' },
      { iss: undefined },
      { token_type: 'refresh' },
      { typ: 'refresh' },
    ];
    for (const claims of altered)
      assert.equal(await refusalOf(forge(server, goodHeader(server), { ...goodClaims(), ...claims })), NOT_VALID, JSON.stringify(claims));
    const operator = jwt.decode(operatorToken(server)) as object;
    for (const claims of [{ token_type: 'refresh' }, { token_type: undefined }, { aud: 'diwan:refresh' }]) {
      assert.equal(await refusalOf(forge(server, goodHeader(server), { ...operator, ...claims })), NOT_VALID, JSON.stringify(claims));
    }
  });

  it('are refused when one character is changed', async () => {
    const token = phoneToken(server);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const raised = encode({ ...goodClaims(), role: 'admin', roles: ['admin'], userType: 'admin' });
    assert.equal(await refusalOf(`${header}.${raised}.${signature}`), NOT_VALID);
    // four bits of the last letter are unused, so fifteen other letters encode the same bytes
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const last of [...alphabet].filter((letter) => letter !== token.at(-1)))
      assert.equal(await refusalOf(token.slice(0, -1) + last), NOT_VALID, last);
    for (const variant of [`${token}=`, `${token}A`, `${token}.`, `.${token}`, token.slice(0, -1), `${header}.${payload}`])
      assert.equal(await refusalOf(variant), NOT_VALID);
  });

  it('must contain exactly the expected claims', async () => {
    for (const payload of ['"text"', '[]', 'null', '5', 'true', '{}', '', '{', '{"sub":"a"', '\u0000'])
      assert.equal(await refusalOf(forge(server, goodHeader(server), payload)), NOT_VALID, payload);
    const altered = [
      { sub: {} },
      { sub: { text: USER_ID } },
      { sub: 5 },
      { sub: USER_ID.toUpperCase() },
      { sub: 'guest:a@b.c' },
      { user_id: 'guest:a@b.c', sub: 'guest:a@b.c' },
      { user_id: '5', sub: '5' },
      { sid: 5 },
      { jti: {} },
      { phone: ['+1'] },
      { isAdmin: true },
    ];
    for (const claims of altered)
      assert.equal(await refusalOf(forge(server, goodHeader(server), { ...goodClaims(), ...claims })), NOT_VALID, JSON.stringify(claims));
    assert.equal(await refusalOf(forge(server, '[]', goodClaims())), NOT_VALID);
    assert.equal(await refusalOf(forge(server, '', goodClaims())), NOT_VALID);
  });

  it('keep users and operators with equal ids apart', async () => {
    const operator = jwt.decode(operatorToken(server)) as object;
    for (const user_id of ['5', 5.5, -5, 0, [5], '5 ', null])
      assert.equal(await refusalOf(forge(server, goodHeader(server), { ...operator, user_id })), NOT_VALID, JSON.stringify(user_id));
    assert.equal(await refusalOf(forge(server, goodHeader(server), { ...operator, sub: USER_ID })), NOT_VALID);
  });

  it('need one Authorization header with the scheme Bearer', async () => {
    const token = phoneToken(server);
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer ', 'bearer   '])
      assert.equal((await send(`${scheme} ${token}`)).status, 200);
    const bad = [
      '',
      'Bearer',
      'Bearer ',
      `Bearer\t${token}`,
      token,
      `Bearer${token}`,
      `Basic ${encode('a:b')}`,
      `Token ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token},Bearer ${token}`,
      `Bearer a.${'b'.repeat(9_000)}.c`,
    ];
    for (const header of bad) assert.equal(refusal(await send(header)), NOT_VALID, header.slice(0, 40));
    for (const pair of [
      [token, token],
      [token, 'x'],
      ['x', token],
    ]) {
      const headers = pair.flatMap((value) => ['Authorization', `Bearer ${value}`]);
      assert.equal(refusal(await ask(server.url, `${PROBE}/user`, { headers })), NOT_VALID);
    }
    assert.equal(
      refusal(await ask(server.url, `${PROBE}/user?access_token=${token}&auth_token=${token}`, { headers: { Cookie: `jwt=${token}` } })),
      '401 not_authenticated',
    );
  });

  it('that are invalid are ignored on optional reads only', async () => {
    for (const bad of ['Bearer a.b.c', 'Basic eA==', '', `Bearer ${phoneToken(server, {}, new Date(0))}`]) {
      for (const row of ['/userOrGuest', '/optionalUser']) {
        const before = probe.calls();
        const write = await ask(server.url, PROBE + row, { method: 'POST', headers: { Authorization: bad }, body: { name: 'Guest' } });
        assert.deepEqual([refusal(write), probe.calls()], [NOT_VALID, before]);
        assert.deepEqual((await send(bad, row)).body['actor'], { kind: 'anonymous' });
      }
      assert.equal((await ask(server.url, `${PROBE}/public`, { method: 'POST', headers: { Authorization: bad }, body: {} })).status, 200);
    }
  });
});

describe('signing keys', () => {
  it('verify tokens of the previous key until its removal', async () => {
    const env = await testEnvironment();
    const file = path.join(String(env['DATA_DIR']), 'jwt-keys.json');
    const probe = createProbe();
    const run = async (work: (server: TestServer) => Promise<void>): Promise<void> => {
      const server = await startServer({ env, extraServices: probe.services });
      try {
        await work(server);
      } finally {
        await server.close();
      }
    };
    const status = async (server: TestServer, token: string): Promise<number> =>
      (await ask(server.url, `${PROBE}/user`, { headers: { Authorization: `Bearer ${token}` } })).status;
    const kids = async (server: TestServer): Promise<unknown[]> =>
      ((await ask(server.url, '/.well-known/jwks.json')).body['keys'] as { kid: string }[]).map(({ kid }) => kid);
    let old = '';
    await run(async (server) => {
      old = phoneToken(server);
      assert.equal(await status(server, old), 200);
    });
    const [previous] = (JSON.parse(readFileSync(file, 'utf8')) as { keys: { kid: string }[] }).keys;
    const next = { ...ecKey(), kid: 'next' };
    writeFileSync(file, JSON.stringify({ keys: [next, previous] }));
    await run(async (server) => {
      assert.deepEqual([await status(server, old), await status(server, phoneToken(server))], [200, 200]);
      assert.deepEqual(await kids(server), ['next', previous?.kid]);
      assert.equal((jwt.decode(phoneToken(server), { complete: true }) as jwt.Jwt).header.kid, 'next');
    });
    writeFileSync(file, JSON.stringify({ keys: [next] }));
    await run(async (server) => {
      assert.deepEqual([await status(server, old), await status(server, phoneToken(server))], [401, 200]);
      assert.deepEqual(await kids(server), ['next']);
    });
  });

  it('publish only their public keys', async () => {
    const server = await startServer();
    const { body, headers } = await ask(server.url, '/.well-known/jwks.json');
    await server.close();
    for (const key of body['keys'] as object[]) assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    assert.match(String(headers['cache-control']), /max-age/);
  });
});
