import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { User } from '../../models/auth/User.ts';
import type { Context } from '../../server/platform/context.ts';
import { database } from '../../server/platform/db/database.ts';
import { selectRows } from '../../server/platform/db/sql.ts';
import { ApiError } from '../../server/platform/errors.ts';
import { makeContext } from '../../server/platform/http/exchange.ts';
import { DeliveryFailed, type OtpMessage } from '../../server/platform/messaging/delivery.ts';
import {
  type CodeRequest,
  checkCode,
  type Purpose,
  projectOfLiveCode,
  sendCode,
  settleDeliveries,
} from '../../server/services/auth/otp.ts';
import { givePermitBack, takePermit } from '../../server/services/auth/otp-sends.ts';
import { forgetPhone } from '../../server/services/auth/phone-traces.ts';
import { type AuthProject, authSetup, useAuth } from '../../server/services/auth/setup.ts';
import { admin, authClient } from '../support/client.ts';
import { atOnce } from '../support/key-access.ts';
import { type MemoryLog, memoryLog } from '../support/memory-log.ts';
import { type AuthServer, movableClock, newPhone, startAuthServer } from './support.ts';

const ROUNDS = 20;
const DAY = 86_400;
const SEEDED = '+15550100001';

describe('the OTP machine', () => {
  const clock = movableClock();
  let auth: AuthServer;
  let log: MemoryLog;
  let project: AuthProject;
  let other: AuthProject;

  before(async () => {
    log = memoryLog();
    auth = await startAuthServer({ clock, log: log.log, env: { TEST_PHONES: `${SEEDED}=135790` } });
    [project, other] = [await projectOf(11), await projectOf(12)];
  });
  after(() => auth.close());
  afterEach(() => auth.providers.mend());

  async function projectOf(id: number): Promise<AuthProject> {
    const found = await authSetup().findProject(id);
    assert.ok(found !== null);
    return found;
  }

  function context(hit: Context['hit'] = async () => 0): Context {
    return makeContext({ requestId: 'of-this-test', actor: { kind: 'anonymous' }, project: null, hit }, { log: log.log, clock });
  }

  function send(phone: string, extra: Partial<CodeRequest> = {}, ctx = context()): ReturnType<typeof sendCode> {
    return sendCode(ctx, { project, phone, purpose: 'login', limit: 'sendOtp', language: 'en', deliver: 'now', ...extra });
  }

  /** The latest code that was delivered. */
  async function newCode(phone: string, extra: Partial<CodeRequest> = {}): Promise<string> {
    await send(phone, extra);
    return auth.providers.codeFor(phone);
  }

  function check(phone: string, code: string, extra: { projectId?: number; purpose?: Purpose } = {}): Promise<void> {
    return checkCode(context(), { projectId: 11, phone, purpose: 'login', code, ...extra });
  }

  function deliveredTo(phone: string): number {
    return auth.providers.messages.filter((message) => message.phone === phone).length;
  }

  async function guessWrong(phone: string, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) assert.equal(await refusalOf(check(phone, '12345')), '400 invalid_otp');
  }

  describe('sending', () => {
    it('delivers a code of the project’s length and tells the next wait', async () => {
      const phone = newPhone();
      assert.deepEqual(await send(phone), { message: 'If the phone can receive codes, one is on its way.', cooldownSeconds: 60 });
      assert.match(await auth.providers.codeFor(phone), /^\d{6}$/);
      const short = { ...project, settings: { ...project.settings, otp: { length: 4, ttlSeconds: 300 } } };
      assert.match(await newCode(newPhone(), { project: short }), /^\d{4}$/);
    });

    it('climbs the tiers by the clock, over all purposes, and starts anew after 48 hours', async () => {
      const phone = newPhone();
      const waits = [];
      for (const [wait, purpose] of [
        [0, 'register'],
        [60, 'login'],
        [300, 'reset'],
        [DAY, 'login'],
      ] as const) {
        if (wait > 0) {
          clock.advance(wait - 0.001);
          assert.equal(await refusalOf(send(phone, { purpose })), '429 otp_cooldown 1');
          clock.advance(0.001);
        }
        waits.push((await send(phone, { purpose })).cooldownSeconds);
      }
      assert.deepEqual(waits, [60, 300, DAY, DAY]);
      clock.advance(2 * DAY);
      assert.equal((await send(phone)).cooldownSeconds, 60);
    });

    it('changes nothing when it is refused: the live code stays good', async () => {
      const phone = newPhone();
      const code = await newCode(phone);
      clock.advance(10);
      assert.equal(await refusalOf(send(phone)), '429 otp_cooldown 50');
      assert.equal(
        await refusalOf(
          send(
            phone,
            {},
            context(async () => 30),
          ),
        ),
        '429 otp_cooldown 50',
      );
      assert.equal(deliveredTo(phone), 1);
      await check(phone, code);
    });

    it('tells the seconds in words, and the longest wait of limit, lock and cooldown', async () => {
      const phone = newPhone();
      await send(phone);
      await assert.rejects(send(phone), { message: 'A code was sent already. Expected available in 60 seconds.' });
      assert.equal(
        await refusalOf(
          send(
            phone,
            {},
            context(async () => 200),
          ),
        ),
        '429 throttled 200',
      );
      await guessWrong(phone, 10);
      assert.equal(
        await refusalOf(
          send(
            phone,
            {},
            context(async () => 200),
          ),
        ),
        '429 otp_locked 900',
      );
      assert.equal(
        await refusalOf(
          send(
            phone,
            {},
            context(async () => 1000),
          ),
        ),
        '429 throttled 1000',
      );
    });

    it('counts against the limit of the endpoint, by project and phone', async () => {
      const phone = newPhone();
      const hits: string[] = [];
      const ctx = context(async (name, key) => {
        hits.push(`${name} ${key}`);
        return 0;
      });
      await send(phone, { limit: 'registerInit' }, ctx);
      await send(phone, { limit: 'passwordReset', project: other }, ctx);
      assert.equal(await refusalOf(send(phone, { limit: 'sendOtp' }, ctx)), '429 otp_cooldown 60');
      assert.deepEqual(hits, [`registerInit 11 ${phone}`, `passwordReset 12 ${phone}`, `sendOtp 11 ${phone}`]);
    });

    it(`delivers one code for 30 parallel calls over the three purposes, ${ROUNDS} times`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const phone = newPhone();
        const purposes: Purpose[] = ['register', 'login', 'reset'];
        const calls = Array.from({ length: 30 }, (_, index) => outcomeOf(send(phone, { purpose: purposes[index % 3] as Purpose })));
        assert.deepEqual(tally(await Promise.all(calls)), { passed: 1, '429 otp_cooldown 60': 29 });
        assert.equal(deliveredTo(phone), 1);
      }
    });

    it(`delivers one code for 30 parallel calls when the wait is over, ${ROUNDS} times`, async () => {
      const phones = Array.from({ length: ROUNDS }, newPhone);
      for (const phone of phones) await send(phone);
      clock.advance(60);
      for (const phone of phones) {
        const calls = Array.from({ length: 30 }, () => outcomeOf(send(phone)));
        assert.deepEqual(tally(await Promise.all(calls)), { passed: 1, '429 otp_cooldown 300': 29 });
        assert.equal(deliveredTo(phone), 2);
      }
    });

    it('gives the tier back when every channel fails', async () => {
      const phone = newPhone();
      await send(phone);
      clock.advance(60);
      breakBoth(auth);
      for (let count = 0; count < 3; count += 1) assert.equal(await refusalOf(send(phone)), '502 otp_delivery_failed');
      auth.providers.mend();
      assert.equal((await send(phone)).cooldownSeconds, 300);
      const fresh = newPhone();
      breakBoth(auth);
      assert.equal(await refusalOf(send(fresh)), '502 otp_delivery_failed');
      assert.equal(await projectOfLiveCode(fresh, 'login', clock.now()), null);
      auth.providers.mend();
      assert.equal((await send(fresh)).cooldownSeconds, 60);
    });

    it('gives no tier back that somebody moved since', async () => {
      const recipient = { projectId: 11, phone: newPhone() };
      const first = await takePermit(recipient, clock.now());
      assert.ok(typeof first !== 'number');
      clock.advance(60);
      assert.notEqual(typeof (await takePermit(recipient, clock.now())), 'number');
      await givePermitBack(first);
      assert.equal(await takePermit(recipient, clock.now()), 300);
    });

    it('answers before it delivers where it must not wait, and answers the same next time whether that failed or nothing was sent', async () => {
      const phone = newPhone();
      const sent = await send(phone, { deliver: 'later' });
      assert.equal(deliveredTo(phone), 0);
      await settleDeliveries();
      await check(phone, await auth.providers.codeFor(phone));
      breakBoth(auth);
      assert.deepEqual(await send(phone, { deliver: 'later' }), sent);
      await settleDeliveries();
      assert.equal(await refusalOf(send(phone, { deliver: 'later' })), '429 otp_cooldown 60');
      assert.equal(await projectOfLiveCode(phone, 'login', clock.now()), 11);
      const warnings = log.lines().filter((line) => line['msg'] === 'a code could not be delivered');
      assert.deepEqual(warnings.at(-1)?.['phone'], `${phone.slice(0, 5)}*****${phone.slice(-3)}`);
    });

    it('leaves the older code as it was when no channel takes the newer one', async () => {
      const phone = newPhone();
      const code = await newCode(phone);
      await guessWrong(phone, 3);
      clock.advance(60);
      breakBoth(auth);
      assert.equal(await refusalOf(send(phone)), '502 otp_delivery_failed');
      await guessWrong(phone, 1);
      await check(phone, code);
      assert.equal(await refusalOf(send(phone)), '502 otp_delivery_failed');
      assert.equal(await refusalOf(check(phone, code)), '400 invalid_otp');
    });

    it('has the newer code checked while it is delivered, and does not bring the older back once that was used', async () => {
      const phone = newPhone();
      const code = await newCode(phone);
      clock.advance(60);
      await deliveringBy(
        async (message) => {
          if (message.code !== code) assert.equal(await refusalOf(check(phone, code)), '400 invalid_otp');
          await check(phone, message.code);
          throw new DeliveryFailed('The answer was lost.');
        },
        async () => assert.equal(await refusalOf(send(phone)), '502 otp_delivery_failed'),
      );
      assert.equal(await refusalOf(check(phone, code)), '400 invalid_otp');
    });

    it('has a send whose client went away undone before it says that all sends are over', async () => {
      const phone = newPhone();
      const failure = new DeliveryFailed('None.');
      let begin = (): void => {};
      const begun = new Promise<void>((resolve) => (begin = resolve));
      await deliveringBy(
        async () => {
          begin();
          await sleep(50);
          throw failure;
        },
        async () => {
          const abandoned = outcomeOf(send(phone));
          await begun;
          await settleDeliveries();
          assert.deepEqual(await selectRows('SELECT phone FROM otp_sends WHERE phone = :phone', { phone }), []);
          assert.equal(await abandoned, '502 otp_delivery_failed');
        },
      );
    });

    it('undoes a failed send again after a deadlock', async () => {
      const phone = newPhone();
      breakBoth(auth);
      const deadlock = Object.assign(new Error('Deadlock found'), { errno: 1213, code: 'ER_LOCK_DEADLOCK' });
      const failed = await failingQueries({ sql: /^DELETE FROM otp_codes/, error: deadlock, times: 1 }, async () =>
        assert.equal(await refusalOf(send(phone)), '502 otp_delivery_failed'),
      );
      assert.equal(failed, 1);
      assert.equal(await projectOfLiveCode(phone, 'login', clock.now()), null);
      assert.deepEqual(await selectRows('SELECT phone FROM otp_sends WHERE phone = :phone', { phone }), []);
    });

    it('tells what failed first when undoing it fails too, and logs that', async () => {
      const phone = newPhone();
      breakBoth(auth);
      await failingQueries({ sql: /^DELETE FROM otp_sends/, error: new Error('away'), times: 1 }, async () =>
        assert.equal(await refusalOf(send(phone)), '502 otp_delivery_failed'),
      );
      const errors = log.lines().filter((line) => line['msg'] === 'a send that failed could not be undone');
      assert.equal(errors.at(-1)?.['phone'], `${phone.slice(0, 5)}*****${phone.slice(-3)}`);
    });

    for (const path of ['/send-otp', '/register-init', '/password/reset/init'] as const)
      it(`has no more than eight of 40 requests to ${path} at the database, though all of them may wait for a provider`, async () => {
        let [waiting, most] = [0, 0];
        let release = (): void => {};
        const released = new Promise<void>((resolve) => (release = resolve));
        await deliveringBy(
          async () => {
            waiting += 1;
            if (waiting === 40) release();
            await released;
          },
          async () => {
            // a reset waits for nobody, and is sent to nobody that is unknown
            if (path === '/password/reset/init') release();
            most = await mostQueriesAtOnce(() => atOnce(40, () => authClient(auth.server).post(path, { phone: newPhone() }).expect(200)));
          },
        );
        // work in the background asks a little beside
        assert.ok(most >= 8 && most <= 11, `${most} at once`);
      });

    it('forgets all that is kept of a phone, in its project alone', async () => {
      const phone = newPhone();
      for (const of of [project, other]) {
        await send(phone, { project: of });
        for (let count = 0; count < 10; count += 1) await outcomeOf(check(phone, '12345', { projectId: of.id }));
      }
      await forgetPhone({ projectId: 11, phone });
      assert.equal(await refusalOf(check(phone, '12345', { projectId: 12 })), '429 otp_locked 900');
      for (const [table, column] of [
        ['attempt_locks', 'subject'],
        ['otp_codes', 'phone'],
        ['otp_sends', 'phone'],
      ])
        assert.deepEqual(await selectRows(`SELECT project_id AS id FROM ${table} WHERE ${column} = :phone`, { phone }), [{ id: 12 }]);
      assert.equal((await send(phone)).cooldownSeconds, 60);
    });

    it('answers and counts alike where nothing may be sent', async () => {
      const phone = newPhone();
      assert.deepEqual(await send(phone, { deliver: 'never' }), await send(newPhone(), { deliver: 'later' }));
      await settleDeliveries();
      assert.equal(deliveredTo(phone), 0);
      assert.equal(await refusalOf(send(phone, { deliver: 'never' })), '429 otp_cooldown 60');
    });
  });

  describe('checking', () => {
    it(`accepts one of 50 parallel right codes, ${ROUNDS} times, and takes the others for no guesses`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const phone = newPhone();
        const code = await newCode(phone);
        const answers = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(check(phone, code))));
        assert.deepEqual(tally(answers), { passed: 1, '400 invalid_otp': 49 });
        assert.equal((await send(phone)).cooldownSeconds, 60);
      }
    });

    it(`compares at most five of 50 parallel wrong codes, ${ROUNDS} times`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const phone = newPhone();
        const code = await newCode(phone);
        const answers = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(check(phone, '12345'))));
        assert.deepEqual(tally(answers), { '400 invalid_otp': 10, '429 otp_locked 900': 40 });
        const rows = await selectRows('SELECT wrong_tries AS wrongTries FROM otp_codes WHERE phone = :phone', { phone });
        assert.deepEqual(rows, [{ wrongTries: 5 }]);
        assert.equal(await refusalOf(check(phone, code)), '429 otp_locked 900');
      }
    });

    it('refuses the right code after five wrong ones', async () => {
      const phone = newPhone();
      const code = await newCode(phone);
      await guessWrong(phone, 5);
      assert.equal(await refusalOf(check(phone, code)), '400 invalid_otp');
    });

    it('accepts the right code after four wrong ones, once', async () => {
      const phone = newPhone();
      const code = await newCode(phone);
      await guessWrong(phone, 4);
      await check(phone, code);
      assert.equal(await refusalOf(check(phone, code)), '400 invalid_otp');
    });

    it('refuses a code of another purpose or project, and one that a newer replaced', async () => {
      const phone = newPhone();
      const code = await newCode(phone, { purpose: 'register' });
      for (const extra of [{ purpose: 'login' }, { purpose: 'reset' }, { purpose: 'register', projectId: 12 }] as const)
        assert.equal(await refusalOf(check(phone, code, extra)), '400 invalid_otp');
      clock.advance(60);
      const newer = await newCode(phone, { purpose: 'register' });
      if (newer !== code) assert.equal(await refusalOf(check(phone, code, { purpose: 'register' })), '400 invalid_otp');
      await check(phone, newer, { purpose: 'register' });
    });

    it('accepts the code of one purpose while another purpose has a newer one', async () => {
      const phone = newPhone();
      const code = await newCode(phone, { purpose: 'register' });
      clock.advance(60);
      await send(phone, { purpose: 'login' });
      await check(phone, code, { purpose: 'register' });
    });

    it('accepts a code until its time is over, and not then', async () => {
      const [early, late] = [newPhone(), newPhone()];
      const codes = [await newCode(early), await newCode(late)] as const;
      clock.advance(299.999);
      await check(early, codes[0]);
      clock.advance(0.001);
      assert.equal(await refusalOf(check(late, codes[1])), '400 invalid_otp');
    });

    it('locks the phone with the tenth wrong code, live codes or not, for 15 minutes that no try prolongs', async () => {
      const phone = newPhone();
      await guessWrong(phone, 3);
      const code = await newCode(phone);
      await guessWrong(phone, 3);
      clock.advance(60);
      await send(phone, { purpose: 'register' });
      await guessWrong(phone, 4);
      assert.equal(await refusalOf(check(phone, code)), '429 otp_locked 900');
      assert.equal(await refusalOf(send(phone)), '429 otp_locked 900');
      clock.advance(899.999);
      assert.equal(await refusalOf(check(phone, code)), '429 otp_locked 1');
      clock.advance(0.001);
      await check(phone, await newCode(phone));
      const rows = await selectRows("SELECT subject FROM audit_log WHERE action = 'otp.locked' ORDER BY id DESC LIMIT 1");
      assert.deepEqual(rows, [{ subject: `phone:${phone.slice(0, 5)}*****${phone.slice(-3)}` }]);
    });

    it('forgets wrong codes and the cooldown with a right one', async () => {
      const phone = newPhone();
      await guessWrong(phone, 9);
      await check(phone, await newCode(phone));
      const code = await newCode(phone);
      await guessWrong(phone, 4);
      await check(phone, code);
      await guessWrong(phone, 9);
      assert.equal((await send(phone)).cooldownSeconds, 60);
    });

    it('keeps no code in clear', async () => {
      const codes: string[] = [];
      for (let count = 0; count < 5; count += 1) codes.push(await newCode(newPhone()));
      const rows = await selectRows('SELECT digest, used_by FROM otp_codes');
      const dump = JSON.stringify([rows, await selectRows('SELECT * FROM otp_sends'), await selectRows('SELECT * FROM audit_log')]);
      for (const { digest } of rows as { digest: string }[]) assert.match(digest, /^[0-9a-f]{64}$/);
      for (const code of codes) {
        assert.ok(!new RegExp(`\\b${code}\\b`).test(dump));
        assert.ok(!log.text().includes(`"${code}"`));
      }
    });
  });

  describe('the project of a live code', () => {
    it('is the only one that has one, none, or not to be told', async () => {
      const phone = newPhone();
      const find = (purpose: Purpose) => projectOfLiveCode(phone, purpose, clock.now());
      assert.equal(await find('reset'), null);
      const code = await newCode(phone, { purpose: 'reset', project: other });
      assert.equal(await find('reset'), 12);
      assert.equal(await find('register'), null);
      await send(phone, { purpose: 'reset' });
      assert.equal(await refusalOf(find('reset')), '400 project_id_required');
      await check(phone, code, { purpose: 'reset', projectId: 12 });
      assert.equal(await find('reset'), 11);
      clock.advance(300);
      assert.equal(await find('reset'), null);
    });
  });

  describe('a test phone', () => {
    it('is sent nothing, and its code is accepted without a send, again and again, each time with an audit row', async () => {
      const phone = newPhone();
      await admin(auth.server).post('/admin/projects/12/test-phones', { phone, code: '246810' }).expect(201);
      assert.equal((await send(phone, { project: other })).cooldownSeconds, 60);
      assert.equal(deliveredTo(phone), 0);
      for (const purpose of ['login', 'login', 'register'] as const) await check(phone, '246810', { projectId: 12, purpose });
      const rows = await selectRows<{ subject: string; details: string }>(
        "SELECT subject, details FROM audit_log WHERE action = 'otp.test_phone_used' ORDER BY id",
      );
      assert.deepEqual(
        rows.map(({ details }) => JSON.parse(details).purpose),
        ['login', 'login', 'register'],
      );
      assert.ok(rows.every(({ subject }) => subject === `phone:${phone.slice(0, 5)}*****${phone.slice(-3)}`));
      assert.equal((await send(phone, { project: other })).cooldownSeconds, 60);
      assert.equal(await refusalOf(check(phone, '246810')), '400 invalid_otp');
    });

    it('of the configuration belongs to the default project', async () => {
      await check(SEEDED, '135790');
      assert.equal(await refusalOf(check(SEEDED, '135790', { projectId: 12 })), '400 invalid_otp');
    });

    it('is none any more when it expired', async () => {
      const phone = newPhone();
      const expiresAt = new Date(clock.now().getTime() + 1000).toISOString();
      await admin(auth.server).post('/admin/projects/12/test-phones', { phone, code: '246810', expiresAt }).expect(201);
      await check(phone, '246810', { projectId: 12 });
      clock.advance(1);
      assert.equal(await refusalOf(check(phone, '246810', { projectId: 12 })), '400 invalid_otp');
    });

    it('is none for who is more than a customer', async () => {
      const phone = newPhone();
      await admin(auth.server).post('/admin/projects/11/test-phones', { phone, code: '246810' }).expect(201);
      const user = await User.create({ id: randomUUID(), projectId: 11, phone, phoneKey: phone });
      await check(phone, '246810');
      await user.update({ role: 'staff' });
      assert.equal(await refusalOf(check(phone, '246810')), '400 invalid_otp');
      await check(phone, await newCode(phone));
    });

    it('locks after ten wrong codes like any other', async () => {
      const phone = newPhone();
      await admin(auth.server).post('/admin/projects/11/test-phones', { phone, code: '246810' }).expect(201);
      await guessWrong(phone, 10);
      assert.equal(await refusalOf(check(phone, '246810')), '429 otp_locked 900');
    });
  });
});

