import assert from 'node:assert/strict';
import { SentCode } from '../../models/auth/SentCode.ts';
import { deleteExpiredRows } from '../../server/services/auth/cleanup.ts';
import { authClient, type Client } from '../support/requests/client.ts';
import { atOnce } from '../support/requests/key-access.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { type AuthServer, clientOf, login, newPhone, PASSWORD, register, requestCode, startAuthServer, wrongCode } from './support.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const WRONG = 'incorrect horse battery';

describe('GET /admin/users/:id/security', () => {
  let auth: AuthServer;
  let clerk: Client;

  before(async () => {
    auth = await startAuthServer({ env: { OTP_COOLDOWN_SECONDS: '60' } });
    clerk = authClient(auth.server, { token: operatorToken(auth.server, { role: 'staff' }) });
  });
  after(() => auth.close());

  const newUser = (extra = {}) => register(auth.server, auth.providers, newPhone(), { password: PASSWORD, ...extra });
  const securityOf = async (id: string) => (await clerk.get(`/admin/users/${id}/security`).expect(200)).body;

  it('lists live sessions and the last sign-in', async () => {
    const { user, phone } = await newUser();
    const { body } = await login(auth.server, phone).expect(200);
    const { sessions, lastLoginAt, ...rest } = await securityOf(user.id);
    assert.deepEqual([sessions.length, Object.keys(sessions[0]).sort()], [2, ['address', 'createdAt', 'device', 'id', 'lastUsedAt']]);
    assert.equal(lastLoginAt, sessions[0].createdAt);
    assert.deepEqual([rest.locks, rest.deletion, rest.codes.length], [[], null, 1]);
    await authClient(auth.server, { token: body.tokens.accessToken }).post('/logout', {}).expect(200);
    assert.equal((await securityOf(user.id)).sessions.length, 1);
  });

  it('shows each code with what happened to it', async () => {
    const { user, phone } = await newUser();
    await clerk.post(`/admin/users/${user.id}/unlock`).expect(200);
    const otp = await requestCode(auth.server, auth.providers, { path: '/send-otp', phone });
    const [sent, registered] = (await securityOf(user.id)).codes;
    assert.deepEqual([sent.purpose, sent.channel, sent.outcome, sent.usedAt], ['login', 'whatsapp', 'sent', null]);
    assert.deepEqual([registered.purpose, registered.outcome, typeof registered.usedAt], ['register', 'used', 'string']);
    const answers = await atOnce(5, () => authClient(auth.server).post('/login-otp', { phone, otp }));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const used = (await securityOf(user.id)).codes[0];
    assert.deepEqual([used.outcome, used.at], ['used', sent.at]);
    assert.ok(used.usedAt >= used.at);
  });

  it('shows a code that no channel accepted', async () => {
    const { user, phone } = await newUser();
    await clerk.post(`/admin/users/${user.id}/unlock`).expect(200);
    for (const channel of ['whatsapp', 'sms'] as const) auth.providers.break(channel, 'reject');
    try {
      await authClient(auth.server).post('/send-otp', { phone }).expect(502);
    } finally {
      auth.providers.mend();
    }
    const [failed] = (await securityOf(user.id)).codes;
    assert.deepEqual([failed.purpose, failed.channel, failed.outcome, failed.usedAt], ['login', null, 'failed', null]);
  });

  it('shows the locks and the wait that unlocking lifts', async () => {
    const { user, phone } = await newUser();
    await clerk.post(`/admin/users/${user.id}/unlock`).expect(200);
    const otp = await requestCode(auth.server, auth.providers, { path: '/send-otp', phone });
    for (let tries = 0; tries < 5; tries += 1) await login(auth.server, phone, WRONG).expect(401);
    const tryCode = () => authClient(auth.server).post('/login-otp', { phone, otp: wrongCode(otp) });
    for (let tries = 0; tries < 10; tries += 1) await tryCode();
    const { locks, cooldownUntil } = await securityOf(user.id);
    assert.deepEqual(locks.map(({ kind }: { kind: string }) => kind).sort(), ['code', 'password']);
    for (const { until } of locks) assert.ok(Date.parse(until) > Date.now());
    assert.ok(Date.parse(cooldownUntil) > Date.now());
    await clerk.post(`/admin/users/${user.id}/unlock`).expect(200);
    const after = await securityOf(user.id);
    assert.deepEqual([after.locks, after.cooldownUntil], [[], null]);
  });

  it('shows a deletion under way, then nothing of its phone', async () => {
    const user = await newUser();
    const { body } = await clientOf(auth.server, user).post('/account/deletion', { password: PASSWORD }).expect(202);
    const { deletion, sessions } = await securityOf(user.user.id);
    assert.deepEqual([deletion.deletesAt, sessions], [body.deletesAt, []]);
    assert.ok(Date.parse(deletion.requestedAt) <= Date.now());
    const boss = authClient(auth.server, { token: operatorToken(auth.server) });
    await boss.post(`/admin/users/${user.user.id}/erase`, { reason: 'Asked' }).expect(202);
    const gone = await securityOf(user.user.id);
    assert.deepEqual(gone, { sessions: [], locks: [], cooldownUntil: null, lastLoginAt: null, codes: [], deletion: null });
    const { phone } = user;
    assert.equal(await auth.server.db.model(SentCode).count({ where: { projectId: 11, phone } }), 0);
  });

  it('shows the ten newest codes of seven days', async () => {
    const { user, phone } = await newUser();
    const day = 86_400_000;
    const row = { projectId: 11, phone, purpose: 'login', channel: 'sms', isSent: true } as const;
    const rows = Array.from({ length: 8 }, (_, index) => ({ ...row, sentAt: new Date(Date.now() - 8 * day + index * day) }));
    await auth.server.db.model(SentCode).destroy({ where: { projectId: 11, phone } });
    await auth.server.db.model(SentCode).bulkCreate(rows);
    assert.equal((await securityOf(user.id)).codes.length, 6);
    await auth.server.db.model(SentCode).bulkCreate(rows.slice(1).map(() => ({ ...row, sentAt: new Date() })));
    assert.equal((await securityOf(user.id)).codes.length, 10);
    await deleteExpiredRows(auth.server.services.auth, new Date(), async () => true);
    assert.equal(await auth.server.db.model(SentCode).count({ where: { projectId: 11, phone } }), 13);
  });

  it('answers 404 for unknown users and 403 for customers', async () => {
    assert.equal((await clerk.get(`/admin/users/${UNKNOWN}/security`).expect(404)).body.code, 'user_not_found');
    const user = await newUser();
    await clientOf(auth.server, user).get(`/admin/users/${user.user.id}/security`).expect(403);
    const elsewhere = authClient(auth.server, { token: operatorToken(auth.server, { projectId: 12 }) });
    assert.ok((await elsewhere.get(`/admin/users/${user.user.id}/security`)).status >= 403);
  });
});
