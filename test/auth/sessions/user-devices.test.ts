import assert from 'node:assert/strict';
import { UserDevice } from '../../../models/auth/UserDevice.ts';
import { authServices } from '../../../server/routes/auth/index.ts';
import { until } from '../../support/programs/process.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type AuthServer, clientOf, movableClock, newPhone, PASSWORD, requestCode, startAuthServer } from '../support.ts';
import {
  codeFrom,
  type DeviceUser,
  deviceOf,
  loginFrom,
  newDevice,
  newDeviceUser,
  outcome,
  postFrom,
  WRONG,
  WRONG_CODE,
} from './device-support.ts';

const LOCKED = '429 account_locked';
const CLOSED = '429 otp_locked';
const COOLDOWN = '429 otp_cooldown';
const NEW_PASSWORD = 'yet another battery';
const LIMITS = {
  RATE_LIMIT_REGISTER_INIT: '3/300',
  RATE_LIMIT_SEND_OTP: '3/300',
  RATE_LIMIT_PASSWORD_RESET: '3/300',
  RATE_LIMIT_LOGIN: '5/300',
  RATE_LIMIT_LOGIN_OTP: '5/300',
};

const endpoints = authServices.filter(({ prefix }) => prefix === '/api/v2/auth').flatMap(({ endpoints: some }) => some);
const guarded = endpoints.filter(({ refusals = [] }) =>
  refusals.some((refusal) => ['429 account_locked', '429 otp_locked', '429 otp_cooldown'].includes(refusal)),
);

/** The body that a stranger sends to each public endpoint that counts something for the phone. */
const HOSTILE: Readonly<Record<string, (phone: string) => object>> = {
  '/login': (phone) => ({ phone, password: WRONG }),
  '/send-otp': (phone) => ({ phone }),
  '/login-otp': (phone) => ({ phone, otp: WRONG_CODE }),
  '/register-init': (phone) => ({ phone }),
  '/register-verify': (phone) => ({ phone, otp: WRONG_CODE, projectId: 11 }),
  '/password/reset/init': (phone) => ({ phone }),
  '/password/reset/confirm': (phone) => ({ phone, otp: WRONG_CODE, newPassword: NEW_PASSWORD, projectId: 11 }),
  '/account/deletion/code': (phone) => ({ phone }),
  '/account/deletion/confirm': (phone) => ({ phone, otp: WRONG_CODE }),
  '/account/restore': (phone) => ({ phone, password: WRONG }),
};

