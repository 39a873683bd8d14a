import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { User } from '../../../models/auth/User.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import type { Actor } from '../../../server/platform/context.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { revokeSessions, type TokenPair } from '../../../server/services/auth/sessions/sessions.ts';
import { type Launched, relaunch } from '../../flows/support.ts';
import { execute } from '../../support/databases/sql.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { createProbe } from '../../support/probe-service.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { admin } from '../../support/requests/client.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock, PASSWORD } from '../support.ts';
import { callAt, signedInUser } from './session-support.ts';

/** Two seconds, and a margin for a busy machine. */
const EVERYWHERE_MS = 2_000 + 1_000;
const NOT_VALID = '401 token_not_valid';

const actorOf = ({ accessToken }: TokenPair): Actor => {
  const { sub = '', sid, phone, iat = 0 } = jwt.decode(accessToken) as jwt.JwtPayload;
  assert.ok(iat > 0);
  return { kind: 'user', id: sub, role: 'customer', projectId: 11, sessionId: sid, phone };
};

describe('revocations', () => {
  let server: TestServer;
  const clock = movableClock();
  const recorded = memoryLog('info');
  const probe = createProbe();
  const start = async (env = {}): Promise<void> => {
    server = await startServer({ clock, extraServices: probe.services, log: recorded.log, env });
  };

  before(() => start());
  after(() => server.close());

  const status = async ({ accessToken }: TokenPair): Promise<number> =>
    (await ask(server.url, '/api/v1/probe/user', { headers: { Authorization: `Bearer ${accessToken}` } })).status;
  const insertAsAnother = (kind: string, subject: string): Promise<number> =>
    execute(server.db, 'INSERT INTO revocations (kind, subject, revoked_at) VALUES (:kind, :subject, :at)', {
      kind,
      subject,
      at: clock.now(),
    });

  it('by another process take effect within 2 seconds', async () => {
    const { user, pair } = await signedInUser(server, clock);
    const other = await signedInUser(server, clock);
    const actor = actorOf(other.pair);
    assert.deepEqual([await status(pair), await status(other.pair)], [200, 200]);
    await insertAsAnother('user', user.id);
    await insertAsAnother('session', actor.kind === 'user' ? actor.sessionId : '');
    await until(async () => (await status(pair)) === 401 && (await status(other.pair)) === 401, undefined, EVERYWHERE_MS);
  });

  it('end older tokens of a user, all of a session', async () => {
    const { pair } = await signedInUser(server, clock);
    const actor = actorOf(pair);
    const second = Math.floor(clock.now().getTime() / 1_000);
    if (actor.kind !== 'user') throw new Error('not a user');
    await server.services.revocations.revoke('user', [actor.id], clock.now());
    assert.deepEqual(
      [-1, 0, 1].map((later) => server.services.revocations.isRevoked(actor, second + later)),
      [true, true, false],
    );
    await server.services.revocations.revoke('session', [actor.sessionId], clock.now());
    assert.deepEqual(
      [0, 1, 1_000].map((later) => server.services.revocations.isRevoked(actor, second + later)),
      [true, true, true],
    );
    assert.equal(server.services.revocations.isRevoked({ ...actor, id: 'another', sessionId: 'another' }, second), false);
    await server.services.revocations.revoke('operator', ['5'], clock.now());
    const operator = { kind: 'operator', id: 5, role: 'staff', isOwner: false, projectId: 11, tokenId: 'x', username: 'x' } as const;
    assert.deepEqual(
      [server.services.revocations.isRevoked(operator, second), server.services.revocations.isRevoked({ ...operator, id: 6 }, second)],
      [true, false],
    );
    assert.equal(server.services.revocations.isRevoked({ ...actor, id: '5', sessionId: '5' }, second), false, 'user "5" is not operator 5');
  });

  it('are loaded when a process starts', async () => {
    const { user, pair } = await signedInUser(server, clock);
    await inTransaction(server.db, () => revokeSessions(callAt(server, clock), user));
    await server.close();
    clock.advance(3_600);
    await start(server.env);
    assert.equal(await status(pair), 401, 'within the leeway after its end');
    assert.equal(server.services.revocations.isRevoked(actorOf(pair), 0), true);
  });

  it('hold after a restart with a shorter token lifetime', async () => {
    await server.close();
    await start({ ...server.env, ACCESS_TOKEN_SECONDS: '7200' });
    const ended = await signedInUser(server, clock);
    const other = await signedInUser(server, clock);
    await inTransaction(server.db, () => revokeSessions(callAt(server, clock), ended.user));
    await server.close();
    clock.advance(899);
    await start({ ...server.env, ACCESS_TOKEN_SECONDS: '900' });
    assert.deepEqual([await status(ended.pair), await status(other.pair)], [401, 200]);
    clock.advance(900);
    await until(() => !server.services.revocations.isRevoked(actorOf(ended.pair), 0), undefined, EVERYWHERE_MS);
    assert.deepEqual([await status(ended.pair), await status(other.pair)], [401, 401]);
    await server.close();
    const { ACCESS_TOKEN_SECONDS: _, ...env } = server.env;
    await start(env);
  });

  it('are forgotten once all older tokens have expired', async () => {
    const { user, pair } = await signedInUser(server, clock);
    await inTransaction(server.db, () => revokeSessions(callAt(server, clock), user));
    clock.advance(3_600 + 5 + 120 + 1);
    await until(() => !server.services.revocations.isRevoked(actorOf(pair), 0), undefined, EVERYWHERE_MS);
  });

  it('survive a database outage, which is logged once', async () => {
    const known = await signedInUser(server, clock);
    const missedDuringOutage = await signedInUser(server, clock);
    await inTransaction(server.db, () => revokeSessions(callAt(server, clock), known.user));
    await insertAsAnother('user', missedDuringOutage.user.id);
    const lines = () =>
      recorded
        .lines()
        .filter(({ msg }) => /revocation poll/.test(String(msg)))
        .map(({ msg }) => String(msg));
    const before = lines().length;
    await execute(server.db, 'ALTER TABLE revocations RENAME TO revocations_away');
    await until(() => lines().length > before, undefined, EVERYWHERE_MS);
    await sleep(1_200);
    assert.equal(await status(known.pair), 401);
    clock.advance(300);
    await execute(server.db, 'ALTER TABLE revocations_away RENAME TO revocations');
    await until(async () => (await status(missedDuringOutage.pair)) === 401, undefined, EVERYWHERE_MS);
    assert.deepEqual(lines().slice(before), ['revocation poll failed; trying again', 'revocation poll succeeded again']);
  });
});

