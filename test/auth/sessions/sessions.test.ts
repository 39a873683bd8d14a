import assert from 'node:assert/strict';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { Session } from '../../../models/auth/Session.ts';
import { User } from '../../../models/auth/User.ts';
import { makeRefreshToken } from '../../../server/platform/auth/refresh-token.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { openSession, revokeSessions, type TokenPair } from '../../../server/services/auth/sessions/sessions.ts';
import { lockUser } from '../../../server/services/auth/users/users.ts';
import { authClient, client } from '../../support/requests/client.ts';
import { ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock, startAuthServer } from '../support.ts';
import { alterToken, auditOf, callAt, createUser, sessionsOf, signedInUser } from './session-support.ts';

const NOT_VALID = '401 token_not_valid';
const ACCESS_SECONDS = 3_600;
const REFRESH_SECONDS = 604_800;

describe('sessions', () => {
  let server: TestServer;
  let close: () => Promise<void>;
  const clock = movableClock();

  before(async () => {
    ({ server, close } = await startAuthServer({ clock }));
  });
  after(() => close());

  const refresh = async (refreshToken: unknown, headers: Record<string, string> = {}) =>
    ask(server.url, '/api/v2/auth/refresh', { method: 'POST', headers, body: { refresh_token: refreshToken } });
  const refreshed = async (refreshToken: string): Promise<TokenPair> => {
    const { body } = await authClient(server).post('/refresh', { refresh_token: refreshToken }).expect(200);
    return body;
  };
  const refusalOf = async (refreshToken: unknown, headers = {}): Promise<string> => refusal(await refresh(refreshToken, headers));
  const useAccess = async ({ accessToken }: Pick<TokenPair, 'accessToken'>): Promise<number> =>
    (await authClient(server, { token: accessToken }).get('/profile')).status;

  describe('POST /refresh', () => {
    it('returns a new pair under both prefixes', async () => {
      const { user, pair } = await signedInUser(server, clock);
      const next = await refreshed(pair.refreshToken);
      assert.deepEqual([next.tokenType, next.expiresIn], ['Bearer', ACCESS_SECONDS]);
      assert.notEqual(next.refreshToken, pair.refreshToken);
      const { body } = await client(server, {}, '/api/v1/auth').post('/refresh', { refresh_token: next.refreshToken }).expect(200);
      assert.deepEqual([await useAccess(pair), await useAccess(next), await useAccess(body)], [200, 200, 200]);
      const claims = jwt.decode(body.accessToken) as Record<string, unknown>;
      const { id, phone } = user;
      const [session] = await sessionsOf(server.db, user);
      assert.deepEqual(
        { ...claims, iat: 0, exp: Number(claims['exp']) - Number(claims['iat']), jti: typeof claims['jti'] },
        {
          sub: id,
          user_id: id,
          phone,
          projectId: 11,
          project_id: 11,
          role: 'customer',
          roles: ['customer'],
          userType: 'customer',
          sid: session?.id,
          iss: 'diwan',
          aud: 'diwan:access',
          iat: 0,
          exp: ACCESS_SECONDS,
          jti: 'string',
        },
      );
    });

    it('repeats the same successor for 30 seconds', async () => {
      const { pair } = await signedInUser(server, clock);
      const lost = await refreshed(pair.refreshToken);
      clock.advance(30);
      const again = await refreshed(pair.refreshToken);
      assert.equal(again.refreshToken, lost.refreshToken);
      assert.notEqual(again.accessToken, lost.accessToken);
      assert.equal(await useAccess(again), 200);
      assert.notEqual((await refreshed(again.refreshToken)).refreshToken, again.refreshToken);
    });

    it('repeats an unused successor at any age', async () => {
      const { user, pair } = await signedInUser(server, clock);
      const lost = await refreshed(pair.refreshToken);
      for (const days of [33 / 86_400, 1, 6.9, 6.9, 6.9]) {
        clock.advance(days * 86_400);
        const again = await refreshed(pair.refreshToken);
        assert.equal(again.refreshToken, lost.refreshToken);
      }
      const [session] = await sessionsOf(server.db, user);
      assert.deepEqual([session?.generation, session?.expiresAt], [2, new Date(clock.now().getTime() + REFRESH_SECONDS * 1_000)]);
      await refreshed(lost.refreshToken);
    });

    it('keeps 100 users signed in whose app lost the answer', async () => {
      for (let turn = 0; turn < 100; turn += 1) {
        const { pair } = await signedInUser(server, clock);
        const lost = await refreshed(pair.refreshToken);
        clock.advance(33);
        // the access token that the app still has proves nothing about the answer
        assert.equal(await useAccess(pair), 200);
        const again = await refreshed(pair.refreshToken);
        assert.deepEqual([again.refreshToken, await useAccess(again)], [lost.refreshToken, 200]);
        const next = await refreshed(again.refreshToken);
        assert.equal(await useAccess(next), 200);
      }
    });

    it('repeats a used successor for 30 seconds only', async () => {
      const { pair } = await signedInUser(server, clock);
      const next = await refreshed(pair.refreshToken);
      assert.equal(await useAccess(next), 200);
      clock.advance(30);
      assert.equal((await refreshed(pair.refreshToken)).refreshToken, next.refreshToken);
      clock.advance(0.001);
      assert.equal(await refusalOf(pair.refreshToken), NOT_VALID);
      assert.deepEqual([await useAccess(next), await refusalOf(next.refreshToken)], [401, NOT_VALID]);
    });

    it('does not repeat what a release before has issued', async () => {
      const { user, pair } = await signedInUser(server, clock);
      await refreshed(pair.refreshToken);
      // as that release writes it
      await server.db.model(Session).update({ generation: 3 }, { where: { userId: user.id, projectId: 11 } });
      const { secrets } = server.services.auth;
      const [session] = await sessionsOf(server.db, user);
      clock.advance(31);
      assert.equal(await refusalOf(makeRefreshToken(secrets, 'phone', { sessionId: session?.id ?? '', generation: 2 })), NOT_VALID);
    });

    it('ends the family when a used token appears later', async () => {
      const { user, pair } = await signedInUser(server, clock);
      const next = await refreshed(pair.refreshToken);
      assert.equal(await useAccess(next), 200);
      clock.advance(30.001);
      assert.equal(await refusalOf(pair.refreshToken), NOT_VALID);
      assert.deepEqual([await refusalOf(next.refreshToken), await refusalOf(pair.refreshToken)], [NOT_VALID, NOT_VALID]);
      assert.deepEqual([await useAccess(pair), await useAccess(next)], [401, 401]);
      const [session] = await sessionsOf(server.db, user);
      const [row, ...more] = await auditOf(server.db, `user:${user.id}`);
      assert.deepEqual(more, []);
      assert.deepEqual([row?.action, row?.project_id], ['session.reuse', 11]);
      assert.deepEqual(JSON.parse(row?.details ?? ''), { sessionId: session?.id, generation: 1 });
    });

    it('ends the family at once for an older token', async () => {
      const { user, pair } = await signedInUser(server, clock);
      const second = await refreshed(pair.refreshToken);
      const third = await refreshed(second.refreshToken);
      assert.equal(await refusalOf(pair.refreshToken), NOT_VALID);
      assert.deepEqual([await refusalOf(second.refreshToken), await refusalOf(third.refreshToken)], [NOT_VALID, NOT_VALID]);
      assert.equal(await useAccess(third), 401);
      assert.deepEqual(
        (await auditOf(server.db, `user:${user.id}`)).map(({ action }) => action),
        ['session.reuse'],
      );
    });

    it("ends one family and keeps the user's others", async () => {
      const { user, pair } = await signedInUser(server, clock);
      const { tokens: other } = await openSession(callAt(server, clock), user, { method: 'otp' });
      assert.equal(await useAccess(await refreshed(pair.refreshToken)), 200);
      clock.advance(60);
      assert.equal(await refusalOf(pair.refreshToken), NOT_VALID);
      assert.equal(await useAccess(other), 200);
      await refreshed(other.refreshToken);
    });

    it('extends the session by seven days at each rotation', async () => {
      const { pair } = await signedInUser(server, clock);
      clock.advance(REFRESH_SECONDS - 0.001);
      const next = await refreshed(pair.refreshToken);
      clock.advance(REFRESH_SECONDS - 0.001);
      const last = await refreshed(next.refreshToken);
      clock.advance(REFRESH_SECONDS);
      assert.equal(await refusalOf(last.refreshToken), NOT_VALID);
      assert.equal(await refusalOf(next.refreshToken), NOT_VALID);
    });

    it('ends the session a year after its sign-in', async () => {
      const { user, pair } = await signedInUser(server, clock);
      let { refreshToken } = pair;
      const days = 86_400;
      for (let week = 1; week <= 52; week += 1) {
        clock.advance(7 * days - 1);
        ({ refreshToken } = await refreshed(refreshToken));
      }
      clock.advance(days + 52 - 600);
      const last = await refreshed(refreshToken);
      assert.equal(last.expiresIn, 600, 'the access token does not outlive the session');
      const [session] = await sessionsOf(server.db, user);
      assert.equal((session?.expiresAt.getTime() ?? 0) - (session?.createdAt.getTime() ?? 0), 365 * days * 1_000);
      clock.advance(600);
      assert.equal(await refusalOf(last.refreshToken), NOT_VALID);
    });

    it('ends sessions that are older than a lowered SESSION_MAX_DAYS', async () => {
      const { pair } = await signedInUser(server, clock);
      const next = await refreshed(pair.refreshToken);
      clock.advance(1.5 * 86_400);
      const { url, close: stop } = await startServer({ clock, env: { ...server.env, SESSION_MAX_DAYS: '1' } });
      const answer = (token: string) => ask(url, '/api/v2/auth/refresh', { method: 'POST', body: { refresh_token: token } });
      assert.deepEqual([refusal(await answer(next.refreshToken)), refusal(await answer(pair.refreshToken))], [NOT_VALID, NOT_VALID]);
      await stop();
    });

    it('returns one SimpleJWT body for every invalid token', async () => {
      const { pair } = await signedInUser(server, clock);
      assert.equal(await useAccess(await refreshed(pair.refreshToken)), 200);
      clock.advance(60);
      const bodies = new Set<string>();
      for (const token of ['x', pair.accessToken, pair.refreshToken, alterToken(pair.refreshToken, -1)]) {
        const { body, headers, status } = await refresh(token);
        assert.equal(status, 401);
        assert.match(String(headers['www-authenticate']), /^Bearer/);
        const { requestId: _id, timestamp: _at, ...rest } = body;
        bodies.add(JSON.stringify(rest));
      }
      assert.deepEqual(
        [...bodies].map((text) => JSON.parse(text)),
        [
          {
            success: false,
            statusCode: 401,
            code: 'token_not_valid',
            message: 'Given token not valid for any token type',
            detail: 'Given token not valid for any token type',
            messages: [{ token_class: 'RefreshToken', token_type: 'refresh', message: 'Token is invalid or expired' }],
          },
        ],
      );
    });

    it('refuses forged tokens and other spellings', async () => {
      const { user, pair } = await signedInUser(server, clock);
      const { refreshToken: token } = pair;
      const [session] = await sessionsOf(server.db, user);
      const id = session?.id ?? '';
      const { secrets } = server.services.auth;
      const [head = '', , code = ''] = token.split('.');
      const forged = [
        ...Array.from({ length: token.length }, (_, index) => alterToken(token, index)),
        `${head}.2.${code}`,
        `${head}.01.${code}`,
        `${head}.1e0.${code}`,
        `${head}.${code}`,
        `${token}=`,
        `${token} `,
        ` ${token}`,
        `${token}\n`,
        token.toUpperCase(),
        token.slice(0, -1),
        `${token}.${code}`,
        makeRefreshToken(secrets, 'operator', { sessionId: id, generation: 1 }),
        makeRefreshToken(secrets, 'operator', { sessionId: id, generation: 1 }).replace('do_', 'dr_'),
        makeRefreshToken(secrets, 'phone', { sessionId: id, generation: 2 }),
        makeRefreshToken(secrets, 'phone', { sessionId: '00000000-0000-4000-8000-000000000000', generation: 1 }),
        'null',
        '.'.repeat(4_096),
        `dr_${'0'.repeat(4_000)}`,
      ];
      for (const value of forged) assert.equal(await refusalOf(value), NOT_VALID, JSON.stringify(value.slice(0, 120)));
      await refreshed(token);
    });

    it('answers 400 for values that are no token', async () => {
      for (const value of [undefined, null, '', 5, true, {}, [], ['x'], 'x'.repeat(4_097)])
        assert.equal(await refusalOf(value), '400 validation_error', JSON.stringify(value)?.slice(0, 40));
    });

    it('keeps access tokens and refresh tokens apart', async () => {
      const { pair } = await signedInUser(server, clock);
      assert.equal(await refusalOf(pair.accessToken), NOT_VALID);
      assert.equal(await useAccess({ accessToken: pair.refreshToken }), 401);
      assert.equal(
        await refusalOf(pair.refreshToken, { Authorization: 'Bearer broken' }),
        '200 undefined',
        'a bearer token beside it is ignored',
      );
    });

    it('refuses a header that names another project', async () => {
      const { pair } = await signedInUser(server, clock);
      const other = await signedInUser(server, clock, { projectId: 12 });
      assert.equal(await refusalOf(pair.refreshToken, { 'X-Project-ID': '12' }), NOT_VALID);
      assert.equal(await refusalOf(other.pair.refreshToken, { 'X-Project-ID': '11' }), NOT_VALID);
      assert.equal(await refusalOf(pair.refreshToken, { 'X-Project-ID': '404404' }), '404 project_not_found');
      const { body } = await refresh(other.pair.refreshToken);
      assert.equal((jwt.decode(String(body['accessToken'])) as jwt.JwtPayload)['projectId'], 12);
      assert.equal((await refresh(pair.refreshToken, { 'X-Project-ID': '11' })).status, 200);
    });

    it('refuses a body that names another project', async () => {
      const { pair } = await signedInUser(server, clock);
      const { post } = authClient(server);
      const named = (projectId: unknown) => post('/refresh', { refresh_token: pair.refreshToken, projectId });
      assert.equal((await named(12).expect(401)).body.code, 'token_not_valid');
      assert.equal((await named(404_404).expect(404)).body.code, 'project_not_found');
      assert.equal((await named('11').expect(400)).body.code, 'validation_error');
      const { body } = await authClient(server, { headers: { 'X-Project-ID': '11' } })
        .post('/refresh', { refresh_token: pair.refreshToken, projectId: 12 })
        .expect(403);
      assert.equal(body.code, 'project_mismatch');
      await named(11).expect(200);
    });

    it('refuses inactive users without using the token up', async () => {
      for (const status of ['suspended', 'inactive', 'deleted'] as const) {
        const { user, pair } = await signedInUser(server, clock);
        await user.update({ status });
        assert.equal(await refusalOf(pair.refreshToken), NOT_VALID, status);
        assert.equal((await sessionsOf(server.db, user))[0]?.generation, 1);
      }
    });

    it('issues the current role and ends the old token', async () => {
      const { user, pair } = await signedInUser(server, clock);
      await inTransaction(server.db, async () => {
        await user.update({ role: 'driver' });
        await server.services.revocations.revoke('user', [user.id], clock.now());
      });
      assert.equal(await useAccess(pair), 401);
      const next = await refreshed(pair.refreshToken);
      assert.equal((jwt.decode(next.accessToken) as jwt.JwtPayload)['role'], 'driver');
      assert.equal(await useAccess(next), 200, 'in the very second of the change');
      clock.advance(2);
      assert.deepEqual([await useAccess(pair), await useAccess(next)], [401, 200]);
    });
  });

  describe('openSession', () => {
    it('refuses inactive users and outdated passwords', async () => {
      const open = async (user: User, passwordHash?: string | null): Promise<unknown> =>
        openSession(callAt(server, clock), user, { method: 'password', ...(passwordHash === undefined ? {} : { passwordHash }) }).then(
          () => 'opened',
          (error: { status: number; code: string }) => `${error.status} ${error.code}`,
        );
      const user = await createUser(server.db, { passwordHash: 'old' });
      assert.equal(await open(user, 'old'), 'opened');
      await server.db.model(User).update({ passwordHash: 'new' }, { where: { id: user.id, projectId: 11 } });
      assert.deepEqual(
        [await open(user, 'old'), await open(user, null), await open(user, 'new'), await open(user)],
        ['401 invalid_credentials', '401 invalid_credentials', 'opened', 'opened'],
      );
      for (const [status, expected] of [
        ['suspended', '403 account_suspended'],
        ['inactive', '403 account_inactive'],
        ['deleted', '401 invalid_credentials'],
      ] as const) {
        await server.db.model(User).update({ status }, { where: { id: user.id, projectId: 11 } });
        assert.equal(await open(user, 'new'), expected);
      }
      assert.equal((await sessionsOf(server.db, user)).length, 3);
    });

    it('returns the locked row, not the outdated one', async () => {
      const user = await createUser(server.db);
      await server.db.model(User).update({ role: 'driver', firstName: 'Noura' }, { where: { id: user.id, projectId: 11 } });
      const signedIn = await openSession(callAt(server, clock), user, { method: 'otp' });
      const { role } = jwt.decode(signedIn.tokens.accessToken) as jwt.JwtPayload;
      assert.deepEqual([role, signedIn.user.role, signedIn.user.firstName], ['driver', 'driver', 'Noura']);
    });
  });

  describe('the limit of 20 sessions', () => {
    it('ends the least recently used session', async () => {
      const { user, pair } = await signedInUser(server, clock);
      const pairs: TokenPair[] = [];
      for (let count = 0; count < 19; count += 1) {
        clock.advance(1);
        pairs.push((await openSession(callAt(server, clock), user, { method: 'otp' })).tokens);
      }
      clock.advance(1);
      const refreshedFirst = await refreshed(pair.refreshToken);
      const { tokens: newest, ended } = await openSession(callAt(server, clock), user, { method: 'otp' });
      const [oldest, second] = pairs;
      assert.ok(oldest !== undefined && second !== undefined);
      assert.deepEqual([await useAccess(oldest), await refusalOf(oldest.refreshToken)], [401, NOT_VALID]);
      assert.deepEqual([await useAccess(refreshedFirst), await useAccess(second), await useAccess(newest)], [200, 200, 200]);
      const live = (await sessionsOf(server.db, user)).filter(({ revokedAt }) => revokedAt === null);
      assert.equal(live.length, 20);
      const { sid } = jwt.decode(oldest.accessToken) as jwt.JwtPayload;
      assert.deepEqual(ended, [sid]);
    });

    it('leaves expired sessions out of the count', async () => {
      const { user, pair } = await signedInUser(server, clock);
      for (let count = 0; count < 19; count += 1) await openSession(callAt(server, clock), user, { method: 'otp' });
      const kept = await refreshed(pair.refreshToken);
      clock.advance(REFRESH_SECONDS);
      const { tokens } = await openSession(callAt(server, clock), user, { method: 'otp' });
      assert.equal(await useAccess(tokens), 200);
      assert.deepEqual(
        (await sessionsOf(server.db, user)).filter(({ revokedAt }) => revokedAt !== null),
        [],
      );
      assert.equal(await refusalOf(kept.refreshToken), NOT_VALID);
    });
  });

  describe('revokeSessions', () => {
    it('ends all sessions of a user except one', async () => {
      const { user, pair } = await signedInUser(server, clock);
      const others = await Promise.all([1, 2].map(() => openSession(callAt(server, clock), user, { method: 'otp' })));
      const stranger = await signedInUser(server, clock);
      const spared = (jwt.decode(pair.accessToken) as jwt.JwtPayload)['sid'] as string;
      assert.equal(await inTransaction(server.db, () => revokeSessions(callAt(server, clock), user, { except: spared })), 2);
      for (const { tokens: other } of others)
        assert.deepEqual([await useAccess(other), await refusalOf(other.refreshToken)], [401, NOT_VALID]);
      assert.deepEqual([await useAccess(pair), await useAccess(stranger.pair)], [200, 200]);
      assert.equal(await inTransaction(server.db, () => revokeSessions(callAt(server, clock), user)), 1);
      assert.equal(await useAccess(pair), 401);
      assert.equal(await inTransaction(server.db, () => revokeSessions(callAt(server, clock), user)), 0);
    });

    it('skips sessions whose access tokens have all expired', async () => {
      const { user } = await signedInUser(server, clock);
      const expireAgo = (seconds: number) =>
        server.db
          .model(Session)
          .update({ expiresAt: new Date(clock.now().getTime() - seconds * 1_000) }, { where: { userId: user.id, projectId: 11 } });
      await expireAgo(ACCESS_SECONDS + 5);
      assert.equal(await inTransaction(server.db, () => revokeSessions(callAt(server, clock), user)), 0);
      assert.deepEqual(
        (await sessionsOf(server.db, user)).map(({ revokedAt }) => revokedAt),
        [null],
      );
      await expireAgo(ACCESS_SECONDS + 4.999);
      assert.equal(await inTransaction(server.db, () => revokeSessions(callAt(server, clock), user)), 1);
    });

    for (const [path, body] of [
      ['/password', { newPassword: 'another horse battery' }],
      ['/profile', { firstName: 'Mallory' }],
      ['/settings', { language: 'ar' }],
    ] as const)
      it(`stops a PUT ${path} that is under way`, async () => {
        const { user, pair } = await signedInUser(server, clock);
        let tellLocked = (): void => {};
        const locked = new Promise<void>((resolve) => {
          tellLocked = resolve;
        });
        const revocation = inTransaction(server.db, async () => {
          await lockUser(server.db, user);
          tellLocked();
          // long enough for the write to be authenticated and to wait for the lock
          await sleep(300);
          await revokeSessions(callAt(server, clock), user);
        });
        await locked;
        const answer = await authClient(server, { token: pair.accessToken }).put(path, body).expect(401);
        await revocation;
        assert.equal(answer.body.code, 'token_not_valid');
        const { passwordHash, firstName, language } = await user.reload();
        assert.deepEqual([passwordHash, firstName, language], [null, null, 'en']);
      });

    it('stops an admin request whose body arrives later', async () => {
      const { user, pair } = await signedInUser(server, clock, { role: 'admin' });
      const accomplice = await createUser(server.db);
      const headers = { Authorization: `Bearer ${pair.accessToken}`, 'Content-Type': 'application/json', 'Content-Length': 16 };
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${server.url}/api/v2/auth/admin/users/${accomplice.id}`, { method: 'PUT', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.once('error', reject);
        sent.write('{"role":');
        sleep(200)
          .then(() => inTransaction(server.db, () => revokeSessions(callAt(server, clock), user)))
          .then(() => sent.end('"admin"}'), reject);
      });
      assert.deepEqual([status, (await accomplice.reload()).role], [401, 'customer']);
    });

    it('has no effect after a rollback', async () => {
      const { user, pair } = await signedInUser(server, clock);
      const failing = inTransaction(server.db, async () => {
        await revokeSessions(callAt(server, clock), user);
        throw new Error('on purpose');
      });
      await assert.rejects(failing, /on purpose/);
      assert.equal(await useAccess(pair), 200);
      await refreshed(pair.refreshToken);
    });
  });
});
