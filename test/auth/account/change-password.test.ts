import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { selectRows } from '../../support/databases/sql.ts';
import type { FakeProviders } from '../../support/providers/fake-providers.ts';
import { authClient, type Client } from '../../support/requests/client.ts';
import { atOnce, faultyFields, tally } from '../../support/requests/key-access.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import type { TestServer } from '../../support/server.ts';
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
} from '../support.ts';

const NEW = 'another horse battery';
const WRONG = 'incorrect horse battery';

describe('PUT /password', () => {
  const clock = movableClock();
  let running: AuthServer;
  let server: TestServer;
  let providers: FakeProviders;

  before(async () => {
    running = await startAuthServer({ clock });
    ({ server, providers } = running);
  });
  after(() => running.close());

  const register = (extra: { password?: string } = { password: PASSWORD }) => registerAt(server, providers, newPhone(), extra);
  const change = (who: Pick<RegisteredUser, 'tokens'>, body: object) =>
    clientOf(server, who).put('/password', { currentPassword: PASSWORD, newPassword: NEW, ...body });
  const lives = async ({ accessToken, refreshToken }: RegisteredUser['tokens']) => {
    const profile = await authClient(server, { token: accessToken }).get('/profile');
    const refresh = await authClient(server).post('/refresh', { refresh_token: refreshToken });
    return [profile.status, refresh.status];
  };

  it('changes the password, keeps this session and ends the others', async () => {
    const me = await register();
    const other = (await login(server, me.phone).expect(200)).body.tokens;
    const { body } = await change(me, {}).expect(200);
    assert.deepEqual(Object.keys(body), ['message']);
    assert.deepEqual(await lives(other), [401, 401]);
    assert.deepEqual(await lives(me.tokens), [200, 200]);
    await login(server, me.phone).expect(401);
    await login(server, me.phone, NEW).expect(200);
    const rows = await selectRows<{ actor: string }>(
      server.db,
      "SELECT actor FROM audit_log WHERE project_id = 11 AND action = 'password.changed' AND subject = :subject",
      { subject: `user:${me.user.id}` },
    );
    assert.deepEqual(rows, [{ actor: `user:${me.user.id}` }]);
  });

  it('compares passwords in NFC without trimming', async () => {
    const me = await register({ password: 'caf\u00e9 society ' });
    await change(me, { currentPassword: 'cafe\u0301 society ', newPassword: ' \u00e9t\u00e9 2026 x ' }).expect(200);
    await login(server, me.phone, ' e\u0301te\u0301 2026 x ').expect(200);
  });

  it('counts a wrong current password like a failed login', async () => {
    const me = await register();
    for (let tries = 0; tries < 3; tries += 1) {
      const { body } = await change(me, { currentPassword: WRONG }).expect(400);
      assert.deepEqual([body.code, ...faultyFields(body)], ['invalid_current_password', 'currentPassword']);
    }
    for (let tries = 0; tries < 2; tries += 1) await login(server, me.phone, WRONG).expect(401);
    const locked = [await change(me, {}).expect(429), await login(server, me.phone).expect(429)];
    assert.deepEqual(
      locked.map(({ body }) => [body.code, body.available_in]),
      [
        ['account_locked', 900],
        ['account_locked', 900],
      ],
    );
    clock.advance(901);
    await change(me, {}).expect(200);
  });

  it('reports weak new passwords before checking the current one', async () => {
    const me = await register();
    const client = clientOf(server, me);
    const refused: readonly [body: object, field: string][] = [
      [{ newPassword: NEW }, 'currentPassword'],
      [{ currentPassword: '', newPassword: NEW }, 'currentPassword'],
      [{ currentPassword: [PASSWORD], newPassword: NEW }, 'currentPassword'],
      [{ currentPassword: 'x'.repeat(1025), newPassword: NEW }, 'currentPassword'],
      [{ currentPassword: PASSWORD }, 'newPassword'],
      [{ currentPassword: PASSWORD, newPassword: 'short' }, 'newPassword'],
      [{ currentPassword: PASSWORD, newPassword: 'password123' }, 'newPassword'],
      [{ currentPassword: WRONG, newPassword: me.phone }, 'newPassword'],
      [{}, 'newPassword'],
    ];
    for (const [body, field] of refused) {
      const answer = await client.put('/password', body).expect(400);
      assert.deepEqual([answer.body.code, ...faultyFields(answer.body)], ['validation_error', field]);
    }
    await change(me, {}).expect(200);
  });

  describe('without a password', () => {
    const setFirst = (who: Pick<RegisteredUser, 'tokens'>) => clientOf(server, who).put('/password', { newPassword: NEW });
    const loginWithCode = async (phone: string) => {
      const otp = await requestCode(server, providers, { path: '/send-otp', phone });
      return (await authClient(server).post('/login-otp', { phone, otp }).expect(200)).body as RegisteredUser;
    };

    it('sets the first one within 10 minutes of registering', async () => {
      const [soon, late] = [await register({}), await register({})];
      clock.advance(600);
      await setFirst(soon).expect(200);
      clock.advance(1);
      assert.equal((await setFirst(late).expect(403)).body.code, 'reauthentication_required');
      await login(server, soon.phone, NEW).expect(200);
      await login(server, late.phone, NEW).expect(401);
    });

    it('sets it only in a session just opened by code', async () => {
      const old = await register({});
      clock.advance(601);
      const fresh = await loginWithCode(old.phone);
      assert.equal((await setFirst(old).expect(403)).body.code, 'reauthentication_required');
      await setFirst(fresh).expect(200);
      assert.deepEqual(await lives(old.tokens), [401, 401]);
      assert.deepEqual(await lives(fresh.tokens), [200, 200]);
    });

    it('is refused in a session opened with a password', async () => {
      const me = await register();
      const tokens = (await login(server, me.phone).expect(200)).body.tokens;
      await server.db.model(User).update({ passwordHash: null }, { where: { id: me.user.id, projectId: 11 } });
      assert.equal((await setFirst({ tokens }).expect(403)).body.code, 'reauthentication_required');
    });

    it('is refused after 10 minutes despite a refresh', async () => {
      const me = await register({});
      clock.advance(601);
      const { body } = await authClient(server).post('/refresh', { refresh_token: me.tokens.refreshToken }).expect(200);
      assert.equal((await setFirst({ tokens: body }).expect(403)).body.code, 'reauthentication_required');
    });

    it('requires the current password for the next change', async () => {
      const me = await register({});
      await setFirst(me).expect(200);
      assert.deepEqual(faultyFields((await setFirst(me).expect(400)).body), ['currentPassword']);
    });

    it('sets one of several parallel first passwords', async () => {
      const me = await register({});
      const answers = await atOnce(5, (index) => clientOf(server, me).put('/password', { newPassword: `${NEW} ${index}` }));
      const { 200: won, ...lost } = tally(answers);
      assert.equal(won, 1);
      assert.ok(
        Object.keys(lost).every((status) => status === '409' || status === '400'),
        JSON.stringify(lost),
      );
      const winner = answers.findIndex(({ status }) => status === 200);
      await login(server, me.phone, `${NEW} ${winner}`).expect(200);
    });
  });

  it('applies one of several parallel changes, refuses the others', async () => {
    const me = await register();
    const answers = await atOnce(4, (index) => change(me, { newPassword: `${NEW} ${index}` }));
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    for (const { status, body } of answers.filter((answer) => !won.includes(answer)))
      assert.ok(['password_changed', 'invalid_current_password'].includes(body.code), `${status} ${body.code}`);
    await login(server, me.phone, `${NEW} ${answers.findIndex(({ status }) => status === 200)}`).expect(200);
  });

  it('requires a user token of the same project', async () => {
    const me = await register();
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    const put = (client: Client) => client.put('/password', body);
    assert.equal((await put(authClient(server)).expect(401)).body.code, 'not_authenticated');
    assert.equal((await put(authClient(server, { token: 'nonsense' })).expect(401)).body.code, 'token_not_valid');
    const operator = authClient(server, { token: operatorToken(server, {}, clock.now()) });
    assert.equal((await put(operator).expect(403)).body.code, 'permission_denied');
    assert.equal((await put(clientOf(server, me, { headers: { 'X-Project-ID': '12' } })).expect(403)).body.code, 'project_mismatch');
    await server.db.model(User).update({ status: 'suspended' }, { where: { id: me.user.id, projectId: 11 } });
    await put(clientOf(server, me)).expect(401);
  });
});