describe('tokens in two processes', () => {
  let one: TestServer;
  let two: Launched;

  before(async () => {
    one = await startServer();
    two = await relaunch({ ...one.env, PORT: String(await freePort()) });
  });
  after(async () => {
    endProcesses();
    await one.close();
  });

  const call = (server: { url: string }, path: string, body: object): Promise<Answer> =>
    ask(server.url, `/api/v1/auth${path}`, { method: 'POST', body });
  const profile = async (server: { url: string }, token: unknown): Promise<number> =>
    (await ask(server.url, '/api/v2/auth/profile', { headers: { Authorization: `Bearer ${String(token)}` } })).status;

  it('are valid in both and get the same successor', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { pair } = await signedInUser(one, systemClock);
      const calls = Array.from({ length: 20 }, (_, index) =>
        call(index % 2 === 0 ? one : two, '/refresh', { refresh_token: pair.refreshToken }),
      );
      const answers = await Promise.all(calls);
      assert.deepEqual(
        [answers.every((answer) => answer.status === 200), new Set(answers.map(({ body }) => body['refreshToken'])).size],
        [true, 1],
      );
      assert.equal(await profile(one, answers[1]?.body['accessToken']), 200);
    }
  });

  it('are refused within 2 seconds after the user signs out', async () => {
    const { user, pair } = await signedInUser(one, systemClock);
    assert.deepEqual([await profile(one, pair.accessToken), await profile(two, pair.accessToken)], [200, 200]);
    await inTransaction(one.db, () => revokeSessions(callAt(one, systemClock), user));
    assert.equal(await profile(one, pair.accessToken), 401);
    assert.equal(refusal(await call(two, '/refresh', { refresh_token: pair.refreshToken })), NOT_VALID);
    await until(async () => (await profile(two, pair.accessToken)) === 401, two.output, EVERYWHERE_MS);
  });

  it('end in both when one answers the sign-out', async () => {
    for (const body of [{}, { all: true }]) {
      const { pair } = await signedInUser(one, systemClock);
      assert.equal(await profile(two, pair.accessToken), 200);
      const headers = { Authorization: `Bearer ${pair.accessToken}` };
      const answer = await ask(one.url, '/api/v2/auth/logout', { method: 'POST', headers, body });
      assert.equal(answer.status, 200);
      assert.equal(refusal(await call(two, '/refresh', { refresh_token: pair.refreshToken })), NOT_VALID);
      await until(async () => (await profile(two, pair.accessToken)) === 401, two.output, EVERYWHERE_MS);
      const again = await ask(two.url, '/api/v2/auth/logout', { method: 'POST', headers, body });
      assert.equal(again.status, 200);
    }
  });

  it('are refused within 2 seconds after an operator is deactivated', async () => {
    const { body: operator } = await admin(one)
      .post('/admin/projects/11/operators', { username: 'leaving', password: PASSWORD, role: 'admin' })
      .expect(201);
    const login = () => call(two, '/auth/token/', { username: 'leaving', password: PASSWORD });
    const { body: pair } = await login();
    const users = async (server: { url: string }): Promise<number> =>
      (await ask(server.url, '/api/v2/auth/admin/users', { headers: { Authorization: `Bearer ${String(pair['access'])}` } })).status;
    assert.deepEqual([await users(one), await users(two)], [200, 200]);
    await admin(one).put(`/admin/projects/11/operators/${operator.id}`, { isActive: false }).expect(200);
    assert.equal(await users(one), 401);
    assert.equal(refusal(await login()), '401 no_active_account');
    assert.equal(refusal(await call(two, '/auth/token/refresh/', { refresh: pair['refresh'] })), NOT_VALID);
    await until(async () => (await users(two)) === 401, two.output, EVERYWHERE_MS);
  });

  it('signed right after a change elsewhere remain valid', async () => {
    const { user, pair } = await signedInUser(one, systemClock);
    await inTransaction(one.db, async () => {
      await one.db.model(User).update({ role: 'driver' }, { where: { id: user.id, projectId: 11 } });
      await one.services.revocations.revoke('user', [user.id], systemClock.now());
    });
    const { body } = await call(two, '/refresh', { refresh_token: pair.refreshToken });
    assert.equal(await profile(two, body['accessToken']), 200);
    await until(async () => (await profile(two, pair.accessToken)) === 401, two.output, EVERYWHERE_MS);
    assert.deepEqual([await profile(one, body['accessToken']), await profile(two, body['accessToken'])], [200, 200]);
  });

  it('survive a process killed during a refresh', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { pair } = await signedInUser(one, systemClock);
      const answer = call(two, '/refresh', { refresh_token: pair.refreshToken }).catch(() => null);
      await sleep(Math.random() * 8);
      await two.end('SIGKILL');
      const lost = await answer;
      const token = String(lost?.body['refreshToken'] ?? pair.refreshToken);
      const { status, body } = await call(one, '/refresh', { refresh_token: token });
      assert.deepEqual([status, await profile(one, body['accessToken'])], [200, 200]);
      if (round === 0) two = await relaunch(two.env);
    }
  });
});