describe('test phones that are switched off', () => {
  let auth: AuthServer;
  const clock = movableClock();

  before(async () => {
    auth = await startAuthServer({ clock, env: { TEST_PHONES: `${SEEDED}=135790`, TEST_PHONES_ENABLED: 'false' } });
  });
  after(() => auth.close());

  it('are phones like any other', async () => {
    const ctx = makeContext({ requestId: 'of-this-test', actor: { kind: 'anonymous' }, project: null }, { log: memoryLog().log, clock });
    const key = { projectId: 11, phone: SEEDED, purpose: 'login' } as const;
    assert.equal(await refusalOf(checkCode(ctx, { ...key, code: '135790' })), '400 invalid_otp');
    const project = await authSetup().findProject(11);
    assert.ok(project !== null);
    await sendCode(ctx, { ...key, project, limit: 'sendOtp', language: 'en', deliver: 'now' });
    await checkCode(ctx, { ...key, code: await auth.providers.codeFor(SEEDED) });
  });
});

/** Has codes delivered by this function while `work` goes on. */
async function deliveringBy(deliver: (message: OtpMessage) => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  const setup = authSetup();
  useAuth({ ...setup, delivery: { channels: [], send: (message) => deliver(message).then(() => 'test') } });
  try {
    await work();
    await settleDeliveries();
  } finally {
    useAuth(setup);
  }
}

