import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreationAttributes } from 'sequelize';
import { User } from '../../models/auth/User.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { recountAuth } from '../../server/services/auth/auth-sums.ts';
import { searchKeysOf } from '../../server/services/auth/search/search-keys.ts';
import { statementsOf } from '../support/databases/statements.ts';
import { admin, authClient, type Client } from '../support/requests/client.ts';
import { atOnce, faultyFields, tally } from '../support/requests/key-access.ts';
import { operatorToken, phoneToken, USER_ID } from '../support/requests/tokens.ts';
import {
  type AuthServer,
  clientOf,
  login,
  newPhone,
  PASSWORD,
  type RegisteredUser,
  register,
  requestCode,
  startAuthServer,
  wrongCode,
} from './support.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const TEST_PHONE = '+15550100001';

describe('users', () => {
  let auth: AuthServer;
  let boss: Client;

  before(async () => {
    auth = await startAuthServer({ env: { TEST_PHONES: `${TEST_PHONE}=123456` } });
    boss = authClient(auth.server, { token: operatorToken(auth.server) });
  });
  after(() => auth.close());

  const newUser = (extra = {}): Promise<RegisteredUser> => register(auth.server, auth.providers, newPhone(), extra);
  const as = (user: RegisteredUser) => clientOf(auth.server, user);
  const stored = async (id: string): Promise<User> => {
    const found = await auth.server.db.model(User).findOne({ where: { id }, acrossProjects: true });
    assert.ok(found !== null);
    return found;
  };
  /** A user with the role admin. */
  const newAdmin = async (): Promise<RegisteredUser> => {
    const user = await newUser();
    await boss.put(`/admin/users/${user.user.id}`, { role: 'admin' }).expect(200);
    const { body } = await authClient(auth.server).post('/refresh', { refresh_token: user.tokens.refreshToken }).expect(200);
    return { ...user, tokens: body };
  };

  describe('access', () => {
    const forStaff = [
      ['get', '/admin/users'],
      ['get', `/admin/users/${UNKNOWN}`],
      ['post', `/admin/users/${UNKNOWN}/unlock`],
      ['post', `/admin/users/${UNKNOWN}/revoke-sessions`],
    ] as const;
    const forAdmins = [
      ['put', `/admin/users/${UNKNOWN}`, {}],
      ['get', `/admin/users/${UNKNOWN}/export`],
      ['post', `/admin/users/${UNKNOWN}/erase`, { reason: 'Why' }],
    ] as const;

    for (const [method, path, body] of [...forStaff, ...forAdmins]) {
      const isForStaff = forStaff.some((call) => call[1] === path && call[0] === method);

      it(`requires ${isForStaff ? 'an operator' : 'an admin'} for ${method} ${path.replace(UNKNOWN, ':id')}`, async () => {
        assert.equal((await authClient(auth.server)[method](path, body).expect(401)).body.code, 'not_authenticated');
        const tokens = [
          ...(isForStaff ? [] : [operatorToken(auth.server, { role: 'staff' })]),
          ...(['customer', 'driver', 'staff', 'pending'] as const).map((role) => phoneToken(auth.server, { role })),
        ];
        const clerk = authClient(auth.server, { token: operatorToken(auth.server, { role: 'staff' }) });
        if (isForStaff) assert.notEqual((await clerk[method](path, body)).status, 403);
        for (const token of tokens)
          assert.equal((await authClient(auth.server, { token })[method](path, body).expect(403)).body.code, 'permission_denied');
      });

      it(`answers 403 to ${method} ${path.replace(UNKNOWN, ':id')} for another project`, async () => {
        const elsewhere = authClient(auth.server, { token: operatorToken(auth.server), headers: { 'X-Project-ID': '12' } });
        assert.equal((await elsewhere[method](path, body).expect(403)).body.code, 'project_mismatch');
      });
    }

    it('accepts users with the role admin like operators', async () => {
      const chief = await newAdmin();
      await as(chief).get('/admin/users').expect(200);
      await as(chief).get(`/admin/users/${chief.user.id}`).expect(200);
    });

    it("answers 404 without a change for another project's user", async () => {
      const { user, tokens } = await newUser({ projectId: 12 });
      const path = `/admin/users/${user.id}`;
      const answers = [
        await boss.get(path).expect(404),
        await boss.put(path, { role: 'admin', status: 'deleted' }).expect(404),
        await boss.post(`${path}/unlock`).expect(404),
        await boss.post(`${path}/revoke-sessions`).expect(404),
      ];
      for (const { body } of answers) assert.equal(body.code, 'user_not_found');
      const { role, status } = await stored(user.id);
      assert.deepEqual([role, status], ['customer', 'active']);
      await authClient(auth.server, { token: tokens.accessToken }).get('/profile').expect(200);
    });

    for (const id of ['1', 'x', UNKNOWN.toUpperCase().replace('8', 'A'), `${UNKNOWN}0`, '%27%20OR%201=1'])
      it(`answers 400 for the id ${id}`, async () => {
        assert.deepEqual(faultyFields((await boss.get(`/admin/users/${id}`).expect(400)).body), ['id']);
      });
  });

  describe('GET /admin/users', () => {
    const PROJECT = 14;
    let chief: Client;
    let made: { id: string; phone: string }[] = [];

    before(async () => {
      await admin(auth.server).post('/admin/projects', { name: 'Search', id: PROJECT }).expect(201);
      chief = authClient(auth.server, { token: operatorToken(auth.server, { projectId: PROJECT }) });
      made = await makeUsers(auth.server.db, PROJECT);
      await recountAuth(auth.server.db, { repair: true });
    });

    const found = async (query: string): Promise<string[]> => {
      const { body } = await chief.get(`/admin/users?${query}`).expect(200);
      return body.data.map(({ phone }: { phone: string }) => phone.slice(-1));
    };

    it('lists the newest first, with pagination', async () => {
      const { body } = await chief.get('/admin/users?limit=2').expect(200);
      assert.deepEqual(
        body.data.map(({ id }: { id: string }) => id),
        [made[5]?.id, made[4]?.id],
      );
      assert.deepEqual(body.pagination, { page: 1, limit: 2, total: 6, totalPages: 3, hasNext: true, hasPrevious: false });
    });

    it('lists users of one millisecond by id', async () => {
      const pages = await Promise.all([1, 2, 3].map((page) => chief.get(`/admin/users?limit=2&page=${page}`).expect(200)));
      const ids = pages.flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id));
      assert.deepEqual(ids, made.map(({ id }) => id).reverse());
      assert.deepEqual([pages[2]?.body.pagination.hasNext, pages[2]?.body.pagination.hasPrevious], [false, true]);
    });

    it('returns an empty list beyond the last page', async () => {
      const beyond = await chief.get('/admin/users?page=9').expect(200);
      assert.deepEqual(beyond.body, {
        data: [],
        pagination: { page: 9, limit: 20, total: 6, totalPages: 1, hasNext: false, hasPrevious: true },
      });
      const nobody = await chief.get('/admin/users?q=nobody').expect(200);
      assert.deepEqual(nobody.body.pagination, { page: 1, limit: 20, total: 0, totalPages: 0, hasNext: false, hasPrevious: false });
    });

    it('treats a limit above 100 as 100', async () => {
      assert.equal((await chief.get('/admin/users?limit=1000').expect(200)).body.pagination.limit, 100);
    });

    it('finds by status and role', async () => {
      assert.deepEqual(await found('status=suspended'), ['2', '1']);
      assert.deepEqual(await found('role=driver'), ['2', '0']);
      assert.deepEqual(await found('role=driver&status=suspended'), ['2']);
    });

    it('finds by the beginning of the phone in any spelling', async () => {
      for (const q of ['+9714000000', '9714000000', '00971 4000000', '+971-4000-000']) assert.equal((await found(query(q))).length, 6, q);
      assert.deepEqual(await found(query('+97140000003')), ['3']);
      assert.deepEqual(await found(query('٠٠٩٧١٤٠٠٠٠٠٠٣')), ['3']);
    });

    it('finds by the national number, complete or begun', async () => {
      for (const q of ['040000003', '٠٤٠٠٠٠٠٠٣', '۰۴۰۰۰۰۰۰۳', '04-000 0003', '\u202a040000003\u202c', '40000003', '(04) 0000 003'])
        assert.deepEqual(await found(query(q)), ['3'], q);
      assert.equal((await found(query('04 000'))).length, 6);
      for (const q of ['05', '041', '0971', '05000', '000003 x']) assert.deepEqual(await found(query(q)), [], q);
    });

    it('finds by at least four last digits', async () => {
      for (const q of ['0000003', '0003', '٠٠٠٣', '۰۰۰۳', '\u200f0003', '0 0-03']) assert.deepEqual(await found(query(q)), ['3'], q);
      for (const q of ['003', '٠٠٣', '03', '3', '+0003', '004003', '+97', '00971']) assert.deepEqual(await found(query(q)), [], q);
    });

    it('finds by the id alone, in either case', async () => {
      const { id = '' } = made[3] ?? {};
      for (const q of [id, id.toUpperCase(), ` ${id}`]) assert.deepEqual(await found(query(q)), ['3'], q);
      for (const q of [id.slice(0, 8), UNKNOWN]) assert.deepEqual(await found(query(q)), [], q);
      const { user } = await newUser();
      assert.deepEqual(await found(query(user.id)), [], 'of another project');
    });

    it('finds by the beginnings of names and e-mail', async () => {
      assert.deepEqual(await found(query('noura')), ['1', '0']);
      assert.deepEqual(await found(query('nou')), ['1', '0']);
      assert.deepEqual(await found(query('NOURA ali')), ['0']);
      assert.deepEqual(await found(query('ali noura')), ['0']);
      assert.deepEqual(await found(query('Two@example.org')), ['2']);
      assert.deepEqual(await found(query('noura@')), ['0']);
      assert.deepEqual(await found(query('100% sal')), ['5']);
      assert.deepEqual(await found(query('نورة')), ['4']);
      for (const q of ['noura example.org', 'example.org', 'oura', 'li']) assert.deepEqual(await found(query(q)), [], q);
    });

    it('filters and orders what a search finds', async () => {
      assert.deepEqual(await found('q=971400&status=suspended'), ['2', '1']);
      assert.deepEqual(await found('q=971400&order=asc'), ['0', '1', '2', '3', '4', '5']);
      assert.deepEqual(await found('q=971400&from=2026-01-01T12:01:00Z&to=2026-01-01T12:04:00Z'), ['3', '2', '1']);
      assert.deepEqual(await found('q=971400&role=driver&sort=lastLoginAt'), ['0', '2']);
      const { body } = await chief.get('/admin/users?q=971400&limit=4&page=2').expect(200);
      assert.deepEqual(body.pagination, { page: 2, limit: 4, total: 6, totalPages: 2, hasNext: false, hasPrevious: true });
      assert.equal(body.data.length, 2);
    });

    it('lists by the last sign-in, those without one last', async () => {
      const newestFirst = ['0', '2', '5', '4', '3', '1'];
      assert.deepEqual(await found('sort=lastLoginAt'), newestFirst);
      assert.deepEqual(await found('sort=lastLoginAt&order=asc'), newestFirst.toReversed());
      assert.deepEqual(await found('sort=lastLoginAt&role=driver'), ['0', '2']);
      assert.deepEqual(await found('sort=lastLoginAt&from=2026-01-01T12:02:00Z'), ['2', '5', '4', '3']);
      assert.deepEqual(await found('sort=createdAt&order=asc&limit=2'), ['0', '1']);
    });

    it('lists those who registered in a time', async () => {
      assert.deepEqual(await found('from=2026-01-01T12:02:00Z&to=2026-01-01T12:05:00Z'), ['4', '3', '2']);
      assert.deepEqual(await found('to=2026-01-01T12:01:00.001Z&status=active'), ['0']);
    });

    it('shows the last sign-in and the time of an erasure', async () => {
      const user = await newUser({ password: PASSWORD, projectId: 11 });
      const show = async () => (await boss.get(`/admin/users/${user.user.id}`).expect(200)).body;
      const first = await show();
      assert.ok(Math.abs(Date.parse(first.lastLoginAt) - Date.parse(first.createdAt)) < 5_000);
      await login(auth.server, user.phone).expect(200);
      const second = await show();
      assert.ok(second.lastLoginAt > first.lastLoginAt);
      assert.deepEqual([second.updatedAt, second.deletesAt], [first.updatedAt, null]);
      await login(auth.server, user.phone, 'wrong horse battery').expect(401);
      assert.equal((await show()).lastLoginAt, second.lastLoginAt);
      const { body } = await as(user).post('/account/deletion', { password: PASSWORD }).expect(202);
      assert.equal((await show()).deletesAt, body.deletesAt);
      const listed = (await boss.get(`/admin/users?q=${user.user.id}`).expect(200)).body.data;
      assert.deepEqual(listed, [await show()]);
    });

    it('finds words regardless of accents and Arabic variants', async () => {
      for (const q of ['ÉLODIE', 'élodie', 'Elodie', 'E\u0301lodie']) assert.deepEqual(await found(query(q)), ['5'], q);
      for (const q of ['نوره', 'نُورَة', 'نـورة', 'نو\u200cرة', '\u202bنورہ\u202c', 'نورە'])
        assert.deepEqual(await found(query(q)), ['4'], q);
      for (const q of ['احمد', 'أحمد', 'إحمد', 'احمد نوره']) assert.deepEqual(await found(query(q)), ['4'], q);
      assert.deepEqual(await found(query('١٠٠')), ['5']);
    });

    it('matches neither punctuation alone nor across two fields', async () => {
      for (const q of ['ـ', '\u064e', 'nouraali', 'alinoura']) assert.deepEqual(await found(query(q)), [], q);
    });

    it('finds current names and e-mails, not erased ones', async () => {
      const user = await newUser({ firstName: 'Ünal', projectId: PROJECT });
      const ids = async (q: string) =>
        (await chief.get(`/admin/users?${query(q)}`).expect(200)).body.data.map(({ id }: { id: string }) => id);
      assert.deepEqual(await ids('unal'), [user.user.id]);
      const change = { lastName: 'Öztürk', email: 'Unal.O@example.net' };
      await clientOf(auth.server, user, { headers: { 'X-Project-ID': String(PROJECT) } })
        .put('/profile', change)
        .expect(200);
      for (const q of ['ÜNAL', 'ozturk', 'unal.o@EXAMPLE.net', user.phone.slice(-9)]) assert.deepEqual(await ids(q), [user.user.id], q);
      await chief.put(`/admin/users/${user.user.id}`, { status: 'deleted' }).expect(200);
      for (const q of ['unal.o@example.net', 'ünal öztürk', user.phone.slice(-9), user.phone]) assert.deepEqual(await ids(q), [], q);
      assert.deepEqual(await ids(user.user.id), [user.user.id]);
      await auth.server.db.model(User).destroy({ where: { id: user.user.id, projectId: PROJECT } });
      await recountAuth(auth.server.db, { repair: true });
    });

    it('treats wildcards and quotes as plain text', async () => {
      assert.deepEqual(await found(query('100%')), ['5']);
      assert.deepEqual(await found(query('a_b')), ['3']);
      for (const q of ['%', '_', 'a%b', '1_0', '\\', "' OR '1'='1", '";--']) assert.deepEqual(await found(query(q)), [], q);
    });

    for (const sent of [
      'page=0',
      'page=-1',
      'page=1e3',
      'page=1&page=2',
      'limit=0',
      'limit=x',
      'q=',
      'q=a&q=b',
      `q=${'x'.repeat(101)}`,
      'sort=name',
      'order=up',
      'from=today',
      'to=1',
    ])
      it(`answers 400 for ?${sent.slice(0, 20)}`, async () => {
        assert.deepEqual(faultyFields((await chief.get(`/admin/users?${sent}`).expect(400)).body), [sent.split('=')[0]]);
      });

    it('answers 400 and names an unknown status and role', async () => {
      assert.deepEqual(faultyFields((await chief.get('/admin/users?status=gone&role=king').expect(400)).body), ['role', 'status']);
    });

    it('reads users twice, however many there are', async () => {
      const few = await statementsOnUsers(auth.server.db, () => chief.get('/admin/users?limit=1').expect(200));
      const many = await statementsOnUsers(auth.server.db, () => chief.get('/admin/users').expect(200));
      assert.deepEqual([few, many], [2, 2]);
    });
  });

  describe('GET /admin/users/:id', () => {
    it('returns the record of the user', async () => {
      const user = await newUser({ firstName: 'Noura' });
      const { body } = await boss.get(`/admin/users/${user.user.id}`).expect(200);
      const { lastLoginAt, deletesAt, ...record } = body;
      assert.deepEqual(record, (await as(user).get('/profile').expect(200)).body);
      assert.deepEqual([typeof lastLoginAt, deletesAt], ['string', null]);
    });

    it('answers 404 for an unknown user', async () => {
      assert.equal((await boss.get(`/admin/users/${UNKNOWN}`).expect(404)).body.code, 'user_not_found');
    });
  });

  describe('PUT /admin/users/:id', () => {
    type Status = 'active' | 'inactive' | 'suspended' | 'deleted';
    const STATUSES: readonly Status[] = ['active', 'inactive', 'suspended', 'deleted'];
    const ALLOWED = new Set([
      'active inactive',
      'active suspended',
      'active deleted',
      'inactive active',
      'inactive suspended',
      'inactive deleted',
      'suspended active',
      'suspended deleted',
    ]);

    for (const from of STATUSES)
      for (const to of STATUSES) {
        const expected = from === to || ALLOWED.has(`${from} ${to}`) ? 200 : 409;
        it(`answers ${expected} for ${from} → ${to}`, async () => {
          const { id } = await makeUser(auth.server.db, 11, { status: from });
          const { body } = await boss.put(`/admin/users/${id}`, { status: to }).expect(expected);
          assert.equal(expected === 200 ? body.status : body.code, expected === 200 ? to : 'invalid_transition');
          assert.equal((await stored(id)).status, expected === 200 ? to : from);
        });
      }

    it('changes nothing for the same status and role', async () => {
      const { user } = await newUser();
      const { body } = await boss.put(`/admin/users/${user.id}`, { status: 'active', role: 'customer' }).expect(200);
      assert.deepEqual(body, { ...body, ...user });
    });

    it('changes neither field when one is refused', async () => {
      const { id } = await makeUser(auth.server.db, 11, { status: 'suspended' });
      await boss.put(`/admin/users/${id}`, { role: 'driver', status: 'inactive' }).expect(409);
      assert.equal((await stored(id)).role, 'customer');
    });

    for (const status of ['inactive', 'suspended', 'deleted'] as const)
      it(`ends all sessions of a user who becomes ${status}`, async () => {
        const user = await newUser({ password: PASSWORD });
        const second = (await login(auth.server, user.phone).expect(200)).body;
        await boss.put(`/admin/users/${user.user.id}`, { status }).expect(200);
        for (const { accessToken, refreshToken } of [user.tokens, second.tokens]) {
          assert.equal((await authClient(auth.server, { token: accessToken }).get('/profile').expect(401)).body.code, 'token_not_valid');
          await authClient(auth.server).post('/refresh', { refresh_token: refreshToken }).expect(401);
        }
      });

    it('lets a reactivated user sign in again', async () => {
      const user = await newUser({ password: PASSWORD });
      await boss.put(`/admin/users/${user.user.id}`, { status: 'suspended' }).expect(200);
      assert.equal((await login(auth.server, user.phone).expect(403)).body.code, 'account_suspended');
      await boss.put(`/admin/users/${user.user.id}`, { status: 'active' }).expect(200);
      await as(user).get('/profile').expect(401);
      await authClient(auth.server).post('/refresh', { refresh_token: user.tokens.refreshToken }).expect(401);
      const { tokens } = (await login(auth.server, user.phone).expect(200)).body;
      await authClient(auth.server, { token: tokens.accessToken }).get('/profile').expect(200);
    });

    it('frees phone and e-mail of a deleted user', async () => {
      const user = await newUser({ firstName: 'Noura' });
      await as(user).put('/profile', { email: 'freed@example.com' }).expect(200);
      const { body } = await boss.put(`/admin/users/${user.user.id}`, { status: 'deleted' }).expect(200);
      assert.deepEqual([body.status, body.email, body.phone, body.firstName], ['deleted', null, '', null]);
      const next = await register(auth.server, auth.providers, user.phone);
      assert.notEqual(next.user.id, user.user.id);
      await as(next).put('/profile', { email: 'freed@example.com' }).expect(200);
      await boss.get(`/admin/users/${user.user.id}`).expect(200);
    });

    it('clears locks and cooldown of a freed phone', async () => {
      const user = await newUser({ password: PASSWORD });
      const { phone } = user;
      for (let tries = 0; tries < 5; tries += 1) await login(auth.server, phone, 'wrong horse battery').expect(401);
      const stale = await requestCode(auth.server, auth.providers, { path: '/send-otp', phone });
      for (let tries = 0; tries < 10; tries += 1)
        await authClient(auth.server)
          .post('/login-otp', { phone, otp: wrongCode(stale) })
          .expect(400);
      await login(auth.server, phone).expect(429);
      assert.equal((await authClient(auth.server).post('/register-init', { phone }).expect(429)).body.code, 'otp_locked');
      await boss.put(`/admin/users/${user.user.id}`, { status: 'deleted' }).expect(200);
      assert.equal((await authClient(auth.server).post('/login-otp', { phone, otp: stale }).expect(400)).body.code, 'invalid_otp');
      const next = await register(auth.server, auth.providers, phone, { password: 'another horse battery' });
      assert.equal((await login(auth.server, phone, 'another horse battery').expect(200)).body.user.id, next.user.id);
    });

    it('keeps the locks of the phone in other projects', async () => {
      const user = await newUser({ password: PASSWORD });
      for (let tries = 0; tries < 5; tries += 1) await login(auth.server, user.phone, 'wrong', { projectId: 12 }).expect(401);
      await boss.put(`/admin/users/${user.user.id}`, { status: 'deleted' }).expect(200);
      await login(auth.server, user.phone, 'wrong', { projectId: 12 }).expect(429);
    });

    it('does not change the role of a deleted user', async () => {
      const { id } = await makeUser(auth.server.db, 11, { status: 'deleted' });
      assert.equal((await boss.put(`/admin/users/${id}`, { role: 'driver' }).expect(409)).body.code, 'invalid_transition');
    });

    it('ends tokens of the old role at once', async () => {
      const user = await newUser();
      await boss.put(`/admin/users/${user.user.id}`, { role: 'driver' }).expect(200);
      assert.equal((await as(user).get('/profile').expect(401)).body.code, 'token_not_valid');
      const { body } = await authClient(auth.server).post('/refresh', { refresh_token: user.tokens.refreshToken }).expect(200);
      const claims = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString());
      assert.deepEqual([claims.role, claims.roles, claims.userType], ['driver', ['driver'], 'driver']);
      assert.equal((await authClient(auth.server, { token: body.accessToken }).get('/profile').expect(200)).body.role, 'driver');
    });

    it('ends the rights of a former admin', async () => {
      const chief = await newAdmin();
      await boss.put(`/admin/users/${chief.user.id}`, { role: 'customer' }).expect(200);
      await as(chief).get('/admin/users').expect(401);
      const { body } = await authClient(auth.server).post('/refresh', { refresh_token: chief.tokens.refreshToken }).expect(200);
      assert.equal(
        (await authClient(auth.server, { token: body.accessToken }).get('/admin/users').expect(403)).body.code,
        'permission_denied',
      );
    });

    it('answers 403 to users who change themselves', async () => {
      const chief = await newAdmin();
      for (const change of [{ role: 'customer' }, { status: 'deleted' }, { role: 'admin', status: 'active' }]) {
        const { body } = await as(chief).put(`/admin/users/${chief.user.id}`, change).expect(403);
        assert.equal(body.code, 'permission_denied');
      }
      assert.equal((await stored(chief.user.id)).role, 'admin');
    });

    it('audits the reason of each change', async () => {
      const { user } = await newUser();
      await boss.put(`/admin/users/${user.id}`, { role: 'driver', status: 'suspended', reason: 'Chargebacks' }).expect(200);
      const log = await admin(auth.server).get(`/admin/audit-log?subject=user:${user.id}`).expect(200);
      const rows = log.body.data.map(({ action, reason }: Record<string, string>) => [action, reason]).slice(0, 2);
      assert.deepEqual(rows, [
        ['user.status_changed', 'Chargebacks'],
        ['user.role_changed', 'Chargebacks'],
      ]);
    });

    it("answers 409 for another role of a test phone's user", async () => {
      const { body } = await authClient(auth.server).post('/register-verify', { phone: TEST_PHONE, otp: '123456' }).expect(201);
      const refused = await boss.put(`/admin/users/${body.user.id}`, { role: 'admin' }).expect(409);
      assert.equal(refused.body.code, 'test_phone_user');
      const again = await authClient(auth.server).post('/login-otp', { phone: TEST_PHONE, otp: '123456' }).expect(200);
      assert.equal(again.body.user.role, 'customer');
      await boss.put(`/admin/users/${body.user.id}`, { status: 'suspended' }).expect(200);
    });

    for (const sent of [
      {},
      { reason: 'Why' },
      { status: 'suspended', reason: 'x'.repeat(501) },
      { role: 'king' },
      { status: 'gone' },
      { role: null },
      { status: ['active'] },
      { phone: '+966500000000' },
    ])
      it(`answers 400 for ${JSON.stringify(sent)}`, async () => {
        const { user } = await newUser();
        await boss.put(`/admin/users/${user.id}`, sent).expect(400);
      });

    it('ignores fields other than role and status', async () => {
      const { user, phone } = await newUser();
      const { body } = await boss
        .put(`/admin/users/${user.id}`, {
          role: 'staff',
          phone: '+966500000000',
          email: 'x@example.com',
          projectId: 12,
          phoneVerified: false,
        })
        .expect(200);
      assert.deepEqual([body.role, body.phone, body.email, body.projectId, body.phoneVerified], ['staff', phone, null, 11, true]);
    });

    it('answers 404 for an unknown user', async () => {
      assert.equal((await boss.put(`/admin/users/${UNKNOWN}`, { role: 'staff' }).expect(404)).body.code, 'user_not_found');
    });

    it('leaves no session after a login races a suspension', async () => {
      for (let delayMs = 0; delayMs < 7; delayMs += 1) {
        const user = await newUser({ password: PASSWORD });
        const [, ...logins] = await Promise.all([
          sleep(delayMs).then(() => boss.put(`/admin/users/${user.user.id}`, { status: 'suspended' }).expect(200)),
          ...Array.from({ length: 3 }, () => login(auth.server, user.phone)),
        ]);
        for (const { status, body } of logins) {
          assert.ok(status === 200 || status === 403, `${status}`);
          if (status === 200) await authClient(auth.server, { token: body.tokens.accessToken }).get('/profile').expect(401);
        }
      }
    });

    it('applies and audits parallel changes once', async () => {
      const { user } = await newUser();
      const answers = await atOnce(10, (index) =>
        boss.put(`/admin/users/${user.id}`, { status: index % 2 === 0 ? 'suspended' : 'inactive' }),
      );
      const counts = tally(answers);
      assert.equal((counts[200] ?? 0) + (counts[409] ?? 0), 10);
      assert.equal((await stored(user.id)).status, 'suspended');
    });
  });

  describe('POST /admin/users/:id/unlock', () => {
    it('lifts the lock of wrong passwords', async () => {
      const user = await newUser({ password: PASSWORD });
      for (let tries = 0; tries < 5; tries += 1) await login(auth.server, user.phone, 'wrong horse battery').expect(401);
      await login(auth.server, user.phone).expect(429);
      const { body } = await boss.post(`/admin/users/${user.user.id}/unlock`).expect(200);
      assert.equal(body.id, user.user.id);
      await login(auth.server, user.phone).expect(200);
    });

    it('lifts the lock of wrong codes', async () => {
      const user = await newUser();
      const tryCode = (otp: string) => authClient(auth.server).post('/login-otp', { phone: user.phone, otp });
      for (let tries = 0; tries < 10; tries += 1) await tryCode('000000').expect(400);
      await tryCode('000000').expect(429);
      await boss.post(`/admin/users/${user.user.id}/unlock`).expect(200);
      const otp = await requestCode(auth.server, auth.providers, { path: '/send-otp', phone: user.phone });
      await tryCode(otp).expect(200);
    });

    it('ends the wait for the next code', async () => {
      const user = await newUser();
      const send = () => authClient(auth.server).post('/send-otp', { phone: user.phone });
      for (let sends = 0; sends < 2; sends += 1) {
        await requestCode(auth.server, auth.providers, { path: '/send-otp', phone: user.phone });
        assert.equal((await send().expect(429)).body.code, 'otp_cooldown');
        await boss.post(`/admin/users/${user.user.id}/unlock`).expect(200);
      }
      assert.equal((await send().expect(200)).body.cooldownSeconds, 60);
    });

    it('answers 200 for unlocked users, 404 for unknown ones', async () => {
      const { user } = await newUser();
      await boss.post(`/admin/users/${user.id}/unlock`).expect(200);
      assert.equal((await boss.post(`/admin/users/${UNKNOWN}/unlock`).expect(404)).body.code, 'user_not_found');
    });

    it("keeps the lock of the phone's next user", async () => {
      const user = await newUser();
      await boss.put(`/admin/users/${user.user.id}`, { status: 'deleted' }).expect(200);
      await register(auth.server, auth.providers, user.phone, { password: PASSWORD });
      for (let tries = 0; tries < 5; tries += 1) await login(auth.server, user.phone, 'wrong horse battery').expect(401);
      await boss.post(`/admin/users/${user.user.id}/unlock`).expect(200);
      await login(auth.server, user.phone).expect(429);
    });
  });

  describe('POST /admin/users/:id/revoke-sessions', () => {
    it('ends all sessions and returns their number', async () => {
      const user = await newUser({ password: PASSWORD });
      const second = (await login(auth.server, user.phone).expect(200)).body;
      assert.deepEqual((await boss.post(`/admin/users/${user.user.id}/revoke-sessions`).expect(200)).body, { revoked: 2 });
      for (const { accessToken, refreshToken } of [user.tokens, second.tokens]) {
        await authClient(auth.server, { token: accessToken }).get('/profile').expect(401);
        await authClient(auth.server).post('/refresh', { refresh_token: refreshToken }).expect(401);
      }
      assert.deepEqual((await boss.post(`/admin/users/${user.user.id}/revoke-sessions`).expect(200)).body, { revoked: 0 });
      await login(auth.server, user.phone).expect(200);
    });

    it('answers 404 for an unknown user', async () => {
      assert.equal((await boss.post(`/admin/users/${USER_ID}/revoke-sessions`).expect(404)).body.code, 'user_not_found');
    });
  });
});

