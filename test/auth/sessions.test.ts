import assert from 'node:assert/strict';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { Session } from '../../models/auth/Session.ts';
import { User } from '../../models/auth/User.ts';
import { makeRefreshToken } from '../../server/platform/auth/refresh-token.ts';
import { revokeTokens } from '../../server/platform/auth/revocations.ts';
import { inTransaction } from '../../server/platform/db/transaction.ts';
import { openSession, revokeSessions, type TokenPair } from '../../server/services/auth/sessions.ts';
import { authSetup } from '../../server/services/auth/setup.ts';
import { lockUser } from '../../server/services/auth/users.ts';
import { authClient, client } from '../support/client.ts';
import { openRace, repeat } from '../support/race.ts';
import type { TestServer } from '../support/server.ts';
import { ask, refusal } from '../support/wire.ts';
import { auditOf, bent, createUser, sessionsOf, signedInUser } from './session-support.ts';
import { movableClock, startAuthServer } from './support.ts';

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
  const told = async (refreshToken: unknown, headers = {}): Promise<string> => refusal(await refresh(refreshToken, headers));
  const useAccess = async ({ accessToken }: Pick<TokenPair, 'accessToken'>): Promise<number> =>
    (await authClient(server, { token: accessToken }).get('/profile')).status;

  describe('POST /refresh', () => {
    it('answers a new pair, under both prefixes', async () => {
      const { user, pair } = await signedInUser(clock);
      const next = await refreshed(pair.refreshToken);
      assert.deepEqual([next.tokenType, next.expiresIn], ['Bearer', ACCESS_SECONDS]);
      assert.notEqual(next.refreshToken, pair.refreshToken);
      const { body } = await client(server, {}, '/api/v1/auth').post('/refresh', { refresh_token: next.refreshToken }).expect(200);
      assert.deepEqual([await useAccess(pair), await useAccess(next), await useAccess(body)], [200, 200, 200]);
      const claims = jwt.decode(body.accessToken) as Record<string, unknown>;
      const { id, phone } = user;
      const [session] = await sessionsOf(user);
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

    it('gives 20 calls at once one successor, each with an access token of its own', async () => {
      const race = await openRace(server, 20);
      for (let round = 0; round < 20; round += 1) {
        const { user, pair } = await signedInUser(clock);
        const body = { refresh_token: pair.refreshToken };
        const answers = await race.run(repeat(20, () => ({ method: 'POST', path: '/auth/refresh', body })));
        assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
        assert.equal(new Set(answers.map((answer) => answer.body['refreshToken'])).size, 1);
        assert.equal(new Set(answers.map((answer) => answer.body['accessToken'])).size, 20);
        const [session, ...others] = await sessionsOf(user);
        assert.deepEqual([session?.generation, session?.revokedAt, others.length], [2, null, 0]);
      }
      race.close();
    });

    it('tells the same successor again for 30 seconds: a lost answer signs nobody out', async () => {
      const { pair } = await signedInUser(clock);
      const lost = await refreshed(pair.refreshToken);
      clock.advance(30);
      const again = await refreshed(pair.refreshToken);
      assert.equal(again.refreshToken, lost.refreshToken);
      assert.notEqual(again.accessToken, lost.accessToken);
      assert.equal(await useAccess(again), 200);
      assert.notEqual((await refreshed(again.refreshToken)).refreshToken, again.refreshToken);
    });

    it('ends the family when a used token is shown later than that', async () => {
      const { user, pair } = await signedInUser(clock);
      const next = await refreshed(pair.refreshToken);
      clock.advance(30.001);
      assert.equal(await told(pair.refreshToken), NOT_VALID);
      assert.deepEqual([await told(next.refreshToken), await told(pair.refreshToken)], [NOT_VALID, NOT_VALID]);
      assert.deepEqual([await useAccess(pair), await useAccess(next)], [401, 401]);
      const [session] = await sessionsOf(user);
      const [row, ...more] = await auditOf(`user:${user.id}`);
      assert.deepEqual(more, []);
      assert.deepEqual([row?.action, row?.project_id], ['session.reuse', 11]);
      assert.deepEqual(JSON.parse(row?.details ?? ''), { sessionId: session?.id, generation: 1 });
    });

    it('ends the family at once when a token older than the last is shown', async () => {
      const { user, pair } = await signedInUser(clock);
      const second = await refreshed(pair.refreshToken);
      const third = await refreshed(second.refreshToken);
      assert.equal(await told(pair.refreshToken), NOT_VALID);
      assert.deepEqual([await told(second.refreshToken), await told(third.refreshToken)], [NOT_VALID, NOT_VALID]);
      assert.equal(await useAccess(third), 401);
      assert.deepEqual(
        (await auditOf(`user:${user.id}`)).map(({ action }) => action),
        ['session.reuse'],
      );
    });

    it('ends one family of a user and leaves the others', async () => {
      const { user, pair } = await signedInUser(clock);
      const { tokens: other } = await openSession(user, { method: 'otp' }, clock.now());
      await refreshed(pair.refreshToken);
      clock.advance(60);
      assert.equal(await told(pair.refreshToken), NOT_VALID);
      assert.equal(await useAccess(other), 200);
      await refreshed(other.refreshToken);
    });

    it('slides: each successor lives seven days from its rotation, to the millisecond', async () => {
      const { pair } = await signedInUser(clock);
      clock.advance(REFRESH_SECONDS - 0.001);
      const next = await refreshed(pair.refreshToken);
      clock.advance(REFRESH_SECONDS - 0.001);
      const last = await refreshed(next.refreshToken);
      clock.advance(REFRESH_SECONDS);
      assert.equal(await told(last.refreshToken), NOT_VALID);
      assert.equal(await told(next.refreshToken), NOT_VALID);
    });

    it('says of a bad token nothing but that it is none, in the shape of SimpleJWT', async () => {
      const { pair } = await signedInUser(clock);
      await refreshed(pair.refreshToken);
      clock.advance(60);
      const bodies = new Set<string>();
      for (const token of ['x', pair.accessToken, pair.refreshToken, bent(pair.refreshToken, -1)]) {
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

    it('takes no token that was not made here, in this one spelling', async () => {
      const { user, pair } = await signedInUser(clock);
      const { refreshToken: token } = pair;
      const [session] = await sessionsOf(user);
      const id = session?.id ?? '';
      const { secrets } = authSetup();
      const [head = '', , code = ''] = token.split('.');
      const forged = [
        ...Array.from({ length: token.length }, (_, index) => bent(token, index)),
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
      for (const value of forged) assert.equal(await told(value), NOT_VALID, JSON.stringify(value.slice(0, 120)));
      await refreshed(token);
    });

    it('answers 400 for what is no token at all', async () => {
      for (const value of [undefined, null, '', 5, true, {}, [], ['x'], 'x'.repeat(4_097)])
        assert.equal(await told(value), '400 validation_error', JSON.stringify(value)?.slice(0, 40));
    });

    it('keeps the kinds apart: an access token refreshes nothing, a refresh token opens nothing', async () => {
      const { pair } = await signedInUser(clock);
      assert.equal(await told(pair.accessToken), NOT_VALID);
      assert.equal(await useAccess({ accessToken: pair.refreshToken }), 401);
      assert.equal(
        await told(pair.refreshToken, { Authorization: 'Bearer broken' }),
        '200 undefined',
        'a bearer token beside it is ignored',
      );
    });

    it('stays in the project of its session', async () => {
      const { pair } = await signedInUser(clock);
      const other = await signedInUser(clock, { projectId: 12 });
      assert.equal(await told(pair.refreshToken, { 'X-Project-ID': '12' }), NOT_VALID);
      assert.equal(await told(other.pair.refreshToken, { 'X-Project-ID': '11' }), NOT_VALID);
      assert.equal(await told(pair.refreshToken, { 'X-Project-ID': '404404' }), '404 project_not_found');
      const { body } = await refresh(other.pair.refreshToken);
      assert.equal((jwt.decode(String(body['accessToken'])) as jwt.JwtPayload)['projectId'], 12);
      assert.equal((await refresh(pair.refreshToken, { 'X-Project-ID': '11' })).status, 200);
    });

    it('stays in it by the body too', async () => {
      const { pair } = await signedInUser(clock);
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

    it('refuses who is not active any more, and uses nothing up by it', async () => {
      for (const status of ['suspended', 'inactive', 'deleted'] as const) {
        const { user, pair } = await signedInUser(clock);
        await user.update({ status });
        assert.equal(await told(pair.refreshToken), NOT_VALID, status);
        assert.equal((await sessionsOf(user))[0]?.generation, 1);
      }
    });

    it('brings the role that the user has by now, and the token of the old role ends', async () => {
      const { user, pair } = await signedInUser(clock);
      await inTransaction(async () => {
        await user.update({ role: 'driver' });
        await revokeTokens('user', [user.id], clock.now());
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
    it('opens none for who is not active, or whose password is another one by now', async () => {
      const open = async (user: User, passwordHash?: string | null): Promise<unknown> =>
        openSession(user, { method: 'password', ...(passwordHash === undefined ? {} : { passwordHash }) }, clock.now()).then(
          () => 'opened',
          (error: { status: number; code: string }) => `${error.status} ${error.code}`,
        );
      const user = await createUser({ passwordHash: 'old' });
      assert.equal(await open(user, 'old'), 'opened');
      await User.update({ passwordHash: 'new' }, { where: { id: user.id, projectId: 11 } });
      assert.deepEqual(
        [await open(user, 'old'), await open(user, null), await open(user, 'new'), await open(user)],
        ['401 invalid_credentials', '401 invalid_credentials', 'opened', 'opened'],
      );
      for (const [status, expected] of [
        ['suspended', '403 account_suspended'],
        ['inactive', '403 account_inactive'],
        ['deleted', '401 invalid_credentials'],
      ] as const) {
        await User.update({ status }, { where: { id: user.id, projectId: 11 } });
        assert.equal(await open(user, 'new'), expected);
      }
      assert.equal((await sessionsOf(user)).length, 3);
    });

    it('answers the user whom the token speaks of, who may be newer than the one that was read', async () => {
      const user = await createUser();
      await User.update({ role: 'driver', firstName: 'Noura' }, { where: { id: user.id, projectId: 11 } });
      const signedIn = await openSession(user, { method: 'otp' }, clock.now());
      const { role } = jwt.decode(signedIn.tokens.accessToken) as jwt.JwtPayload;
      assert.deepEqual([role, signedIn.user.role, signedIn.user.firstName], ['driver', 'driver', 'Noura']);
    });
  });

  describe('revokeSessions', () => {
    it('ends all sessions of one user but the one that is spared', async () => {
      const { user, pair } = await signedInUser(clock);
      const others = await Promise.all([1, 2].map(() => openSession(user, { method: 'otp' }, clock.now())));
      const stranger = await signedInUser(clock);
      const spared = (jwt.decode(pair.accessToken) as jwt.JwtPayload)['sid'] as string;
      assert.equal(await inTransaction(() => revokeSessions(user, clock.now(), { except: spared })), 2);
      for (const { tokens: other } of others) assert.deepEqual([await useAccess(other), await told(other.refreshToken)], [401, NOT_VALID]);
      assert.deepEqual([await useAccess(pair), await useAccess(stranger.pair)], [200, 200]);
      assert.equal(await inTransaction(() => revokeSessions(user, clock.now())), 1);
      assert.equal(await useAccess(pair), 401);
      assert.equal(await inTransaction(() => revokeSessions(user, clock.now())), 0);
    });

    it('passes over sessions that ended so long ago that none of their access tokens lives', async () => {
      const { user } = await signedInUser(clock);
      const expireAgo = (seconds: number) =>
        Session.update({ expiresAt: new Date(clock.now().getTime() - seconds * 1_000) }, { where: { userId: user.id, projectId: 11 } });
      await expireAgo(ACCESS_SECONDS + 5);
      assert.equal(await inTransaction(() => revokeSessions(user, clock.now())), 0);
      assert.deepEqual(
        (await sessionsOf(user)).map(({ revokedAt }) => revokedAt),
        [null],
      );
      await expireAgo(ACCESS_SECONDS + 4.999);
      assert.equal(await inTransaction(() => revokeSessions(user, clock.now())), 1);
    });

    for (const [path, body] of [
      ['/password', { newPassword: 'another horse battery' }],
      ['/profile', { firstName: 'Mallory' }],
      ['/settings', { language: 'ar' }],
    ] as const)
      it(`stops a PUT ${path} that was let in before it and is not done yet`, async () => {
        const { user, pair } = await signedInUser(clock);
        let tellLocked = (): void => {};
        const locked = new Promise<void>((resolve) => {
          tellLocked = resolve;
        });
        const revocation = inTransaction(async () => {
          await lockUser(user);
          tellLocked();
          // long enough for the write to be let in and to come as far as the lock
          await sleep(300);
          await revokeSessions(user, clock.now());
        });
        await locked;
        const answer = await authClient(server, { token: pair.accessToken }).put(path, body).expect(401);
        await revocation;
        assert.equal(answer.body.code, 'token_not_valid');
        const { passwordHash, firstName, language } = await user.reload();
        assert.deepEqual([passwordHash, firstName, language], [null, null, 'en']);
      });

    it('stops an administrator whose body arrives after it', async () => {
      const { user, pair } = await signedInUser(clock, { role: 'admin' });
      const accomplice = await createUser();
      const headers = { Authorization: `Bearer ${pair.accessToken}`, 'Content-Type': 'application/json', 'Content-Length': 16 };
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${server.url}/api/v2/auth/admin/users/${accomplice.id}`, { method: 'PUT', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.once('error', reject);
        sent.write('{"role":');
        sleep(200)
          .then(() => inTransaction(() => revokeSessions(user, clock.now())))
          .then(() => sent.end('"admin"}'), reject);
      });
      assert.deepEqual([status, (await accomplice.reload()).role], [401, 'customer']);
    });

    it('forgets what was rolled back', async () => {
      const { user, pair } = await signedInUser(clock);
      const failing = inTransaction(async () => {
        await revokeSessions(user, clock.now());
        throw new Error('on purpose');
      });
      await assert.rejects(failing, /on purpose/);
      assert.equal(await useAccess(pair), 200);
      await refreshed(pair.refreshToken);
    });

    it('leaves no session older than the change, however refreshes and logins come in between', async () => {
      for (let round = 0; round < 50; round += 1) {
        const { user, pair } = await signedInUser(clock, { passwordHash: 'old' });
        const change = async (): Promise<null> =>
          inTransaction(async () => {
            const locked = await User.findOne({ where: { id: user.id, projectId: 11 }, lock: true });
            await locked?.update({ passwordHash: 'new' });
            await revokeSessions(user, clock.now());
            return null;
          });
        const proof = { method: 'password', passwordHash: 'old' } as const;
        const login = (): Promise<TokenPair | null> =>
          openSession(user, proof, clock.now()).then(
            ({ tokens }) => tokens,
            () => null,
          );
        const renew = async (): Promise<TokenPair | null> => {
          const { status, body } = await refresh(pair.refreshToken);
          return status === 200 ? (body as unknown as TokenPair) : null;
        };
        const all = [change, renew, login, renew, login];
        const inTurn = [...all.slice(round % all.length), ...all.slice(0, round % all.length)];
        const results = await Promise.all(inTurn.map((work) => sleep(Math.random() * 5).then(work)));
        const pairs = [pair, ...results.filter((result) => result !== null)];
        assert.deepEqual(
          (await sessionsOf(user)).filter(({ revokedAt }) => revokedAt === null),
          [],
          `round ${round}`,
        );
        for (const left of pairs) assert.deepEqual([await useAccess(left), await told(left.refreshToken)], [401, NOT_VALID]);
      }
    });
  });
});
