import assert from 'node:assert/strict';
import { admin, authClient } from '../support/requests/client.ts';
import { type AuthServer, newPhone, startAuthServer } from './support.ts';

const SMS = { androidHash: 'FA+9qCX9VSu', webDomain: 'shop.example.com' };

describe('the SMS of a project with a phone app and page', () => {
  let auth: AuthServer;

  before(async () => {
    auth = await startAuthServer({ env: { OTP_CHANNELS: 'sms' } });
    await admin(auth.server)
      .put('/admin/projects/11', { settings: { otp: { sms: SMS } } })
      .expect(200);
  });
  after(() => auth.close());

  it('ends with the lines that fill the code in', async () => {
    const phone = newPhone();
    await authClient(auth.server).post('/register-init', { phone }).expect(200);
    const code = await auth.providers.codeFor(phone);
    const text = new URLSearchParams(auth.providers.calls.at(-1)?.body).get('Body') ?? '';
    assert.deepEqual(text.split('\n').slice(1), [code, `@shop.example.com #${code}`, SMS.androidHash]);
  });
});
