import assert from 'node:assert/strict';
import { admin, authClient } from '../support/requests/client.ts';
import { faultyFields } from '../support/requests/key-access.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { type AuthServer, startAuthServer } from './support.ts';

const DEFAULTS = {
  projectId: 11,
  loginMethods: ['phone_password', 'phone_otp', 'username_password'],
  registration: true,
  otp: { length: 5, ttlSeconds: 240, channels: ['whatsapp', 'sms'], cooldownSeconds: [0, 30, 90] },
  phone: { countries: null, blockedCountries: [] },
  password: { minLength: 8, maxLength: 128 },
  lockout: { attempts: 4, seconds: 600 },
  languages: ['en', 'ar'],
};

describe('GET /config/:projectId/public', () => {
  let auth: AuthServer;

  before(async () => {
    auth = await startAuthServer({
      env: {
        OTP_LENGTH: '5',
        OTP_TTL_SECONDS: '240',
        OTP_COOLDOWN_SECONDS: '0,30,90',
        LOGIN_LOCKOUT_ATTEMPTS: '4',
        LOGIN_LOCKOUT_SECONDS: '600',
      },
    });
  });
  after(() => auth.close());

  const configOf = (id: number | string, credentials = {}) => authClient(auth.server, credentials).get(`/config/${id}/public`);

  it('returns server defaults when the project sets nothing', async () => {
    assert.deepEqual((await configOf(11).expect(200)).body, DEFAULTS);
  });

  it('returns changed project settings in the next reply', async () => {
    await configOf(12).expect(200);
    const otp = { length: 8, ttlSeconds: 60 };
    const phone = { countries: ['SA', 'AE'], blockedCountries: ['GB'] };
    const settings = { loginMethods: ['phone_otp'], registration: false, otp, phone, languages: ['ar', 'fr'] };
    await admin(auth.server).put('/admin/projects/12', { settings }).expect(200);
    const expected = { ...DEFAULTS, ...settings, projectId: 12, otp: { ...DEFAULTS.otp, ...otp } };
    assert.deepEqual((await configOf(12).expect(200)).body, expected);
    assert.deepEqual((await configOf(11).expect(200)).body, DEFAULTS);
  });

  it('uses the project of the path, not the token', async () => {
    const token = operatorToken(auth.server, { projectId: 12 });
    assert.equal((await configOf(11, { token }).expect(200)).body.projectId, 11);
    assert.equal((await configOf(11, { token: 'broken' }).expect(200)).body.projectId, 11);
  });

  it('answers 404 for an unknown project', async () => {
    assert.equal((await configOf(404_404).expect(404)).body.code, 'project_not_found');
  });

  it('answers 403 for an inactive project', async () => {
    const { body } = await admin(auth.server).post('/admin/projects', { name: 'Off' }).expect(201);
    await admin(auth.server).put(`/admin/projects/${body.id}`, { isActive: false }).expect(200);
    assert.equal((await configOf(body.id).expect(403)).body.code, 'project_inactive');
  });

  for (const id of ['0', '-1', '1.0', '1e1', '0x0B', 'x', '%20', '2147483648', '١١'])
    it(`answers 400 for ${id}`, async () => {
      assert.deepEqual(faultyFields((await configOf(encodeURI(id)).expect(400)).body), ['projectId']);
    });

  it('returns the same under the v1 prefix', async () => {
    const { body } = await authClient(auth.server).get('/config/11/public').expect(200);
    const local = await fetch(`${auth.server.url}/api/v1/auth/config/11/public/`);
    assert.deepEqual([local.status, await local.json()], [200, body]);
  });
});
