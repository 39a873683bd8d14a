import assert from 'node:assert/strict';
import { systemClock } from '../../../server/platform/clock.ts';
import { type Launched, relaunch } from '../../flows/support.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { openRace, type RaceAnswer } from '../../support/race.ts';
import { codeAt } from '../../support/requests/authenticator.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { PASSWORD } from '../support.ts';
import { type Authenticator, enableTotp, ownAccount, sessionOf } from './totp-support.ts';

/** Two seconds, and a margin for a busy machine. */
const EVERYWHERE_MS = 2_000 + 1_000;
const CROWD = 50;
const BASE = '/api/v1/auth/auth';

describe('the second factor in two processes', () => {
  let one: TestServer;
  let two: Launched;
  let count = 0;

  before(async () => {
    one = await startServer({ env: { LOGIN_LOCKOUT_ATTEMPTS: '100' } });
    two = await relaunch({ ...one.env, PORT: String(await freePort()) });
  });
  after(async () => {
    endProcesses();
    await one.close();
  });

  const newOperator = async (projectId = 11): Promise<{ id: number; username: string; token: string }> => {
    count += 1;
    const body = { username: `Pair-${count}`, password: PASSWORD, role: 'admin' };
    const { body: made } = await admin(one).post(`/admin/projects/${projectId}/operators`, body).expect(201);
    return { id: made.id, username: made.username, token: await sessionOf(one, made) };
  };
  const get = (server: { url: string }, path: string, token: string): Promise<Answer> =>
    ask(server.url, path, { headers: { Authorization: `Bearer ${token}` } });
  const projectOf = async (server: { url: string }, id: number, token: string): Promise<string> => {
    const answer = await get(server, `/api/v1/admin/projects/${id}`, token);
    return answer.status === 200 ? '200' : refusal(answer);
  };
  const nextCode = ({ secret }: Authenticator): string => codeAt(secret, new Date(systemClock.now().getTime() + 30_000));
  const crowd = async (username: string, otp: string): Promise<RaceAnswer[]> => {
    const race = await openRace(one, CROWD);
    try {
      const login = { method: 'POST', path: '/auth/auth/token', body: { username, password: PASSWORD, otp } } as const;
      return await race.run(Array.from({ length: CROWD }, () => login));
    } finally {
      race.close();
    }
  };

  it('signs one of 50 in with one code', async () => {
    const { username, token } = await newOperator();
    const authenticator = await enableTotp(one, token, systemClock.now());
    for (const otp of [nextCode(authenticator), authenticator.recoveryCodes[0] ?? '']) {
      const answers = await crowd(username, otp);
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '));
      // 503: the attempt waited too long for its turn on a busy machine, so its code was not looked at
      assert.deepEqual(
        statuses.filter((status) => ![200, 401, 503].includes(status)),
        [],
      );
    }
  });

  it('is enabled by one of many parallel requests', async () => {
    const { username, token } = await newOperator();
    const { body: setup } = await ownAccount(one, token).post('/totp', { password: PASSWORD }).expect(200);
    const code = codeAt(setup.secret, systemClock.now());
    const race = await openRace(one, 20, { Authorization: `Bearer ${token}` });
    const answers = await race.run(Array.from({ length: 20 }, () => ({ method: 'PUT', path: '/auth/auth/totp', body: { code } }) as const));
    race.close();
    const won = answers.filter(({ status }) => status === 200);
    assert.deepEqual([won.length, answers.filter(({ status }) => status === 409).length], [1, 19]);
    const otp = String(won[0]?.body['recoveryCodes']).split(',')[0];
    await client(one, {}, BASE).post('/token', { username, password: PASSWORD, otp }).expect(200);
  });

  it('is required of open sessions within two seconds', async () => {
    const { body: project } = await admin(one).post('/admin/projects', { name: 'Strict' }).expect(201);
    const id: number = project.id;
    const { username, token } = await newOperator(id);
    const own = ownAccount(two, token);
    assert.deepEqual([await projectOf(one, id, token), await projectOf(two, id, token)], ['200', '200']);
    await admin(one)
      .put(`/admin/projects/${id}`, { settings: { requireTotp: true } })
      .expect(200);
    const closed = '403 totp_setup_required';
    assert.equal(await projectOf(one, id, token), closed);
    await until(async () => (await projectOf(two, id, token)) === closed, two.output, EVERYWHERE_MS);
    for (const path of ['/sessions', '/me'] as const) {
      const answer = await get(two, BASE + path, token);
      assert.equal(answer.status, path === '/me' ? 200 : 403, path);
    }
    assert.equal(refusal(await own.put('/me', { email: null, password: PASSWORD })), closed);
    assert.equal(refusal(await own.put('/password', { currentPassword: PASSWORD, newPassword: 'another horse battery' })), closed);
    assert.equal(refusal(await get(two, '/api/v1/posts', token)), closed, 'reads that need no token too');
    const fresh = await sessionOf(two, { username });
    assert.equal(await projectOf(two, id, fresh), closed);
    await ownAccount(two, fresh).post('/logout').expect(200);

    await enableTotp(one, token, systemClock.now());
    assert.deepEqual([await projectOf(two, id, token), await projectOf(one, id, token)], ['200', '200'], 'at once in both');
    const { id: operatorId } = (await own.get('/me').expect(200)).body;
    await admin(one).delete(`/admin/projects/${id}/operators/${operatorId}/totp`).expect(200);
    await until(async () => (await projectOf(two, id, token)) === closed, two.output, EVERYWHERE_MS);
  });

  it('leaves ended sessions dead in both processes', async () => {
    const { username, token } = await newOperator();
    const other = await sessionOf(two, { username });
    const state = async (server: { url: string }, session: string): Promise<number> => (await get(server, `${BASE}/me`, session)).status;
    assert.deepEqual([await state(one, other), await state(two, token)], [200, 200]);
    const { body } = await ownAccount(one, token).get('/sessions').expect(200);
    const target = body.data.find(({ current }: { current: boolean }) => !current).id;
    await ownAccount(one, token).delete(`/sessions/${target}`).expect(200);
    assert.equal(await state(one, other), 401);
    await until(async () => (await state(two, other)) === 401, two.output, EVERYWHERE_MS);
    await ownAccount(two, token).post('/logout').expect(200);
    assert.equal(await state(two, token), 401);
    await until(async () => (await state(one, token)) === 401, two.output, EVERYWHERE_MS);
    await ownAccount(one, token).post('/logout').expect(200);
  });
});
