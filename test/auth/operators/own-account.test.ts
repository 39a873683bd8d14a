import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { auditOf } from '../sessions/session-support.ts';
import { movableClock, PASSWORD } from '../support.ts';
import { ownAccount, sessionOf, signIn } from './totp-support.ts';

const NEW_PASSWORD = 'another horse battery';
const UNKNOWN_SESSION = '00000000-0000-4000-8000-000000000000';

describe('the own account of an operator', () => {
  let server: TestServer;
  let count = 0;
  const clock = movableClock();

  before(async () => {
    server = await startServer({ clock });
  });
  after(() => server.close());

  const newOperator = async (values: object = {}): Promise<{ id: number; username: string }> => {
    count += 1;
    const body = { username: `Own-${count}`, password: PASSWORD, role: 'staff', ...values };
    return (await admin(server).post('/admin/projects/11/operators', body).expect(201)).body;
  };
  const stateOf = async (token: string): Promise<number> => (await ownAccount(server, token).get('/me')).status;
  const actionsOf = async (id: number): Promise<string[]> => (await auditOf(server.db, `operator:${id}`)).map(({ action }) => action);

  it('shows exactly what the page of the account needs', async () => {
    const { id, username } = await newOperator({ role: 'admin', email: 'sara@example.com' });
    const signedInAt = clock.now().toISOString();
    const token = await sessionOf(server, { username });
    const { body } = await ownAccount(server, token).get('/me').expect(200);
    const { createdAt, ...rest } = body;
    assert.match(createdAt, /Z$/);
    const who = { id, username, email: 'sara@example.com', role: 'admin', roles: ['admin'], projectId: 11 };
    assert.deepEqual(rest, { ...who, totp: false, lastLoginAt: signedInAt });
  });

  it('is refused to phone users, keys and strangers', async () => {
    for (const [credentials, answer] of [
      [{ token: phoneToken(server, { role: 'staff' }, clock.now()) }, '403 permission_denied'],
      [{ token: phoneToken(server, {}, clock.now()) }, '403 permission_denied'],
      [{ apiKey: server.apiKey }, '401 not_authenticated'],
      [{}, '401 not_authenticated'],
    ] as const) {
      const own = client(server, credentials, '/api/v1/auth/auth');
      for (const call of [
        own.get('/me'),
        own.put('/me', { email: null, password: PASSWORD }),
        own.put('/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
        own.get('/sessions'),
        own.delete(`/sessions/${UNKNOWN_SESSION}`),
        own.post('/logout'),
        own.post('/totp', { password: PASSWORD }),
        own.put('/totp', { code: '000000' }),
        own.delete('/totp', { password: PASSWORD, code: '000000' }),
      ])
        assert.equal(refusal(await call), answer);
    }
  });

  it('changes its e-mail and records the change once', async () => {
    const { id, username } = await newOperator();
    const own = ownAccount(server, await sessionOf(server, { username }));
    const set = (email: string | null) => own.put('/me', { email, password: PASSWORD });
    for (const _ of [1, 2]) assert.equal((await set('New@Example.com').expect(200)).body.email, 'new@example.com');
    assert.equal((await set(null).expect(200)).body.email, null);
    await own.put('/me', { password: PASSWORD }).expect(400);
    await set('no address').expect(400);
    const rows = (await auditOf(server.db, `operator:${id}`)).filter(({ action }) => action === 'operator.changed');
    assert.deepEqual(
      rows.map(({ details }) => JSON.parse(details)),
      [
        { before: { email: null }, after: { email: 'new@example.com' } },
        { before: { email: 'new@example.com' }, after: { email: null } },
      ],
    );
  });

  describe('PUT /password', () => {
    it('ends the other sessions and keeps the present one', async () => {
      const { id, username } = await newOperator();
      const [present, other] = [await sessionOf(server, { username }), await sessionOf(server, { username })];
      await ownAccount(server, present).put('/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }).expect(200);
      assert.deepEqual([await stateOf(present), await stateOf(other)], [200, 401]);
      assert.equal(refusal(await signIn(server, { username })), '401 no_active_account');
      await signIn(server, { username, password: NEW_PASSWORD }).expect(200);
      assert.ok((await actionsOf(id)).includes('operator.password_changed'));
    });

    it('counts a wrong password like a wrong sign-in', async () => {
      const { username } = await newOperator();
      const own = ownAccount(server, await sessionOf(server, { username }));
      const change = { currentPassword: NEW_PASSWORD, newPassword: NEW_PASSWORD };
      for (let turn = 0; turn < 5; turn += 1) assert.equal(refusal(await own.put('/password', change)), '400 invalid_current_password');
      assert.equal(refusal(await own.put('/password', { ...change, currentPassword: PASSWORD })), '429 account_locked');
      assert.equal(refusal(await signIn(server, { username })), '429 account_locked');
    });

    it('refuses a password that is easy to guess', async () => {
      const { username } = await newOperator();
      const own = ownAccount(server, await sessionOf(server, { username }));
      for (const newPassword of ['short', 'password123', username.toLowerCase().padEnd(8, '1')])
        assert.equal(refusal(await own.put('/password', { currentPassword: PASSWORD, newPassword })), '400 validation_error', newPassword);
      await signIn(server, { username }).expect(200);
    });
  });

  describe('sessions', () => {
    it('are listed with device, network and the present one', async () => {
      const { username } = await newOperator();
      await sessionOf(server, { username }, { 'X-Device-Name': "Sara's laptop" });
      clock.advance(5);
      const token = await sessionOf(server, { username }, { 'User-Agent': 'diwan/0.1.0' });
      const { body } = await ownAccount(server, token).get('/sessions').expect(200);
      const shown = body.data.map(({ device, address, current }: Record<string, unknown>) => ({ device, address, current }));
      assert.deepEqual(shown, [
        { device: 'diwan', address: '127.0.0.0/24', current: true },
        { device: "Sara's laptop", address: '127.0.0.0/24', current: false },
      ]);
      assert.equal(body.data[0].createdAt, clock.now().toISOString());
    });

    it('end one by one, and only the own ones', async () => {
      const { id, username } = await newOperator();
      const stranger = ownAccount(server, await sessionOf(server, await newOperator()));
      const [present, other] = [await sessionOf(server, { username }), await sessionOf(server, { username })];
      const own = ownAccount(server, present);
      const { body } = await own.get('/sessions').expect(200);
      const target = body.data.find(({ current }: { current: boolean }) => !current).id;
      assert.equal(refusal(await own.delete(`/sessions/${UNKNOWN_SESSION}`)), '404 session_not_found');
      assert.equal(refusal(await own.delete('/sessions/nonsense')), '400 validation_error');
      assert.equal(refusal(await stranger.delete(`/sessions/${target}`)), '404 session_not_found');
      await own.delete(`/sessions/${target}`).expect(200);
      assert.equal(refusal(await own.delete(`/sessions/${target}`)), '404 session_not_found');
      assert.deepEqual([await stateOf(present), await stateOf(other)], [200, 401]);
      assert.equal((await own.get('/sessions').expect(200)).body.data.length, 1);
      assert.equal((await actionsOf(id)).filter((action) => action === 'operator.session_ended').length, 1);
    });
  });

  it('signs out as often as asked', async () => {
    const { id, username } = await newOperator();
    const { body: pair } = await signIn(server, { username }).expect(200);
    const own = ownAccount(server, pair.access);
    for (const _ of [1, 2]) await own.post('/logout').expect(200);
    assert.equal(await stateOf(pair.access), 401);
    const refreshed = await client(server, {}, '/api/v1/auth/auth').post('/token/refresh', { refresh: pair.refresh });
    assert.equal(refusal(refreshed), '401 token_not_valid');
    assert.equal((await actionsOf(id)).filter((action) => action === 'operator.signed_out').length, 1);
    const { body } = await ownAccount(server, await sessionOf(server, { username }))
      .get('/sessions')
      .expect(200);
    assert.equal(body.data.length, 1);
    clock.advance(3_606);
    assert.equal(refusal(await own.post('/logout')), '401 token_not_valid', 'an expired token proves nothing');
  });
});
