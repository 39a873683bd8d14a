import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import type { Environment } from '../../../server/config/types.ts';
import { openSession } from '../../../server/services/auth/sessions/sessions.ts';
import { admin, authClient, type Client, client } from '../../support/requests/client.ts';
import { atOnce, tally } from '../../support/requests/key-access.ts';
import { operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import { newOperator } from '../operators/operator-support.ts';
import { callAt, signedInUser } from '../sessions/session-support.ts';
import { type AuthServer, login, movableClock, newPhone, PASSWORD, register, startAuthServer } from '../support.ts';

const WRONG = 'wrong horse battery';
const COMPANION = '/api/v1/auth/auth';
/** The default rate limits, without the cooldown and lock that would apply first. */
const LIMITS = {
  RATE_LIMIT_REGISTER_INIT: '3/300',
  RATE_LIMIT_SEND_OTP: '3/300',
  RATE_LIMIT_PASSWORD_RESET: '3/300',
  RATE_LIMIT_LOGIN: '5/300',
  RATE_LIMIT_LOGIN_OTP: '5/300',
};

let addresses = 0;

/** An address that no other test uses. */
function newAddress(): string {
  addresses += 1;
  return `203.0.${addresses >> 8}.${addresses & 255}`;
}

describe('rate limits of phone auth', () => {
  const clock = movableClock();
  let auth: AuthServer;

  /** A client behind one proxy, which reports its address; `more` headers are claims of the client. */
  const from = (address: string, more: Readonly<Record<string, string>> = {}, base = '/api/v2/auth'): Client =>
    client(auth.server, { headers: { 'X-Forwarded-For': address, ...more } }, base);
  const showConfig = (address: string) => from(address).get('/config/11/public');
  const useUp = (address: string) => atOnce(10, () => showConfig(address).expect(200));

  const startWith = (env: Environment) => () =>
    startAuthServer({ env, clock }).then((started) => {
      auth = started;
    });

  describe('by address', () => {
    before(startWith({ RATE_LIMIT_GLOBAL: '10/60', RATE_LIMIT_ADMIN: '4/60', TRUST_PROXY: '1' }));
    after(() => auth.close());

    it('pass exactly 10 of 200 parallel requests over all prefixes', async () => {
      const address = newAddress();
      const calls: readonly (() => PromiseLike<Response>)[] = [
        () => from(address).get('/config/11/public'),
        () => from(address, {}, '/api/v1/auth').get('/profile'),
        () => from(address).post('/refresh', {}),
        () => from(address, {}, COMPANION).post('/token/', { username: 'nobody', password: WRONG }),
        () => from(address, {}, COMPANION).post('/token/refresh', { refresh: 'x' }),
      ];
      const answers = await atOnce(200, (index) => (calls[index % calls.length] as () => PromiseLike<Response>)());
      assert.equal(answers.filter(({ status }) => status !== 429).length, 10);
      assert.deepEqual(tally(await atOnce(20, () => showConfig(newAddress()))), { 200: 20 });
    });

    it('refuse with the documented body and headers', async () => {
      const address = newAddress();
      await useUp(address);
      const { body, headers } = await showConfig(address).expect(429);
      const { message, timestamp, requestId, available_in: seconds, ...rest } = body;
      assert.deepEqual(rest, { success: false, statusCode: 429, code: 'throttled', detail: message });
      assert.ok(seconds >= 50 && seconds <= 60, seconds);
      assert.equal(message, `Request was throttled. Expected available in ${seconds} seconds.`);
      assert.equal(new Date(timestamp).toISOString(), timestamp);
      assert.equal(requestId, headers['x-request-id']);
      assert.equal(headers['retry-after'], String(seconds));
      assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['10', '0']);
      assert.equal(headers['ratelimit'], `"global"; r=0; t=${seconds}`);
      assert.equal(headers['ratelimit-policy'], '"global"; q=10; w=60');
    });

    it('report the remaining requests on every other reply', async () => {
      const address = newAddress();
      const passed = await showConfig(address).expect(200);
      const refused = await from(address).get('/profile').expect(401);
      assert.deepEqual(
        [passed, refused].map(({ headers }) => headers['x-ratelimit-remaining']),
        ['9', '8'],
      );
      assert.equal(passed.headers['retry-after'], undefined);
    });

    it('are not prolonged by refused requests', async () => {
      const address = newAddress();
      await useUp(address);
      const waits: number[] = [];
      for (let tries = 0; tries < 5; tries += 1) waits.push((await showConfig(address).expect(429)).body.available_in);
      assert.deepEqual(
        waits,
        [...waits].sort((a, b) => b - a),
      );
    });

    it('count an address once for all spellings of a path', async () => {
      const address = newAddress();
      await useUp(address);
      const paths = ['/api/v2/auth/login', '/api/v2/auth/login/', '/api/v2/auth/LOGIN', '/api/v1/auth/login', '/API/V2/auth/login?x=1'];
      for (const path of paths) assert.equal((await post(path, address)).status, 429, path);
      for (const path of ['//api/v2/auth/login', '/api/v2/auth//login']) assert.equal((await post(path, address)).status, 404, path);
    });

    it('count all addresses of one /64 together', async () => {
      const answers = await atOnce(40, (index) => showConfig(`2001:db8:7:1:${index.toString(16)}::${index}`));
      assert.deepEqual(tally(answers), { 200: 10, 429: 30 });
      await showConfig('2001:db8:7:2::1').expect(200);
    });

    it('count a mapped IPv4 address as its IPv4', async () => {
      await useUp('198.51.100.7');
      await showConfig('::ffff:198.51.100.7').expect(429);
      await showConfig('::ffff:c633:6407').expect(429);
      await showConfig('::ffff:198.51.100.8').expect(200);
    });

    it('trust the one proxy and no header of clients', async () => {
      const address = newAddress();
      await useUp(address);
      for (const claim of ['1.2.3.4', `"'`, 'x'.repeat(4000), '127.0.0.1', '::1']) await showConfig(`${claim}, ${address}`).expect(429);
      for (const header of ['X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP', 'X-Client-IP'])
        await from(address, { [header]: 'for=1.2.3.4' })
          .get('/config/11/public')
          .expect(429);
    });

    it('count administration by actor in its own limit', async () => {
      const address = newAddress();
      await useUp(address);
      const listUsers = (token: string) => from(address, { Authorization: `Bearer ${token}` }).get('/admin/users');
      const [first, second] = [operatorToken(auth.server, {}, clock.now()), phoneToken(auth.server, { role: 'admin' }, clock.now())];
      const answers = await atOnce(9, () => listUsers(first));
      assert.deepEqual(tally(answers), { 200: 4, 429: 5 });
      const { headers } = await listUsers(second).expect(200);
      assert.deepEqual([headers['x-ratelimit-limit'], headers['ratelimit-policy']], ['4', '"admin"; q=4; w=60']);
    });

    it('exclude other services, health, metrics, keys and documents', async () => {
      const address = newAddress();
      await useUp(address);
      for (const path of ['/healthz', '/readyz', '/.well-known/jwks.json', '/openapi.json', '/docs/'])
        assert.equal((await get(path, address)).status, 200, path);
      assert.equal((await get('/api/v1/apps/none', address)).status, 404);
    });
  });

  describe('by user', () => {
    before(startWith({ RATE_LIMIT_GLOBAL: '10/60', RATE_LIMIT_ACCOUNT: '6/60', TRUST_PROXY: '1' }));
    after(() => auth.close());

    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    const newUser = () => signedInUser(auth.server, clock);

    it('count a valid token by user over all account endpoints', async () => {
      const { pair } = await newUser();
      const other = await newUser();
      const calls: readonly ((address: string) => PromiseLike<Response>)[] = [
        (address) => from(address, bearer(pair.accessToken)).get('/profile'),
        (address) => from(address, bearer(pair.accessToken)).put('/profile', { firstName: 'Noura' }),
        (address) => from(address, bearer(pair.accessToken), '/api/v1/auth').get('/settings'),
        (address) => from(address, bearer(pair.accessToken)).get('/sessions'),
        (address) => from(address).post('/refresh', { refresh_token: pair.refreshToken }),
      ];
      const answers = await atOnce(20, (index) => (calls[index % calls.length] as (typeof calls)[number])(newAddress()));
      assert.deepEqual(tally(answers), { 200: 6, 429: 14 });
      const refused = answers.find(({ status }) => status === 429);
      assert.equal(refused?.headers['ratelimit-policy'], '"account"; q=6; w=60');
      await from(newAddress(), bearer(other.pair.accessToken)).get('/profile').expect(200);
    });

    it('pass valid tokens from an address that is used up', async () => {
      const address = newAddress();
      await useUp(address);
      const { pair } = await newUser();
      await from(address, bearer(pair.accessToken)).get('/profile').expect(200);
      const { body } = await from(address).post('/refresh', { refresh_token: pair.refreshToken }).expect(200);
      await from(address).post('/logout', { refresh_token: body.refreshToken }).expect(200);
      await from(address).post('/refresh', { refresh_token: body.refreshToken }).expect(401);
      await from(address, bearer(body.accessToken)).post('/logout').expect(200);
      await from(address, bearer(body.accessToken)).get('/profile').expect(401);
    });

    it('count dead tokens by session, not against the owner', async () => {
      const { pair, user } = await newUser();
      const live = (await openSession(callAt(auth.server, clock), user, { method: 'otp' })).tokens;
      await from(newAddress()).post('/logout', { refresh_token: pair.refreshToken }).expect(200);
      const address = newAddress();
      const calls: readonly (() => PromiseLike<Response>)[] = [
        () => from(address).post('/refresh', { refresh_token: pair.refreshToken }),
        () => from(address, bearer(pair.accessToken)).get('/profile'),
      ];
      const answers = await atOnce(10, (index) => (calls[index % calls.length] as () => PromiseLike<Response>)());
      assert.deepEqual(tally(answers), { 401: 6, 429: 4 });
      await from(address, bearer(live.accessToken)).get('/profile').expect(200);
      await from(address).post('/refresh', { refresh_token: live.refreshToken }).expect(200);
    });

    it('count expired refresh tokens by session', async () => {
      const { pair, user } = await newUser();
      clock.advance(40 * 86_400);
      const live = (await openSession(callAt(auth.server, clock), user, { method: 'otp' })).tokens;
      const address = newAddress();
      const answers = await atOnce(9, () => from(address).post('/refresh', { refresh_token: pair.refreshToken }));
      assert.deepEqual(tally(answers), { 401: 6, 429: 3 });
      await from(address).post('/refresh', { refresh_token: live.refreshToken }).expect(200);
    });

    it('count dead tokens of an operator by session', async () => {
      const { id, username } = await newOperator(auth.server);
      const signIn = (password: string) => from(newAddress(), {}, COMPANION).post('/token/', { username, password }).expect(200);
      const refresh = (token: string) => from(newAddress(), {}, COMPANION).post('/token/refresh', { refresh: token });
      const { body: stolen } = await signIn(PASSWORD);
      const password = `${PASSWORD} changed`;
      await admin(auth.server).put(`/admin/projects/11/operators/${id}`, { password }).expect(200);
      const { body: own } = await signIn(password);
      assert.deepEqual(tally(await atOnce(9, () => refresh(stolen.refresh))), { 401: 6, 429: 3 });
      await refresh(own.refresh).expect(200);
    });

    it('count an expired token by its session', async () => {
      const address = newAddress();
      await useUp(address);
      const { pair } = await newUser();
      const other = await newUser();
      clock.advance(3_700);
      const answers = await atOnce(9, () => from(address, bearer(pair.accessToken)).get('/profile'));
      assert.deepEqual(tally(answers), { 401: 6, 429: 3 });
      await from(address, bearer(other.pair.accessToken)).get('/settings').expect(401);
      await from(address, bearer(`${pair.accessToken.slice(0, -8)}AAAAAAAA`))
        .get('/profile')
        .expect(429);
      await from(address).post('/refresh', { refresh_token: other.pair.refreshToken }).expect(200);
    });

    it('count the acts on an account by its user', async () => {
      const address = newAddress();
      await useUp(address);
      const acts: readonly (readonly ['post' | 'put', string])[] = [
        ['put', '/password'],
        ['post', '/account/deletion'],
        ['post', '/account/export'],
        ['post', '/email/verify-init'],
        ['post', '/email/verify'],
        ['post', '/phone/change/init'],
        ['post', '/phone/change/verify'],
      ];
      for (const [method, path] of acts) {
        const { pair } = await newUser();
        const { status, headers } = await from(address, bearer(pair.accessToken))[method](path, {});
        assert.equal(status, 400, path);
        assert.match(String(headers['ratelimit-policy']), /"account"/, path);
      }
      await showConfig(address).expect(429);
    });

    it('count the refresh of an operator by its session', async () => {
      const address = newAddress();
      await useUp(address);
      const { username } = await newOperator(auth.server);
      const signIn = () => from(newAddress(), {}, COMPANION).post('/token/', { username, password: PASSWORD }).expect(200);
      const { body } = await signIn();
      const { body: other } = await signIn();
      const refresh = (token: string) => from(address, {}, COMPANION).post('/token/refresh', { refresh: token });
      const first = await refresh(body.refresh).expect(200);
      assert.equal(first.headers['ratelimit-policy'], '"account"; q=6; w=60');
      assert.deepEqual(tally(await atOnce(9, () => refresh(body.refresh))), { 200: 5, 429: 4 });
      await refresh(other.refresh).expect(200);
      await from(address, {}, COMPANION).post('/token/refresh', { refresh: 'x' }).expect(429);
    });

    it('count requests without a valid token by address', async () => {
      const calls: readonly (readonly [number, (address: string) => PromiseLike<Response>])[] = [
        [401, (address) => from(address).get('/profile')],
        [401, (address) => from(address, bearer('x')).get('/sessions')],
        [401, (address) => from(address).post('/refresh', { refresh_token: 'x' })],
        [400, (address) => from(address).post('/refresh', {})],
        [404, (address) => from(address).post('/refresh', { refresh_token: 'x', projectId: 404_404 })],
        [400, (address) => from(address, { 'X-Project-ID': 'x' }).post('/refresh', { refresh_token: 'x' })],
        [401, (address) => from(address).post('/logout')],
      ];
      for (const [index, [passed, send]] of calls.entries()) {
        const address = newAddress();
        await atOnce(9, () => showConfig(address));
        assert.equal((await send(address)).status, passed, `call ${index}`);
        assert.equal((await send(address)).status, 429, `call ${index}`);
      }
    });
  });

  describe('by address without a proxy', () => {
    before(startWith({ RATE_LIMIT_GLOBAL: '10/60', RATE_LIMIT_GLOBAL_SCOPE: 'all', TRUST_PROXY: '0' }));
    after(() => auth.close());

    it('trust no header, and include all services if configured', async () => {
      const answers = await atOnce(40, (index) => showConfig(`1.2.3.${index}`));
      assert.deepEqual(tally(answers), { 200: 10, 429: 30 });
      assert.equal((await get('/api/v1/apps/none', '9.9.9.9')).status, 429);
    });
  });

  describe('by phone', () => {
    before(startWith({ ...LIMITS, OTP_COOLDOWN_SECONDS: '0', LOGIN_LOCKOUT_ATTEMPTS: '50', TRUST_PROXY: '1' }));
    after(() => auth.close());

    const endpoints = [
      { path: '/register-init', limit: 3, passed: 200, name: 'register-init', body: {} },
      { path: '/send-otp', limit: 3, passed: 200, name: 'send-otp', body: {} },
      { path: '/password/reset/init', limit: 3, passed: 200, name: 'password-reset', body: {} },
      { path: '/login', limit: 5, passed: 401, name: 'login', body: { password: WRONG } },
      { path: '/login-otp', limit: 5, passed: 400, name: 'login-otp', body: { otp: '000000' } },
    ];

    for (const { path, limit, passed, name, body } of endpoints) {
      it(`pass ${limit} of 12 parallel requests to ${path}`, async () => {
        const phone = newPhone();
        const answers = await atOnce(12, () => from(newAddress()).post(path, { phone, ...body }));
        assert.deepEqual(tally(answers), { [passed]: limit, 429: 12 - limit });
        const refused = answers.find(({ status }) => status === 429);
        assert.equal(refused?.body.code, 'throttled');
        assert.ok(refused?.body.available_in >= 290 && refused?.body.available_in <= 300);
        assert.equal(refused?.headers['retry-after'], String(refused?.body.available_in));
        assert.equal(refused?.headers['ratelimit-policy'], `"${name}"; q=${limit}; w=300`);
        assert.deepEqual([refused?.headers['x-ratelimit-limit'], refused?.headers['x-ratelimit-remaining']], [String(limit), '0']);
      });

      it(`count ${path} by project and phone in any spelling`, async () => {
        const phone = newPhone();
        const spellings = [phone, phone.replace('+', '00'), `${phone.slice(0, 4)} ${phone.slice(4)}`, toArabicDigits(phone), `${phone} `];
        for (const spelling of spellings.slice(0, limit))
          await from(newAddress())
            .post(path, { phone: spelling, ...body })
            .expect(passed);
        await from(newAddress())
          .post(path, { phone: phone.replace('+', '00'), ...body })
          .expect(429);
        await from(newAddress())
          .post(path, { phone, projectId: 12, ...body })
          .expect(passed);
        await from(newAddress())
          .post(path, { phone: newPhone(), ...body })
          .expect(passed);
      });
    }

    it('count requests to each endpoint separately', async () => {
      const phone = newPhone();
      for (const { path, body, passed } of endpoints)
        await from(newAddress())
          .post(path, { phone, ...body })
          .expect(passed);
    });

    it("count an operator's username in any case by address", async () => {
      const [address, elsewhere] = [newAddress(), newAddress()];
      const signIn = (username: string, where = address) => from(where, {}, COMPANION).post('/token', { username, password: WRONG });
      for (const username of ['limited', 'Limited', 'LIMITED', 'limited', 'lImited']) await signIn(username).expect(401);
      const { body } = await signIn('limited').expect(429);
      assert.equal(body.code, 'throttled');
      await signIn('unlimited').expect(401);
      await signIn('limited', elsewhere).expect(401);
    });
  });

  describe('together with cooldown and lock', () => {
    before(startWith({ ...LIMITS, RATE_LIMIT_LOGIN: '7/300', LOGIN_LOCKOUT_SECONDS: '100', TRUST_PROXY: '1' }));
    after(() => auth.close());

    it('report the cooldown or the limit, the longer wait', async () => {
      const phone = newPhone();
      const send = () => authClient(auth.server).post('/send-otp', { phone });
      await send().expect(200);
      for (let tries = 2; tries <= 3; tries += 1) await expectWait(send, { code: 'otp_cooldown', seconds: 60 });
      await expectWait(send, { code: 'throttled', seconds: 300 });
    });

    it('report the cooldown of a day, not the limit', async () => {
      const phone = newPhone();
      const paths = ['/send-otp', '/register-init', '/password/reset/init'];
      for (const path of paths) {
        await authClient(auth.server).post(path, { phone }).expect(200);
        clock.advance(300);
      }
      for (const path of [...paths, ...paths, ...paths])
        await expectWait(() => authClient(auth.server).post(path, { phone }), { code: 'otp_cooldown', seconds: 86_100 });
    });

    it('report the lock or the limit, the longer wait', async () => {
      const { phone } = await register(auth.server, auth.providers, newPhone(), { password: PASSWORD });
      for (let tries = 1; tries <= 5; tries += 1) await login(auth.server, phone, WRONG).expect(401);
      for (let tries = 6; tries <= 7; tries += 1)
        await expectWait(() => login(auth.server, phone), { code: 'account_locked', seconds: 100 });
      await expectWait(() => login(auth.server, phone), { code: 'throttled', seconds: 300 });
    });

    it('report the lock of wrong codes, not the limit', async () => {
      const phone = newPhone();
      const verify = () => authClient(auth.server).post('/register-verify', { phone, otp: '000000' });
      for (let tries = 1; tries <= 10; tries += 1) await verify().expect(400);
      await expectWait(verify, { code: 'otp_locked', seconds: 900 });
      for (let tries = 1; tries <= 6; tries += 1)
        await expectWait(() => authClient(auth.server).post('/login-otp', { phone, otp: '000000' }), { code: 'otp_locked', seconds: 900 });
      for (let tries = 1; tries <= 4; tries += 1)
        await expectWait(() => authClient(auth.server).post('/send-otp', { phone }), { code: 'otp_locked', seconds: 900 });
    });
  });

  function get(path: string, address: string): Promise<globalThis.Response> {
    return fetch(auth.server.url + path, { headers: { 'X-Forwarded-For': address } });
  }

  function post(path: string, address: string): Promise<globalThis.Response> {
    const headers = { 'X-Forwarded-For': address, 'Content-Type': 'application/json' };
    return fetch(auth.server.url + path, { method: 'POST', headers, body: '{}' });
  }
});

/** Checks that the longest wait is reported; rate-limit windows use the real time. */
async function expectWait(send: () => PromiseLike<Response>, { code, seconds }: { code: string; seconds: number }): Promise<void> {
  const { status, body, headers } = await send();
  assert.deepEqual([status, body.code], [429, code]);
  assert.ok(body.available_in <= seconds && body.available_in > seconds - 10, `${body.available_in} of ${seconds}`);
  assert.equal(headers['retry-after'], String(Math.min(body.available_in, 3_600)));
  assert.match(body.message, new RegExp(`\\b${body.available_in} seconds`));
}

function toArabicDigits(phone: string): string {
  return phone.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));
}