/** Fails the first statements of a kind while `work` goes on. Answers how many. */
async function failingQueries(kind: { sql: RegExp; error: Error; times: number }, work: () => Promise<unknown>): Promise<number> {
  let failed = 0;
  await watchingQueries(async (sql, send) => {
    if (!kind.sql.test(sql) || failed === kind.times) return send();
    failed += 1;
    throw kind.error;
  }, work);
  return failed;
}

async function mostQueriesAtOnce(work: () => Promise<unknown>): Promise<number> {
  let [running, most] = [0, 0];
  await watchingQueries(async (_, send) => {
    running += 1;
    most = Math.max(most, running);
    return send().finally(() => (running -= 1));
  }, work);
  return most;
}

async function watchingQueries(
  watch: (sql: string, send: () => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  const sequelize = database();
  const { query } = sequelize;
  const send = query.bind(sequelize) as (...args: unknown[]) => Promise<unknown>;
  const watched = (sql: string | { query: string }, ...rest: unknown[]) =>
    watch(typeof sql === 'string' ? sql : sql.query, () => send(sql, ...rest));
  Object.assign(sequelize, { query: watched });
  try {
    await work();
  } finally {
    Object.assign(sequelize, { query });
  }
}

function breakBoth({ providers }: AuthServer): void {
  providers.break('whatsapp', 'error');
  providers.break('sms', 'error');
}

/** `passed`, or the refusal. */
async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'passed';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.status, error.code, error.extras.availableIn].filter((part) => part !== undefined).join(' ');
  }
}

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const outcome = await outcomeOf(promise);
  assert.notEqual(outcome, 'passed');
  return outcome;
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
