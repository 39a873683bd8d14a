import assert from 'node:assert/strict';
import type { ObjectSchema } from 'joi';
import { servedRows } from '../support/documents/inventory.ts';
import { admin, authClient } from '../support/requests/client.ts';
import { CODE_SPELLINGS, inArabic, inFullWidth, PHONE_SPELLINGS } from '../support/requests/spellings.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { ask } from '../support/requests/wire.ts';
import { type ContactServer, startContactServer } from './account/contact-support.ts';
import { clientOf, newPhone, PASSWORD, type RegisteredUser, requestCode } from './support.ts';

const TEST_PHONE = '+15550100001';
/** Each is a different spelling of the same person's typing. */
const typedCode = (code: string): string => `\u2067${inArabic(code.slice(0, 3))} \u2011${inFullWidth(code.slice(3))}\u2069 `;
const typedPhone = (phone: string): string => `\u202a${phone.slice(0, 4)}\u00a0${inArabic(phone.slice(4))}\u202c`;

function hasPhone(schema: ObjectSchema): boolean {
  return 'phone' in ((schema.describe() as { keys?: object }).keys ?? {});
}

describe('phones and codes as people type them', () => {
  let running: ContactServer;

  before(async () => {
    const seeded = `\u202a+${inArabic(TEST_PHONE.slice(1))}\u202c=${inArabic('424')}-242`;
    running = await startContactServer({ env: { TEST_PHONES: seeded, RATE_LIMIT_GLOBAL: '10000/60' } });
  });
  after(() => running.close());

  const anyone = () => authClient(running.server);
  const as = (user: Parameters<typeof clientOf>[1]) => clientOf(running.server, user);
  const codeTo = (path: Parameters<typeof requestCode>[2]['path'], phone: string) =>
    requestCode(running.server, running.providers, { path, phone });
  const ownCode = async (user: RegisteredUser, purpose: string): Promise<string> => {
    const before = running.providers.messages.length;
    await as(user)
      .post('/send-otp', { purpose, phone: typedPhone(user.phone) })
      .expect(200);
    assert.equal(running.providers.messages.length, before + 1);
    return running.providers.messages.at(-1)?.code ?? '';
  };

  it('register, sign in and set a password', async () => {
    const phone = newPhone();
    await anyone()
      .post('/register-init', { phone: typedPhone(phone) })
      .expect(200);
    const otp = await running.providers.codeFor(phone);
    const { body } = await anyone()
      .post('/register-verify', { phone: typedPhone(phone), otp: typedCode(otp), password: PASSWORD })
      .expect(201);
    assert.equal(body.user.phone, phone);
    const signedIn = await anyone()
      .post('/login', { phone: typedPhone(phone), password: PASSWORD })
      .expect(200);
    assert.equal(signedIn.body.user.id, body.user.id);
    const code = typedCode(await codeTo('/send-otp', phone));
    assert.equal(
      (
        await anyone()
          .post('/login-otp', { phone: typedPhone(phone), otp: code })
          .expect(200)
      ).body.user.id,
      body.user.id,
    );
    const reset = typedCode(await codeTo('/password/reset/init', phone));
    await anyone()
      .post('/password/reset/confirm', { phone: typedPhone(phone), otp: reset, newPassword: `${PASSWORD}!` })
      .expect(200);
  });

  it('sign in with every spelling of one phone', async () => {
    const { phone, user } = await running.newUser({ password: PASSWORD });
    for (const [name, spell] of PHONE_SPELLINGS) {
      const { body } = await anyone().post('/login', { phone: spell(phone), password: PASSWORD });
      assert.equal(body.user?.id ?? body.code, user.id, name);
    }
  });

  it('prove an e-mail address, change the phone, export', async () => {
    const user = await running.newUser();
    const code = await running.requestEmailCode(user, 'typed@example.com');
    await as(user)
      .post('/email/verify', { code: typedCode(code) })
      .expect(200);
    await as(user)
      .post('/account/export', { otp: typedCode(await ownCode(user, 'export')) })
      .expect(200);
    const phone = newPhone();
    const otp = typedCode(await ownCode(user, 'phone_change'));
    await as(user)
      .post('/phone/change/init', { phone: typedPhone(phone), otp })
      .expect(200);
    const { body } = await as(user)
      .post('/phone/change/verify', { otp: typedCode(await running.providers.codeFor(phone)) })
      .expect(200);
    assert.equal(body.phone, phone);
  });

  it('delete an account and restore it', async () => {
    const user = await running.newUser();
    await as(user)
      .post('/account/deletion', { otp: typedCode(await ownCode(user, 'delete')) })
      .expect(202);
    const restoring = typedCode(await codeTo('/send-otp', user.phone));
    await anyone()
      .post('/account/restore', { phone: typedPhone(user.phone), otp: restoring })
      .expect(200);
    const otp = typedCode(await codeTo('/account/deletion/code', user.phone));
    await anyone()
      .post('/account/deletion/confirm', { phone: typedPhone(user.phone), otp })
      .expect(202);
  });

  it('are read in test phones, stored and configured ones', async () => {
    await anyone().post('/register-verify', { phone: TEST_PHONE, otp: '424242' }).expect(201);
    const base = '/admin/projects/11/test-phones';
    const { body } = await admin(running.server)
      .post(base, { phone: typedPhone('+15550100002'), code: typedCode('123456') })
      .expect(201);
    assert.deepEqual([body.phone, body.code], ['+15550100002', '123456']);
    await admin(running.server)
      .delete(`${base}/${encodeURIComponent(typedPhone('+15550100002'))}`)
      .expect(204);
  });

  it('find the user in the list of admins', async () => {
    const { phone, user } = await running.newUser();
    const boss = authClient(running.server, { token: operatorToken(running.server) });
    for (const [name, spell] of PHONE_SPELLINGS) {
      const { body } = await boss.get(`/admin/users?q=${encodeURIComponent(spell(phone))}`);
      assert.deepEqual(
        body.data?.map(({ id }: { id: string }) => id),
        [user.id],
        name,
      );
    }
  });

  it('are read at every endpoint that takes a phone', async () => {
    const { tokens } = await running.newUser({ password: PASSWORD });
    const rows = servedRows().filter(({ endpoint: { body } }) => body !== undefined && hasPhone(body));
    assert.ok(rows.length >= 15, String(rows.length));
    for (const { method, address } of rows) {
      const isAdmin = address.includes('/admin/');
      const headers = isAdmin ? { 'X-Api-Key': running.server.apiKey } : { Authorization: `Bearer ${tokens.accessToken}` };
      const body = { phone: typedPhone(newPhone()), otp: '000000', code: '000000', password: PASSWORD, newPassword: `${PASSWORD}?` };
      // a proof is a password or a code
      for (const sent of [body, { ...body, otp: undefined }]) {
        const { status, text } = await ask(running.server.url, address.replace(':id', '11'), {
          method: method.toUpperCase(),
          headers,
          body: sent,
        });
        assert.doesNotMatch(
          status < 400 ? '' : text,
          /invalid_phone|"field":"phone","message":"phone must be a phone/,
          `${method} ${address}`,
        );
      }
    }
  });

  it('cover every spelling of a code over HTTP', async () => {
    for (const [name, spell] of CODE_SPELLINGS) {
      const { body } = await anyone().post('/login-otp', { phone: TEST_PHONE, otp: spell('424242') });
      assert.equal(body.user?.phone ?? body.code, TEST_PHONE, name);
    }
  });
});
