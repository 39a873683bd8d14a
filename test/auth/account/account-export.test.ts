import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as send } from 'node:http';
import { User } from '../../../models/auth/User.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import {
  type AuthServer,
  clientOf,
  login,
  movableClock,
  newPhone,
  PASSWORD,
  type RegisteredUser,
  refusedAs,
  register,
  startAuthServer,
  wrongCode,
} from '../support.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('the export of an account', () => {
  const clock = movableClock();
  let running: AuthServer;

  before(async () => {
    running = await startAuthServer({ clock });
  });
  after(() => running.close());

  const newUser = (extra: object = {}) => register(running.server, running.providers, newPhone(), { password: PASSWORD, ...extra });
  const as = (user: RegisteredUser) => clientOf(running.server, user);
  const exportOwn = (user: RegisteredUser) => as(user).post('/account/export', { password: PASSWORD });
  const tokenOf = (claims: Parameters<typeof operatorToken>[1] = {}) => operatorToken(running.server, claims, clock.now());
  const boss = () => authClient(running.server, { token: tokenOf() });
  const exportedAt = async ({ user: { id } }: RegisteredUser) =>
    (await running.server.db.model(User).findOne({ where: { id, projectId: 11 } }))?.exportedAt ?? null;
  const actsOn = async ({ user: { id } }: RegisteredUser) =>
    (await admin(running.server).get(`/admin/audit-log?subject=user:${id}`).expect(200)).body.data;
  /** Fails the reads of the table while `work` runs. */
  const withoutTable = (table: string, work: () => PromiseLike<unknown>) =>
    interceptQueries(
      running.server.db,
      async (sql, forward) => {
        if (sql.startsWith('SELECT') && sql.includes(` FROM \`${table}\``)) throw new Error('The database failed.');
        return forward();
      },
      async () => work(),
    );

  it('is a document that a browser saves', async () => {
    const user = await newUser({ firstName: 'Noura' });
    const { body, headers } = await exportOwn(user).expect(200);
    assert.deepEqual([body.user.firstName, body.exportedAt], ['Noura', clock.now().toISOString()]);
    assert.deepEqual(body.settings, { notifications: true, language: 'en' });
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['content-disposition'], 'attachment; filename="account.json"');
    assert.equal(headers['cache-control'], 'no-store');
    assert.deepEqual((await actsOn(user))[0].action, 'user.exported');
  });

  it('needs the password or a code for it', async () => {
    const user = await newUser();
    for (const body of [{}, { password: PASSWORD, otp: '123456' }])
      await as(user).post('/account/export', body).expect(400).expect(refusedAs('validation_error'));
    await authClient(running.server).post('/account/export', { password: PASSWORD }).expect(401);
    await as(user).post('/account/export', { password: 'wrong horse' }).expect(400).expect(refusedAs('invalid_credentials'));
    await as(user).post('/send-otp', { purpose: 'export' }).expect(200);
    const otp = await running.providers.codeFor(user.phone);
    await as(user)
      .post('/account/export', { otp: wrongCode(otp) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    await as(user).post('/account/export', { otp }).expect(200);
  });

  it('counts a wrong password like one at login', async () => {
    const user = await newUser();
    for (let tries = 0; tries < 5; tries += 1) await as(user).post('/account/export', { password: 'wrong horse' }).expect(400);
    await exportOwn(user).expect(429).expect(refusedAs('account_locked'));
    await login(running.server, user.phone).expect(429);
  });

  it('refuses a code of the deletion', async () => {
    const user = await newUser();
    await as(user).post('/send-otp', { purpose: 'delete' }).expect(200);
    const otp = await running.providers.codeFor(user.phone);
    await as(user).post('/account/export', { otp }).expect(400).expect(refusedAs('invalid_otp'));
  });

  it('is given to a user once an hour', async () => {
    const user = await newUser();
    await exportOwn(user).expect(200);
    clock.advance(600);
    const { body, headers } = await exportOwn(user).expect(429).expect(refusedAs('throttled'));
    assert.deepEqual([body.available_in, headers['retry-after']], [3_000, '3000']);
    await as(user).post('/account/export', { password: 'wrong horse' }).expect(400).expect(refusedAs('invalid_credentials'));
    await exportOwn(await newUser()).expect(200);
    clock.advance(3_001);
    const again = (await login(running.server, user.phone).expect(200)).body;
    await exportOwn({ ...user, tokens: again.tokens }).expect(200);
  });

  it('does not change when the user was changed', async () => {
    const user = await newUser();
    clock.advance(10);
    const { body } = await exportOwn(user).expect(200);
    assert.equal(body.user.updatedAt, user.user['updatedAt']);
  });

  it('answers a failure of the first part as an error', async () => {
    const user = await newUser();
    await withoutTable('sessions', () => boss().get(`/admin/users/${user.user.id}/export`).expect(500).expect(refusedAs('internal_error')));
  });

  it('is cut off by a failure that costs no hour', async () => {
    const user = await newUser();
    await withoutTable('posts', async () => {
      const url = new URL('/api/v2/auth/account/export', running.server.url);
      const headers = { Authorization: `Bearer ${user.tokens.accessToken}`, 'Content-Type': 'application/json' };
      const sent = send(url, { method: 'POST', headers, agent: false });
      sent.end(JSON.stringify({ password: PASSWORD }));
      const [message] = await once(sent, 'response');
      assert.equal(message.statusCode, 200);
      message.resume();
      await assert.rejects(once(message, 'end'), /aborted/);
    });
    assert.equal(await exportedAt(user), null);
    await exportOwn(user).expect(200);
    assert.deepEqual(await exportedAt(user), clock.now());
  });

  describe('for an admin', () => {
    it('has no limit by the hour and is audited', async () => {
      const user = await newUser();
      for (let times = 0; times < 2; times += 1) {
        const { body, headers } = await boss().get(`/admin/users/${user.user.id}/export`).expect(200);
        assert.equal(body.user.id, user.user.id);
        assert.equal(headers['content-disposition'], `attachment; filename="user-${user.user.id}.json"`);
      }
      const acts = await actsOn(user);
      assert.deepEqual(
        acts.slice(0, 2).map(({ action, actor }: { action: string; actor: string }) => [action, actor]),
        [
          ['user.exported', 'operator:5'],
          ['user.exported', 'operator:5'],
        ],
      );
      assert.equal(await exportedAt(user), null);
      await exportOwn(user).expect(200);
    });

    it('is refused to others and in other projects', async () => {
      const { user, tokens } = await newUser();
      const path = `/admin/users/${user.id}/export`;
      const refused = [tokens.accessToken, tokenOf({ role: 'staff' })];
      for (const token of refused) await authClient(running.server, { token }).get(path).expect(403);
      const elsewhere = authClient(running.server, { token: tokenOf({ projectId: 12 }) });
      await elsewhere.get(path).expect(404).expect(refusedAs('user_not_found'));
      await boss().get(`/admin/users/${UNKNOWN}/export`).expect(404).expect(refusedAs('user_not_found'));
    });

    it('has what an erased user leaves', async () => {
      const { user, phone } = await newUser();
      await boss().post(`/admin/users/${user.id}/erase`, { reason: 'A letter' }).expect(202);
      const { body } = await boss().get(`/admin/users/${user.id}/export`).expect(200);
      assert.deepEqual([body.user.status, body.user.phone, body.sessions, body.codes], ['deleted', '', [], []]);
      assert.ok(!JSON.stringify(body).includes(phone));
    });
  });

  describe('and the erasure by an admin', () => {
    it('begins at once and is audited with its reason', async () => {
      const user = await newUser();
      const path = `/admin/users/${user.user.id}/erase`;
      const { body } = await boss().post(path, { reason: 'Asked by letter' }).expect(202);
      assert.deepEqual(body, { deletesAt: clock.now().toISOString() });
      await as(user).get('/profile').expect(401);
      await register(running.server, running.providers, user.phone);
      const [act] = await actsOn(user);
      assert.deepEqual(
        [act.action, act.actor, act.before, act.after, act.reason],
        ['user.status_changed', 'operator:5', { status: 'active' }, { status: 'deleted' }, 'Asked by letter'],
      );
    });

    it('does not wait for the grace of the user', async () => {
      const user = await newUser();
      await as(user).post('/account/deletion', { password: PASSWORD }).expect(202);
      await boss().post(`/admin/users/${user.user.id}/erase`, { reason: 'At once' }).expect(202);
      await authClient(running.server).post('/account/restore', { phone: user.phone, password: PASSWORD }).expect(401);
    });

    it('changes nothing when it is repeated later', async () => {
      const user = await newUser();
      const path = `/admin/users/${user.user.id}/erase`;
      const { body } = await boss().post(path, { reason: 'Once' }).expect(202);
      clock.advance(60);
      assert.deepEqual((await boss().post(path, { reason: 'Twice' }).expect(202)).body, body);
      assert.equal((await actsOn(user))[0].reason, 'Once');
    });

    it('needs a reason and an admin of the project', async () => {
      const { user, tokens } = await newUser();
      const path = `/admin/users/${user.id}/erase`;
      for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(501) }]) await boss().post(path, body).expect(400);
      const reason = { reason: 'Why' };
      await authClient(running.server, { token: tokens.accessToken }).post(path, reason).expect(403);
      await authClient(running.server, { token: tokenOf({ projectId: 12 }) })
        .post(path, reason)
        .expect(404);
      await as({ user, tokens, phone: user.phone }).get('/profile').expect(200);
    });

    it('is refused to an admin for the own account', async () => {
      const user = await newUser();
      await boss().put(`/admin/users/${user.user.id}`, { role: 'admin' }).expect(200);
      const { tokens } = (await login(running.server, user.phone).expect(200)).body;
      await authClient(running.server, { token: tokens.accessToken })
        .post(`/admin/users/${user.user.id}/erase`, { reason: 'Mine' })
        .expect(403)
        .expect(refusedAs('permission_denied'));
    });
  });
});