describe('the known devices of users', () => {
  let auth: AuthServer;
  let server: TestServer;
  const clock = movableClock();

  before(async () => {
    auth = await startAuthServer({ clock, env: { TRUST_PROXY: '1' } });
    server = auth.server;
  });
  after(() => auth.close());

  const devicesOf = ({ user }: Pick<DeviceUser, 'user'>) =>
    server.db.model(UserDevice).findAll({ where: { userId: user.id, projectId: 11 } });
  const repeated = async (times: number, act: (turn: number) => Promise<unknown>): Promise<void> => {
    for (let turn = 0; turn < times; turn += 1) await act(turn);
  };
  const lockPassword = ({ phone }: Pick<DeviceUser, 'phone'>) => repeated(5, () => loginFrom(server, phone, { password: WRONG }));

  describe('the endpoints', () => {
    it('honour the token where they count for a phone', () => {
      assert.ok(guarded.length >= 15);
      assert.deepEqual(
        guarded.filter(({ device }) => device === undefined).map(({ path }) => path),
        [],
      );
    });

    it('answer a token where they sign a user in', () => {
      const issuing = endpoints.filter(({ device }) => device === 'issued').map(({ path }) => path);
      assert.deepEqual(issuing.sort(), ['/account/restore', '/login', '/login-otp', '/register-verify']);
    });
  });

  describe('under the attack of strangers', () => {
    const attacked = guarded.filter(({ auth: access }) => access === 'public').map(({ path }) => path);

    it('know what a stranger may send to each endpoint', () => {
      assert.deepEqual([...attacked].sort(), Object.keys(HOSTILE).sort());
    });

    for (const path of [...Object.keys(HOSTILE), 'all'])
      it(`sign in and are sent codes during requests to ${path}`, async () => {
        const limited = await startServer({ clock, env: { ...server.env, ...LIMITS } });
        const here = { ...auth, server: limited };
        const victim = await newDeviceUser(here);
        const { phone, device } = victim;
        const home = '203.0.113.5';
        const addresses = [home, ...Array.from({ length: 50 }, (_, index) => `198.51.100.${index + 1}`)];
        const attack = async (): Promise<void> => {
          for (const target of path === 'all' ? Object.keys(HOSTILE) : [path])
            await repeated(15, (turn) =>
              postFrom(limited, target, { from: addresses[(turn * 7) % 51] ?? home, body: HOSTILE[target]?.(phone) ?? {} }),
            );
        };
        await attack();
        assert.equal(outcome(await loginFrom(limited, phone, { device, from: home })), '200');
        const code = await codeFrom(here, phone, { device, from: home });
        await attack();
        const byCode = await postFrom(limited, '/login-otp', { device, from: home, body: { phone, otp: code } });
        assert.equal(outcome(byCode), '200');
        assert.equal(deviceOf(byCode), device);
        if (path === 'all') assert.match(outcome(await loginFrom(limited, phone, { from: home })), /^429/);
        await limited.close();
      });
  });

  describe('a token', () => {
    it('is answered by every kind of sign-in, and again', async () => {
      const user = await newDeviceUser(auth);
      const { phone, device } = user;
      assert.match(device, /^dv_[\w-]{43}$/);
      assert.equal(deviceOf(await loginFrom(server, phone, { device })), device);
      const code = await codeFrom(auth, phone, { device });
      assert.equal(deviceOf(await postFrom(server, '/login-otp', { device, body: { phone, otp: code } })), device);
      assert.equal(deviceOf(await postFrom(server, '/account/restore', { device, body: { phone, password: PASSWORD } })), device);
      const fresh = await requestCode(server, auth.providers, { path: '/register-init', phone: newPhone() });
      const phoneOfFresh = auth.providers.messages.at(-1)?.phone ?? '';
      const registered = await postFrom(server, '/register-verify', { device, body: { phone: phoneOfFresh, otp: fresh } });
      assert.equal(registered.status, 201);
      assert.notEqual(deviceOf(registered), device, 'the token of another user names no device');
      assert.match(deviceOf(registered), /^dv_[\w-]{43}$/);
    });

    it('is stored as a digest, five for each user', async () => {
      const user = await newDeviceUser(auth);
      await loginFrom(server, user.phone, { device: user.device });
      await repeated(8, () => newDevice(server, user.phone));
      const rows = await devicesOf(user);
      assert.equal(rows.length, 5);
      assert.equal(JSON.stringify(rows).includes(user.device), false);
      // it came back once, unlike the others
      assert.equal(deviceOf(await loginFrom(server, user.phone, { device: user.device })), user.device);
    });

    it('is good for its own user and project only', async () => {
      const [mine, other] = [await newDeviceUser(auth), await newDeviceUser(auth)];
      await lockPassword(other);
      for (const device of [mine.device, `dv_${'A'.repeat(43)}`, 'x', `${other.device}A`])
        assert.equal(outcome(await loginFrom(server, other.phone, { device })), LOCKED);
      const otp = await requestCode(server, auth.providers, { path: '/register-init', phone: other.phone, projectId: 12 });
      await authClient(server).post('/register-verify', { phone: other.phone, otp, projectId: 12, password: PASSWORD }).expect(201);
      const elsewhere = { phone: other.phone, password: WRONG, projectId: 12 };
      await repeated(5, () => postFrom(server, '/login', { device: other.device, body: elsewhere }));
      assert.equal(outcome(await postFrom(server, '/login', { device: other.device, body: { ...elsewhere, password: PASSWORD } })), LOCKED);
      assert.equal(outcome(await loginFrom(server, other.phone, { device: other.device })), '200');
    });

    it('ends 180 days after the last sign-in with it', async () => {
      const { phone, device } = await newDeviceUser(auth);
      clock.advance(179 * 86_400);
      assert.equal(deviceOf(await loginFrom(server, phone, { device })), device);
      clock.advance(180 * 86_400);
      assert.notEqual(deviceOf(await loginFrom(server, phone, { device })), device);
    });

    it('gives a thief five guesses and ten codes', async () => {
      const { phone, device } = await newDeviceUser(auth);
      const guesses: string[] = [];
      await repeated(7, async () => guesses.push(outcome(await loginFrom(server, phone, { device, password: WRONG }))));
      assert.deepEqual(guesses, [...Array.from({ length: 5 }, () => '401 invalid_credentials'), LOCKED, LOCKED]);
      const codes: string[] = [];
      await repeated(12, async () =>
        codes.push(outcome(await postFrom(server, '/login-otp', { device, body: { phone, otp: WRONG_CODE } }))),
      );
      assert.deepEqual(codes, [...Array.from({ length: 10 }, () => '400 invalid_otp'), CLOSED, CLOSED]);
      assert.equal(outcome(await postFrom(server, '/send-otp', { device, body: { phone } })), CLOSED);
      // the account is open for everybody else
      assert.equal(outcome(await loginFrom(server, phone)), '200');
      await codeFrom(auth, phone);
    });
  });

  describe('the locks', () => {
    it('stay closed for others when a device signs in', async () => {
      const user = await newDeviceUser(auth);
      const { phone, device } = user;
      await lockPassword(user);
      assert.equal(outcome(await loginFrom(server, phone, { device })), '200');
      const code = await codeFrom(auth, phone, { device });
      assert.equal(outcome(await postFrom(server, '/login-otp', { device, body: { phone, otp: code } })), '200');
      assert.equal(outcome(await loginFrom(server, phone)), LOCKED);
      const common = await codeFrom(auth, phone);
      assert.equal(outcome(await postFrom(server, '/login-otp', { body: { phone, otp: common } })), '200');
      assert.equal(outcome(await loginFrom(server, phone)), '200', 'a sign-in without a token lifts it');
    });

    it('count deletion and restoring apart from the sign-in', async () => {
      const user = await newDeviceUser(auth);
      const { phone } = user;
      const restore = (body: object) => postFrom(server, '/account/restore', { body: { phone, ...body } });
      await repeated(5, () => restore({ password: WRONG }));
      assert.equal(outcome(await restore({ password: PASSWORD })), LOCKED);
      await repeated(10, () => postFrom(server, '/account/deletion/confirm', { body: { phone, otp: WRONG_CODE } }));
      assert.equal(outcome(await restore({ otp: WRONG_CODE })), CLOSED);
      assert.equal(outcome(await postFrom(server, '/account/deletion/code', { body: { phone } })), CLOSED);
      const own = await postFrom(server, '/account/deletion', { token: user.tokens.accessToken, body: { password: PASSWORD } });
      assert.equal(outcome(own), LOCKED);
      assert.equal(outcome(await loginFrom(server, phone)), '200');
      const code = await codeFrom(auth, phone);
      assert.equal(outcome(await postFrom(server, '/login-otp', { body: { phone, otp: code } })), '200');
    });

    it('leave the login code alive when restoring is guessed', async () => {
      const { phone } = await newDeviceUser(auth);
      const code = await codeFrom(auth, phone);
      const restore = (otp: string) => postFrom(server, '/account/restore', { body: { phone, otp } });
      await repeated(5, () => restore(WRONG_CODE));
      assert.equal(outcome(await restore(code)), '400 invalid_otp', 'five wrong tries are the most that restoring compares');
      assert.equal(outcome(await postFrom(server, '/login-otp', { body: { phone, otp: code } })), '200');
    });

    it('close restoring and deletion with the sign-in', async () => {
      const user = await newDeviceUser(auth);
      const { phone } = user;
      await lockPassword(user);
      assert.equal(outcome(await postFrom(server, '/account/restore', { body: { phone, password: PASSWORD } })), LOCKED);
      await repeated(10, () => postFrom(server, '/login-otp', { body: { phone, otp: WRONG_CODE } }));
      assert.equal(outcome(await postFrom(server, '/account/deletion/confirm', { body: { phone, otp: WRONG_CODE } })), CLOSED);
    });

    it('are lifted for devices by an operator too', async () => {
      const user = await newDeviceUser(auth);
      const { phone, device } = user;
      await repeated(5, () => loginFrom(server, phone, { device, password: WRONG }));
      await codeFrom(auth, phone, { device });
      assert.equal(outcome(await postFrom(server, '/send-otp', { device, body: { phone } })), COOLDOWN);
      await admin(server).post(`/auth/admin/users/${user.user.id}/unlock`).expect(200);
      assert.equal(outcome(await loginFrom(server, phone, { device })), '200');
      await codeFrom(auth, phone, { device });
    });
  });

  describe('the codes', () => {
    it('are neither replaced nor used up by strangers', async () => {
      const { phone, device } = await newDeviceUser(auth);
      const code = await codeFrom(auth, phone, { device });
      const common = await codeFrom(auth, phone);
      await repeated(5, () => postFrom(server, '/login-otp', { body: { phone, otp: WRONG_CODE } }));
      assert.equal(outcome(await postFrom(server, '/login-otp', { body: { phone, otp: common } })), '400 invalid_otp');
      assert.equal(outcome(await postFrom(server, '/login-otp', { device, body: { phone, otp: code } })), '200');
      assert.equal(outcome(await postFrom(server, '/login-otp', { device, body: { phone, otp: code } })), '400 invalid_otp');
    });

    it('are accepted from a device that did not ask', async () => {
      const { phone, device } = await newDeviceUser(auth);
      const code = await codeFrom(auth, phone);
      assert.equal(outcome(await postFrom(server, '/login-otp', { device, body: { phone, otp: code } })), '200');
    });

    it('find their project without its id', async () => {
      const { phone, device } = await newDeviceUser(auth);
      const received = () => auth.providers.messages.filter((message) => message.phone === phone);
      await postFrom(server, '/password/reset/init', { device, body: { phone } });
      // sent after the reply, beside the code of the registration
      await until(() => received().length > 1);
      const otp = received().at(-1)?.code ?? '';
      const body = { phone, otp, newPassword: NEW_PASSWORD };
      assert.equal(outcome(await postFrom(server, '/password/reset/confirm', { device, body })), '200');
      assert.equal(outcome(await loginFrom(server, phone, { device, password: NEW_PASSWORD })), '200');
    });

    it('have one cooldown for all devices of a phone', async () => {
      const { phone, device } = await newDeviceUser(auth);
      const second = await newDevice(server, phone);
      const send = (from: string | null) => postFrom(server, '/send-otp', { device: from, body: { phone } });
      const waits = async (from: string | null) => (await send(from)).body['cooldownSeconds'] ?? outcome(await send(from));
      assert.equal(await waits(device), 60);
      assert.equal(await waits(second), COOLDOWN);
      clock.advance(60);
      assert.equal(await waits(second), 300);
      assert.equal(await waits(null), 60, 'everybody else has the first tier');
      clock.advance(300);
      assert.equal(await waits(device), 86_400);
    });
  });

  describe('the end of sessions', () => {
    const byReset = async ({ phone }: DeviceUser, device: string | null): Promise<void> => {
      const otp = await requestCode(server, auth.providers, { path: '/password/reset/init', phone });
      const answer = await postFrom(server, '/password/reset/confirm', { device, body: { phone, otp, newPassword: PASSWORD } });
      assert.equal(answer.status, 200);
    };
    const headersOf = (device: string | null) => ({ headers: device === null ? {} : { 'X-Diwan-Device': device } });
    const setStatus = (user: DeviceUser, status: string) => admin(server).put(`/auth/admin/users/${user.user.id}`, { status }).expect(200);

    const endOneSession = async (user: DeviceUser, device: string | null, { isPresent }: { isPresent: boolean }): Promise<void> => {
      const own = clientOf(server, user, headersOf(device));
      const { body } = await own.get('/sessions').expect(200);
      const { id } = body.data.find(({ current }: { current: boolean }) => current === isPresent);
      await own.delete(`/sessions/${id}`).expect(200);
    };

    const acts: Readonly<Record<string, (user: DeviceUser, device: string | null) => Promise<unknown>>> = {
      'a password reset': byReset,
      'a change of the password': async (user, device) =>
        clientOf(server, user, headersOf(device)).put('/password', { currentPassword: PASSWORD, newPassword: PASSWORD }).expect(200),
      'the end of another session': (user, device) => endOneSession(user, device, { isPresent: false }),
      'a sign-out everywhere': async (user, device) => clientOf(server, user, headersOf(device)).post('/logout', { all: true }).expect(200),
    };
    for (const [name, act] of Object.entries(acts))
      it(`by ${name} forgets the other devices`, async () => {
        const user = await newDeviceUser(auth);
        await newDevice(server, user.phone);
        await act(user, user.device);
        assert.equal((await devicesOf(user)).length, 1);
        assert.equal(deviceOf(await loginFrom(server, user.phone, { device: user.device })), user.device);
      });

    it('by a stranger to the devices forgets all', async () => {
      const user = await newDeviceUser(auth);
      await byReset(user, null);
      assert.deepEqual(await devicesOf(user), []);
    });

    it('by an operator forgets all devices', async () => {
      const user = await newDeviceUser(auth);
      await setStatus(user, 'suspended');
      assert.deepEqual(await devicesOf(user), []);
      await setStatus(user, 'active');
      await newDevice(server, user.phone);
      await admin(server).post(`/auth/admin/users/${user.user.id}/revoke-sessions`).expect(200);
      assert.deepEqual(await devicesOf(user), []);
    });

    it('by one sign-out or a deletion keeps them', async () => {
      const user = await newDeviceUser(auth);
      const { phone, device } = user;
      const { body } = await loginFrom(server, phone, { device });
      const { accessToken: token } = body['tokens'] as { accessToken: string };
      assert.equal(outcome(await postFrom(server, '/logout', { token, device, body: {} })), '200');
      await endOneSession(user, device, { isPresent: true });
      const again = (await loginFrom(server, phone, { device })).body['tokens'] as { accessToken: string };
      const left = await postFrom(server, '/account/deletion', { token: again.accessToken, body: { password: PASSWORD } });
      assert.equal(left.status, 202);
      await repeated(15, () => postFrom(server, '/account/restore', { body: { phone, password: WRONG } }));
      const restored = await postFrom(server, '/account/restore', { device, body: { phone, password: PASSWORD } });
      assert.deepEqual([outcome(restored), deviceOf(restored)], ['200', device]);
    });
  });
});
