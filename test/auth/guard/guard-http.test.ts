import assert from 'node:assert/strict';
import { authClient } from '../../support/requests/client.ts';
import { PASSWORD, type RegisteredUser, register, wrongCode } from '../support.ts';
import { type GuardServer, startGuardServer } from './guard-http-support.ts';

describe('the guard over HTTP', () => {
  let running: GuardServer;

  beforeEach(async () => {
    running = await startGuardServer();
  });
  afterEach(() => running.close());

  const ask = (phone: string, address?: string, headers = {}) => running.from(address, headers).post('/send-otp', { phone });
  const expectRefused = (response: { body: Record<string, unknown>; headers: Record<string, unknown> }): void => {
    assert.equal(response.body['code'], 'otp_budget');
    const seconds = Number(response.body['available_in']);
    assert.equal(Number(response.headers['retry-after']), seconds);
    assert.ok(seconds >= 1 && seconds <= 3_600, String(seconds));
  };
  const stats = async () => {
    const manager = { apiKey: running.server.apiKey, headers: { 'X-Project-ID': '11' } };
    const { body } = await authClient(running.server, manager).get('/admin/otp/stats').expect(200);
    return body.data.map(({ key, sent, refused }: Record<string, unknown>) => [key, sent, refused]);
  };

  it('counts a right code as used whose answer is 404', async () => {
    const network = running.from('192.0.2.1');
    for (let used = 0; used < 12; used += 1) {
      const phone = running.newPhone();
      await network.post('/send-otp', { phone }).expect(200);
      await network.post('/login-otp', { phone, otp: await running.providers.codeFor(phone) }).expect(404);
    }
  });

  it('counts a right code as used whose answer is 409', async () => {
    const network = running.from('192.0.2.1');
    for (let used = 0; used < 12; used += 1) {
      const { phone } = await register(running.server, running.providers, running.newPhone());
      running.providers.clear();
      await network.post('/register-init', { phone }).expect(200);
      const verified = await network.post('/register-verify', { phone, otp: await running.providers.codeFor(phone) });
      assert.deepEqual([verified.status, verified.body.code], [409, 'phone_already_registered']);
    }
  });

  it('counts a wrong code as not used', async () => {
    const network = running.from('192.0.2.1');
    for (let sent = 0; sent < 10; sent += 1) {
      const phone = running.newPhone();
      await network.post('/send-otp', { phone }).expect(200);
      await network.post('/login-otp', { phone, otp: wrongCode(await running.providers.codeFor(phone)) }).expect(400);
    }
    expectRefused(await network.post('/send-otp', { phone: running.newPhone() }).expect(429));
  });

  it('counts a change of the phone like public sends', async () => {
    const user = await register(running.server, running.providers, running.newPhone(), { password: PASSWORD });
    const change = () =>
      running
        .from('192.0.2.1', { Authorization: `Bearer ${user.tokens.accessToken}` })
        .post('/phone/change/init', { phone: running.newPhone(), password: PASSWORD });
    for (let sent = 0; sent < 10; sent += 1) await change().expect(200);
    const messages = running.providers.messages.length;
    expectRefused(await change().expect(429));
    expectRefused(await ask(running.newPhone(), '192.0.2.1').expect(429));
    assert.equal(running.providers.messages.length, messages);
    await ask(running.newPhone()).expect(200);
  });

  it('counts refusals in metrics and statistics', async () => {
    for (let sent = 0; sent < 10; sent += 1) await ask(running.newPhone(), '192.0.2.1').expect(200);
    for (let refused = 0; refused < 2; refused += 1) expectRefused(await ask(running.newPhone(), '192.0.2.1').expect(429));
    assert.deepEqual([await running.refusals('address', 'enforce'), await running.refusals('address', 'record')], [2, 0]);
    assert.deepEqual(await stats(), [['SA', 10, 2]]);
  });

  it('counts what it would refuse in mode record', async () => {
    await running.set({ otp: { guard: 'record' } });
    for (let sent = 0; sent < 12; sent += 1) await ask(running.newPhone(), '192.0.2.1').expect(200);
    assert.equal(running.providers.messages.length, 12);
    assert.deepEqual([await running.refusals('address', 'enforce'), await running.refusals('address', 'record')], [0, 2]);
    assert.deepEqual(await stats(), [['SA', 12, 2]]);
  });

  describe('a known device', () => {
    const tokens = new Map<string, string>();
    let [user, other]: RegisteredUser[] = [];

    const newUser = async (): Promise<RegisteredUser> => {
      const registered = await register(running.server, running.providers, running.newPhone('EG'), { password: PASSWORD });
      const { phone } = registered;
      const { headers } = await running.from().post('/login', { phone, password: PASSWORD }).expect(200);
      tokens.set(phone, String(headers['x-diwan-device']));
      return registered;
    };
    const deviceOf = (owner: RegisteredUser | undefined) => ({ 'X-Diwan-Device': tokens.get(owner?.phone ?? '') ?? '' });
    const askFor = (owner: RegisteredUser | undefined, headers = {}) => ask(owner?.phone ?? '', undefined, headers);

    beforeEach(async () => {
      await running.set({ otp: { guard: 'off' } });
      [user, other] = [await newUser(), await newUser()];
      await running.set({ otp: { guard: 'enforce', guardScale: 0.1 } });
      // the floor of an hour, 3, and the 10 that may be on their way
      for (let sent = 0; sent < 13; sent += 1) await ask(running.newPhone('EG')).expect(200);
    });

    const expectOnlyOwn = async (dimension: string): Promise<void> => {
      expectRefused(await askFor(user).expect(429));
      expectRefused(await askFor(user, deviceOf(other)).expect(429));
      expectRefused(await askFor(user, { 'X-Diwan-Device': 'x'.repeat(43) }).expect(429));
      assert.equal(await running.refusals(dimension, 'enforce'), 3);
      await askFor(user, deviceOf(user)).expect(200);
    };

    it('is not bound by the country for its own phone', () => expectOnlyOwn('country'));

    it('is not bound by the project for its own phone', async () => {
      // the floor of the project is 6, and 20 may be on their way
      const countries = ['SA', 'AE', 'JO'] as const;
      for (let sent = 0; sent < 13; sent += 1) await ask(running.newPhone(countries[sent % 3])).expect(200);
      expectRefused(await ask(running.newPhone('JO')).expect(429));
      assert.equal(await running.refusals('project', 'enforce'), 1);
      await askFor(user, deviceOf(user)).expect(200);
    });

    it('is bound by the phone as others are', async () => {
      await askFor(user, deviceOf(user)).expect(200);
      expectRefused(await askFor(user, deviceOf(user)).expect(429));
      assert.equal(await running.refusals('phone', 'enforce'), 1);
    });
  });
});
