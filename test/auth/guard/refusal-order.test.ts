import assert from 'node:assert/strict';
import { selectRows } from '../../support/databases/sql.ts';
import { refusedAs } from '../support.ts';
import { type GuardServer, startGuardServer } from './guard-http-support.ts';

const LIMITS = { RATE_LIMIT_GLOBAL: '6/600', RATE_LIMIT_SEND_OTP: '3/600', OTP_COOLDOWN_SECONDS: '0,300' };

describe('a code that is refused for two reasons', () => {
  let running: GuardServer;

  beforeEach(async () => {
    running = await startGuardServer(LIMITS);
  });
  afterEach(() => running.close());

  const ask = (phone: string, address?: string) => running.from(address).post('/send-otp', { phone });
  const block = (...countries: string[]) => running.set({ phone: { blockedCountries: countries.length === 0 ? null : countries } });
  /** Uses the places of a network up. */
  const fill = async (address: string): Promise<void> => {
    await running.set({ otp: { guardScale: 0.1 } });
    await ask(running.newPhone(), address).expect(200);
    await ask(running.newPhone(), address).expect(429).expect(refusedAs('otp_budget'));
  };

  it('is refused by the address before the country', async () => {
    await block('SA');
    const phone = running.newPhone();
    for (let tries = 0; tries < 6; tries += 1) await ask(phone, '192.0.2.1').expect(403).expect(refusedAs('phone_not_allowed'));
    await ask(phone, '192.0.2.1').expect(429).expect(refusedAs('throttled'));
    await ask(phone).expect(403);
  });

  it('counts against no limit of its phone', async () => {
    await block('SA');
    const phone = running.newPhone();
    for (let tries = 0; tries < 5; tries += 1) await ask(phone).expect(403).expect(refusedAs('phone_not_allowed'));
    await block();
    await ask(phone).expect(200);
    for (const table of ['otp_sends', 'otp_codes'])
      assert.equal((await selectRows(running.server.db, `SELECT phone FROM ${table} WHERE project_id = 11`)).length, 1, table);
  });

  it('is refused by the country before the cooldown', async () => {
    const phone = running.newPhone();
    await ask(phone).expect(200);
    await ask(phone).expect(429).expect(refusedAs('otp_cooldown'));
    await block('SA');
    await ask(phone).expect(403).expect(refusedAs('phone_not_allowed'));
  });

  it('is refused by the country before the lock', async () => {
    const phone = running.newPhone();
    await ask(phone).expect(200);
    for (let wrong = 0; wrong < 10; wrong += 1) await running.from().post('/login-otp', { phone, otp: '12345' }).expect(400);
    await ask(phone).expect(429).expect(refusedAs('otp_locked'));
    await block('SA');
    await ask(phone).expect(403).expect(refusedAs('phone_not_allowed'));
  });

  it('is refused by the cooldown before the guard', async () => {
    await running.set({ otp: { guardScale: 0.1 } });
    const phone = running.newPhone();
    await ask(phone, '192.0.2.1').expect(200);
    await ask(phone, '192.0.2.1').expect(429).expect(refusedAs('otp_cooldown'));
    assert.equal(await running.refusals('phone', 'enforce'), 0);
    await ask(running.newPhone(), '192.0.2.1').expect(429).expect(refusedAs('otp_budget'));
  });

  it('is refused by the guard before the cap', async () => {
    await fill('192.0.2.1');
    await running.set({ otp: { capPerDay: 1 } });
    await ask(running.newPhone()).expect(200);
    const phone = running.newPhone();
    await ask(phone, '192.0.2.1').expect(429).expect(refusedAs('otp_budget'));
    await ask(phone).expect(429).expect(refusedAs('otp_cap'));
    assert.deepEqual([await running.refusals('address', 'enforce'), await running.refusals('cap', 'enforce')], [2, 1]);
  });
});
