import assert from 'node:assert/strict';
import { endpoints } from '../../../server/routes/auth/operators/own-account.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { codeAt } from '../../support/requests/authenticator.ts';
import { admin } from '../../support/requests/client.ts';
import { refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { auditOf } from '../sessions/session-support.ts';
import { movableClock, PASSWORD } from '../support.ts';
import { enableTotp, ownAccount, sessionOf, signIn } from './totp-support.ts';

const WRONG = 'another horse battery';
/** They end sessions, or finish what began with the password. */
const WITHOUT_PASSWORD = ['post /logout', 'delete /sessions/:id', 'put /totp'];
/** A body of each endpoint but for the password, and the field that has it. */
const BODIES: Readonly<Record<string, { field?: string; body: object }>> = {
  'put /me': { body: { email: 'thief@example.com' } },
  'put /password': { field: 'currentPassword', body: { newPassword: 'a third horse battery' } },
  'post /totp': { body: {} },
  'delete /totp': { body: { code: '000000' } },
};

const writes = endpoints.filter(({ method }) => method !== 'get').map(({ method, path }) => `${method} ${path}`);

describe('the own account of an operator with a stolen token', () => {
  let server: TestServer;
  let count = 0;
  const clock = movableClock();

  before(async () => {
    server = await startServer({ clock });
  });
  after(() => server.close());

  const newOperator = async (values: object = {}): Promise<{ id: number; username: string; token: string }> => {
    count += 1;
    const body = { username: `Stolen-${count}`, password: PASSWORD, role: 'admin', email: `owner${count}@example.com`, ...values };
    const { id, username } = (await admin(server).post('/admin/projects/11/operators', body).expect(201)).body;
    return { id, username, token: await sessionOf(server, { username }) };
  };
  const mailsTo = (recipient: string): Promise<{ template: string }[]> =>
    selectRows(server.db, 'SELECT template FROM mail_outbox WHERE recipient = :recipient ORDER BY id', { recipient });

  it('has no other writes than those below', () => {
    assert.deepEqual(writes.filter((write) => !WITHOUT_PASSWORD.includes(write)).sort(), Object.keys(BODIES).sort());
  });

  for (const [endpoint, { field = 'password', body }] of Object.entries(BODIES)) {
    const [method, path] = endpoint.split(' ') as ['put' | 'post' | 'delete', `/${string}`];

    it(`changes nothing by ${endpoint} without the password`, async () => {
      const { id, username, token } = await newOperator();
      if (endpoint === 'delete /totp') await enableTotp(server, token, clock.now());
      const before = await auditOf(server.db, `operator:${id}`);
      const own = ownAccount(server, token);
      assert.equal(refusal(await own[method](path, body)), '400 validation_error');
      for (let turn = 0; turn < 5; turn += 1)
        assert.equal(refusal(await own[method](path, { ...body, [field]: WRONG })), '400 invalid_current_password');
      assert.equal(refusal(await own[method](path, { ...body, [field]: PASSWORD })), '429 account_locked');
      assert.equal(refusal(await signIn(server, { username })), '429 account_locked');
      const changed = (await auditOf(server.db, `operator:${id}`)).slice(before.length).map(({ action }) => action);
      assert.deepEqual(
        changed.filter((action) => /changed|totp/.test(action)),
        [],
      );
    });
  }

  it('leaves a known device its own tries', async () => {
    const { username, token } = await newOperator();
    const { headers } = await signIn(server, { username }).expect(200);
    const own = ownAccount(server, token);
    for (let turn = 0; turn < 5; turn += 1) await own.post('/totp', { password: WRONG }).expect(400);
    const device = { 'X-Diwan-Device': String(headers['x-diwan-device']) };
    await own.post('/totp', { password: PASSWORD }).set(device).expect(200);
  });

  it('tells the old address about a new one', async () => {
    const { token } = await newOperator({ email: 'old@example.com' });
    const own = ownAccount(server, token);
    await own.put('/me', { email: 'fresh@example.com', password: PASSWORD }).expect(200);
    await own.put('/me', { email: 'fresh@example.com', password: PASSWORD }).expect(200);
    assert.deepEqual(await mailsTo('old@example.com'), [{ template: 'operator_email_changed' }]);
    assert.deepEqual(await mailsTo('fresh@example.com'), []);
    await own.put('/me', { email: null, password: PASSWORD }).expect(200);
    assert.deepEqual(await mailsTo('fresh@example.com'), [{ template: 'operator_email_changed' }]);
  });

  it('tells the operator about a second factor and its removal', async () => {
    const { token } = await newOperator({ email: 'keeper@example.com' });
    const { secret, recoveryCodes } = await enableTotp(server, token, clock.now());
    assert.deepEqual(await mailsTo('keeper@example.com'), [{ template: 'operator_totp_enabled' }]);
    const own = ownAccount(server, token);
    assert.equal(refusal(await own.put('/totp', { code: codeAt(secret, clock.now()) })), '409 totp_enabled');
    await own.delete('/totp', { password: PASSWORD, code: recoveryCodes[0] }).expect(200);
    assert.deepEqual(await mailsTo('keeper@example.com'), [{ template: 'operator_totp_enabled' }, { template: 'operator_totp_disabled' }]);
  });
});
