import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { composeErasure } from '../../../server/boot/services/erasure.ts';
import { eraseDueAccounts } from '../../../server/services/auth/deletion/erasures.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { faultyFields } from '../../support/requests/key-access.ts';
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
  requestCode,
  startAuthServer,
  wrongCode,
} from '../support.ts';

const DAY = 86_400;

describe('the deletion of an account', () => {
  const clock = movableClock();
  let running: AuthServer;

  before(async () => {
    running = await startAuthServer({ clock });
  });
  after(() => running.close());

  const newUser = (extra: object = {}) => register(running.server, running.providers, newPhone(), { password: PASSWORD, ...extra });
  const as = (user: RegisteredUser) => clientOf(running.server, user);
  const post = (path: string, body: object) => authClient(running.server).post(path, body);
  const setDays = (accountDeletionDays: number, id = 11) =>
    admin(running.server).put(`/admin/projects/${id}`, { settings: { accountDeletionDays } }).expect(200);
  const afterDays = (days: number) => new Date(clock.now().getTime() + days * DAY * 1000).toISOString();
  const requestDeletion = (user: RegisteredUser) => as(user).post('/account/deletion', { password: PASSWORD });
  const loginCode = (phone: string) => requestCode(running.server, running.providers, { path: '/send-otp', phone });
  const deletionCode = (phone: string) => requestCode(running.server, running.providers, { path: '/account/deletion/code', phone });
  const erase = () => eraseDueAccounts(composeErasure(running.server.services, clock));
  const rowOf = ({ user: { id } }: RegisteredUser) => running.server.db.model(User).findOne({ where: { id, projectId: 11 } });

  it('answers with the end of the grace', async () => {
    const { body } = await requestDeletion(await newUser()).expect(202);
    assert.deepEqual(body, { deletesAt: afterDays(7) });
  });

  it('needs the password or a code, but not both', async () => {
    const user = await newUser();
    for (const body of [{}, { password: PASSWORD, otp: '123456' }])
      await as(user).post('/account/deletion', body).expect(400).expect(refusedAs('validation_error'));
    await post('/account/deletion', { password: PASSWORD }).expect(401);
  });

  it('counts wrong passwords apart from those at login', async () => {
    const user = await newUser();
    for (let tries = 0; tries < 5; tries += 1)
      await as(user).post('/account/deletion', { password: 'wrong horse' }).expect(400).expect(refusedAs('invalid_credentials'));
    await requestDeletion(user).expect(429).expect(refusedAs('account_locked'));
    await login(running.server, user.phone).expect(200);
  });

  it('takes a code for this act once', async () => {
    const user = await newUser();
    await as(user).post('/send-otp', { purpose: 'delete' }).expect(200);
    const otp = await running.providers.codeFor(user.phone);
    await as(user)
      .post('/account/deletion', { otp: wrongCode(otp) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    await as(user).post('/account/deletion', { otp }).expect(202);
    assert.equal((await rowOf(user))?.status, 'inactive');
  });

  it('refuses a code of another purpose', async () => {
    const user = await newUser();
    const otp = await loginCode(user.phone);
    await as(user).post('/account/deletion', { otp }).expect(400).expect(refusedAs('invalid_otp'));
  });

  it('ends all sessions at once', async () => {
    const user = await newUser();
    const other = (await login(running.server, user.phone).expect(200)).body;
    await requestDeletion(user).expect(202);
    for (const { tokens } of [user, other]) {
      await authClient(running.server, { token: tokens.accessToken }).get('/profile').expect(401);
      await post('/refresh', { refresh_token: tokens.refreshToken }).expect(401);
    }
  });

  it('refuses right credentials until the grace is over', async () => {
    const user = await newUser();
    const { body } = await requestDeletion(user).expect(202);
    const refused = await login(running.server, user.phone).expect(403).expect(refusedAs('deletion_pending'));
    assert.equal(refused.body.deletesAt, body.deletesAt);
    await login(running.server, user.phone, 'wrong horse battery').expect(401).expect(refusedAs('invalid_credentials'));
    const otp = await loginCode(user.phone);
    await post('/login-otp', { phone: user.phone, otp: wrongCode(otp) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    const byCode = await post('/login-otp', { phone: user.phone, otp }).expect(403).expect(refusedAs('deletion_pending'));
    assert.equal(byCode.body.deletesAt, body.deletesAt);
  });

  it('does not use up a login code that it refuses', async () => {
    const user = await newUser();
    await requestDeletion(user).expect(202);
    const otp = await loginCode(user.phone);
    for (let tries = 0; tries < 2; tries += 1) await post('/login-otp', { phone: user.phone, otp }).expect(403);
    const { body } = await post('/account/restore', { phone: user.phone, otp }).expect(200);
    assert.deepEqual([body.user.id, body.user.status], [user.user.id, 'active']);
    await post('/account/restore', { phone: user.phone, otp }).expect(400).expect(refusedAs('invalid_otp'));
  });

  it('is taken back with the password, and signs in', async () => {
    const user = await newUser();
    await requestDeletion(user).expect(202);
    await post('/account/restore', { phone: user.phone, password: 'wrong horse battery' }).expect(401);
    const { body } = await post('/account/restore', { phone: user.phone, password: PASSWORD }).expect(200);
    await authClient(running.server, { token: body.tokens.accessToken }).get('/profile').expect(200);
    await post('/account/restore', { phone: user.phone, password: PASSWORD }).expect(200);
    clock.advance(8 * DAY);
    await erase();
    await login(running.server, user.phone).expect(200);
    const both = await post('/account/restore', { phone: user.phone }).expect(400);
    assert.deepEqual(faultyFields(both.body).length, 1);
  });

  it('reports itself to a registration with the right code only', async () => {
    const user = await newUser();
    const { body } = await requestDeletion(user).expect(202);
    const otp = await requestCode(running.server, running.providers, { path: '/register-init', phone: user.phone });
    await post('/register-verify', { phone: user.phone, otp: wrongCode(otp) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    const refused = await post('/register-verify', { phone: user.phone, otp }).expect(409).expect(refusedAs('deletion_pending'));
    assert.equal(refused.body.deletesAt, body.deletesAt);
  });

  it('is not undone by an operator', async () => {
    const user = await newUser();
    await requestDeletion(user).expect(202);
    await running.server.db.model(User).update({ role: 'admin' }, { where: { id: user.user.id, projectId: 11 } });
    const boss = await newUser();
    await running.server.db.model(User).update({ role: 'admin' }, { where: { id: boss.user.id, projectId: 11 } });
    const { tokens } = (await login(running.server, boss.phone).expect(200)).body;
    const users = authClient(running.server, { token: tokens.accessToken });
    await users.put(`/admin/users/${user.user.id}`, { status: 'active' }).expect(409).expect(refusedAs('invalid_transition'));
    await users.put(`/admin/users/${user.user.id}`, { status: 'deleted' }).expect(200);
  });

  it('is taken back by a suspended user, who stays suspended', async () => {
    const ask = authClient(running.server, { apiKey: running.server.apiKey });
    const suspend = (user: RegisteredUser) => ask.put(`/admin/users/${user.user.id}`, { status: 'suspended' }).expect(200);
    const proofs = [async () => ({ password: PASSWORD }), async ({ phone }: RegisteredUser) => ({ otp: await loginCode(phone) })];
    for (const proofOf of proofs) {
      const user = await newUser();
      await requestDeletion(user).expect(202);
      await suspend(user);
      const proof = await proofOf(user);
      await post('/account/restore', { phone: user.phone, ...proof })
        .expect(403)
        .expect(refusedAs('account_suspended'));
      const { status, deletionDueAt } = (await rowOf(user)) ?? assert.fail();
      assert.deepEqual([status, deletionDueAt], ['suspended', null]);
      await post('/account/restore', { phone: user.phone, password: PASSWORD }).expect(403).expect(refusedAs('account_suspended'));
      await ask.put(`/admin/users/${user.user.id}`, { status: 'active' }).expect(200);
      await login(running.server, user.phone).expect(200);
    }
  });

  it('erases a suspended user when the grace is over', async () => {
    const ask = authClient(running.server, { apiKey: running.server.apiKey });
    const user = await newUser();
    await requestDeletion(user).expect(202);
    await ask.put(`/admin/users/${user.user.id}`, { status: 'suspended' }).expect(200);
    clock.advance(7 * DAY + 60);
    await erase();
    assert.equal((await rowOf(user))?.status, 'deleted');
  });

  it('erases the user and frees the phone after the grace', async () => {
    const user = await newUser({ firstName: 'Noura' });
    await requestDeletion(user).expect(202);
    clock.advance(7 * DAY + 1);
    await erase();
    const row = await rowOf(user);
    assert.deepEqual([row?.status, row?.phone, row?.firstName, row?.passwordHash], ['deleted', '', null, null]);
    await login(running.server, user.phone).expect(401).expect(refusedAs('invalid_credentials'));
    const next = await register(running.server, running.providers, user.phone);
    assert.notEqual(next.user.id, user.user.id);
    await post('/account/restore', { phone: user.phone, password: PASSWORD }).expect(401);
  });

  it('begins at once without days of grace', async () => {
    await setDays(0);
    const user = await newUser();
    const { body } = await requestDeletion(user).expect(202);
    await setDays(7);
    assert.deepEqual([body.deletesAt, (await rowOf(user))?.phone], [afterDays(0), '']);
    await register(running.server, running.providers, user.phone);
  });

  it('begins without a sign-in by a code to the phone', async () => {
    const user = await newUser();
    const otp = await deletionCode(user.phone);
    await post('/account/deletion/confirm', { phone: user.phone, otp: wrongCode(otp) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    const { body } = await post('/account/deletion/confirm', { phone: user.phone, otp }).expect(202);
    assert.equal(body.deletesAt, afterDays(7));
    await login(running.server, user.phone).expect(403).expect(refusedAs('deletion_pending'));
  });

  it('answers alike for known and unknown phones', async () => {
    const known = await post('/account/deletion/code', { phone: (await newUser()).phone }).expect(200);
    const unknown = await post('/account/deletion/code', { phone: newPhone() }).expect(200);
    assert.deepEqual(known.body, unknown.body);
  });

  it('keeps its date when it is requested again', async () => {
    const user = await newUser();
    const { body } = await requestDeletion(user).expect(202);
    clock.advance(DAY);
    const otp = await deletionCode(user.phone);
    assert.deepEqual((await post('/account/deletion/confirm', { phone: user.phone, otp }).expect(202)).body, body);
  });

  it('accepts 0 to 30 days as the grace', async () => {
    for (const days of [-1, 31, 1.5])
      await admin(running.server)
        .put('/admin/projects/12', { settings: { accountDeletionDays: days } })
        .expect(400);
    for (const days of [0, 30]) await setDays(days, 12);
  });
});
