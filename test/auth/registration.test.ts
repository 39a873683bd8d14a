import assert from 'node:assert/strict';
import { Session } from '../../models/auth/Session.ts';
import { User } from '../../models/auth/User.ts';
import { selectRows } from '../support/databases/sql.ts';
import type { FakeProviders } from '../support/providers/fake-providers.ts';
import { admin, authClient, client } from '../support/requests/client.ts';
import { faultyFields } from '../support/requests/key-access.ts';
import type { TestServer } from '../support/server.ts';
import {
  type AuthServer,
  clientOf,
  login,
  movableClock,
  newPhone,
  PASSWORD,
  type RegisteredUser,
  register,
  requestCode,
  startAuthServer,
  wrongCode,
} from './support.ts';

describe('registration', () => {
  const clock = movableClock();
  let running: AuthServer;
  let server: TestServer;
  let providers: FakeProviders;

  before(async () => {
    running = await startAuthServer({ clock, env: { TEST_PHONES: '+15550100001=424242' } });
    ({ server, providers } = running);
  });
  after(() => running.close());

  const init = (phone: unknown, extra: object = {}) => authClient(server).post('/register-init', { phone, ...extra });
  const verify = (body: object) => authClient(server).post('/register-verify', body);
  const codeFor = (phone: string, projectId?: number) => requestCode(server, providers, { path: '/register-init', phone, projectId });
  const setProject = (id: number, settings: object) => admin(server).put(`/admin/projects/${id}`, { settings }).expect(200);
  const messagesTo = (phone: string) => providers.messages.filter((message) => message.phone === phone);
  const usersOf = (phone: string) => server.db.model(User).findAll({ where: { phoneKey: phone }, acrossProjects: true });

  describe('POST /register-init', () => {
    it('sends a code of six digits and returns the cooldown', async () => {
      const phone = newPhone();
      const { body } = await init(phone).expect(200);
      assert.equal(body.cooldownSeconds, 60);
      assert.equal(messagesTo(phone).length, 1);
      assert.match(messagesTo(phone)[0]?.code ?? '', /^\d{6}$/);
    });

    it('replies alike and sends a code to registered phones', async () => {
      const { phone } = await register(server, providers);
      const known = await init(phone).expect(200);
      const unknown = await init(newPhone()).expect(200);
      assert.deepEqual(known.body, unknown.body);
      assert.equal(messagesTo(phone).length, 2);
    });

    it('treats every common spelling as the same phone', async () => {
      const phone = newPhone();
      const rest = phone.slice(4);
      await init(phone).expect(200);
      const arabic = [...rest].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('');
      const wide = [...rest].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('');
      for (const spelling of [
        `00966${rest}`,
        `+966 ${rest.slice(0, 2)}-${rest.slice(2)}`,
        `+966${arabic}`,
        `+966${wide}`,
        ` (+966) ${rest}`,
      ]) {
        const { body } = await init(spelling).expect(429);
        assert.deepEqual([body.code, body.available_in], ['otp_cooldown', 60], spelling);
      }
    });

    for (const phone of [
      '',
      '123',
      'phone',
      '+0501234567',
      `tel:${'+966501234567'}`,
      '+966501234567;ext=5',
      '\u202e966501234567',
      '+96650123456789012',
    ]) {
      it(`answers 400 for ${JSON.stringify(phone)}`, async () => {
        const { body } = await init(phone).expect(400);
        assert.ok(['invalid_phone', 'validation_error'].includes(body.code));
        assert.deepEqual(faultyFields(body), ['phone']);
      });
    }

    for (const phone of [undefined, null, 966501234567, ['+966501234567'], { $ne: '' }]) {
      it(`answers 400 for ${JSON.stringify(phone)?.slice(0, 30)} as a phone`, async () => {
        const { body } = await init(phone).expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', 'phone']);
      });
    }

    for (const phone of [`+966${' '.repeat(70)}501234567`, `+${'9'.repeat(200_000)}`])
      it(`answers 400 invalid_phone to ${phone.length} characters on every endpoint`, async () => {
        const bodies: Readonly<Record<string, object>> = {
          '/register-init': {},
          '/register-verify': { otp: '123456' },
          '/login': { password: PASSWORD },
          '/send-otp': {},
          '/login-otp': { otp: '123456' },
          '/password/reset/init': {},
          '/password/reset/confirm': { otp: '123456', newPassword: PASSWORD },
        };
        for (const [path, body] of Object.entries(bodies)) {
          const answer = await authClient(server)
            .post(path, { phone, ...body })
            .expect(400);
          assert.deepEqual([answer.body.code, ...faultyFields(answer.body)], ['invalid_phone', 'phone'], path);
        }
      });

    for (const projectId of ['11', 0, 1.5, -1, null, 2_147_483_648]) {
      it(`answers 400 for ${JSON.stringify(projectId)} as projectId`, async () => {
        const { body } = await init(newPhone(), { projectId }).expect(400);
        assert.deepEqual(faultyFields(body), ['projectId']);
      });
    }

    it('refuses an unknown, inactive or contradicting project', async () => {
      assert.equal((await init(newPhone(), { projectId: 404404 }).expect(404)).body.code, 'project_not_found');
      const contradicted = authClient(server, { headers: { 'X-Project-ID': '12' } }).post('/register-init', {
        phone: newPhone(),
        projectId: 11,
      });
      assert.equal((await contradicted.expect(403)).body.code, 'project_mismatch');
      await admin(server).post('/admin/projects', { name: 'Off', id: 13 }).expect(201);
      await admin(server).put('/admin/projects/13', { isActive: false }).expect(200);
      for (const path of ['/register-init', '/send-otp', '/password/reset/init'])
        assert.equal((await authClient(server).post(path, { phone: newPhone(), projectId: 13 }).expect(403)).body.code, 'project_inactive');
      const body = { phone: newPhone(), otp: '123456', password: PASSWORD, newPassword: PASSWORD, projectId: 13 };
      for (const path of ['/register-verify', '/login', '/login-otp', '/password/reset/confirm'])
        assert.equal((await authClient(server).post(path, body).expect(403)).body.code, 'project_inactive');
    });

    it('refuses when registration or phone sign-in is disabled', async () => {
      await setProject(12, { registration: false });
      const phone = newPhone();
      assert.equal((await init(phone, { projectId: 12 }).expect(403)).body.code, 'registration_disabled');
      assert.equal((await verify({ phone, otp: '123456', projectId: 12 }).expect(403)).body.code, 'registration_disabled');
      await setProject(12, { registration: true, loginMethods: ['username_password'] });
      assert.equal((await init(phone, { projectId: 12 }).expect(403)).body.code, 'login_method_disabled');
      await setProject(12, { loginMethods: ['phone_password', 'phone_otp', 'username_password'] });
      assert.equal(messagesTo(phone).length, 0);
      await init(phone, { projectId: 12 }).expect(200);
    });

    it("sends the message in the project's first available language", async () => {
      await setProject(12, { languages: ['fr', 'ar', 'en'] });
      const phone = newPhone();
      await init(phone, { projectId: 12 }).expect(200);
      await setProject(12, { languages: ['en', 'ar'] });
      assert.equal(messagesTo(phone)[0]?.language, 'ar');
    });

    it('shares the cooldown tiers with the other sending endpoints', async () => {
      const { phone } = await register(server, providers);
      const steps = [
        ['/register-init', 60],
        ['/send-otp', 300],
        ['/password/reset/init', 86_400],
        ['/send-otp', 86_400],
      ] as const;
      for (const [path, next] of steps) {
        const { body } = await authClient(server).post(path, { phone }).expect(200);
        assert.equal(body.cooldownSeconds, next);
        for (const refused of ['/register-init', '/send-otp', '/password/reset/init']) {
          const answer = await authClient(server).post(refused, { phone }).expect(429);
          assert.deepEqual(
            [answer.body.code, answer.body.available_in, answer.headers['retry-after']],
            ['otp_cooldown', next, String(Math.min(next, 3_600))],
          );
          assert.match(answer.body.message, new RegExp(`\\b${next} seconds`));
        }
        clock.advance(next - 1);
        assert.equal((await authClient(server).post('/send-otp', { phone }).expect(429)).body.available_in, 1);
        clock.advance(1);
      }
    });
  });

  describe('POST /register-verify', () => {
    it('creates an active customer and signs them in', async () => {
      const phone = newPhone();
      const otp = await codeFor(phone);
      const { body } = await verify({ phone, otp, firstName: ' نورة ', lastName: "O'Neil" }).expect(201);
      const { id, createdAt, updatedAt, ...rest } = body.user;
      assert.deepEqual(rest, {
        phone,
        email: null,
        emailVerified: false,
        role: 'customer',
        status: 'active',
        firstName: 'نورة',
        lastName: "O'Neil",
        avatar: null,
        language: 'en',
        phoneVerified: true,
        projectId: 11,
      });
      assert.match(id, /^[0-9a-f-]{36}$/);
      assert.deepEqual([body.tokens.tokenType, body.tokens.expiresIn], ['Bearer', 3600]);
      const [session] = await server.db.model(Session).findAll({ where: { userId: id, projectId: 11 } });
      assert.equal(session?.method, 'registration');
      const profile = await clientOf(server, body).get('/profile').expect(200);
      assert.equal(profile.body.id, id);
    });

    it('stores the password for later logins', async () => {
      const { phone, user } = await register(server, providers, newPhone(), { password: PASSWORD });
      const { body } = await login(server, phone).expect(200);
      assert.equal(body.user.id, user.id);
    });

    it('ignores role, status, id and e-mail of the body', async () => {
      const { user } = await register(server, providers, newPhone(), {
        role: 'admin',
        status: 'pending',
        id: 'me',
        email: 'a@example.com',
        phoneVerified: false,
        phoneKey: null,
        passwordHash: 'x',
      });
      assert.deepEqual([user['role'], user['status'], user['email'], user['phoneVerified']], ['customer', 'active', null, true]);
    });

    for (const [languages, language] of [
      [['ar', 'en'], 'en'],
      [['fr', 'ar'], 'fr'],
    ] as const)
      it(`uses the language ${language} in a project with ${languages.join(', ')}`, async () => {
        await setProject(12, { languages });
        const { user } = await register(server, providers, newPhone(), { projectId: 12 });
        await setProject(12, { languages: ['en', 'ar'] });
        assert.equal(user['language'], language);
      });

    it('reports a registered phone only after a right code', async () => {
      const { phone } = await register(server, providers);
      const otp = await codeFor(phone);
      assert.equal((await verify({ phone, otp: wrongCode(otp) }).expect(400)).body.code, 'invalid_otp');
      assert.equal((await verify({ phone, otp }).expect(409)).body.code, 'phone_already_registered');
      assert.equal((await usersOf(phone)).length, 1);
    });

    it('returns one body for every kind of invalid code', async () => {
      const [used, expired] = [newPhone(), newPhone()];
      const usedCode = await codeFor(used);
      await verify({ phone: used, otp: usedCode }).expect(201);
      const expiredCode = await codeFor(expired);
      clock.advance(301);
      const answers = [
        await verify({ phone: newPhone(), otp: '123456' }).expect(400),
        await verify({ phone: used, otp: usedCode }).expect(400),
        await verify({ phone: expired, otp: expiredCode }).expect(400),
      ];
      for (const { body } of answers) assert.deepEqual([body.code, body.message], ['invalid_otp', answers[0]?.body.message]);
    });

    it('accepts a code in its last second', async () => {
      const phone = newPhone();
      const otp = await codeFor(phone);
      clock.advance(299);
      await verify({ phone, otp }).expect(201);
    });

    const NOT_DIGITS: readonly unknown[] = [
      ['000000', '111111'],
      {},
      { $ne: '' },
      123456,
      true,
      null,
      undefined,
      '',
      '123',
      '12345678901',
      ' \u200e',
      '1\u200e23',
      '\u0661\u0662\u0663',
      '123456\0',
      '12345a',
      '123.456',
      '1'.repeat(65),
      '1e5000',
    ];
    it('answers 400 to malformed codes without counting them', async () => {
      const phone = newPhone();
      const right = await codeFor(phone);
      for (const otp of NOT_DIGITS) {
        const { body } = await verify({ phone, otp }).expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', 'otp'], JSON.stringify(otp));
      }
      await verify({ phone, otp: right }).expect(201);
    });

    it('refuses a weak password without using the code', async () => {
      const phone = newPhone();
      const otp = await codeFor(phone);
      for (const password of [
        'short',
        'password123',
        phone,
        phone.slice(1),
        'x'.repeat(129),
        'a\u0301'.repeat(4),
        `${'e'}${'\u0301'.repeat(40)}-horse`,
      ]) {
        const { body } = await verify({ phone, otp, password }).expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', 'password'], password);
      }
      await verify({ phone, otp, password: PASSWORD }).expect(201);
    });

    for (const [field, value] of [
      ['firstName', 'x'.repeat(101)],
      ['lastName', ''],
      ['firstName', 'a\u0000b'],
      ['firstName', 5],
    ] as const) {
      it(`answers 400 for ${JSON.stringify(value).slice(0, 20)} as ${field}`, async () => {
        const { body } = await verify({ phone: newPhone(), otp: '123456', [field]: value }).expect(400);
        assert.deepEqual(faultyFields(body), [field]);
      });
    }

    it('refuses the code of another purpose', async () => {
      const phone = newPhone();
      const otp = await requestCode(server, providers, { path: '/send-otp', phone });
      assert.equal((await verify({ phone, otp }).expect(400)).body.code, 'invalid_otp');
    });

    it('refuses the code of another project', async () => {
      const phone = newPhone();
      const otp = await codeFor(phone, 11);
      assert.equal((await verify({ phone, otp, projectId: 12 }).expect(400)).body.code, 'invalid_otp');
      await verify({ phone, otp, projectId: 11 }).expect(201);
    });

    it('finds the project by live code, unless several match', async () => {
      const alone = newPhone();
      const { body } = await verify({ phone: alone, otp: await codeFor(alone, 12) }).expect(201);
      assert.equal(body.user.projectId, 12);
      const both = newPhone();
      await codeFor(both, 11);
      const otp = await codeFor(both, 12);
      assert.equal((await verify({ phone: both, otp }).expect(400)).body.code, 'project_id_required');
      const chosen = await authClient(server, { headers: { 'X-Project-ID': '12' } }).post('/register-verify', { phone: both, otp });
      assert.deepEqual([chosen.status, chosen.body.user?.projectId], [201, 12]);
    });

    it('answers 403 when body and header name different projects', async () => {
      const answer = await authClient(server, { headers: { 'X-Project-ID': '12' } })
        .post('/register-verify', { phone: newPhone(), otp: '123456', projectId: 11 })
        .expect(403);
      assert.equal(answer.body.code, 'project_mismatch');
    });

    it('keeps separate users for one phone in two projects', async () => {
      const phone = newPhone();
      const first = await register(server, providers, phone, { projectId: 11, password: PASSWORD });
      const second = await register(server, providers, phone, { projectId: 12, password: 'another horse battery' });
      assert.notEqual(first.user.id, second.user.id);
      assert.equal((await login(server, phone, PASSWORD, { projectId: 12 }).expect(401)).body.code, 'invalid_credentials');
      const claims = (user: RegisteredUser) => JSON.parse(Buffer.from(user.tokens.accessToken.split('.')[1] ?? '', 'base64url').toString());
      assert.deepEqual([claims(first).projectId, claims(second).projectId], [11, 12]);
    });

    it('registers a phone again after its user was deleted', async () => {
      const { phone, user } = await register(server, providers);
      await server.db.model(User).update({ status: 'deleted', phoneKey: null }, { where: { id: user.id, projectId: 11 } });
      assert.notEqual((await register(server, providers, phone)).user.id, user.id);
    });

    it('writes an audit row without phone and code', async () => {
      const { user, phone } = await register(server, providers);
      const rows = await selectRows<{ action: string }>(server.db, 'SELECT * FROM audit_log WHERE project_id = 11 AND subject = :subject', {
        subject: `user:${user.id}`,
      });
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['user.registered'],
      );
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(phone.slice(1)));
    });
  });

  it('replies the same under /api/v1/auth', async () => {
    const phone = newPhone();
    const v1 = client(server, {}, '/api/v1/auth');
    await v1.post('/register-init', { phone }).expect(200);
    await v1.post('/register-verify', { phone, otp: await providers.codeFor(phone) }).expect(201);
  });

  it('needs no Authorization header and ignores a bad one', async () => {
    const phone = newPhone();
    await authClient(server, { token: 'nonsense' }).post('/register-init', { phone }).expect(200);
  });
});
