import assert from 'node:assert/strict';
import { hash } from '@node-rs/argon2';
import jwt from 'jsonwebtoken';
import { Session } from '../../models/auth/Session.ts';
import { User, type UserStatus } from '../../models/auth/User.ts';
import { interceptQueries } from '../support/databases/intercept-queries.ts';
import { selectRows } from '../support/databases/sql.ts';
import type { FakeProviders } from '../support/providers/fake-providers.ts';
import { admin, authClient } from '../support/requests/client.ts';
import { atOnce, faultyFields, tally } from '../support/requests/key-access.ts';
import type { TestServer } from '../support/server.ts';
import {
  type AuthServer,
  clientOf,
  login as loginAt,
  movableClock,
  newPhone,
  PASSWORD,
  register as registerAt,
  requestCode,
  startAuthServer,
  wrongCode,
} from './support.ts';

const WRONG = 'incorrect horse battery';

describe('login', () => {
  const clock = movableClock();
  let running: AuthServer;
  let server: TestServer;
  let providers: FakeProviders;

  before(async () => {
    running = await startAuthServer({ clock });
    ({ server, providers } = running);
  });
  after(() => running.close());

  const register = (extra: { projectId?: number; password?: string } = { password: PASSWORD }) =>
    registerAt(server, providers, newPhone(), extra);
  const login = (phone: string, password: string = PASSWORD, extra: object = {}) => loginAt(server, phone, password, extra);
  const post = (path: string, body: object) => authClient(server).post(path, body);
  const codeFor = (phone: string, projectId?: number) => requestCode(server, providers, { path: '/send-otp', phone, projectId });
  const setStatus = (id: string, status: UserStatus) => server.db.model(User).update({ status }, { where: { id, projectId: 11 } });
  const setMethods = (loginMethods: string[]) => admin(server).put('/admin/projects/12', { settings: { loginMethods } }).expect(200);
  const lock = async (phone: string) => {
    for (let tries = 0; tries < 5; tries += 1) await login(phone, WRONG).expect(401);
  };
  const auditOf = async (id: string) => {
    const rows = await selectRows<{ action: string; details: string }>(
      server.db,
      'SELECT action, details FROM audit_log WHERE project_id = 11 AND subject = :subject ORDER BY id',
      { subject: `user:${id}` },
    );
    return rows.map(({ action, details }) => [action, JSON.parse(details)]);
  };

  /** Runs `change` right after the login has read its user. */
  const changeAfterRead = async <T>(change: () => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
    let isRead = false;
    const intercept = async (sql: string, send: () => Promise<unknown>): Promise<unknown> => {
      const answer = await send();
      if (isRead || !/ FROM users WHERE .*phone_key/s.test(sql)) return answer;
      isRead = true;
      await change();
      return answer;
    };
    return interceptQueries(server.db, intercept, work);
  };

  it('returns the user as of the token despite concurrent changes', async () => {
    for (const path of ['/login', '/login-otp'] as const) {
      const { phone, user } = await register();
      const proof = path === '/login' ? { password: PASSWORD } : { otp: await codeFor(phone) };
      const change = () => server.db.model(User).update({ role: 'driver', firstName: 'Noura' }, { where: { id: user.id, projectId: 11 } });
      const { body } = await changeAfterRead(change, async () => post(path, { phone, ...proof }).expect(200));
      const { role } = jwt.decode(body.tokens.accessToken) as jwt.JwtPayload;
      assert.deepEqual([role, body.user.role, body.user.firstName], ['driver', 'driver', 'Noura'], path);
    }
  });

  describe('POST /login', () => {
    it('returns the user and valid tokens', async () => {
      const { phone, user } = await register();
      const { body } = await login(phone).expect(200);
      assert.deepEqual(body.user, user);
      assert.equal((await clientOf(server, body).get('/profile').expect(200)).body.id, user.id);
      const methods = (await server.db.model(Session).findAll({ where: { userId: user.id, projectId: 11 } })).map(({ method }) => method);
      assert.deepEqual(methods.sort(), ['password', 'registration']);
      assert.deepEqual((await auditOf(user.id)).at(-1), ['login.succeeded', { method: 'password' }]);
    });

    it('audits the session that gives way to the newest', async () => {
      const { phone, user } = await register();
      for (let count = 0; count < 20; count += 1) await login(phone).expect(200);
      const [[action, { reason, sessions }], last] = (await auditOf(user.id)).slice(-2) as [[string, Record<string, unknown>], unknown];
      assert.deepEqual([action, reason, (sessions as string[]).length], ['session.ended', 'limit', 1]);
      assert.deepEqual(last, ['login.succeeded', { method: 'password' }]);
    });

    it('accepts any spelling of the phone number', async () => {
      const { phone } = await register();
      await login(`00${phone.slice(1)}`).expect(200);
    });

    it('compares the password in NFC without trimming or folding', async () => {
      const { phone } = await register({ password: ' caf\u00e9 society ' });
      await login(phone, ' cafe\u0301 society ').expect(200);
      for (const other of ['caf\u00e9 society', ' cafe society ', ' Caf\u00e9 Society ']) await login(phone, other).expect(401);
    });

    it('compares passwords beyond 72 bytes, up to 128 characters', async () => {
      const long = 'correct horse battery '.repeat(6).slice(0, 127);
      const { phone } = await register({ password: `${long}1` });
      await login(phone, `${long}2`).expect(401);
      await login(phone, `${long}1`).expect(200);
      await login(phone, `${long}12`).expect(401);
    });

    it('returns one body for every kind of wrong credentials', async () => {
      const answers = [
        await login((await register()).phone, WRONG).expect(401),
        await login(newPhone()).expect(401),
        await login((await register({})).phone).expect(401),
        await login((await register()).phone, 'x'.repeat(1024)).expect(401),
        await login((await register()).phone, `${PASSWORD}\0`).expect(401),
      ];
      const bodies = answers.map(({ body }) => ({ ...body, timestamp: '', requestId: '' }));
      for (const body of bodies) assert.deepEqual(body, bodies[0]);
      assert.equal(bodies[0]?.code, 'invalid_credentials');
    });

    const BAD: readonly [name: string, password: unknown][] = [
      ['no password', undefined],
      ['an empty password', ''],
      ['a list', [PASSWORD]],
      ['an object', { $ne: '' }],
      ['a number', 12345678],
      ['1,025 characters', 'x'.repeat(1025)],
      ['a pile of marks', `e${'\u0301'.repeat(900)}`],
    ];
    for (const [name, password] of BAD) {
      it(`answers 400 for ${name}`, async () => {
        const { body } = await post('/login', { phone: newPhone(), password }).expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', 'password']);
      });
    }

    it('answers 413 to a megabyte and 400 to non-phones', async () => {
      await login(newPhone(), 'x'.repeat(1_000_000)).expect(413);
      assert.equal((await login('12').expect(400)).body.code, 'invalid_phone');
    });

    it('reports suspended and inactive users after a right password', async () => {
      for (const [status, code] of [
        ['suspended', 'account_suspended'],
        ['inactive', 'account_inactive'],
      ] as const) {
        const { phone, user } = await register();
        await setStatus(user.id, status);
        assert.equal((await login(phone, WRONG).expect(401)).body.code, 'invalid_credentials');
        assert.equal((await login(phone).expect(403)).body.code, code);
        assert.equal(await server.db.model(Session).count({ where: { userId: user.id, projectId: 11 } }), 1);
      }
    });

    it('treats a deleted user as an unknown one', async () => {
      const { phone, user } = await register();
      await server.db.model(User).update({ status: 'deleted', phoneKey: null }, { where: { id: user.id, projectId: 11 } });
      assert.equal((await login(phone).expect(401)).body.code, 'invalid_credentials');
    });

    it('answers 403 for any phone when the method is disabled', async () => {
      const { phone } = await register({ projectId: 12, password: PASSWORD });
      await setMethods(['phone_otp']);
      for (const anyPhone of [phone, newPhone()])
        assert.equal((await login(anyPhone, PASSWORD, { projectId: 12 }).expect(403)).body.code, 'login_method_disabled');
      await setMethods(['phone_password', 'phone_otp', 'username_password']);
      await login(phone, PASSWORD, { projectId: 12 }).expect(200);
    });

    it('finds users only in the project of the header', async () => {
      const { phone } = await register({ projectId: 12, password: PASSWORD });
      await login(phone).expect(401);
      await authClient(server, { headers: { 'X-Project-ID': '12' } })
        .post('/login', { phone, password: PASSWORD })
        .expect(200);
    });

    it('replaces a hash of another cost without ending sessions', async () => {
      const { phone, user, tokens } = await register();
      const cheap = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
      await server.db.model(User).update({ passwordHash: cheap }, { where: { id: user.id, projectId: 11 }, silent: true });
      assert.deepEqual(tally(await atOnce(4, () => login(phone))), { 200: 4 });
      const { passwordHash, updatedAt } = (await server.db.model(User).findOne({ where: { id: user.id, projectId: 11 } })) as User;
      assert.equal(server.services.auth.passwords.needsRehash(passwordHash ?? ''), false);
      assert.equal(updatedAt.toISOString(), user['updatedAt']);
      await clientOf(server, { tokens }).get('/profile').expect(200);
      await login(phone).expect(200);
    });
  });

  describe('the lock of a password', () => {
    it('answers 429 after the fifth wrong password', async () => {
      const { phone } = await register();
      await lock(phone);
      for (const password of [WRONG, PASSWORD]) {
        const { body, headers } = await login(phone, password).expect(429);
        assert.deepEqual([body.code, body.available_in, headers['retry-after']], ['account_locked', 900, '900']);
      }
    });

    it('ends on time, whatever is attempted meanwhile', async () => {
      const { phone } = await register();
      await lock(phone);
      clock.advance(899);
      for (const password of [WRONG, PASSWORD, WRONG]) assert.equal((await login(phone, password).expect(429)).body.available_in, 1);
      clock.advance(2);
      await login(phone).expect(200);
    });

    it('starts counting at zero after the lock', async () => {
      const { phone } = await register();
      await lock(phone);
      clock.advance(901);
      await lock(phone);
      await login(phone).expect(429);
    });

    it('applies to unknown phones in the same way', async () => {
      const phone = newPhone();
      await lock(phone);
      const { body } = await login(phone).expect(429);
      assert.deepEqual([body.code, body.available_in], ['account_locked', 900]);
    });

    it('applies to one project only', async () => {
      const { phone } = await register();
      await lock(phone);
      await login(phone, WRONG, { projectId: 12 }).expect(401);
    });

    it('resets the count after a right password', async () => {
      const { phone } = await register();
      for (let round = 0; round < 3; round += 1) {
        assert.deepEqual(tally(await atOnce(4, () => login(phone, WRONG))), { 401: 4 });
        await login(phone).expect(200);
      }
      await lock(phone);
      await login(phone).expect(429);
    });

    it('is lifted by a login with a code', async () => {
      const { phone } = await register();
      await lock(phone);
      await post('/login-otp', { phone, otp: await codeFor(phone) }).expect(200);
      await login(phone).expect(200);
      await lock(phone);
    });

    it('is not lifted by the code of a suspended user', async () => {
      const { phone, user } = await register();
      await lock(phone);
      await setStatus(user.id, 'suspended');
      await post('/login-otp', { phone, otp: await codeFor(phone) }).expect(403);
      await login(phone).expect(429);
    });
  });

  describe('POST /send-otp', () => {
    it('sends a code to known and unknown phones alike', async () => {
      const { phone } = await register();
      const unknown = newPhone();
      const answers = [await post('/send-otp', { phone }).expect(200), await post('/send-otp', { phone: unknown }).expect(200)];
      assert.deepEqual(answers[0]?.body, answers[1]?.body);
      assert.equal(answers[0]?.body.cooldownSeconds, 60);
      assert.ok(providers.messages.some((message) => message.phone === unknown));
    });

    it("sends the message in the user's language", async () => {
      const { phone, user } = await register();
      await server.db.model(User).update({ language: 'ar' }, { where: { id: user.id, projectId: 11 } });
      await codeFor(phone);
      assert.equal(providers.messages.findLast((message) => message.phone === phone)?.language, 'ar');
    });

    it('voids the older code only when a newer is sent', async () => {
      const { phone } = await register();
      const first = await codeFor(phone);
      await post('/send-otp', { phone }).expect(429);
      clock.advance(60);
      const second = await codeFor(phone);
      if (first !== second) assert.equal((await post('/login-otp', { phone, otp: first }).expect(400)).body.code, 'invalid_otp');
      await post('/login-otp', { phone, otp: second }).expect(200);
    });

    it('answers 502 and restores the cooldown when delivery fails', async () => {
      const phone = newPhone();
      providers.break('whatsapp', 'error');
      providers.break('sms', 'error');
      const { body } = await post('/send-otp', { phone }).expect(502);
      providers.mend();
      assert.equal(body.code, 'otp_delivery_failed');
      assert.equal((await post('/send-otp', { phone }).expect(200)).body.cooldownSeconds, 60);
    });

    it('answers 403 like /login-otp when the method is disabled', async () => {
      const { phone } = await register({ projectId: 12, password: PASSWORD });
      await setMethods(['phone_password', 'username_password']);
      for (const [path, body] of [
        ['/send-otp', { phone }],
        ['/login-otp', { phone, otp: '123456' }],
      ] as const) {
        assert.equal((await post(path, { ...body, projectId: 12 }).expect(403)).body.code, 'login_method_disabled');
      }
      await login(phone, PASSWORD, { projectId: 12 }).expect(200);
      await setMethods(['phone_password', 'phone_otp', 'username_password']);
    });
  });

  describe('POST /login-otp', () => {
    it('returns user and tokens once for each code', async () => {
      const { phone, user } = await register({});
      const otp = await codeFor(phone);
      const { body } = await post('/login-otp', { phone, otp }).expect(200);
      assert.deepEqual(body.user, user);
      assert.equal((await post('/login-otp', { phone, otp }).expect(400)).body.code, 'invalid_otp');
      assert.deepEqual((await auditOf(user.id)).at(-1), ['login.succeeded', { method: 'otp' }]);
    });

    it('reports an unregistered phone only after a right code', async () => {
      const phone = newPhone();
      const otp = await codeFor(phone);
      assert.equal((await post('/login-otp', { phone, otp: wrongCode(otp) }).expect(400)).body.code, 'invalid_otp');
      assert.equal((await post('/login-otp', { phone, otp }).expect(404)).body.code, 'user_not_registered');
    });

    it('reports suspended and inactive users after a right code', async () => {
      for (const [status, code] of [
        ['suspended', 'account_suspended'],
        ['inactive', 'account_inactive'],
      ] as const) {
        const { phone, user } = await register({});
        await setStatus(user.id, status);
        const otp = await codeFor(phone);
        assert.equal((await post('/login-otp', { phone, otp: wrongCode(otp) }).expect(400)).body.code, 'invalid_otp');
        assert.equal((await post('/login-otp', { phone, otp }).expect(403)).body.code, code);
      }
    });

    it('refuses the code of another purpose or project', async () => {
      const { phone } = await register({});
      for (const path of ['/register-init', '/password/reset/init'] as const) {
        const otp = await requestCode(server, providers, { path, phone });
        assert.equal((await post('/login-otp', { phone, otp }).expect(400)).body.code, 'invalid_otp');
        clock.advance(300);
      }
      const otp = await codeFor(phone);
      assert.equal((await post('/login-otp', { phone, otp, projectId: 12 }).expect(400)).body.code, 'invalid_otp');
      await post('/login-otp', { phone, otp }).expect(200);
    });

    it('accepts the right code after four wrong ones only', async () => {
      for (const [tries, status] of [
        [4, 200],
        [5, 400],
      ] as const) {
        const { phone } = await register({});
        const otp = await codeFor(phone);
        for (let count = 0; count < tries; count += 1) await post('/login-otp', { phone, otp: wrongCode(otp) }).expect(400);
        await post('/login-otp', { phone, otp }).expect(status);
      }
    });

    it('locks verifying and sending after ten wrong codes', async () => {
      const { phone } = await register();
      const first = await codeFor(phone);
      for (let tries = 0; tries < 5; tries += 1) await post('/login-otp', { phone, otp: wrongCode(first) }).expect(400);
      clock.advance(60);
      const second = await codeFor(phone);
      for (let tries = 0; tries < 5; tries += 1) await post('/login-otp', { phone, otp: wrongCode(second) }).expect(400);
      const { body } = await post('/login-otp', { phone, otp: second }).expect(429);
      assert.deepEqual([body.code, body.available_in], ['otp_locked', 900]);
      clock.advance(300);
      for (const path of ['/register-init', '/send-otp', '/password/reset/init'])
        assert.deepEqual((await post(path, { phone }).expect(429)).body.available_in, 600);
      await login(phone).expect(200);
      clock.advance(601);
      await post('/login-otp', { phone, otp: await codeFor(phone) }).expect(200);
    });

    for (const otp of [['000000', '111111'], {}, 123456, true, null, '12345x', '123456\0']) {
      it(`answers 400 for ${JSON.stringify(otp)} as a code`, async () => {
        const { body } = await post('/login-otp', { phone: newPhone(), otp }).expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', 'otp']);
      });
    }
  });
});

