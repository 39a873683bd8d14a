import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import type { FakeProviders } from '../../support/providers/fake-providers.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { faultyFields } from '../../support/requests/key-access.ts';
import type { TestServer } from '../../support/server.ts';
import {
  type AuthServer,
  login,
  movableClock,
  newPhone,
  PASSWORD,
  register as registerAt,
  requestCode,
  startAuthServer,
  wrongCode,
} from '../support.ts';

const NEW = 'another horse battery';

describe('password reset', () => {
  const clock = movableClock();
  let running: AuthServer;
  let server: TestServer;
  let providers: FakeProviders;

  before(async () => {
    running = await startAuthServer({ clock, env: { TEST_PHONES: '+15550100001=424242' } });
    ({ server, providers } = running);
  });
  after(() => running.close());

  const register = (extra: { projectId?: number; password?: string } = { password: PASSWORD }) =>
    registerAt(server, providers, newPhone(), extra);
  const init = (phone: string, extra: object = {}) => authClient(server).post('/password/reset/init', { phone, ...extra });
  const confirm = (body: object) => authClient(server).post('/password/reset/confirm', { newPassword: NEW, ...body });
  const codeFor = (phone: string, projectId?: number) => requestCode(server, providers, { path: '/password/reset/init', phone, projectId });

  describe('POST /password/reset/init', () => {
    it('replies and counts alike for unknown phones, sending nothing', async () => {
      const { phone } = await register();
      const unknown = newPhone();
      const answers = [await init(phone).expect(200), await init(unknown).expect(200)];
      assert.deepEqual(answers[0]?.body, answers[1]?.body);
      const refused = [await init(phone).expect(429), await init(unknown).expect(429)].map(({ body: { code, available_in } }) => [
        code,
        available_in,
      ]);
      assert.deepEqual(refused, [
        ['otp_cooldown', 60],
        ['otp_cooldown', 60],
      ]);
      await providers.codeFor(phone);
      assert.ok(!providers.messages.some((message) => message.phone === unknown));
    });

    it('replies before the delivery, even when channels fail', async () => {
      for (const how of ['hang', 'error'] as const) {
        const { phone } = await register();
        providers.break('whatsapp', how);
        providers.break('sms', how);
        const startedAt = waitedMs();
        const { body } = await init(phone).expect(200);
        const took = waitedMs() - startedAt;
        providers.mend();
        assert.equal(body.cooldownSeconds, 60);
        assert.ok(took < 1_000, `${took} ms`);
      }
    });

    it("sends the message in the user's language", async () => {
      const { phone, user } = await register();
      await server.db.model(User).update({ language: 'ar' }, { where: { id: user.id, projectId: 11 } });
      await codeFor(phone);
      assert.equal(providers.messages.findLast((message) => message.phone === phone)?.language, 'ar');
    });

    it('answers 403 on both endpoints when disabled', async () => {
      const { phone } = await register({ projectId: 12 });
      const setMethods = (loginMethods: string[]) => admin(server).put('/admin/projects/12', { settings: { loginMethods } }).expect(200);
      await setMethods(['phone_otp']);
      const answers = [
        await init(phone, { projectId: 12 }).expect(403),
        await confirm({ phone, otp: '123456', projectId: 12 }).expect(403),
      ];
      await setMethods(['phone_password', 'phone_otp', 'username_password']);
      assert.deepEqual(
        answers.map(({ body }) => body.code),
        ['login_method_disabled', 'login_method_disabled'],
      );
    });
  });

  describe('POST /password/reset/confirm', () => {
    it('sets the password and ends all sessions', async () => {
      const { phone, user, tokens } = await register();
      const second = (await login(server, phone).expect(200)).body.tokens;
      const { body } = await confirm({ phone, otp: await codeFor(phone) }).expect(200);
      assert.deepEqual(Object.keys(body), ['message']);
      for (const { accessToken, refreshToken } of [tokens, second]) {
        assert.equal((await authClient(server, { token: accessToken }).get('/profile').expect(401)).body.code, 'token_not_valid');
        await authClient(server).post('/refresh', { refresh_token: refreshToken }).expect(401);
      }
      await login(server, phone).expect(401);
      assert.equal((await login(server, phone, NEW).expect(200)).body.user.id, user.id);
      const rows = await selectRows<{ action: string }>(
        server.db,
        'SELECT action FROM audit_log WHERE project_id = 11 AND subject = :subject ORDER BY id',
        {
          subject: `user:${user.id}`,
        },
      );
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['user.registered', 'login.succeeded', 'password.reset', 'login.succeeded'],
      );
    });

    it('sets the first password of a user', async () => {
      const { phone } = await register({});
      await confirm({ phone, otp: await codeFor(phone) }).expect(200);
      await login(server, phone, NEW).expect(200);
    });

    it('lifts the lock of the old password', async () => {
      const { phone } = await register();
      for (let tries = 0; tries < 5; tries += 1) await login(server, phone, NEW).expect(401);
      await login(server, phone).expect(429);
      await confirm({ phone, otp: await codeFor(phone) }).expect(200);
      await login(server, phone, NEW).expect(200);
    });

    it('refuses a weak password without using the code', async () => {
      const { phone } = await register();
      const otp = await codeFor(phone);
      for (const newPassword of [
        'short',
        'password123',
        phone,
        undefined,
        null,
        ['x'],
        'x'.repeat(129),
        `${'e'}${'\u0301'.repeat(40)}-horse`,
      ]) {
        const { body } = await confirm({ phone, otp, newPassword }).expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', 'newPassword']);
      }
      await confirm({ phone, otp }).expect(200);
    });

    it('accepts a right code of this purpose once', async () => {
      const { phone } = await register();
      const other = await requestCode(server, providers, { path: '/send-otp', phone });
      clock.advance(60);
      const otp = await codeFor(phone);
      if (other !== otp) assert.equal((await confirm({ phone, otp: other }).expect(400)).body.code, 'invalid_otp');
      assert.equal((await confirm({ phone, otp: wrongCode(otp) }).expect(400)).body.code, 'invalid_otp');
      await confirm({ phone, otp }).expect(200);
      assert.equal((await confirm({ phone, otp }).expect(400)).body.code, 'invalid_otp');
      await login(server, phone, NEW).expect(200);
    });

    it('answers an unknown phone like a wrong code', async () => {
      const phone = newPhone();
      await init(phone).expect(200);
      const { phone: known } = await register();
      await codeFor(known);
      const answers = [await confirm({ phone, otp: '00000' }).expect(400), await confirm({ phone: known, otp: '00000' }).expect(400)];
      for (const { body } of answers) assert.deepEqual([body.code, body.message], ['invalid_otp', answers[0]?.body.message]);
    });

    it('answers 404 for an unregistered test phone', async () => {
      assert.equal((await confirm({ phone: '+15550100001', otp: '424242' }).expect(404)).body.code, 'user_not_registered');
    });

    it('refuses suspended and inactive users without a change', async () => {
      for (const [status, code] of [
        ['suspended', 'account_suspended'],
        ['inactive', 'account_inactive'],
      ] as const) {
        const { phone, user } = await register();
        await server.db.model(User).update({ status }, { where: { id: user.id, projectId: 11 } });
        const otp = await codeFor(phone);
        assert.equal((await confirm({ phone, otp }).expect(403)).body.code, code);
        await server.db.model(User).update({ status: 'active' }, { where: { id: user.id, projectId: 11 } });
        await login(server, phone).expect(200);
      }
    });

    it('finds the project by live code, unless several match', async () => {
      const phone = newPhone();
      await registerAt(server, providers, phone, { projectId: 11, password: PASSWORD });
      await registerAt(server, providers, phone, { projectId: 12, password: PASSWORD });
      await confirm({ phone, otp: await codeFor(phone, 12) }).expect(200);
      await login(server, phone, PASSWORD, { projectId: 11 }).expect(200);
      await login(server, phone, NEW, { projectId: 12 }).expect(200);
      const first = await codeFor(phone, 11);
      await codeFor(phone, 12);
      assert.equal((await confirm({ phone, otp: first }).expect(400)).body.code, 'project_id_required');
      await confirm({ phone, otp: first, projectId: 11 }).expect(200);
      await login(server, phone, NEW, { projectId: 11 }).expect(200);
    });
  });
});
