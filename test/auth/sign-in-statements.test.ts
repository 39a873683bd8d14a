import assert from 'node:assert/strict';
import { statementsOf } from '../support/databases/statements.ts';
import { admin, authClient, client } from '../support/requests/client.ts';
import { type AuthServer, clientOf, login, newPhone, PASSWORD, register, requestCode, startAuthServer } from './support.ts';

const WRONG = 'incorrect horse battery';
const BEFORE_THE_HASH = ['insert attempt_locks', 'select users'];
const OPENING = ['begin', 'insert sessions', 'update users', 'select sessions'];
const AFTER_A_RIGHT_ONE = [...OPENING, 'insert audit_log', 'insert daily_counts', 'update attempt_locks', 'commit'];
/** No request makes them: a slow machine may need the project again, and the statistics of codes are stored once a second. */
const FROM_TIME_TO_TIME = new Set(['select projects', 'insert code_statistics']);

describe('the statements of signing in', () => {
  let running: AuthServer;

  before(async () => {
    running = await startAuthServer();
  });
  after(() => running.close());

  const registered = () => register(running.server, running.providers, newPhone(), { password: PASSWORD });
  const stepsOf = async (work: () => Promise<unknown>) =>
    (await statementsOf(running.server.db, work)).map(stepOf).filter((step) => !FROM_TIME_TO_TIME.has(step));

  it('touch the lock of a login once before and after', async () => {
    const { phone } = await registered();
    const { headers } = await login(running.server, phone).expect(200);
    const known = { 'X-Diwan-Device': String(headers['x-diwan-device']) };
    const signIn = async () => login(running.server, phone).set(known).expect(200);
    await signIn();
    assert.deepEqual(await stepsOf(signIn), ['select user_devices', ...BEFORE_THE_HASH, ...AFTER_A_RIGHT_ONE]);
  });

  it('count a new user in one statement', async () => {
    const phone = newPhone();
    const otp = await requestCode(running.server, running.providers, { path: '/register-init', phone });
    const steps = await stepsOf(async () => authClient(running.server).post('/register-verify', { phone, otp }).expect(201));
    const opening = OPENING.filter((step) => step !== 'begin');
    const inside = steps.slice(steps.lastIndexOf('begin') + 1);
    const registering = [
      'insert users',
      ...opening,
      'select user_devices',
      'insert user_devices',
      'insert audit_log',
      'insert daily_counts',
      'insert user_counts',
    ];
    assert.deepEqual(inside, [...registering, 'commit']);
  });

  it('remember a device that has no token', async () => {
    const { phone } = await registered();
    const steps = await stepsOf(async () => login(running.server, phone).expect(200));
    const remembering = ['select user_devices', 'insert user_devices'];
    assert.deepEqual(steps, [...BEFORE_THE_HASH, ...OPENING, ...remembering, ...AFTER_A_RIGHT_ONE.slice(OPENING.length)]);
  });

  it('touch it as often for a wrong password', async () => {
    const { phone } = await registered();
    for (const anyPhone of [phone, phone, newPhone()]) {
      const steps = await stepsOf(async () => login(running.server, anyPhone, WRONG).expect(401));
      assert.deepEqual(steps, [...BEFORE_THE_HASH, 'update attempt_locks']);
    }
  });

  it('touch the lock of an operator as often', async () => {
    await admin(running.server).post('/admin/projects/11/operators', { username: 'clerk', password: PASSWORD, role: 'staff' }).expect(201);
    const signIn = (password: string) => client(running.server, {}, '/api/v1/auth/auth').post('/token', { username: 'clerk', password });
    for (const [password, status] of [
      [PASSWORD, 200],
      [WRONG, 401],
    ] as const) {
      const steps = await stepsOf(async () => signIn(password).expect(status));
      const locks = steps.filter((step) => step.endsWith(' attempt_locks'));
      assert.deepEqual(locks, ['insert attempt_locks', 'update attempt_locks']);
      assert.equal(steps.filter((step) => step === 'commit').length, 1);
    }
  });

  it('read and rotate the session of a refresh once', async () => {
    const { tokens } = await registered();
    const steps = await stepsOf(async () =>
      authClient(running.server).post('/refresh', { refresh_token: tokens.refreshToken }).expect(200),
    );
    assert.deepEqual(steps, ['select sessions', 'update sessions']);
  });

  it('mark a refresh token at the first use only', async () => {
    const { tokens } = await registered();
    const showProfile = (accessToken: string) => () =>
      clientOf(running.server, { tokens: { ...tokens, accessToken } })
        .get('/profile')
        .expect(200);
    const markings = async (accessToken: string): Promise<number> =>
      (await stepsOf(async () => showProfile(accessToken)())).filter((step) => step === 'update sessions').length;
    assert.equal(await markings(tokens.accessToken), 0, 'the token of a sign-in replaced none');
    const { body } = await authClient(running.server).post('/refresh', { refresh_token: tokens.refreshToken }).expect(200);
    assert.deepEqual([await markings(body.accessToken), await markings(body.accessToken)], [1, 0]);
  });
});

/** The verb of a statement and its first table, such as `insert sessions`. */
function stepOf(sql: string): string {
  const [verb = ''] = /[a-z]+/i.exec(sql) ?? [];
  if (/^(START|BEGIN)/.test(sql)) return 'begin';
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE)\s+`?(\w+)/i.exec(sql) ?? [];
  return `${verb} ${table}`.trim().toLowerCase();
}
