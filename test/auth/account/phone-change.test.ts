import assert from 'node:assert/strict';
import { until } from '../../support/programs/process.ts';
import { authClient } from '../../support/requests/client.ts';
import { clientOf, login, newPhone, PASSWORD, type RegisteredUser, refusedAs, wrongCode } from '../support.ts';
import { type ContactServer, startContactServer } from './contact-support.ts';

describe('a change of the phone', () => {
  let running: ContactServer;

  before(async () => {
    running = await startContactServer();
  });
  after(() => running.close());

  const as = (user: Parameters<typeof clientOf>[1]) => clientOf(running.server, user);
  const newUser = () => running.newUser({ password: PASSWORD });
  const start = async (user: RegisteredUser, phone: string): Promise<string> => {
    await as(user).post('/phone/change/init', { phone, password: PASSWORD }).expect(200);
    return running.providers.codeFor(phone);
  };

  it('moves the account after both proofs', async () => {
    const user = await newUser();
    const phone = newPhone();
    const { body: other } = await login(running.server, user.phone).expect(200);
    const otp = await start(user, phone);
    await as(user)
      .post('/phone/change/verify', { otp: wrongCode(otp) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    const { body } = await as(user).post('/phone/change/verify', { otp }).expect(200);
    assert.deepEqual([body.phone, body.phoneVerified, body.id], [phone, true, user.user.id]);
    await as(user).get('/profile').expect(200);
    await as(other).get('/profile').expect(401);
    await login(running.server, user.phone).expect(401).expect(refusedAs('invalid_credentials'));
    await login(running.server, phone).expect(200);
    await until(() => running.providers.messages.some((message) => message.phone === user.phone && message.code === ''));
    await as(user).post('/phone/change/verify', { otp }).expect(400).expect(refusedAs('invalid_otp'));
  });

  it('accepts a code of the old phone instead', async () => {
    const user = await running.newUser();
    const phone = newPhone();
    await as(user).post('/phone/change/init', { phone, password: PASSWORD }).expect(400).expect(refusedAs('invalid_current_password'));
    await as(user).post('/send-otp', { purpose: 'delete' }).expect(200);
    const wrong = await running.providers.codeFor(user.phone);
    await as(user).post('/phone/change/init', { phone, otp: wrong }).expect(400).expect(refusedAs('invalid_otp'));
    await as(user).post('/send-otp', { purpose: 'phone_change' }).expect(200);
    const otp = await running.providers.codeFor(user.phone);
    await as(user).post('/phone/change/init', { phone, otp }).expect(200);
    const proof = { otp: await running.providers.codeFor(phone) };
    await as(user).post('/phone/change/verify', proof).expect(200);
  });

  it('refuses a registered phone after the right code', async () => {
    const [user, owner] = [await newUser(), await newUser()];
    const free = await as(user).post('/phone/change/init', { phone: newPhone(), password: PASSWORD }).expect(200);
    const before = running.providers.messages.length;
    const { body } = await as(user).post('/phone/change/init', { phone: owner.phone, password: PASSWORD }).expect(200);
    assert.deepEqual(body, free.body);
    await until(() => running.providers.messages.length > before);
    const otp = await running.providers.codeFor(owner.phone);
    await as(user)
      .post('/phone/change/verify', { otp: wrongCode(otp) })
      .expect(400)
      .expect(refusedAs('invalid_otp'));
    await as(user).post('/phone/change/verify', { otp }).expect(409).expect(refusedAs('phone_already_registered'));
    await as(owner).get('/profile').expect(200);
    assert.equal((await as(user).get('/profile').expect(200)).body.phone, user.phone);
  });

  it('binds the code to the user who asked for it', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const phone = newPhone();
    await start(other, phone);
    const otp = await start(user, phone);
    await as(other).post('/phone/change/verify', { otp }).expect(400).expect(refusedAs('invalid_otp'));
    await authClient(running.server).post('/register-verify', { phone, otp }).expect(400).expect(refusedAs('invalid_otp'));
    await as(user).post('/phone/change/verify', { otp }).expect(200);
  });

  it('locks the password after five wrong ones', async () => {
    const user = await newUser();
    const change = { phone: newPhone(), password: 'incorrect horse battery' };
    for (let count = 0; count < 5; count += 1)
      await as(user).post('/phone/change/init', change).expect(400).expect(refusedAs('invalid_current_password'));
    const right = { ...change, password: PASSWORD };
    await as(user).post('/phone/change/init', right).expect(429).expect(refusedAs('account_locked'));
    assert.equal(
      running.providers.messages.some(({ phone }) => phone === change.phone),
      false,
    );
  });

  it('refuses its own phone, two proofs and none', async () => {
    const user = await newUser();
    const phone = newPhone();
    for (const body of [{ phone }, { phone, password: PASSWORD, otp: '123456' }, { phone: user.phone, password: PASSWORD }])
      await as(user).post('/phone/change/init', body).expect(400).expect(refusedAs('validation_error'));
    await as(user).post('/phone/change/init', { phone: '12', password: PASSWORD }).expect(400).expect(refusedAs('invalid_phone'));
    await as(user).post('/phone/change/verify', { otp: '123456' }).expect(400).expect(refusedAs('invalid_otp'));
    await authClient(running.server).post('/phone/change/init', { phone, password: PASSWORD }).expect(401);
  });
});