describe('rate limits of signing in', () => {
  const clock = movableClock();
  let running: AuthServer;
  let server: TestServer;

  before(async () => {
    const limits = { RATE_LIMIT_LOGIN: '5/300', RATE_LIMIT_LOGIN_OTP: '2/300', RATE_LIMIT_SEND_OTP: '1/300' };
    running = await startAuthServer({ clock, env: { ...limits, LOGIN_LOCKOUT_ATTEMPTS: '6', LOGIN_LOCKOUT_SECONDS: '60' } });
    server = running.server;
  });
  after(() => running.close());

  const post = (path: string, body: object) => authClient(server).post(path, body);
  const refusalAt = async (path: string, body: object) => {
    const { body: refusal, headers } = await post(path, body).expect(429);
    assert.equal(headers['retry-after'], String(refusal.available_in));
    return [refusal.code, refusal.available_in];
  };

  it('count by project and phone in any spelling', async () => {
    const phone = newPhone();
    for (let tries = 0; tries < 5; tries += 1) await loginAt(server, tries % 2 === 0 ? phone : `00${phone.slice(1)}`).expect(401);
    const [code, seconds] = await refusalAt('/login', { phone, password: PASSWORD });
    assert.equal(code, 'throttled');
    assert.ok(seconds > 290 && seconds <= 300, seconds);
    await loginAt(server, phone, PASSWORD, { projectId: 12 }).expect(401);
    await loginAt(server, newPhone()).expect(401);
  });

  it('report the lock when its wait is longer', async () => {
    const { phone } = await registerAt(server, running.providers);
    for (let tries = 0; tries < 2; tries += 1) await post('/login-otp', { phone, otp: '000000' }).expect(400);
    const [code, seconds] = await refusalAt('/login-otp', { phone, otp: '000000' });
    assert.deepEqual([code, seconds > 290], ['throttled', true]);
    for (let tries = 0; tries < 8; tries += 1) await post('/register-verify', { phone, otp: '000000', projectId: 11 }).expect(400);
    assert.deepEqual(await refusalAt('/login-otp', { phone, otp: '000000' }), ['otp_locked', 900]);
  });

  it('report the cooldown when its wait is longer', async () => {
    const phone = newPhone();
    await post('/send-otp', { phone }).expect(200);
    const [code, seconds] = await refusalAt('/send-otp', { phone });
    assert.deepEqual([code, seconds > 290], ['throttled', true]);
    assert.deepEqual(await refusalAt('/register-init', { phone }), ['otp_cooldown', 60]);
  });
});
