import assert from 'node:assert/strict';
import { newPhone } from '../auth/support.ts';
import { selectRows } from '../support/databases/sql.ts';
import { type FakeProviders, startFakeProviders } from '../support/providers/fake-providers.ts';
import { type Fault, type FaultyServer, type Phone, quick, startFaultyServer, startPhone } from './support.ts';

const VERIFY = '/api/v2/auth/register-verify';
const LOGIN = '/api/v2/auth/login-otp';

describe('sign-ins of the client by code', () => {
  let providers: FakeProviders;
  let place: FaultyServer;

  before(async () => {
    providers = await startFakeProviders();
    place = await startFaultyServer({ ...providers.env, OTP_COOLDOWN_SECONDS: '0', RATE_LIMIT_SEND_OTP: 'off' });
  });
  after(async () => {
    await place.close();
    await providers.close();
  });
  beforeEach(() => {
    place.decide(() => 'pass');
    place.forget();
  });

  const device = (): Phone => startPhone(place, { setTimeout: quick, deviceModel: 'Pixel 8' });
  const codeOf = (phone: string): string => providers.messages.filter((message) => message.phone === phone).at(-1)?.code ?? '';
  const keys = (path: string) => place.seen.filter((seen) => seen.path === path).map(({ headers }) => headers['idempotency-key']);

  /** Faults for the first requests to the path. */
  function fail(path: string, ...faults: readonly Fault[]): void {
    let turn = 0;
    place.decide((seen) => (seen.path === path ? (faults[turn++] ?? 'pass') : 'pass'));
  }

  async function register({ client }: Phone): Promise<string> {
    const phone = newPhone();
    await client.auth.sendCode({ phone, purpose: 'register' });
    await client.auth.register({ phone, code: codeOf(phone), firstName: 'Noura' });
    return phone;
  }

  it('signs in although the answers are lost', async () => {
    for (const faults of [['unanswered'], ['half', 'lost', 503], ['unanswered', 'unanswered']] as const) {
      const phone = await register(device());
      const { client } = device();
      await client.auth.sendCode({ phone });
      place.forget();
      fail(LOGIN, ...faults);
      const { id } = await client.auth.loginWithCode({ phone, code: codeOf(phone) });
      assert.deepEqual([client.auth.state, client.auth.user?.id], ['signed_in', id]);
      assert.deepEqual([keys(LOGIN).length, new Set(keys(LOGIN)).size], [faults.length + 1, 1]);
      assert.equal((await client.request('GET', '/api/v2/auth/profile')).id, id);
      assert.equal((await selectRows(place.server.db, 'SELECT id FROM sessions WHERE user_id = :id', { id })).length, 2);
    }
  });

  it('registers although the answer is lost', async () => {
    fail(VERIFY, 'unanswered');
    const phone = device();
    await register(phone);
    assert.equal(phone.client.auth.state, 'signed_in');
    assert.equal(keys(VERIFY).length, 2);
    assert.equal(phone.store.find('device')?.startsWith('dv_'), true);
    await phone.client.request('GET', '/api/v2/auth/profile');
  });

  it('makes another key for another try', async () => {
    const phone = await register(device());
    const { client } = device();
    await client.auth.sendCode({ phone });
    const code = codeOf(phone);
    const wrong = code.replace(/.$/, (last) => String((Number(last) + 1) % 10));
    await assert.rejects(client.auth.loginWithCode({ phone, code: wrong }), { code: 'invalid_otp' });
    await client.auth.loginWithCode({ phone, code });
    assert.deepEqual([keys(LOGIN).length, new Set(keys(LOGIN)).size], [2, 2]);
    assert.equal(place.seen.at(-1)?.headers['x-device-name'], 'Pixel 8');
  });

  it('repeats no sign-in by password by itself', async () => {
    fail('/api/v2/auth/login', 'unanswered');
    await assert.rejects(device().client.auth.login({ phone: newPhone(), password: 'correct horse battery' }), { code: 'network' });
    assert.equal(place.seen.length, 1);
  });
});
