import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { answerErasure } from '../../../server/platform/db/records/idempotency-erasure.ts';
import { authCleanup } from '../../../server/services/auth/cleanup.ts';
import { always } from '../../support/always.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { authClient } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import {
  type AuthServer,
  clientOf,
  movableClock,
  newPhone,
  type RegisteredUser,
  refusedAs,
  register,
  requestCode,
  startAuthServer,
  wrongCode,
} from '../support.ts';

const HOUR = 3_600;

interface Sent {
  readonly phone: string;
  readonly otp: string;
  readonly key: string;
}

describe('a sign-in by code with an Idempotency-Key', () => {
  const clock = movableClock();
  let running: AuthServer;

  before(async () => {
    running = await startAuthServer({ clock, env: { OTP_COOLDOWN_SECONDS: '0', RATE_LIMIT_LOGIN_OTP: '100/300' } });
  });
  after(() => running.close());

  const codeFor = (phone: string, path: '/send-otp' | '/register-init' = '/send-otp') =>
    requestCode(running.server, running.providers, { path, phone });
  const post = (path: string, { key, ...body }: Sent & Readonly<Record<string, unknown>>, headers = {}) =>
    authClient(running.server, { headers: { 'Idempotency-Key': key, ...headers } }).post(path, body);
  const login = (sent: Sent & Readonly<Record<string, unknown>>, headers = {}) => post('/login-otp', sent, headers);
  const sessionsOf = (id: string) => selectRows(running.server.db, 'SELECT id FROM sessions WHERE user_id = :id', { id });
  const keys = () => selectRows<Record<string, unknown>>(running.server.db, 'SELECT * FROM idempotency_keys', {});

  /** A user with a live code, and a key for it. */
  async function ready(): Promise<Sent & { readonly user: RegisteredUser }> {
    const user = await register(running.server, running.providers);
    return { user, phone: user.phone, otp: await codeFor(user.phone), key: randomUUID() };
  }

  const signIn = async (path: string, sent: Sent): Promise<Response> => post(path, { phone: sent.phone, otp: sent.otp, key: sent.key });
  const loginAs = (sent: Sent) => signIn('/login-otp', sent);

  it('answers the same tokens and device again', async () => {
    const sent = await ready();
    const first = await loginAs(sent);
    clock.advance(30);
    const second = await loginAs(sent);
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.deepEqual([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']], [undefined, 'true']);
    assert.deepEqual(second.body.tokens, { ...first.body.tokens, expiresIn: first.body.tokens.expiresIn - 30 });
    assert.equal(second.headers['x-diwan-device'], first.headers['x-diwan-device']);
    assert.equal(second.body.user.id, sent.user.user.id);
    assert.equal((await sessionsOf(sent.user.user.id)).length, 2);
    await clientOf(running.server, second.body).get('/profile').expect(200);
  });

  it('answers a registration again for a day', async () => {
    const phone = newPhone();
    const sent = { phone, otp: await codeFor(phone, '/register-init'), key: randomUUID() };
    const first = await signIn('/register-verify', sent);
    clock.advance(23 * HOUR);
    const second = await signIn('/register-verify', sent);
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.deepEqual(second.body.tokens, { ...first.body.tokens, expiresIn: 0 });
    const { refreshToken: refresh_token } = second.body.tokens;
    await authClient(running.server).post('/refresh', { refresh_token }).expect(200);
    clock.advance(HOUR + 1);
    assert.equal((await signIn('/register-verify', sent)).body.code, 'invalid_otp');
  });

  it('answers a login again for two minutes only', async () => {
    const sent = await ready();
    await loginAs(sent);
    clock.advance(119);
    assert.equal((await loginAs(sent)).status, 200);
    clock.advance(1);
    assert.equal((await loginAs(sent)).body.code, 'invalid_otp');
  });

  it('refuses the key with another body or device name', async () => {
    const { user: _, ...sent } = await ready();
    await login(sent, { 'X-Device-Name': 'Pixel 8' }).expect(200);
    for (const [body, name] of [
      [{ ...sent, otp: wrongCode(sent.otp) }, 'Pixel 8'],
      [{ ...sent, projectId: 11 }, 'Pixel 8'],
      [sent, 'Pixel 9'],
    ] as const)
      await login(body, { 'X-Device-Name': name }).expect(422).expect(refusedAs('idempotency_mismatch'));
    await login({ ...sent, extra: 'unknown' }, { 'X-Device-Name': 'Pixel 8' }).expect(200);
    await login({ ...sent, key: 'a b' })
      .expect(400)
      .expect(refusedAs('validation_error'));
  });

  it('separates phones, projects and paths of one key', async () => {
    const [first, second] = [await ready(), await ready()];
    const one = await loginAs(first);
    const other = await loginAs({ ...second, key: first.key });
    assert.notEqual(other.body.user.id, one.body.user.id);
    await login({ phone: first.phone, otp: first.otp, key: first.key, projectId: 12 }).expect(400).expect(refusedAs('invalid_otp'));
    const { body } = await signIn('/register-verify', first);
    assert.equal(body.code, 'invalid_otp');
  });

  it('keeps nothing of a refused sign-in', async () => {
    const sent = await ready();
    assert.equal((await loginAs({ ...sent, otp: wrongCode(sent.otp) })).body.code, 'invalid_otp');
    assert.equal((await loginAs(sent)).status, 200);
  });

  it('answers a refusal of the right code alike', async () => {
    const phone = newPhone();
    const sent = { phone, otp: await codeFor(phone), key: randomUUID() };
    for (let turn = 0; turn < 2; turn += 1) assert.equal((await loginAs(sent)).body.code, 'user_not_registered');
    assert.equal((await loginAs({ ...sent, otp: wrongCode(sent.otp) })).body.code, 'invalid_otp');
    assert.equal((await loginAs({ ...sent, key: randomUUID() })).body.code, 'invalid_otp');
  });

  it('refuses ended sessions and suspended users with 401', async () => {
    const [first, second] = [await ready(), await ready()];
    const { body } = await loginAs(first);
    await clientOf(running.server, body).post('/logout').expect(200);
    assert.deepEqual(await refusalOf(first), [401, 'token_not_valid']);
    await loginAs(second);
    const staff = authClient(running.server, { token: operatorToken(running.server, {}, clock.now()) });
    await staff.put(`/admin/users/${second.user.user.id}`, { status: 'suspended' }).expect(200);
    assert.deepEqual(await refusalOf(second), [401, 'token_not_valid']);
  });

  async function refusalOf(sent: Sent): Promise<[number, string]> {
    const { status, body } = await loginAs(sent);
    return [status, body.code];
  }

  it('lets a failed request use the same code again', async () => {
    for (const failing of ['INSERT INTO sessions', 'INSERT INTO audit_log', 'UPDATE idempotency_keys']) {
      const sent = await ready();
      const first = await breaking(failing, () => loginAs(sent));
      assert.equal(first.status, 500, failing);
      assert.equal((await loginAs(sent)).status, 200, failing);
      assert.equal((await sessionsOf(sent.user.user.id)).length, 2, failing);
    }
  });

  it('takes over after 5 s from a dead process', async () => {
    const phone = newPhone();
    const sent = { phone, otp: await codeFor(phone, '/register-init'), key: randomUUID() };
    // neither the session nor the end of the claim is written, as after a kill
    const killed = await breaking(/INSERT INTO [`"]?(users|sessions)|UPDATE [`"]?idempotency_keys/, () => signIn('/register-verify', sent));
    assert.equal(killed.status, 500);
    const early = await signIn('/register-verify', sent);
    assert.deepEqual([early.status, early.body.code], [409, 'idempotency_in_progress']);
    clock.advance(5);
    assert.equal((await signIn('/register-verify', { ...sent, key: randomUUID() })).body.code, 'invalid_otp');
    assert.equal((await signIn('/register-verify', sent)).status, 201);
  });

  /** Fails the statements that contain the text while `work` runs. */
  function breaking<T>(failing: string | RegExp, work: () => Promise<T>): Promise<T> {
    return interceptQueries(
      running.server.db,
      (sql, send) => (sql.search(failing) >= 0 ? Promise.reject(new Error('broken')) : send()),
      work,
    );
  }

  it('stores nothing that a reader of the table can use', async () => {
    const sent = await ready();
    const { body, headers } = await loginAs(sent);
    const text = JSON.stringify(await keys());
    const { accessToken, refreshToken } = body.tokens;
    const [, session = ''] = /^dr_([\w-]+)\./.exec(refreshToken) ?? [];
    const texts = [accessToken, refreshToken, session, headers['x-diwan-device'], sent.otp, sent.phone, sent.key, body.user.id];
    for (const secret of texts) {
      assert.ok(secret.length > 3);
      assert.ok(!text.includes(secret), secret);
      assert.ok(!text.includes(Buffer.from(secret).toString('base64url')), secret);
    }
  });

  it('leaves no answer of an erased user', async () => {
    const sent = await ready();
    await loginAs(sent);
    const { length } = await keys();
    const { erasePart } = answerErasure(running.server.db);
    const person = { userId: sent.user.user.id, email: null, isEmailProved: false } as Parameters<typeof erasePart>[0];
    await erasePart(person, '');
    assert.equal((await keys()).length, length - 1);
    assert.equal((await loginAs(sent)).body.code, 'invalid_otp');
  });

  it('deletes answers of a day before at cleanup', async () => {
    const phone = newPhone();
    await signIn('/register-verify', { phone, otp: await codeFor(phone, '/register-init'), key: randomUUID() });
    await loginAs({ phone, otp: await codeFor(phone), key: randomUUID() });
    const clean = () => authCleanup({ ...running.server.services.auth, clock }).run(always);
    clock.advance(23 * HOUR);
    await clean();
    assert.ok((await keys()).length >= 2);
    clock.advance(HOUR);
    await clean();
    assert.deepEqual(await keys(), []);
  });
});
