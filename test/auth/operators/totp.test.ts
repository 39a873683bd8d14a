import assert from 'node:assert/strict';
import { Secret } from 'otpauth';
import { Operator } from '../../../models/platform-admin/Operator.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { codeAt } from '../../support/requests/authenticator.ts';
import { admin, client } from '../../support/requests/client.ts';
import { inArabic, inFullWidth, inPersian } from '../../support/requests/spellings.ts';
import { refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { auditOf } from '../sessions/session-support.ts';
import { movableClock, PASSWORD } from '../support.ts';
import { enableTotp, ownAccount, sessionOf, signIn } from './totp-support.ts';

const WRONG = '401 no_active_account';
const WRONG_PASSWORD = 'another horse battery';
const TABLES = ['operators', 'operator_recovery_codes', 'sessions', 'audit_log', 'attempt_locks'];

interface Person {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

interface Enrolled extends Person {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

describe('the second factor of operators', () => {
  let server: TestServer;
  let count = 0;
  const clock = movableClock();

  before(async () => {
    server = await startServer({ clock });
  });
  after(() => server.close());

  const newOperator = async (values: object = {}): Promise<Person> => {
    count += 1;
    const body = { username: `Factor-${count}`, password: PASSWORD, role: 'staff', ...values };
    const { body: made } = await admin(server).post('/admin/projects/11/operators', body).expect(201);
    return { id: made.id, username: made.username, token: await sessionOf(server, { username: made.username }) };
  };
  const enrolled = async (values: object = {}): Promise<Enrolled> => {
    const person = await newOperator(values);
    return { ...person, ...(await enableTotp(server, person.token, clock.now())) };
  };
  const codeOf = ({ secret }: { secret: string }): string => codeAt(secret, clock.now());
  const wrongCodeOf = (person: { secret: string }): string => String((Number(codeOf(person)) + 1) % 1_000_000).padStart(6, '0');
  const signInWith = (person: Person, otp: string) => signIn(server, { username: person.username, otp });
  const detailsOf = async ({ id }: Person, action: string) =>
    (await auditOf(server.db, `operator:${id}`)).filter((row) => row.action === action).map(({ details }) => JSON.parse(details));

  it('is in force only after the right code', async () => {
    const person = await newOperator();
    const own = ownAccount(server, person.token);
    assert.equal(refusal(await own.put('/totp', { code: '000000' })), '409 totp_not_started');
    const { body: first } = await own.post('/totp', { password: PASSWORD }).expect(200);
    const { body: second } = await own.post('/totp', { password: PASSWORD }).expect(200);
    assert.deepEqual(Object.keys(second).sort(), ['otpauthUrl', 'secret']);
    assert.ok(second.otpauthUrl.includes(`secret=${second.secret}`));
    for (const code of [codeOf(first), wrongCodeOf(second), 'nonsense'])
      assert.equal(refusal(await own.put('/totp', { code })), '400 invalid_otp');
    await signIn(server, person).expect(200);
    assert.equal((await own.get('/me').expect(200)).body.totp, false);
    await own.put('/totp', { code: codeOf(second) }).expect(200);
    assert.equal((await own.get('/me').expect(200)).body.totp, true);
    assert.equal(refusal(await own.post('/totp', { password: PASSWORD })), '409 totp_enabled');
    assert.equal(refusal(await own.put('/totp', { code: codeOf(second) })), '409 totp_enabled');
    assert.deepEqual(await detailsOf(person, 'operator.totp_enabled'), [{ before: { totp: false }, after: { totp: true } }]);
  });

  it('ends the sessions that were opened without it', async () => {
    const person = await newOperator();
    const other = await sessionOf(server, person);
    await enableTotp(server, person.token, clock.now());
    const states = [person.token, other].map(async (token) => (await ownAccount(server, token).get('/me')).status);
    assert.deepEqual(await Promise.all(states), [200, 401]);
  });

  it('is asked for after a right password only', async () => {
    const person = await enrolled();
    assert.equal(refusal(await signIn(server, person)), '401 totp_required');
    assert.equal(refusal(await signIn(server, { username: person.username, password: WRONG_PASSWORD })), WRONG);
    assert.equal(refusal(await signIn(server, { username: person.username, otp: '' })), '400 validation_error');
    clock.advance(30);
    const { body } = await signInWith(person, codeOf(person)).expect(200);
    assert.deepEqual(Object.keys(body).sort(), ['access', 'refresh']);
    assert.deepEqual((await detailsOf(person, 'login.succeeded')).at(-1), { method: 'username', secondFactor: 'totp' });
  });

  it('reads codes and recovery codes in every spelling', async () => {
    const person = await newOperator();
    const own = ownAccount(server, person.token);
    const { secret } = (await own.post('/totp', { password: PASSWORD }).expect(200)).body;
    const { body } = await own.put('/totp', { code: `\u2067${inArabic(codeOf({ secret }))}\u2069` }).expect(200);
    clock.advance(30);
    const code = codeOf({ secret });
    await signInWith(person, `${inFullWidth(code.slice(0, 3))}\u00a0${code.slice(3)} `).expect(200);
    const [first = '', second = ''] = body.recoveryCodes;
    await signInWith(person, `\u200e${inArabic(first.toUpperCase()).replaceAll('-', '\u2011')}\ufeff`).expect(200);
    await ownAccount(server, await sessionOf(server, { username: person.username, otp: inPersian(second.replaceAll('-', ' ')) }))
      .delete('/totp', { password: PASSWORD, code: inArabic(codeAt(secret, new Date(clock.now().getTime() + 30_000))) })
      .expect(200);
  });

  it('answers and counts a wrong code like a wrong password', async () => {
    const person = await enrolled();
    clock.advance(30);
    const wrongPassword = (await signIn(server, { username: person.username, password: WRONG_PASSWORD, otp: codeOf(person) })).body;
    const wrongCode = (await signInWith(person, wrongCodeOf(person))).body;
    const { requestId: _one, timestamp: _two, ...expected } = wrongPassword;
    const { requestId: _three, timestamp: _four, ...rest } = wrongCode;
    assert.deepEqual(rest, expected);
    for (let turn = 0; turn < 3; turn += 1) assert.equal(refusal(await signInWith(person, wrongCodeOf(person))), WRONG);
    assert.equal(refusal(await signInWith(person, codeOf(person))), '429 account_locked');
    clock.advance(900);
    await signInWith(person, codeOf(person)).expect(200);
  });

  it('counts no failure where only the code is missing', async () => {
    const person = await enrolled();
    clock.advance(30);
    for (let turn = 0; turn < 7; turn += 1) assert.equal(refusal(await signIn(server, person)), '401 totp_required');
    await signInWith(person, codeOf(person)).expect(200);
  });

  it('accepts each step once, the enabling one included', async () => {
    const person = await enrolled();
    assert.equal(refusal(await signInWith(person, codeOf(person))), WRONG, 'the code that enabled it');
    const next = codeAt(person.secret, new Date(clock.now().getTime() + 30_000));
    await signInWith(person, next).expect(200);
    assert.equal(refusal(await signInWith(person, next)), WRONG);
    clock.advance(30);
    assert.equal(refusal(await signInWith(person, codeOf(person))), WRONG, 'its step was used early');
    clock.advance(30);
    await signInWith(person, codeOf(person)).expect(200);
    const previous = codeAt(person.secret, new Date(clock.now().getTime() - 30_000));
    assert.equal(refusal(await signInWith(person, previous)), WRONG, 'older than the last used step');
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const person = await enrolled();
    const [first = '', second = ''] = person.recoveryCodes;
    await signInWith(person, first).expect(200);
    assert.equal(refusal(await signInWith(person, first)), WRONG);
    await signInWith(person, ` ${second.toUpperCase().replaceAll('-', ' ')}`).expect(200);
    assert.equal(refusal(await signInWith(await enrolled(), person.recoveryCodes[2] ?? '')), WRONG, 'the code of another operator');
    assert.deepEqual((await detailsOf(person, 'login.succeeded')).at(-1), { method: 'username', secondFactor: 'recovery_code' });
  });

  it('is removed with password and code', async () => {
    const person = await enrolled();
    const [recovery = ''] = person.recoveryCodes;
    const own = ownAccount(server, person.token);
    clock.advance(30);
    const code = codeOf(person);
    assert.equal(refusal(await own.delete('/totp', { password: WRONG_PASSWORD, code })), '400 invalid_current_password');
    assert.equal(refusal(await own.delete('/totp', { password: PASSWORD, code: wrongCodeOf(person) })), '400 invalid_otp');
    assert.equal(refusal(await own.delete('/totp', { password: PASSWORD })), '400 validation_error');
    await own.delete('/totp', { password: PASSWORD, code: recovery }).expect(200);
    assert.equal(refusal(await own.delete('/totp', { password: PASSWORD, code })), '409 totp_not_enabled');
    await signIn(server, person).expect(200);
    const rows = await selectRows(server.db, 'SELECT id FROM operator_recovery_codes WHERE operator_id = :id', { id: person.id });
    assert.deepEqual(rows, []);
    assert.deepEqual(await detailsOf(person, 'operator.totp_disabled'), [{ before: { totp: true }, after: { totp: false } }]);
  });

  it('counts wrong codes of a removal like sign-ins', async () => {
    const person = await enrolled();
    const own = ownAccount(server, person.token);
    const removal = { password: PASSWORD, code: wrongCodeOf(person) };
    for (let turn = 0; turn < 5; turn += 1) assert.equal(refusal(await own.delete('/totp', removal)), '400 invalid_otp');
    assert.equal(refusal(await own.delete('/totp', removal)), '429 account_locked');
  });

  it('is reset by admins, for owners by owners only', async () => {
    const boss = await newOperator({ role: 'admin' });
    const person = await enrolled();
    const path = `/admin/projects/11/operators/${person.id}/totp`;
    const asBoss = client(server, { token: boss.token });
    assert.equal(refusal(await client(server, { token: person.token }).delete(path)), '403 permission_denied');
    assert.equal((await asBoss.delete(path).expect(200)).body.totp, false);
    await signIn(server, person).expect(200);
    assert.deepEqual(await detailsOf(person, 'operator.totp_reset'), [{ before: { totp: true }, after: { totp: false } }]);
    assert.equal(refusal(await asBoss.delete('/admin/projects/11/operators/999999/totp')), '404 operator_not_found');
    assert.equal(refusal(await asBoss.delete(`/admin/projects/12/operators/${person.id}/totp`)), '404 project_not_found');

    // the first start made one, whose password this test does not know
    await server.db.model(Operator).update({ isOwner: false }, { where: {}, acrossProjects: true });
    const owner = await enrolled({ role: 'admin', owner: true });
    const ofOwner = `/admin/projects/11/operators/${owner.id}/totp`;
    assert.equal(refusal(await asBoss.delete(ofOwner)), '403 permission_denied');
    assert.equal(refusal(await admin(server).delete(ofOwner)), '403 permission_denied');
    await client(server, { token: owner.token }).delete(ofOwner).expect(200);
  });

  it('is void under another pepper, except for recovery codes', async () => {
    const person = await enrolled();
    await server.close();
    server = await startServer({ clock, env: { ...server.env, OTP_PEPPER: 'Yk2vQ8sWm4ZpT7cRx1Lb9NfHj6DgKa3E' } });
    clock.advance(30);
    assert.equal(refusal(await signInWith(person, codeOf(person))), WRONG);
    await signInWith(person, person.recoveryCodes[0] ?? '').expect(200);
  });

  it('leaves no secret in the tables', async () => {
    const person = await enrolled();
    const dump = JSON.stringify(await Promise.all(TABLES.map((table) => selectRows(server.db, `SELECT * FROM ${table}`))));
    assert.ok(dump.includes(person.username) && dump.includes('operator.totp_enabled'), 'the dump has the rows of this test');
    for (const secret of [person.secret, ...person.recoveryCodes, ...person.recoveryCodes.map((code) => code.replaceAll('-', ''))])
      assert.ok(!dump.toLowerCase().includes(secret.toLowerCase()), 'a secret is in the database');
    const { bytes } = Secret.fromBase32(person.secret);
    for (const form of ['hex', 'base64', 'base64url'] as const) assert.ok(!dump.includes(Buffer.from(bytes).toString(form)), form);
  });
});