function query(q: string): string {
  return `q=${encodeURIComponent(q)}`;
}

async function statementsOnUsers(db: Database, work: () => PromiseLike<unknown>): Promise<number> {
  const statements = await statementsOf(db, async () => work());
  return statements.filter((sql) => /FROM `users`/.test(sql)).length;
}

/** A user created without the API, for tests that need many or old ones. */
async function makeUser(db: Database, projectId: number, values: Partial<CreationAttributes<User>> = {}): Promise<User> {
  const { phone = newPhone() } = values;
  return db.model(User).create({ id: randomUUID(), projectId, phone, phoneKey: phone, ...values });
}

/** Six users, oldest first; the last digit of the phone is their index. Two have the same creation time. */
async function makeUsers(db: Database, projectId: number): Promise<User[]> {
  const people: Partial<CreationAttributes<User>>[] = [
    { firstName: 'Noura', lastName: 'Ali', email: 'noura@example.com', role: 'driver', lastLoginAt: new Date('2026-02-02T00:00:00Z') },
    { firstName: 'Noura', lastName: 'Salem', status: 'suspended' },
    { email: 'two@example.org', role: 'driver', status: 'suspended', lastLoginAt: new Date('2026-02-01T00:00:00Z') },
    { email: 'a_b@example.org' },
    { firstName: 'نورة', lastName: 'أحمد' },
    { firstName: '100% Sale', lastName: 'ÉLODIE' },
  ];
  const ids = people.map(() => randomUUID()).sort();
  const moments = [0, 1, 2, 2, 4, 5].map((minutes) => new Date(Date.UTC(2026, 0, 1, 12, minutes)));
  return Promise.all(
    people.map((person, place) => {
      const { firstName = null, lastName = null, email = null } = person;
      const more = {
        id: ids[place] as string,
        phone: `+9714000000${place}`,
        createdAt: moments[place] as Date,
        emailKey: email,
        ...searchKeysOf({ firstName, lastName, email, phone: `+9714000000${place}` }),
      };
      return makeUser(db, projectId, { ...person, ...more });
    }),
  );
}
