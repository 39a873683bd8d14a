import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { User } from '../../../models/auth/User.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { DeliveryFailed } from '../../../server/platform/messaging/delivery.ts';
import { deletePhoneData } from '../../../server/services/auth/otp/delete-phone-data.ts';
import { settleDeliveries } from '../../../server/services/auth/otp/deliveries.ts';
import { projectOfLiveCode } from '../../../server/services/auth/otp/otp-codes.ts';
import { returnSlot, takeSlot } from '../../../server/services/auth/otp/otp-cooldown.ts';
import type { Purpose } from '../../../server/services/auth/otp/purpose.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { admin } from '../../support/requests/client.ts';
import { newPhone, outcomeOf } from '../support.ts';
import { type OtpMachine, SEEDED, startOtpMachine } from './otp-support.ts';

const DAY = 86_400;

describe('one-time codes', () => {
  let otp: OtpMachine;

  before(async () => {
    otp = await startOtpMachine();
  });
  after(() => otp.auth.close());
  afterEach(() => otp.auth.providers.mend());

  /** A send whose rate limit asks to wait. */
  const sendThrottled = (phone: string, seconds: number) =>
    otp.send(
      phone,
      {},
      otp.context(async () => seconds),
    );

  describe('sending', () => {
    it('delivers a code of configured length and returns the cooldown', async () => {
      const phone = newPhone();
      const sent = {
        message: 'If the phone can receive codes, one is on its way.',
        cooldownSeconds: 60,
        channel: 'whatsapp',
        fallbackSeconds: null,
      };
      assert.deepEqual(await otp.send(phone), sent);
      assert.match(await otp.auth.providers.codeFor(phone), /^\d{6}$/);
      const short = { ...otp.project, settings: { ...otp.project.settings, otp: { ...otp.project.settings.otp, length: 4 } } };
      assert.match(await otp.newCode(newPhone(), { project: short }), /^\d{4}$/);
    });

    it('climbs the cooldown tiers and resets them after 48 hours', async () => {
      const phone = newPhone();
      const waits = [];
      for (const [wait, purpose] of [
        [0, 'register'],
        [60, 'login'],
        [300, 'reset'],
        [DAY, 'login'],
      ] as const) {
        if (wait > 0) {
          otp.clock.advance(wait - 0.001);
          assert.equal(await outcomeOf(otp.send(phone, { purpose })), '429 otp_cooldown 1');
          otp.clock.advance(0.001);
        }
        waits.push((await otp.send(phone, { purpose })).cooldownSeconds);
      }
      assert.deepEqual(waits, [60, 300, DAY, DAY]);
      otp.clock.advance(2 * DAY);
      assert.equal((await otp.send(phone)).cooldownSeconds, 60);
    });

    it('keeps the live code valid when it is refused', async () => {
      const phone = newPhone();
      const code = await otp.newCode(phone);
      otp.clock.advance(10);
      assert.equal(await outcomeOf(otp.send(phone)), '429 otp_cooldown 50');
      assert.equal(await outcomeOf(sendThrottled(phone, 30)), '429 otp_cooldown 50');
      assert.equal(otp.deliveredTo(phone), 1);
      await otp.check(phone, code);
    });

    it('reports the longest wait of limit, lock and cooldown', async () => {
      const phone = newPhone();
      await otp.send(phone);
      await assert.rejects(otp.send(phone), { message: 'A code was sent already. Expected available in 60 seconds.' });
      assert.equal(await outcomeOf(sendThrottled(phone, 200)), '429 throttled 200');
      await otp.fail(phone, 10);
      assert.equal(await outcomeOf(sendThrottled(phone, 200)), '429 otp_locked 900');
      assert.equal(await outcomeOf(sendThrottled(phone, 1000)), '429 throttled 1000');
    });

    it("consumes the endpoint's rate limit by project and phone", async () => {
      const phone = newPhone();
      const hits: string[] = [];
      const ctx = otp.context(async (name, key) => {
        hits.push(`${name} ${key}`);
        return 0;
      });
      await otp.send(phone, { limit: 'registerInit' }, ctx);
      await otp.send(phone, { limit: 'passwordReset', project: otp.other }, ctx);
      assert.equal(await outcomeOf(otp.send(phone, { limit: 'sendOtp' }, ctx)), '429 otp_cooldown 60');
      assert.deepEqual(hits, [`registerInit 11 ${phone}`, `passwordReset 12 ${phone}`, `sendOtp 11 ${phone}`]);
    });

    it('restores the cooldown when every channel fails', async () => {
      const phone = newPhone();
      await otp.send(phone);
      otp.clock.advance(60);
      otp.breakChannels();
      for (let count = 0; count < 3; count += 1) assert.equal(await outcomeOf(otp.send(phone)), '502 otp_delivery_failed');
      otp.auth.providers.mend();
      assert.equal((await otp.send(phone)).cooldownSeconds, 300);
      const fresh = newPhone();
      otp.breakChannels();
      assert.equal(await outcomeOf(otp.send(fresh)), '502 otp_delivery_failed');
      assert.equal(await projectOfLiveCode(otp.context(), { phone: fresh, purpose: 'login' }), null);
      otp.auth.providers.mend();
      assert.equal((await otp.send(fresh)).cooldownSeconds, 60);
    });

    it('restores no cooldown that another send has changed', async () => {
      const recipient = { projectId: 11, phone: newPhone(), requester: 'anyone' } as const;
      const first = await takeSlot(otp.service, recipient, otp.clock.now());
      assert.ok(typeof first !== 'number');
      otp.clock.advance(60);
      assert.notEqual(typeof (await takeSlot(otp.service, recipient, otp.clock.now())), 'number');
      await returnSlot(otp.server.db, first);
      assert.equal(await takeSlot(otp.service, recipient, otp.clock.now()), 300);
    });

    it('replies before a later delivery, and hides its failure', async () => {
      const phone = newPhone();
      const sent = await otp.send(phone, { deliver: 'later' });
      assert.equal(otp.deliveredTo(phone), 0);
      await settleDeliveries(otp.service);
      await otp.check(phone, await otp.auth.providers.codeFor(phone));
      otp.breakChannels();
      assert.deepEqual(await otp.send(phone, { deliver: 'later' }), sent);
      await settleDeliveries(otp.service);
      assert.equal(await outcomeOf(otp.send(phone, { deliver: 'later' })), '429 otp_cooldown 60');
      assert.equal(await projectOfLiveCode(otp.context(), { phone, purpose: 'login' }), 11);
      const warnings = otp.log.lines().filter((line) => line['msg'] === 'code delivery failed');
      assert.deepEqual(warnings.at(-1)?.['phone'], `${phone.slice(0, 5)}*****${phone.slice(-3)}`);
    });

    it('restores the older code when the newer one is undelivered', async () => {
      const phone = newPhone();
      const code = await otp.newCode(phone);
      await otp.fail(phone, 3);
      otp.clock.advance(60);
      otp.breakChannels();
      assert.equal(await outcomeOf(otp.send(phone)), '502 otp_delivery_failed');
      await otp.fail(phone, 1);
      await otp.check(phone, code);
      assert.equal(await outcomeOf(otp.send(phone)), '502 otp_delivery_failed');
      assert.equal(await outcomeOf(otp.check(phone, code)), '400 invalid_otp');
    });

    it('keeps the older code invalid after the newer is used', async () => {
      const phone = newPhone();
      const code = await otp.newCode(phone);
      otp.clock.advance(60);
      await otp.deliveringBy(
        async (message) => {
          if (message.code !== code) assert.equal(await outcomeOf(otp.check(phone, code)), '400 invalid_otp');
          await otp.check(phone, message.code);
          throw new DeliveryFailed('The answer was lost.');
        },
        async () => assert.equal(await outcomeOf(otp.send(phone)), '502 otp_delivery_failed'),
      );
      assert.equal(await outcomeOf(otp.check(phone, code)), '400 invalid_otp');
    });

    it('undoes a failed send before settleDeliveries resolves', async () => {
      const phone = newPhone();
      const failure = new DeliveryFailed('None.');
      let begin = (): void => {};
      const begun = new Promise<void>((resolve) => (begin = resolve));
      await otp.deliveringBy(
        async () => {
          begin();
          await sleep(50);
          throw failure;
        },
        async () => {
          const abandoned = outcomeOf(otp.send(phone));
          await begun;
          await settleDeliveries(otp.service);
          assert.deepEqual(
            await selectRows(otp.server.db, 'SELECT phone FROM otp_sends WHERE project_id = 11 AND phone = :phone', { phone }),
            [],
          );
          assert.equal(await abandoned, '502 otp_delivery_failed');
        },
      );
    });

    it('retries undoing a failed send after a deadlock', async () => {
      const phone = newPhone();
      otp.breakChannels();
      const deadlock = Object.assign(new Error('Deadlock found'), { errno: 1213, code: 'ER_LOCK_DEADLOCK' });
      const failed = await failingQueries(otp.server.db, { sql: /^DELETE FROM otp_codes/, error: deadlock, times: 1 }, async () =>
        assert.equal(await outcomeOf(otp.send(phone)), '502 otp_delivery_failed'),
      );
      assert.equal(failed, 1);
      assert.equal(await projectOfLiveCode(otp.context(), { phone, purpose: 'login' }), null);
      assert.deepEqual(
        await selectRows(otp.server.db, 'SELECT phone FROM otp_sends WHERE project_id = 11 AND phone = :phone', { phone }),
        [],
      );
    });

    it('reports the delivery error and logs a failed undo', async () => {
      const phone = newPhone();
      otp.breakChannels();
      await failingQueries(otp.server.db, { sql: /^DELETE FROM otp_sends/, error: new Error('away'), times: 1 }, async () =>
        assert.equal(await outcomeOf(otp.send(phone)), '502 otp_delivery_failed'),
      );
      const errors = otp.log.lines().filter((line) => line['msg'] === 'undoing a failed code send failed');
      assert.equal(errors.at(-1)?.['phone'], `${phone.slice(0, 5)}*****${phone.slice(-3)}`);
    });

    it('deletes the data of a phone in one project', async () => {
      const phone = newPhone();
      for (const project of [otp.project, otp.other]) {
        await otp.send(phone, { project });
        for (let count = 0; count < 10; count += 1) await outcomeOf(otp.check(phone, '12345', { projectId: project.id }));
      }
      await deletePhoneData(otp.service, { projectId: 11, phone });
      assert.equal(await outcomeOf(otp.check(phone, '12345', { projectId: 12 })), '429 otp_locked 900');
      for (const [table, column] of [
        ['attempt_locks', 'subject'],
        ['otp_codes', 'phone'],
        ['otp_sends', 'phone'],
      ]) {
        const sql = `SELECT project_id AS id FROM ${table} WHERE ${column} = :phone`;
        assert.deepEqual(await selectRows(otp.server.db, sql, { phone }), [{ id: 12 }]);
      }
      assert.equal((await otp.send(phone)).cooldownSeconds, 60);
    });

    it('replies and counts the same when nothing is sent', async () => {
      const phone = newPhone();
      assert.deepEqual(await otp.send(phone, { deliver: 'never' }), await otp.send(newPhone(), { deliver: 'later' }));
      await settleDeliveries(otp.service);
      assert.equal(otp.deliveredTo(phone), 0);
      assert.equal(await outcomeOf(otp.send(phone, { deliver: 'never' })), '429 otp_cooldown 60');
    });
  });

  describe('checking', () => {
    it('refuses the right code after five wrong ones', async () => {
      const phone = newPhone();
      const code = await otp.newCode(phone);
      await otp.fail(phone, 5);
      assert.equal(await outcomeOf(otp.check(phone, code)), '400 invalid_otp');
    });

    it('accepts the right code once after four wrong ones', async () => {
      const phone = newPhone();
      const code = await otp.newCode(phone);
      await otp.fail(phone, 4);
      await otp.check(phone, code);
      assert.equal(await outcomeOf(otp.check(phone, code)), '400 invalid_otp');
    });

    it('refuses older codes and codes of another purpose or project', async () => {
      const phone = newPhone();
      const code = await otp.newCode(phone, { purpose: 'register' });
      for (const extra of [{ purpose: 'login' }, { purpose: 'reset' }, { purpose: 'register', projectId: 12 }] as const)
        assert.equal(await outcomeOf(otp.check(phone, code, extra)), '400 invalid_otp');
      otp.clock.advance(60);
      const newer = await otp.newCode(phone, { purpose: 'register' });
      if (newer !== code) assert.equal(await outcomeOf(otp.check(phone, code, { purpose: 'register' })), '400 invalid_otp');
      await otp.check(phone, newer, { purpose: 'register' });
    });

    it('accepts a code when another purpose has a newer one', async () => {
      const phone = newPhone();
      const code = await otp.newCode(phone, { purpose: 'register' });
      otp.clock.advance(60);
      await otp.send(phone, { purpose: 'login' });
      await otp.check(phone, code, { purpose: 'register' });
    });

    it('accepts a code until it expires', async () => {
      const [early, late] = [newPhone(), newPhone()];
      const codes = [await otp.newCode(early), await otp.newCode(late)] as const;
      otp.clock.advance(299.999);
      await otp.check(early, codes[0]);
      otp.clock.advance(0.001);
      assert.equal(await outcomeOf(otp.check(late, codes[1])), '400 invalid_otp');
    });

    it('locks the phone for 15 minutes after ten wrong codes', async () => {
      const phone = newPhone();
      await otp.fail(phone, 3);
      const code = await otp.newCode(phone);
      await otp.fail(phone, 3);
      otp.clock.advance(60);
      await otp.send(phone, { purpose: 'register' });
      await otp.fail(phone, 4);
      assert.equal(await outcomeOf(otp.check(phone, code)), '429 otp_locked 900');
      assert.equal(await outcomeOf(otp.send(phone)), '429 otp_locked 900');
      otp.clock.advance(899.999);
      assert.equal(await outcomeOf(otp.check(phone, code)), '429 otp_locked 1');
      otp.clock.advance(0.001);
      await otp.check(phone, await otp.newCode(phone));
      const rows = await selectRows(
        otp.server.db,
        "SELECT subject FROM audit_log WHERE project_id = 11 AND action = 'otp.locked' ORDER BY id DESC LIMIT 1",
      );
      assert.deepEqual(rows, [{ subject: `phone:${phone.slice(0, 5)}*****${phone.slice(-3)}` }]);
    });

    it('clears failures and cooldown after a right code', async () => {
      const phone = newPhone();
      await otp.fail(phone, 9);
      await otp.check(phone, await otp.newCode(phone));
      const code = await otp.newCode(phone);
      await otp.fail(phone, 4);
      await otp.check(phone, code);
      await otp.fail(phone, 9);
      assert.equal((await otp.send(phone)).cooldownSeconds, 60);
    });

    it('stores and logs no code in clear text', async () => {
      const codes: string[] = [];
      for (let count = 0; count < 5; count += 1) codes.push(await otp.newCode(newPhone()));
      const all = <T extends object>(sql: string) => selectRows<T>(otp.server.db, sql, {});
      const rows = await all<{ digest: string }>('SELECT digest, used_by FROM otp_codes');
      const dump = JSON.stringify([rows, await all('SELECT * FROM otp_sends'), await all('SELECT * FROM audit_log')]);
      for (const { digest } of rows) assert.match(digest, /^[0-9a-f]{64}$/);
      for (const code of codes) {
        assert.ok(!new RegExp(`\\b${code}\\b`).test(dump));
        assert.ok(!otp.log.text().includes(`"${code}"`));
      }
    });
  });

  describe('the project of a live code', () => {
    it('is found unless several projects have one', async () => {
      const phone = newPhone();
      const find = (purpose: Purpose) => projectOfLiveCode(otp.context(), { phone, purpose });
      assert.equal(await find('reset'), null);
      const code = await otp.newCode(phone, { purpose: 'reset', project: otp.other });
      assert.equal(await find('reset'), 12);
      assert.equal(await find('register'), null);
      await otp.send(phone, { purpose: 'reset' });
      assert.equal(await outcomeOf(find('reset')), '400 project_id_required');
      await otp.check(phone, code, { purpose: 'reset', projectId: 12 });
      assert.equal(await find('reset'), 11);
      otp.clock.advance(300);
      assert.equal(await find('reset'), null);
    });
  });

  describe('a test phone', () => {
    it('is sent nothing, and its fixed code always works', async () => {
      const phone = newPhone();
      await admin(otp.auth.server).post('/admin/projects/12/test-phones', { phone, code: '246810' }).expect(201);
      assert.equal((await otp.send(phone, { project: otp.other })).cooldownSeconds, 60);
      assert.equal(otp.deliveredTo(phone), 0);
      for (const purpose of ['login', 'login', 'register'] as const) await otp.check(phone, '246810', { projectId: 12, purpose });
      const rows = await selectRows<{ subject: string; details: string }>(
        otp.server.db,
        "SELECT subject, details FROM audit_log WHERE project_id = 12 AND action = 'otp.test_phone_used' ORDER BY id",
      );
      assert.deepEqual(
        rows.map(({ details }) => JSON.parse(details).purpose),
        ['login', 'login', 'register'],
      );
      assert.ok(rows.every(({ subject }) => subject === `phone:${phone.slice(0, 5)}*****${phone.slice(-3)}`));
      assert.equal((await otp.send(phone, { project: otp.other })).cooldownSeconds, 60);
      assert.equal(await outcomeOf(otp.check(phone, '246810')), '400 invalid_otp');
    });

    it('from the configuration belongs to the default project', async () => {
      await otp.check(SEEDED, '135790');
      assert.equal(await outcomeOf(otp.check(SEEDED, '135790', { projectId: 12 })), '400 invalid_otp');
    });

    it('becomes an ordinary phone when it expires', async () => {
      const phone = newPhone();
      const expiresAt = new Date(otp.clock.now().getTime() + 1000).toISOString();
      await admin(otp.auth.server).post('/admin/projects/12/test-phones', { phone, code: '246810', expiresAt }).expect(201);
      await otp.check(phone, '246810', { projectId: 12 });
      otp.clock.advance(1);
      assert.equal(await outcomeOf(otp.check(phone, '246810', { projectId: 12 })), '400 invalid_otp');
    });

    it('is an ordinary phone for users other than customers', async () => {
      const phone = newPhone();
      await admin(otp.auth.server).post('/admin/projects/11/test-phones', { phone, code: '246810' }).expect(201);
      const user = await otp.server.db.model(User).create({ id: randomUUID(), projectId: 11, phone, phoneKey: phone });
      await otp.check(phone, '246810');
      await user.update({ role: 'staff' });
      assert.equal(await outcomeOf(otp.check(phone, '246810')), '400 invalid_otp');
      await otp.check(phone, await otp.newCode(phone));
    });

    it('locks after ten wrong codes like any phone', async () => {
      const phone = newPhone();
      await admin(otp.auth.server).post('/admin/projects/11/test-phones', { phone, code: '246810' }).expect(201);
      await otp.fail(phone, 10);
      assert.equal(await outcomeOf(otp.check(phone, '246810')), '429 otp_locked 900');
    });
  });
});

describe('disabled test phones', () => {
  let otp: OtpMachine;

  before(async () => {
    otp = await startOtpMachine({ TEST_PHONES_ENABLED: 'false' });
  });
  after(() => otp.auth.close());

  it('need a real code like any other phone', async () => {
    assert.equal(await outcomeOf(otp.check(SEEDED, '135790')), '400 invalid_otp');
    await otp.check(SEEDED, await otp.newCode(SEEDED));
  });
});

/** Fails the first statements that match while `work` runs. Returns how many. */
async function failingQueries(
  db: Database,
  kind: { sql: RegExp; error: Error; times: number },
  work: () => Promise<unknown>,
): Promise<number> {
  let failed = 0;
  const intercept = async (sql: string, send: () => Promise<unknown>) => {
    if (!kind.sql.test(sql) || failed === kind.times) return send();
    failed += 1;
    throw kind.error;
  };
  await interceptQueries(db, intercept, work);
  return failed;
}
