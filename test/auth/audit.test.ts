import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import type { Database } from '../../server/platform/db/database.ts';
import { maskPhone } from '../../server/platform/mask.ts';
import { selectRows } from '../support/databases/sql.ts';
import { admin, authClient, type Client, client } from '../support/requests/client.ts';
import { operatorToken } from '../support/requests/tokens.ts';
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
} from './support.ts';

const TEST_PHONE = '+15550100001';
const WRONG = 'wrong horse battery';

interface AuditRow {
  projectId: number | null;
  action: string;
  actor: string;
  subject: string;
  details: string;
  requestId: string | null;
}

describe('the audit log', () => {
  const clock = movableClock();
  let auth: AuthServer;
  let boss: Client;

  before(async () => {
    auth = await startAuthServer({ clock, env: { TEST_PHONES: `${TEST_PHONE}=123456` } });
    boss = authClient(auth.server, { token: operatorToken(auth.server, {}, clock.now()) });
  });
  after(() => auth.close());

  const newUser = (extra = {}): Promise<RegisteredUser> => register(auth.server, auth.providers, newPhone(), extra);
  const codeFor = (path: '/send-otp' | '/password/reset/init', phone: string) => requestCode(auth.server, auth.providers, { path, phone });
  const companion = () => client(auth.server, {}, '/api/v1/auth/auth');

  /** The audit rows of the last request of `work`, without the request id. */
  const left = async (work: () => PromiseLike<Response>): Promise<Omit<AuditRow, 'requestId'>[]> => {
    const { headers } = await work();
    const rows = await auditRows(auth.server.db);
    return rows.filter(({ requestId }) => requestId === headers['x-request-id']).map(({ requestId: _, ...row }) => row);
  };

  it('records a registration and each sign-in method', async () => {
    const phone = newPhone();
    const otp = await requestCode(auth.server, auth.providers, { path: '/register-init', phone });
    const registered = await left(() => authClient(auth.server).post('/register-verify', { phone, otp, password: PASSWORD }).expect(201));
    assert.deepEqual(
      registered.map(({ action, actor }) => [action, actor]),
      [['user.registered', 'anonymous']],
    );
    const byPassword = await left(() => login(auth.server, phone).expect(200));
    const code = await codeFor('/send-otp', phone);
    const byCode = await left(() => authClient(auth.server).post('/login-otp', { phone, otp: code }).expect(200));
    const subject = registered[0]?.subject;
    assert.match(String(subject), /^user:[0-9a-f-]{36}$/);
    const row = { projectId: 11, action: 'login.succeeded', actor: 'anonymous', subject };
    assert.deepEqual(byPassword, [{ ...row, details: '{"method":"password"}' }]);
    assert.deepEqual(byCode, [{ ...row, details: '{"method":"otp"}' }]);
  });

  it('records a password lock once, without each failure', async () => {
    const { phone } = await newUser({ password: PASSWORD });
    for (let tries = 1; tries <= 4; tries += 1) assert.deepEqual(await left(() => login(auth.server, phone, WRONG).expect(401)), []);
    const details = '{"attempts":5,"seconds":900}';
    assert.deepEqual(await left(() => login(auth.server, phone, WRONG).expect(401)), [
      { projectId: 11, action: 'login.locked', actor: 'anonymous', subject: `phone:${maskPhone(phone)}`, details },
    ]);
    assert.deepEqual(await left(() => login(auth.server, phone, WRONG).expect(429)), []);
  });

  it('records the lock after ten wrong codes', async () => {
    const { phone } = await newUser();
    const tryCode = () => authClient(auth.server).post('/login-otp', { phone, otp: '000000' });
    for (let tries = 1; tries <= 9; tries += 1) await tryCode().expect(400);
    assert.deepEqual(await left(() => tryCode().expect(400)), [
      {
        projectId: 11,
        action: 'otp.locked',
        actor: 'anonymous',
        subject: `phone:${maskPhone(phone)}`,
        details: '{"attempts":10,"seconds":900}',
      },
    ]);
  });

  it('records a reset and a change of password', async () => {
    const user = await newUser({ password: PASSWORD });
    const row = { projectId: 11, subject: `user:${user.user.id}`, details: '{}' };
    const change = { currentPassword: PASSWORD, newPassword: 'another horse' };
    assert.deepEqual(await left(() => clientOf(auth.server, user).put('/password', change).expect(200)), [
      { ...row, action: 'password.changed', actor: `user:${user.user.id}` },
    ]);
    const otp = await codeFor('/password/reset/init', user.phone);
    const reset = { phone: user.phone, otp, newPassword: PASSWORD };
    assert.deepEqual(await left(() => authClient(auth.server).post('/password/reset/confirm', reset).expect(200)), [
      { ...row, action: 'password.reset', actor: 'anonymous' },
    ]);
  });

  it('records the reuse of a refresh token', async () => {
    const user = await newUser();
    const refresh = () => authClient(auth.server).post('/refresh', { refresh_token: user.tokens.refreshToken });
    const { body } = await refresh().expect(200);
    assert.deepEqual(await left(() => authClient(auth.server, { token: body.accessToken }).get('/profile').expect(200)), []);
    clock.advance(31);
    const [row, ...others] = await left(() => refresh().expect(401));
    assert.deepEqual([row?.action, row?.subject, others], ['session.reuse', `user:${user.user.id}`, []]);
    assert.deepEqual(await left(() => refresh().expect(401)), []);
  });

  it('records each use of a test phone', async () => {
    const typed = { phone: TEST_PHONE, otp: '123456' };
    for (const [path, purpose] of [
      ['/register-verify', 'register'],
      ['/login-otp', 'login'],
    ] as const) {
      const rows = await left(() => authClient(auth.server).post(path, typed));
      assert.deepEqual(
        rows.find(({ action }) => action === 'otp.test_phone_used'),
        {
          projectId: 11,
          action: 'otp.test_phone_used',
          actor: 'anonymous',
          subject: `phone:${maskPhone(TEST_PHONE)}`,
          details: JSON.stringify({ purpose }),
        },
      );
    }
  });

  it("records an admin's changes with actor, before and after", async () => {
    const user = await newUser();
    const path = `/admin/users/${user.user.id}`;
    const row = { projectId: 11, actor: 'operator:5', subject: `user:${user.user.id}` };
    assert.deepEqual(await left(() => boss.put(path, { role: 'driver', status: 'suspended' }).expect(200)), [
      { ...row, action: 'user.role_changed', details: '{"before":"customer","after":"driver"}' },
      { ...row, action: 'user.status_changed', details: '{"before":"active","after":"suspended"}' },
    ]);
    assert.deepEqual(await left(() => boss.put(path, { role: 'driver', status: 'suspended' }).expect(200)), []);
    assert.deepEqual(await left(() => boss.put(path, { status: 'inactive' }).expect(409)), []);
    assert.deepEqual(await left(() => boss.post(`${path}/unlock`).expect(200)), [{ ...row, action: 'user.unlocked', details: '{}' }]);
  });

  it("records that an admin ends a user's sessions", async () => {
    const { user } = await newUser();
    assert.deepEqual(await left(() => boss.post(`/admin/users/${user.id}/revoke-sessions`).expect(200)), [
      { projectId: 11, action: 'user.sessions_revoked', actor: 'operator:5', subject: `user:${user.id}`, details: '{"revoked":1}' },
    ]);
  });

  it('records sign-ins, failures and locks of operators', async () => {
    const operator = { username: 'Audited', password: PASSWORD, role: 'admin' };
    const { body } = await admin(auth.server).post('/admin/projects/12/operators', operator).expect(201);
    const signIn = (password: string, username = 'audited') => companion().post('/token/', { username, password });
    const known = { projectId: 12, actor: 'anonymous', subject: `operator:${body.id}` };
    const unknown = { projectId: null, actor: 'anonymous', subject: 'username:ab***' };
    assert.deepEqual(await left(() => signIn(PASSWORD).expect(200)), [
      { ...known, actor: known.subject, action: 'login.succeeded', details: '{"method":"username"}' },
    ]);
    for (const [username, owner] of [
      ['audited', known],
      ['absent', unknown],
    ] as const) {
      const failed = { ...owner, action: 'login.failed', details: '{"method":"username"}' };
      for (let tries = 1; tries <= 4; tries += 1) assert.deepEqual(await left(() => signIn(WRONG, username).expect(401)), [failed]);
      assert.deepEqual(await left(() => signIn(WRONG, username).expect(401)), [
        { ...owner, action: 'login.locked', details: '{"attempts":5,"seconds":900}' },
        failed,
      ]);
      assert.deepEqual(await left(() => signIn(WRONG, username).expect(429)), []);
    }
  });

  it('contains no full phone, code or password', async () => {
    // six digits of a UUID may equal a code by chance
    const text = JSON.stringify(await auditRows(auth.server.db)).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>');
    assert.ok(text.length > 1000);
    for (const secret of [...auth.providers.messages.flatMap(({ phone, code }) => [phone, code]), TEST_PHONE, '123456', PASSWORD, WRONG])
      assert.ok(!text.includes(secret.replace(/^\+/, '')), secret);
  });
});

function auditRows(db: Database): Promise<AuditRow[]> {
  return selectRows<AuditRow>(
    db,
    'SELECT project_id AS projectId, action, actor, subject, details, request_id AS requestId FROM audit_log ORDER BY id',
    {},
  );
}
