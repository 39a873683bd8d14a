import assert from 'node:assert/strict';
import { selectRows } from '../../support/databases/sql.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { type AuthServer, clientOf, newPhone, PASSWORD, refusedAs, register, startAuthServer } from '../support.ts';

const SATELLITE = '+881612345678';
const PATHS = ['/register-init', '/send-otp', '/password/reset/init', '/account/deletion/code'] as const;

describe('phones that get no codes', () => {
  let running: AuthServer;

  before(async () => {
    running = await startAuthServer({ env: { TEST_PHONES: `${SATELLITE.replace('5678', '5679')}=135790` } });
  });
  after(() => running.close());

  const setPhone = (phone: object) => admin(running.server).put('/admin/projects/12', { settings: { phone } });

  for (const path of PATHS)
    it(`are refused by ${path} before anything is stored`, async () => {
      for (let tries = 0; tries < 2; tries += 1) {
        const { body } = await authClient(running.server).post(path, { phone: SATELLITE }).expect(403);
        assert.equal(body.code, 'phone_not_allowed');
        assert.equal(body.message, 'Codes are not sent to this number.');
      }
      for (const table of ['otp_codes', 'otp_sends', 'otp_guard'])
        assert.deepEqual(await selectRows(running.server.db, `SELECT 1 AS one FROM ${table} WHERE project_id = 11`), [], table);
    });

  it('are refused by /phone/change/init before the password is judged', async () => {
    const user = await register(running.server, running.providers, newPhone(), { password: PASSWORD });
    const change = { phone: SATELLITE, password: 'not the password' };
    await clientOf(running.server, user).post('/phone/change/init', change).expect(403).expect(refusedAs('phone_not_allowed'));
  });

  it('may be test phones with any number', async () => {
    await authClient(running.server)
      .post('/send-otp', { phone: SATELLITE.replace('5678', '5679') })
      .expect(200);
  });

  it('are those outside the countries of the project', async () => {
    await setPhone({ countries: ['AE', 'SA'], blockedCountries: ['SA'] }).expect(200);
    const ask = (phone: string) => authClient(running.server).post('/send-otp', { phone, projectId: 12 });
    await ask(newPhone()).expect(403).expect(refusedAs('phone_not_allowed'));
    await ask('+971501234567').expect(200);
    const { body } = await authClient(running.server).get('/config/12/public').expect(200);
    assert.deepEqual(body.phone, { countries: ['AE', 'SA'], blockedCountries: ['SA'] });
    await setPhone({ countries: null, blockedCountries: null }).expect(200);
    await ask(newPhone()).expect(200);
  });

  it('sign in still when their country is blocked later', async () => {
    const phone = newPhone();
    await register(running.server, running.providers, phone, { password: PASSWORD, projectId: 12 });
    await setPhone({ blockedCountries: ['SA'] }).expect(200);
    const { body } = await authClient(running.server).post('/login', { phone, password: PASSWORD, projectId: 12 }).expect(200);
    await authClient(running.server).post('/refresh', { refresh_token: body.tokens.refreshToken }).expect(200);
    await setPhone({ blockedCountries: null }).expect(200);
  });

  it('cannot be set by codes that are no country', async () => {
    for (const phone of [
      { countries: [] },
      { countries: ['XX'] },
      { countries: ['sa'] },
      { blockedCountries: ['ZZ'] },
      { countries: ['SA', 'SA'] },
    ])
      await setPhone(phone).expect(400);
  });
});
