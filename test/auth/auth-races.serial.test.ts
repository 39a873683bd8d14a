import assert from 'node:assert/strict';
import { Session } from '../../models/auth/Session.ts';
import { settleDeliveries } from '../../server/services/auth/otp/deliveries.ts';
import type { FakeProviders } from '../support/providers/fake-providers.ts';
import { expectOneWinner, expectTally, openRace, type Race, repeat } from '../support/race.ts';
import { admin, authClient } from '../support/requests/client.ts';
import type { TestServer } from '../support/server.ts';
import {
  type AuthServer,
  clientOf,
  login,
  movableClock,
  newPhone,
  PASSWORD,
  type RegisteredUser,
  register as registerAt,
  requestCode,
  startAuthServer,
  wrongCode,
} from './support.ts';

const ROUNDS = 5;
const NEW = 'another horse battery';
const WRONG = 'incorrect horse battery';

describe('parallel sign-ins', () => {
  const clock = movableClock();
  let running: AuthServer;
  let server: TestServer;
  let providers: FakeProviders;
  let race: Race;

  before(async () => {
    running = await startAuthServer({ clock });
    ({ server, providers } = running);
    race = await openRace(server, 100);
  });
  after(async () => {
    race.close();
    await running.close();
  });

  const register = (extra: { password?: string } = { password: PASSWORD }) => registerAt(server, providers, newPhone(), extra);
  const codeFor = (phone: string) => requestCode(server, providers, { path: '/send-otp', phone });
  const post = (times: number, path: string, bodyOf: (index: number) => object) =>
    race.run(repeat(times, (index) => ({ method: 'POST', path: `/auth${path}`, body: bodyOf(index) })));
  const inTurn = async (round: (index: number) => Promise<void>) => {
    for (let index = 0; index < ROUNDS; index += 1) await round(index);
  };

  it('open one session with 50 right codes', () =>
    inTurn(async () => {
      const { phone, user } = await register({});
      const otp = await codeFor(phone);
      expectOneWinner(await post(50, '/login-otp', () => ({ phone, otp })), 200, [400, 429]);
      assert.equal(await server.db.model(Session).count({ where: { userId: user.id, projectId: 11, method: 'otp' } }), 1);
    }));

  it('compare at most 5 of 50 wrong codes', () =>
    inTurn(async () => {
      const { phone } = await register({});
      const alive = await codeFor(phone);
      expectTally(await post(4, '/login-otp', () => ({ phone, otp: wrongCode(alive) })), { 400: 4 });
      await authClient(server).post('/login-otp', { phone, otp: alive }).expect(200);
      const dead = await codeFor(phone);
      // ten wrong codes lock the phone, even without a live code
      expectTally(await post(50, '/login-otp', () => ({ phone, otp: wrongCode(dead) })), { 400: 10, 429: 40 });
      assert.equal((await authClient(server).post('/login-otp', { phone, otp: dead }).expect(429)).body.code, 'otp_locked');
    }));

  it('void a code with five parallel wrong ones', () =>
    inTurn(async () => {
      const { phone } = await register({});
      const otp = await codeFor(phone);
      expectTally(await post(5, '/login-otp', () => ({ phone, otp: wrongCode(otp) })), { 400: 5 });
      assert.equal((await authClient(server).post('/login-otp', { phone, otp }).expect(400)).body.code, 'invalid_otp');
    }));

  it('deliver one code for 30 sends over three endpoints', () =>
    inTurn(async () => {
      const { phone } = await register({});
      const paths = ['/register-init', '/send-otp', '/password/reset/init'];
      const sent = () => providers.messages.filter((message) => message.phone === phone).length;
      const before = sent();
      const calls = repeat(30, (index) => ({ method: 'POST', path: `/auth${paths[index % 3]}`, body: { phone } }));
      expectTally(await race.run(calls), { 200: 1, 429: 29 });
      await settleDeliveries(server.services.auth);
      assert.equal(sent() - before, 1);
    }));

  it('hash at most 5 of 100 wrong passwords', () =>
    inTurn(async (index) => {
      const phone = index % 2 === 0 ? (await register()).phone : newPhone();
      const answers = await post(100, '/login', () => ({ phone, password: WRONG }));
      expectTally(answers, { 401: 5, 429: 95 });
      for (const { status, body } of answers) if (status === 429) assert.equal(body['code'], 'account_locked');
      await login(server, phone).expect(429);
    }));

  it('accept 20 right passwords of one user', () =>
    inTurn(async () => {
      const { phone } = await register();
      expectTally(await post(20, '/login', () => ({ phone, password: PASSWORD })), { 200: 20 });
    }));

  it('accept 20 right passwords of one operator', async () => {
    const body = { username: 'clerk', password: PASSWORD };
    await admin(server)
      .post('/admin/projects/11/operators', { ...body, role: 'staff' })
      .expect(201);
    await inTurn(async () => expectTally(await post(20, '/auth/token', () => body), { 200: 20 }));
  });

  it('leave no session older than a password change', () =>
    inTurn(async () => {
      const me = await register();
      const other = (await login(server, me.phone).expect(200)).body.tokens;
      const [change, ...raced] = await Promise.all([
        clientOf(server, me).put('/password', { currentPassword: PASSWORD, newPassword: NEW }),
        ...times(3, () => authClient(server).post('/refresh', { refresh_token: other.refreshToken })),
        ...times(2, () => login(server, me.phone)),
      ]);
      assert.equal(change.status, 200);
      await noneLives([other, ...raced.map(({ body }) => body.tokens ?? body)]);
      await clientOf(server, me).get('/profile').expect(200);
    }));

  it('leave no session older than a password reset', () =>
    inTurn(async () => {
      const me = await register();
      const otp = await requestCode(server, providers, { path: '/password/reset/init', phone: me.phone });
      const [reset, ...raced] = await Promise.all([
        authClient(server).post('/password/reset/confirm', { phone: me.phone, otp, newPassword: NEW }),
        ...times(3, () => authClient(server).post('/refresh', { refresh_token: me.tokens.refreshToken })),
        ...times(2, () => login(server, me.phone)),
      ]);
      assert.equal(reset.status, 200);
      await noneLives([me.tokens, ...raced.map(({ body }) => body.tokens ?? body)]);
    }));

  const times = <T>(count: number, call: () => T): T[] => Array.from({ length: count }, call);
  const noneLives = async (pairs: readonly Partial<RegisteredUser['tokens']>[]) => {
    for (const { accessToken, refreshToken } of pairs) {
      if (accessToken === undefined) continue;
      await authClient(server, { token: accessToken }).get('/profile').expect(401);
      await authClient(server).post('/refresh', { refresh_token: refreshToken }).expect(401);
    }
  };
});
