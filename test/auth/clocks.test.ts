import assert from 'node:assert/strict';
import { lockedSeconds } from '../../server/services/auth/attempts/attempt-locks.ts';
import { liveGuessPermits } from '../../server/services/auth/attempts/guess-permits.ts';
import type { LockKey } from '../../server/services/auth/attempts/lock-key.ts';
import { cooldownOf } from '../../server/services/auth/otp/otp-cooldown.ts';
import { execute } from '../support/databases/sql.ts';
import { attempt, newKey, refusalOf, stateOf, wrong } from './attempts/attempt-support.ts';
import { type OtpMachine, startOtpMachine } from './attempts/otp-support.ts';
import { newPhone, outcomeOf } from './support.ts';

/** How far the clock ran ahead before it was set back, in seconds. */
const YEAR = 31_536_000;

describe('a clock that ran ahead and was set back', () => {
  let otp: OtpMachine;

  before(async () => {
    otp = await startOtpMachine();
  });
  after(() => otp.auth.close());

  /** Runs `work` a year ahead. */
  async function ahead(work: () => Promise<unknown>): Promise<void> {
    otp.clock.advance(YEAR);
    await work();
    otp.clock.advance(-YEAR);
  }
  const now = () => otp.clock.now();
  const fail = async (key: LockKey, times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) assert.equal(await attempt(otp.server, key, { now: now(), check: wrong }), false);
  };

  it('makes a phone wait one step for the next code', async () => {
    const phone = newPhone();
    await ahead(() => otp.send(phone));
    for (const seconds of [60, 45, 30, 15]) {
      assert.equal(await outcomeOf(otp.send(phone)), `429 otp_cooldown ${seconds}`);
      otp.clock.advance(15);
    }
    // the step after the second code
    assert.equal((await otp.send(phone)).cooldownSeconds, 300);
  });

  it('lifts no cooldown, and shows no longer wait', async () => {
    const recipient = { projectId: 11, phone: newPhone(), requester: 'anyone' } as const;
    await ahead(() => otp.send(recipient.phone));
    assert.equal(await cooldownOf(otp.service, recipient, now()), 60);
    otp.clock.advance(59);
    assert.equal(await cooldownOf(otp.service, recipient, now()), 1);
    otp.clock.advance(1);
    assert.equal(await cooldownOf(otp.service, recipient, now()), 0);
  });

  it('sends one of parallel codes after the step', async () => {
    const phone = newPhone();
    await ahead(() => otp.send(phone));
    const sendAll = async () => (await Promise.all(Array.from({ length: 10 }, () => outcomeOf(otp.send(phone))))).sort();
    assert.deepEqual(new Set(await sendAll()), new Set(['429 otp_cooldown 60']));
    otp.clock.advance(60);
    assert.equal((await sendAll()).filter((outcome) => outcome.startsWith('429')).length, 9);
  });

  for (const [kind, failures, code] of [
    ['password', 5, 'account_locked'],
    ['otp', 10, 'otp_locked'],
  ] as const) {
    it(`keeps a ${kind} lock for its duration at most`, async () => {
      const key: LockKey = { ...newKey(), kind };
      await ahead(() => fail(key, failures));
      const refusal = () => refusalOf(attempt(otp.server, key, { now: now() }));
      for (const seconds of [900, 600, 300]) {
        assert.deepEqual(await refusal(), [429, code, seconds]);
        otp.clock.advance(300);
      }
      assert.equal(await attempt(otp.server, key, { now: now() }), true);
    });
  }

  it('counts a lock down that is only read', async () => {
    const key = newKey();
    await ahead(() => fail(key, 5));
    for (const seconds of [900, 450, 0]) {
      assert.equal(await lockedSeconds(otp.service, key, now()), seconds);
      otp.clock.advance(450);
    }
  });

  it('frees the permits of killed attempts after 5 seconds', async () => {
    const key = newKey();
    await fail(key, 1);
    const permits = Array.from({ length: 4 }, (_, index) => `${now().getTime() + YEAR * 1_000}:${index}000000000;`).join('');
    await execute(otp.server.db, 'UPDATE attempt_locks SET permits = :permits WHERE project_id = 11 AND subject = :subject', {
      permits,
      subject: key.subject,
    });
    assert.deepEqual(await refusalOf(attempt(otp.server, key, { now: now() })), [503, 'unavailable', undefined]);
    assert.equal((await stateOf(otp.server, key)).permits, 4, 'no permit is dropped at once');
    otp.clock.advance(5);
    assert.equal(await attempt(otp.server, key, { now: now() }), true);
  });
});

describe('liveGuessPermits', () => {
  const NOW = new Date('2026-06-01T12:00:00.000Z');
  const permit = (ms: number) => `${NOW.getTime() + ms}:0123456789;`;

  it('drops expired permits and shortens those beyond the skew', () => {
    const permits = [-1, 0, 1, 5_000, 10_000, 10_001, 86_400_000].map(permit).join('');
    assert.equal(liveGuessPermits(permits, NOW), [1, 5_000, 10_000, 5_000, 5_000].map(permit).join(''));
  });
});
