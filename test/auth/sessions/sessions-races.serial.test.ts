import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { User } from '../../../models/auth/User.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { openSession, revokeSessions, type TokenPair } from '../../../server/services/auth/sessions/sessions.ts';
import { openRace, repeat } from '../../support/race.ts';
import { admin, authClient, client } from '../../support/requests/client.ts';
import { ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock, PASSWORD } from '../support.ts';
import { callAt, sessionsOf, signedInUser } from './session-support.ts';

/** Created before any transaction, so that its work belongs to none. */
const outside = new AsyncResource('outside');
const ROUNDS = 10;
const NOT_VALID = '401 token_not_valid';

describe('sessions in parallel requests', () => {
  let server: TestServer;
  const clock = movableClock();

  before(async () => {
    server = await startServer({ clock, env: { RATE_LIMIT_ACCOUNT: 'off' } });
  });
  after(() => server.close());

  const refresh = async (refreshToken: unknown) =>
    ask(server.url, '/api/v2/auth/refresh', { method: 'POST', body: { refresh_token: refreshToken } });
  const useAccess = async ({ accessToken }: Pick<TokenPair, 'accessToken'>): Promise<number> =>
    (await authClient(server, { token: accessToken }).get('/profile')).status;

  it('gives 20 refreshes of a user one successor', async () => {
    const race = await openRace(server, 20);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, pair } = await signedInUser(server, clock);
      const body = { refresh_token: pair.refreshToken };
      const answers = await race.run(repeat(20, () => ({ method: 'POST', path: '/auth/refresh', body })));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      assert.equal(new Set(answers.map((answer) => answer.body['refreshToken'])).size, 1);
      assert.equal(new Set(answers.map((answer) => answer.body['accessToken'])).size, 20);
      const [session, ...others] = await sessionsOf(server.db, user);
      assert.deepEqual([session?.generation, session?.revokedAt, others.length], [2, null, 0]);
    }
    race.close();
  });

  it('gives 20 refreshes of an operator one successor', async () => {
    const operator = { username: 'clerk', password: PASSWORD };
    await admin(server)
      .post('/admin/projects/11/operators', { ...operator, role: 'staff' })
      .expect(201);
    const race = await openRace(server, 20);
    const { body } = await client(server, {}, '/api/v1/auth/auth').post('/token', operator).expect(200);
    let token = String(body.refresh);
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await race.run(repeat(20, () => ({ method: 'POST', path: '/auth/auth/token/refresh', body: { refresh: token } })));
      const successors = [...new Set(answers.map(({ body }) => body['refresh']))];
      assert.deepEqual([answers.every(({ status }) => status === 200), successors.length], [true, 1]);
      token = String(successors[0]);
    }
    race.close();
  });

  it('gives 20 late refreshes one unused successor', async () => {
    const race = await openRace(server, 20);
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const { user, pair } = await signedInUser(server, clock);
      const lost = await refresh(pair.refreshToken);
      clock.advance(3_600);
      const body = { refresh_token: pair.refreshToken };
      const answers = await race.run(repeat(20, () => ({ method: 'POST', path: '/auth/refresh', body })));
      assert.deepEqual([...new Set(answers.map((answer) => answer.body['refreshToken']))], [lost.body['refreshToken']]);
      const [session] = await sessionsOf(server.db, user);
      assert.deepEqual([session?.generation, session?.revokedAt], [2, null]);
    }
    race.close();
  });

  it('answers no parent after a use in another process', async () => {
    const other = await startServer({ clock, env: server.env });
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const { pair } = await signedInUser(server, clock);
      const { body } = await refresh(pair.refreshToken);
      clock.advance(31);
      const profile = async () => (await authClient(other, { token: String(body['accessToken']) }).get('/profile')).status;
      assert.deepEqual(await Promise.all([profile(), profile(), profile()]), [200, 200, 200]);
      assert.equal(await refusalOf(pair.refreshToken), NOT_VALID);
      assert.equal(await refusalOf(String(body['refreshToken'])), NOT_VALID);
    }
    await other.close();
  });

  it('leaves one family or none when both generations race', async () => {
    const race = await openRace(server, 10);
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const { user, pair } = await signedInUser(server, clock);
      const { body } = await refresh(pair.refreshToken);
      clock.advance(31);
      const tokens = [pair.refreshToken, String(body['refreshToken'])];
      const answers = await race.run(
        repeat(10, (index) => ({ method: 'POST', path: '/auth/refresh', body: { refresh_token: tokens[index % 2] } })),
      );
      assert.ok(answers.every(({ status }) => status === 200 || status === 401));
      const [session] = await sessionsOf(server.db, user);
      // a parent that comes after the refresh of its successor is a copy
      if (answers.some(({ status }) => status === 401)) assert.notEqual(session?.revokedAt, null);
      else assert.deepEqual([session?.generation, session?.revokedAt], [3, null]);
    }
    race.close();
  });

  it('leaves no older session after racing refreshes and logins', async () => {
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const { user, pair } = await signedInUser(server, clock, { passwordHash: 'old' });
      const change = async (): Promise<null> =>
        inTransaction(server.db, async () => {
          const locked = await server.db.model(User).findOne({ where: { id: user.id, projectId: 11 }, lock: true });
          await locked?.update({ passwordHash: 'new' });
          await revokeSessions(callAt(server, clock), user);
          return null;
        });
      const proof = { method: 'password', passwordHash: 'old' } as const;
      const login = (): Promise<TokenPair | null> =>
        openSession(callAt(server, clock), user, proof).then(
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
        (await sessionsOf(server.db, user)).filter(({ revokedAt }) => revokedAt === null),
        [],
        `round ${round}`,
      );
      for (const left of pairs) assert.deepEqual([await useAccess(left), await refusalOf(left.refreshToken)], [401, NOT_VALID]);
    }
  });

  it('keeps 20 sessions after 40 sign-ins at once', async () => {
    const race = await openRace(server, 40);
    const { user } = await signedInUser(server, clock, { passwordHash: await server.services.auth.passwords.hash(PASSWORD) });
    const body = { phone: user.phone, password: PASSWORD };
    const answers = await race.run(repeat(40, () => ({ method: 'POST', path: '/auth/login', body })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const live = (await sessionsOf(server.db, user)).filter(({ revokedAt }) => revokedAt === null);
    assert.equal(live.length, 20);
    race.close();
  });

  it('leaves no live token when a sign-out meets refreshes', async () => {
    const race = await openRace(server, 12);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, pair } = await signedInUser(server, clock);
      const bearer = { Authorization: `Bearer ${pair.accessToken}` };
      const renew = { method: 'POST', path: '/auth/refresh', body: { refresh_token: pair.refreshToken } } as const;
      const logout = { method: 'POST', path: '/auth/logout', headers: bearer, body: { all: round % 2 === 0 } } as const;
      const calls = repeat(12, (index) => (index % 4 === round % 4 ? logout : renew));
      const answers = await race.run(calls);
      const statuses = new Set(answers.map(({ status }) => status));
      assert.ok(
        [...statuses].every((status) => status === 200 || status === 401),
        [...statuses].join(),
      );
      const renewed = answers.map(({ body }) => body['accessToken']).filter((token) => typeof token === 'string');
      for (const accessToken of [pair.accessToken, ...renewed]) assert.equal(await useAccess({ accessToken }), 401);
      assert.deepEqual(
        (await sessionsOf(server.db, user)).filter(({ revokedAt }) => revokedAt === null),
        [],
      );
    }
    race.close();
  });

  it('ends the present session once for parallel deletions', async () => {
    const race = await openRace(server, 12);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, pair } = await signedInUser(server, clock);
      const [session] = await sessionsOf(server.db, user);
      const headers = { Authorization: `Bearer ${pair.accessToken}` };
      const answers = await race.run(repeat(12, () => ({ method: 'DELETE', path: `/auth/sessions/${session?.id}`, headers })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 11 }, () => 401)]);
    }
    race.close();
  });

  it('waits for a change of the role under way', async () => {
    const { user, pair } = await signedInUser(server, clock);
    let raced: Promise<TokenPair[]> = Promise.resolve([]);
    await inTransaction(server.db, async () => {
      const locked = await server.db.model(User).findOne({ where: { id: user.id, projectId: 11 }, lock: true });
      raced = outside.runInAsyncScope(async () => {
        const [renewed, opened] = await Promise.all([
          refresh(pair.refreshToken),
          openSession(callAt(server, clock), user, { method: 'otp' }),
        ]);
        return [renewed.body as unknown as TokenPair, opened.tokens];
      });
      await sleep(200);
      await locked?.update({ role: 'driver' });
      await server.services.revocations.revoke('user', [user.id], clock.now());
    });
    for (const { accessToken } of await raced) {
      assert.equal((jwt.decode(accessToken) as jwt.JwtPayload)['role'], 'driver');
      assert.equal(await useAccess({ accessToken }), 200);
    }
  });

  async function refusalOf(refreshToken: string): Promise<string> {
    return refusal(await refresh(refreshToken));
  }
});
