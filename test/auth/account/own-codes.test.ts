import assert from 'node:assert/strict';
import { authClient } from '../../support/requests/client.ts';
import { faultyFields } from '../../support/requests/key-access.ts';
import { type AuthServer, clientOf, movableClock, newPhone, refusedAs, register, startAuthServer } from '../support.ts';

const OWN = ['delete', 'export', 'phone_change'] as const;

describe('a code that confirms an act', () => {
  const clock = movableClock();
  let running: AuthServer;

  before(async () => {
    running = await startAuthServer({ clock });
  });
  after(() => running.close());

  const newUser = () => register(running.server, running.providers);
  const sentTo = (phone: string) => running.providers.messages.filter((message) => message.phone === phone).length;

  it('is sent to the phone of the signed-in user', async () => {
    for (const purpose of OWN) {
      const user = await newUser();
      const client = clientOf(running.server, user);
      const { body } = await client.post('/send-otp', { purpose }).expect(200);
      assert.deepEqual([body.cooldownSeconds, sentTo(user.phone)], [60, 2], purpose);
      await client.post('/send-otp', { purpose, phone: user.phone }).expect(429).expect(refusedAs('otp_cooldown'));
    }
  });

  it('needs a valid access token of a user', async () => {
    const { phone } = await newUser();
    for (const purpose of OWN) {
      await authClient(running.server).post('/send-otp', { purpose, phone }).expect(401).expect(refusedAs('not_authenticated'));
      await authClient(running.server, { token: 'a.b.c' })
        .post('/send-otp', { purpose, phone })
        .expect(401)
        .expect(refusedAs('token_not_valid'));
    }
    assert.equal(sentTo(phone), 1);
  });

  it('is never sent to the phone of another person', async () => {
    const user = await newUser();
    const other = newPhone();
    const { body } = await clientOf(running.server, user).post('/send-otp', { purpose: 'delete', phone: other }).expect(400);
    assert.deepEqual([faultyFields(body), sentTo(other)], [['phone'], 0]);
  });

  it('belongs to the project of the token', async () => {
    const user = await register(running.server, running.providers, newPhone(), { projectId: 12 });
    const client = clientOf(running.server, user);
    await client.post('/send-otp', { purpose: 'delete', projectId: 11 }).expect(403).expect(refusedAs('project_mismatch'));
    await client.post('/send-otp', { purpose: 'delete' }).expect(200);
  });

  it('does not sign the user in', async () => {
    const user = await newUser();
    await clientOf(running.server, user).post('/send-otp', { purpose: 'delete' }).expect(200);
    const otp = await running.providers.codeFor(user.phone);
    await authClient(running.server).post('/login-otp', { phone: user.phone, otp }).expect(400).expect(refusedAs('invalid_otp'));
  });

  it('leaves the login code public and without a token', async () => {
    for (const body of [{}, { purpose: 'login' }])
      await authClient(running.server, { token: 'a.b.c' })
        .post('/send-otp', { ...body, phone: newPhone() })
        .expect(200);
    const refused = await authClient(running.server).post('/send-otp', { projectId: 0 }).expect(400);
    assert.deepEqual(faultyFields(refused.body).sort(), ['phone', 'projectId']);
    const unknown = await authClient(running.server).post('/send-otp', { phone: newPhone(), purpose: 'register' }).expect(400);
    assert.deepEqual(faultyFields(unknown.body), ['purpose']);
  });
});
