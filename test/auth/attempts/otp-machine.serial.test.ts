import assert from 'node:assert/strict';
import type { Purpose } from '../../../server/services/auth/otp/purpose.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { authClient } from '../../support/requests/client.ts';
import { atOnce } from '../../support/requests/key-access.ts';
import { newPhone, outcomeOf, tallyOutcomes } from '../support.ts';
import { type OtpMachine, startOtpMachine } from './otp-support.ts';

const ROUNDS = 10;
const PURPOSES: readonly Purpose[] = ['register', 'login', 'reset'];

describe('one-time codes in parallel requests', () => {
  let otp: OtpMachine;

  before(async () => {
    otp = await startOtpMachine();
  });
  after(() => otp.auth.close());

  const tallyOf = async (times: number, call: (index: number) => Promise<unknown>) =>
    tallyOutcomes(await atOnce(times, (index) => outcomeOf(call(index).then(() => 'passed'))));

  it('delivers one code for 30 calls over three purposes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = newPhone();
      const send = (index: number) => otp.send(phone, { purpose: PURPOSES[index % 3] ?? 'login' });
      assert.deepEqual(await tallyOf(30, send), { passed: 1, '429 otp_cooldown 60': 29 });
      assert.equal(otp.deliveredTo(phone), 1);
    }
  });

  it('delivers one code for 30 calls after the cooldown', async () => {
    const phones = Array.from({ length: ROUNDS }, newPhone);
    for (const phone of phones) await otp.send(phone);
    otp.clock.advance(60);
    for (const phone of phones) {
      assert.deepEqual(await tallyOf(30, () => otp.send(phone)), { passed: 1, '429 otp_cooldown 300': 29 });
      assert.equal(otp.deliveredTo(phone), 2);
    }
  });

  it('accepts one of 50 right codes and counts no failures', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = newPhone();
      const code = await otp.newCode(phone);
      assert.deepEqual(await tallyOf(50, () => otp.check(phone, code)), { passed: 1, '400 invalid_otp': 49 });
      assert.equal((await otp.send(phone)).cooldownSeconds, 60);
    }
  });

  it('compares at most five of 50 wrong codes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = newPhone();
      const code = await otp.newCode(phone);
      assert.deepEqual(await tallyOf(50, () => otp.check(phone, '12345')), { '400 invalid_otp': 10, '429 otp_locked 900': 40 });
      const sql = 'SELECT wrong_tries AS wrongTries FROM otp_codes WHERE project_id = 11 AND phone = :phone';
      assert.deepEqual(await selectRows(otp.server.db, sql, { phone }), [{ wrongTries: 5 }]);
      assert.equal(await outcomeOf(otp.check(phone, code)), '429 otp_locked 900');
    }
  });

  for (const path of ['/send-otp', '/register-init', '/password/reset/init'] as const)
    it(`keeps database use bounded while 40 ${path} wait`, async () => {
      let [waiting, most] = [0, 0];
      let release = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const send = () => atOnce(40, () => authClient(otp.server).post(path, { phone: newPhone() }).expect(200));
      await otp.deliveringBy(
        async () => {
          waiting += 1;
          if (waiting === 40) release();
          await released;
        },
        async () => {
          // a reset does not wait for the delivery, and sends nothing to unknown phones
          if (path === '/password/reset/init') release();
          most = await mostQueriesAtOnce(send);
        },
      );
      // eight slots and some background work, where without a bound all 40 would run; codes that arrive together are one write, so there
      // may be fewer
      assert.ok(most >= 2 && most <= 16, `${most} at once`);
    });

  async function mostQueriesAtOnce(work: () => Promise<unknown>): Promise<number> {
    let [running, most] = [0, 0];
    const count = async (_: string, send: () => Promise<unknown>) => {
      running += 1;
      most = Math.max(most, running);
      return send().finally(() => (running -= 1));
    };
    await interceptQueries(otp.server.db, count, work);
    return most;
  }
});
