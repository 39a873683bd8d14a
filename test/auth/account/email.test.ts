import assert from 'node:assert/strict';
import { findUserContacts } from '../../../server/services/auth/users/contacts.ts';
import { selectAcrossProjects } from '../../feedback/support.ts';
import { until } from '../../support/programs/process.ts';
import { authClient } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { clientOf, movableClock, refusedAs, requestCode, wrongCode } from '../support.ts';
import { type ContactServer, startContactServer } from './contact-support.ts';

const TEST_PHONE = '+15550100001';

describe('the e-mail address of a user', () => {
  const clock = movableClock();
  let running: ContactServer;

  before(async () => {
    running = await startContactServer({ clock, env: { TEST_PHONES: `${TEST_PHONE}=424242` } });
  });
  after(() => running.close());

  const as = (user: Parameters<typeof clientOf>[1]) => clientOf(running.server, user);
  const contactsOf = (id: string) => findUserContacts(running.server.db, 11, [id]);
  let addresses = 0;
  const newAddress = (): string => {
    addresses += 1;
    return `person-${addresses}@example.com`;
  };

  it('is proved by the mailed code, once', async () => {
    const user = await running.newUser();
    const email = newAddress();
    const code = await running.requestEmailCode(user, email);
    assert.deepEqual(await contactsOf(user.user.id), [], 'no mails to an address that is not proved');
    await as(user)
      .post('/email/verify', { code: wrongCode(code) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    const { body } = await as(user).post('/email/verify', { code }).expect(200);
    assert.deepEqual([body.email, body.emailVerified], [email, true]);
    assert.deepEqual((await as(user).get('/profile').expect(200)).body, body);
    assert.deepEqual(
      (await contactsOf(user.user.id)).map((contact) => contact.email),
      [email],
    );
    await as(user).post('/email/verify', { code }).expect(200);
    assert.equal((await as(user).post('/email/verify-init').expect(200)).body.cooldownSeconds, 0);
  });

  it('is not proved by codes of another address or kind', async () => {
    const user = await running.newUser();
    const code = await running.requestEmailCode(user, newAddress());
    await as(user).put('/profile', { email: newAddress() }).expect(200);
    await as(user).post('/email/verify', { code }).expect(400).expect(refusedAs('invalid_otp'));
    await as(user).post('/send-otp', { purpose: 'delete' }).expect(200);
    const other = await running.providers.codeFor(user.phone);
    await as(user).post('/email/verify', { code: other }).expect(400).expect(refusedAs('invalid_otp'));
    const mailed = await running.requestEmailCode(user, newAddress());
    const { phone } = user;
    await authClient(running.server).post('/login-otp', { phone, otp: mailed }).expect(400).expect(refusedAs('invalid_otp'));
  });

  it("is not proved by a test phone's code", async () => {
    const { body } = await authClient(running.server).post('/register-verify', { phone: TEST_PHONE, otp: '424242' }).expect(201);
    const user = { ...body, phone: TEST_PHONE };
    const code = await running.requestEmailCode(user, newAddress());
    await as(user).post('/email/verify', { code: '424242' }).expect(400).expect(refusedAs('invalid_otp'));
    await as(user).post('/email/verify', { code }).expect(200);
  });

  it('says that it is taken after the right code only', async () => {
    const [owner, late] = [await running.newUser(), await running.newUser()];
    const email = newAddress();
    await as(late).put('/profile', { email }).expect(200);
    await as(owner)
      .post('/email/verify', { code: await running.requestEmailCode(owner, email) })
      .expect(200);
    const { body } = await as(late).put('/profile', { email, firstName: 'Late' }).expect(200);
    assert.deepEqual([body.email, body.emailVerified], [email, false]);
    const code = await running.requestEmailCode(late, email);
    await as(late)
      .post('/email/verify', { code: wrongCode(code) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    await as(late).post('/email/verify', { code }).expect(409).expect(refusedAs('email_taken'));
    const elsewhere = await running.newUser({ projectId: 12 });
    await as(elsewhere)
      .post('/email/verify', { code: await running.requestEmailCode(elsewhere, email) })
      .expect(200);
  });

  it('gets a notice when it is changed or removed', async () => {
    for (const change of [newAddress(), null]) {
      const user = await running.newUser();
      const email = newAddress();
      await as(user)
        .post('/email/verify', { code: await running.requestEmailCode(user, email) })
        .expect(200);
      await as(user).put('/profile', { email, firstName: 'Same' }).expect(200);
      assert.match(running.mailTo(email), /code/);
      const { body } = await as(user).put('/profile', { email: change }).expect(200);
      assert.deepEqual([body.email, body.emailVerified], [change, false]);
      await until(() => /was changed or removed/.test(running.mailTo(email)));
      const next = await running.newUser();
      await as(next)
        .post('/email/verify', { code: await running.requestEmailCode(next, email) })
        .expect(200);
    }
  });

  it('needs an address, a user and six digits', async () => {
    const user = await running.newUser();
    await as(user).post('/email/verify-init').expect(400).expect(refusedAs('email_missing'));
    await as(user).post('/email/verify', { code: '123456' }).expect(400).expect(refusedAs('email_missing'));
    for (const code of [undefined, '', 123456, '12345', '1234567', '12345x', '\u200f', '12\u200e345'])
      await as(user).post('/email/verify', { code }).expect(400).expect(refusedAs('validation_error'));
    const operator = authClient(running.server, { token: operatorToken(running.server, {}, clock.now()) });
    await operator.post('/email/verify-init').expect(403).expect(refusedAs('permission_denied'));
    await authClient(running.server).post('/email/verify-init').expect(401).expect(refusedAs('not_authenticated'));
  });

  it('is locked after ten wrong codes, like the phone', async () => {
    const user = await running.newUser();
    const code = await running.requestEmailCode(user, newAddress());
    for (let count = 0; count < 10; count += 1)
      await as(user)
        .post('/email/verify', { code: wrongCode(code) })
        .expect(400)
        .expect(refusedAs('invalid_otp'));
    await as(user).post('/email/verify', { code }).expect(429).expect(refusedAs('otp_locked'));
    await as(user).post('/email/verify-init').expect(429).expect(refusedAs('otp_locked'));
  });

  it('leaves no code in the rows of sent mails', async () => {
    const user = await running.newUser();
    const email = newAddress();
    await running.requestEmailCode(user, email);
    const rows = () =>
      selectAcrossProjects<{ state: string; data: string }>(
        running.server.db,
        'SELECT state, data FROM mail_outbox WHERE recipient = :email',
        {
          email,
        },
      );
    await until(async () => (await rows()).every(({ state }) => state === 'sent'));
    assert.deepEqual(
      (await rows()).map(({ data }) => data),
      ['{}'],
    );
  });

  it('shares the cooldown of the phone', async () => {
    const slow = await startContactServer({ clock, env: { OTP_COOLDOWN_SECONDS: '0,60,300,86400' } });
    const user = await slow.newUser();
    await slow.requestEmailCode(user, 'slow@example.com');
    const { body } = await clientOf(slow.server, user).post('/email/verify-init').expect(429).expect(refusedAs('otp_cooldown'));
    assert.equal(body.available_in, 60);
    await authClient(slow.server).post('/send-otp', { phone: user.phone }).expect(429).expect(refusedAs('otp_cooldown'));
    clock.advance(60);
    await requestCode(slow.server, slow.providers, { path: '/send-otp', phone: user.phone });
    await slow.close();
  });
});
