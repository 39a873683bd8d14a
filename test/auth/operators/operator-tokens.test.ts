import assert from 'node:assert/strict';
import { hash as argon2 } from '@node-rs/argon2';
import jwt from 'jsonwebtoken';
import { Session } from '../../../models/auth/Session.ts';
import { Operator } from '../../../models/platform-admin/Operator.ts';
import { openOperatorSession } from '../../../server/services/auth/operators/operator-sessions.ts';
import { openSession } from '../../../server/services/auth/sessions/sessions.ts';
import { createProbe } from '../../support/probe-service.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { auditOf, callAt, createUser } from '../sessions/session-support.ts';
import { movableClock, PASSWORD } from '../support.ts';

const BASE = '/api/v1/auth/auth';
const NOT_VALID = '401 token_not_valid';
const NOBODY = '401 no_active_account';
const WRONG = 'another horse battery';

interface Pair {
  access: string;
  refresh: string;
}

describe('operator tokens', () => {
  let server: TestServer;
  let count = 0;
  const clock = movableClock();
  const probe = createProbe();

  before(async () => {
    server = await startServer({ clock, extraServices: probe.services });
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  after(() => server.close());

  const newOperator = async (values: object = {}, projectId = 11): Promise<{ id: number; username: string }> => {
    count += 1;
    const body = { username: `Clerk-${count}`, password: PASSWORD, role: 'staff', ...values };
    return (await admin(server).post(`/admin/projects/${projectId}/operators`, body).expect(201)).body;
  };
  const change = async ({ id }: { id: number }, changes: object): Promise<void> => {
    await admin(server).put(`/admin/projects/11/operators/${id}`, changes).expect(200);
  };
  const send = (body: object): Promise<Answer> => ask(server.url, `${BASE}/token`, { method: 'POST', body });
  const login = (username: string, password = PASSWORD): Promise<Answer> => send({ username, password });
  const loggedIn = async ({ username }: { username: string }): Promise<Pair> => {
    const { body } = await client(server, {}, BASE).post('/token', { username, password: PASSWORD }).expect(200);
    return body;
  };
  const refresh = (token: unknown): Promise<Answer> =>
    ask(server.url, `${BASE}/token/refresh`, { method: 'POST', body: { refresh: token } });
  const refreshed = async (token: string): Promise<Pair> => {
    const { body } = await client(server, {}, BASE).post('/token/refresh', { refresh: token }).expect(200);
    return body;
  };
  const useAccess = async ({ access }: Pick<Pair, 'access'>): Promise<number> =>
    (await ask(server.url, '/api/v1/probe/staff', { headers: { Authorization: `Bearer ${access}` } })).status;

  describe('POST /api/v1/auth/auth/token/', () => {
    it('returns a pair with and without the trailing slash', async () => {
      const { id, username } = await newOperator({ email: 'clerk@example.com' });
      for (const path of ['/token/', '/token']) {
        const { status, body } = await ask(server.url, BASE + path, { method: 'POST', body: { username, password: PASSWORD } });
        assert.equal(status, 200, path);
        assert.deepEqual(Object.keys(body).sort(), ['access', 'refresh']);
        const { iat = 0, exp = 0, jti, ...claims } = jwt.decode(String(body['access'])) as jwt.JwtPayload;
        const who = { user_id: id, username, email: 'clerk@example.com', project_id: 11, role: 'staff', roles: ['staff'] };
        assert.deepEqual(claims, { token_type: 'access', ...who, iss: 'diwan', aud: 'diwan:access' });
        assert.deepEqual([exp - iat, typeof jti], [3_600, 'string']);
        assert.equal(await useAccess({ access: String(body['access']) }), 200);
      }
      const [, row] = await auditOf(server.db, `operator:${id}`);
      assert.deepEqual([row?.action, row?.project_id], ['login.succeeded', 11]);
    });

    it('finds the username in any case and project', async () => {
      const { username } = await newOperator({}, 12);
      const { body } = await login(username.toUpperCase());
      assert.equal((jwt.decode(String(body['access'])) as jwt.JwtPayload)['project_id'], 12);
    });

    it('returns one body for every kind of wrong credentials', async () => {
      const active = await newOperator();
      const gone = await newOperator();
      await change(gone, { isActive: false });
      const bodies = new Set<string>();
      for (const [name, password] of [
        [active.username, WRONG],
        ['nobody-at-all', PASSWORD],
        [gone.username, PASSWORD],
        [gone.username, WRONG],
        ['يوسف', PASSWORD],
        ['x'.repeat(150), PASSWORD],
      ] as const) {
        const { status, body } = await login(name, password);
        assert.equal(status, 401, name);
        const { requestId: _id, timestamp: _at, ...rest } = body;
        bodies.add(JSON.stringify(rest));
      }
      const message = 'No active account found with the given credentials';
      const expected = { success: false, statusCode: 401, code: 'no_active_account', message, detail: message };
      assert.deepEqual(
        [...bodies].map((text) => JSON.parse(text)),
        [expected],
      );
    });

    it('locks any username for 15 minutes after five failures', async () => {
      const active = await newOperator();
      const gone = await newOperator();
      await change(gone, { isActive: false });
      for (const [name, password] of [
        [active.username, WRONG],
        [gone.username, PASSWORD],
        ['nobody-here', PASSWORD],
        ['لا أحد', PASSWORD],
      ] as const) {
        for (let turn = 0; turn < 5; turn += 1) assert.equal(refusal(await login(name, password)), NOBODY, `${name} ${turn}`);
        const { body, headers, status } = await login(name.toUpperCase(), PASSWORD);
        assert.deepEqual([status, body['code'], body['available_in']], [429, 'account_locked', 900], name);
        assert.equal(headers['retry-after'], '900');
      }
      clock.advance(899.999);
      assert.equal(refusal(await login(active.username)), '429 account_locked');
      clock.advance(0.001);
      await loggedIn(active);
    });

    it('clears the failures after a right password', async () => {
      const operator = await newOperator();
      for (let round = 0; round < 3; round += 1) {
        for (let turn = 0; turn < 4; turn += 1) assert.equal(refusal(await login(operator.username, WRONG)), NOBODY);
        await loggedIn(operator);
      }
    });

    it('reports a disabled method only after a right password', async () => {
      const operator = await newOperator({}, 12);
      const settle = (loginMethods: string[]) => admin(server).put('/admin/projects/12', { settings: { loginMethods } }).expect(200);
      await settle(['phone_otp']);
      assert.equal(refusal(await login(operator.username)), '403 login_method_disabled');
      assert.equal(refusal(await login(operator.username, WRONG)), NOBODY);
      await settle(['username_password']);
      assert.equal((await login(operator.username)).status, 200);
    });

    it('lets an owner in whatever the home project allows', async () => {
      const operator = await newOperator({}, 12);
      await server.db.model(Operator).update({ isOwner: true }, { where: { username: operator.username }, acrossProjects: true });
      const settle = (changes: object) => admin(server).put('/admin/projects/12', changes).expect(200);
      await settle({ isActive: false, settings: { loginMethods: ['phone_otp'] } });
      const { refresh } = (await login(operator.username)).body;
      await client(server, {}, '/api/v1/auth/auth').post('/token/refresh', { refresh }).expect(200);
      await settle({ isActive: true, settings: { loginMethods: ['username_password'] } });
    });

    it('replaces a hash of another cost without ending sessions', async () => {
      const operator = await newOperator();
      const pair = await loggedIn(operator);
      const passwordHash = await argon2(PASSWORD, { memoryCost: 4_096, timeCost: 1, parallelism: 1 });
      const where = { id: operator.id, projectId: 11 };
      await server.db.model(Operator).update({ passwordHash }, { where });
      assert.equal(refusal(await login(operator.username, WRONG)), NOBODY);
      const answers = await Promise.all([1, 2, 3].map(() => login(operator.username)));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
      const stored = await server.db.model(Operator).findOne({ where });
      assert.equal(server.services.auth.passwords.needsRehash(stored?.passwordHash ?? ''), false);
      assert.equal(await useAccess(pair), 200);
      await refreshed(pair.refresh);
    });

    it('opens no session for an operator changed meanwhile', async () => {
      const operator = await newOperator();
      const known = await server.services.auth.operators.find(operator.id);
      assert.ok(known !== null);
      const open = (): Promise<string> =>
        openOperatorSession({ service: server.services.auth, address: null, device: null, browser: null }, known, clock.now()).then(
          () => 'opened',
          (error: { status: number; code: string }) => `${error.status} ${error.code}`,
        );
      await change(operator, { password: WRONG });
      assert.equal(await open(), NOBODY);
      await change(operator, { isActive: false });
      assert.equal(await open(), NOBODY);
      assert.equal(await server.db.model(Session).count({ where: { operatorId: operator.id, projectId: 11 } }), 0);
    });

    it('reports the longer wait of limit and lock', async () => {
      const { username } = await newOperator();
      await server.close();
      server = await startServer({ clock, extraServices: probe.services, env: { ...server.env, RATE_LIMIT_LOGIN: '6/300' } });
      for (let turn = 0; turn < 5; turn += 1) assert.equal(refusal(await login(username, WRONG)), NOBODY);
      assert.equal(refusal(await login(username)), '429 account_locked');
      const { body, headers } = await login(username);
      assert.deepEqual([body['code'], body['available_in']], ['account_locked', 900], 'the limit is used up too, and shorter');
      assert.match(String(headers['ratelimit']), /"login"/);
      clock.advance(900);
      const throttled = await login(username);
      assert.equal(refusal(throttled), '429 throttled');
      assert.ok(Number(throttled.body['available_in']) <= 300);
      await server.close();
      server = await startServer({ clock, extraServices: probe.services, env: { ...server.env, RATE_LIMIT_LOGIN: 'off' } });
    });
  });

  describe('POST /api/v1/auth/auth/token/refresh/', () => {
    it('rotates with and without the trailing slash', async () => {
      const { access, refresh: first } = await loggedIn(await newOperator());
      const { status, body } = await ask(server.url, `${BASE}/token/refresh/`, { method: 'POST', body: { refresh: first } });
      assert.deepEqual([status, Object.keys(body).sort()], [200, ['access', 'refresh']]);
      const next = await refreshed(String(body['refresh']));
      assert.deepEqual([await useAccess({ access }), await useAccess(next)], [200, 200]);
    });

    it('repeats an unused successor at any age', async () => {
      const pair = await loggedIn(await newOperator());
      const lost = await refreshed(pair.refresh);
      assert.equal(await useAccess(pair), 200);
      clock.advance(3_600);
      const again = await refreshed(pair.refresh);
      assert.equal(again.refresh, lost.refresh);
      assert.equal(await useAccess(again), 200);
      await refreshed(again.refresh);
    });

    it('repeats a used successor for 30 seconds only', async () => {
      const operator = await newOperator();
      const pair = await loggedIn(operator);
      const next = await refreshed(pair.refresh);
      assert.equal(await useAccess(next), 200);
      clock.advance(30);
      const again = await refreshed(pair.refresh);
      assert.equal(again.refresh, next.refresh);
      clock.advance(0.001);
      assert.equal(refusal(await refresh(pair.refresh)), NOT_VALID);
      assert.equal(refusal(await refresh(next.refresh)), NOT_VALID);
      assert.deepEqual([await useAccess(pair), await useAccess(next), await useAccess(again)], [401, 401, 401]);
      assert.deepEqual(
        (await auditOf(server.db, `operator:${operator.id}`)).map(({ action }) => action),
        ['operator.created', 'login.succeeded', 'session.reuse'],
      );
    });

    it('accepts only refresh tokens of operators', async () => {
      const { access, refresh: own } = await loggedIn(await newOperator());
      const { tokens: phone } = await openSession(callAt(server, clock), await createUser(server.db), { method: 'otp' });
      const phoneRefresh = (token: string) => ask(server.url, '/api/v2/auth/refresh', { method: 'POST', body: { refresh_token: token } });
      for (const token of [phone.refreshToken, phone.accessToken, access, phone.refreshToken.replace('dr_', 'do_')])
        assert.equal(refusal(await refresh(token)), NOT_VALID);
      for (const token of [own, access, own.replace('do_', 'dr_')]) assert.equal(refusal(await phoneRefresh(token)), NOT_VALID);
      assert.equal(await useAccess({ access: own }), 401);
      const { body } = await refresh(own.slice(1));
      assert.deepEqual(body['messages'], [{ token_class: 'RefreshToken', token_type: 'refresh', message: 'Token is invalid or expired' }]);
      await refreshed(own);
    });

    it('answers 400 without a token', async () => {
      for (const value of [undefined, null, '', 5, ['x']]) assert.equal(refusal(await refresh(value)), '400 validation_error');
    });

    it('ends old sessions after each change of the operator', async () => {
      for (const [changes, password, isActive] of [
        [{ role: 'admin' }, PASSWORD, true],
        [{ password: WRONG }, WRONG, true],
        [{ isActive: false }, PASSWORD, false],
      ] as const) {
        const operator = await newOperator();
        const pair = await loggedIn(operator);
        await change(operator, changes);
        assert.deepEqual([await useAccess(pair), refusal(await refresh(pair.refresh))], [401, NOT_VALID], JSON.stringify(changes));
        const { status, body } = await login(operator.username, password);
        assert.equal(status, isActive ? 200 : 401);
        if (!isActive) continue;
        const fresh = body as unknown as Pair;
        // the clock does not move: change, login and tokens have the same millisecond
        assert.equal(await useAccess(fresh), 200);
        assert.equal(await useAccess(await refreshed(fresh.refresh)), 200);
        assert.equal(refusal(await refresh(pair.refresh)), NOT_VALID);
        await change(operator, { isActive: false });
        assert.deepEqual(
          [await useAccess(fresh), refusal(await refresh(fresh.refresh))],
          [401, NOT_VALID],
          'nor does a second change pass',
        );
      }
    });
  });
});
