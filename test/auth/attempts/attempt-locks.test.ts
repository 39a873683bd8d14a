import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { liftLock, lockedSeconds } from '../../../server/services/auth/attempts/attempt-locks.ts';
import type { LockKey } from '../../../server/services/auth/attempts/lock-key.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock } from '../support.ts';
import * as support from './attempt-support.ts';
import { newKey, refusalOf, START, wrong } from './attempt-support.ts';

const SECOND = 1_000;

function later(ms: number): Date {
  return new Date(START.getTime() + ms);
}

describe('attempt locks', () => {
  const clock = movableClock(START);
  let server: TestServer;

  before(async () => {
    server = await startServer({ clock });
  });
  after(() => server.close());

  const attempt = (key: LockKey, options: Parameters<typeof support.attempt>[2] = {}) => support.attempt(server, key, options);
  const fail = (key: LockKey, times: number) => support.fail(server, key, times);
  const stateOf = (key: LockKey) => support.stateOf(server, key);

  describe('for attempts in sequence', () => {
    it('return 429 after five failures, even for right attempts', async () => {
      const key = newKey();
      await fail(key, 5);
      assert.deepEqual(await refusalOf(attempt(key)), [429, 'account_locked', 900]);
    });

    it('last exactly 15 minutes, whatever is attempted meanwhile', async () => {
      const key = newKey();
      await fail(key, 5);
      assert.deepEqual(await refusalOf(attempt(key, { now: later(60_000), check: wrong })), [429, 'account_locked', 840]);
      assert.equal(await lockedSeconds(server.services.auth, key, later(899_999)), 1);
      assert.deepEqual(await refusalOf(attempt(key, { now: later(899_999) })), [429, 'account_locked', 1]);
      assert.equal(await lockedSeconds(server.services.auth, key, later(900_000)), 0);
      assert.equal(await attempt(key, { now: later(900_000) }), true);
    });

    it('start counting at zero after a lock', async () => {
      const key = newKey();
      await fail(key, 5);
      const now = later(900_000);
      for (let count = 0; count < 5; count += 1) assert.equal(await attempt(key, { now, check: wrong }), false);
      assert.equal(await lockedSeconds(server.services.auth, key, now), 900);
    });

    it('clear the count after a right attempt and with liftLock', async () => {
      const key = newKey();
      await fail(key, 4);
      assert.equal(await attempt(key), true);
      await fail(key, 4);
      await liftLock(server.db, key);
      await fail(key, 5);
      await liftLock(server.db, key);
      assert.equal(await lockedSeconds(server.services.auth, key, START), 0);
      await fail(key, 4);
      assert.equal(await attempt(key), true);
    });

    it('apply to one kind, project and subject only', async () => {
      const key = newKey();
      await fail(key, 5);
      const others: LockKey[] = [
        { ...key, kind: 'otp' },
        { ...key, projectId: 12 },
        { ...key, subject: `${key.subject}0` },
      ];
      for (const other of others) assert.equal(await attempt(other), true);
    });

    it('count nothing when the check throws', async () => {
      const key = newKey();
      const check = async () => {
        throw new Error('away');
      };
      for (let count = 0; count < 7; count += 1) await assert.rejects(attempt(key, { check }), /away/);
      assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
    });

    it('clear the count when the work after it fails', async () => {
      const key = newKey();
      const other = newKey();
      await fail(key, 4);
      await fail(other, 1);
      const accept = async () => {
        await execute(server.db, 'UPDATE attempt_locks SET failures = 3 WHERE subject = :subject AND project_id = 11', {
          subject: other.subject,
        });
        throw new Error('refused');
      };
      await assert.rejects(attempt(key, { accept }), /refused/);
      assert.deepEqual(
        [await stateOf(key), await stateOf(other)],
        [
          { failures: 0, permits: 0 },
          { failures: 1, permits: 0 },
        ],
      );
    });

    it('lock codes at the tenth wrong one', async () => {
      const key: LockKey = { ...newKey(), kind: 'otp' };
      await fail(key, 10);
      assert.deepEqual(await refusalOf(attempt(key)), [429, 'otp_locked', 900]);
    });

    it('write one audit row each, with the subject masked', async () => {
      const key: LockKey = { ...newKey(), requestId: 'request-of-the-lock' };
      const operator: LockKey = { kind: 'operator', projectId: 0, subject: 'digest', account: 'samira' };
      await fail(key, 5);
      await fail(operator, 5);
      const rows = await selectRows(
        server.db,
        "SELECT project_id AS projectId, action, actor, subject, request_id AS requestId FROM audit_log WHERE action = 'login.locked' ORDER BY id DESC LIMIT 2",
        {},
      );
      const masked = `phone:${key.subject.slice(0, 5)}*****${key.subject.slice(-3)}`;
      assert.deepEqual(rows, [
        { projectId: null, action: 'login.locked', actor: 'anonymous', subject: 'username:sa***', requestId: null },
        { projectId: 11, action: 'login.locked', actor: 'anonymous', subject: masked, requestId: 'request-of-the-lock' },
      ]);
    });
  });

  describe('permits', () => {
    it('expire after 5 seconds when their process is killed', async () => {
      const key = newKey();
      await fail(key, 1);
      const startedAt = clock.now();
      await addPermits(server, key, { count: 3, until: new Date(startedAt.getTime() + 5 * SECOND) });
      for (let second = 0; second < 5; second += 1) {
        assert.equal(await attempt(key), true);
        await fail(key, 1);
        clock.advance(1);
      }
      // one failure counts, so four attempts at once need all other permits
      const attempts = Array.from({ length: 4 }, () => heldAttempt(key));
      await Promise.all(attempts.map(({ began }) => began));
      for (const held of attempts) held.end();
      await Promise.all(attempts.map(({ answer }) => answer));
      assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
    });

    it('last 5 seconds from when they are taken', async () => {
      const key = newKey();
      const slow = heldAttempt(key, later(-60 * SECOND));
      await slow.began;
      const others = await addPermits(server, key, { count: 4, until: later(3_600 * SECOND) });
      clock.advance(4.999);
      assert.deepEqual(await refusalOf(attempt(key)), [503, 'unavailable', undefined]);
      clock.advance(0.001);
      assert.equal(await attempt(key), true);
      slow.end();
      assert.equal(await slow.answer, true);
      assert.deepEqual(await stateOf(key), { failures: 0, permits: others.length });
    });

    it('remain held when another, expired permit is returned', async () => {
      const key = newKey();
      const slow = heldAttempt(key);
      await slow.began;
      clock.advance(6);
      const others = Array.from({ length: 3 }, () => heldAttempt(key));
      await Promise.all(others.map(({ began }) => began));
      slow.end();
      assert.equal(await slow.answer, true);
      assert.equal((await stateOf(key)).permits, 3);
      for (const held of others) held.end();
      await Promise.all(others.map(({ answer }) => answer));
      assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
    });

    it('are awaited without polls while this process holds them', async () => {
      const key = newKey();
      await fail(key, 4);
      const held = heldAttempt(key);
      await held.began;
      let waiting: Promise<boolean> | null = null;
      const asked = await statementsOf(server.db, async () => {
        waiting = attempt(key);
        // the two statements, and time for polls
        await sleep(1_000);
      });
      assert.equal(asked.filter((sql) => sql.includes('attempt_locks')).length, 2);
      const endedAt = waitedMs();
      held.end();
      assert.deepEqual([await held.answer, await waiting], [true, true]);
      assert.ok(waitedMs() - endedAt < 1_000);
      assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
    });

    it('are awaited while another process holds them', async () => {
      const key = newKey();
      await fail(key, 1);
      const [first, ...rest] = await addPermits(server, key, { count: 4, until: new Date(clock.now().getTime() + 5 * SECOND) });
      const waiting = attempt(key);
      await sleep(60);
      await execute(
        server.db,
        "UPDATE attempt_locks SET permits = REPLACE(permits, :first, '') WHERE subject = :subject AND project_id = 11",
        { first: String(first), subject: key.subject },
      );
      assert.equal(await waiting, true);
      assert.deepEqual(await stateOf(key), { failures: 0, permits: rest.length });
    });
  });

  it('apply at once when the limit drops below the failures', async () => {
    const key = newKey();
    await fail(key, 1);
    await execute(server.db, 'UPDATE attempt_locks SET failures = 7 WHERE subject = :subject AND project_id = 11', {
      subject: key.subject,
    });
    assert.deepEqual(await refusalOf(attempt(key)), [429, 'account_locked', 900]);
    assert.equal(await lockedSeconds(server.services.auth, key, START), 900);
    const rows = await selectRows(
      server.db,
      "SELECT subject FROM audit_log WHERE project_id = 11 AND action = 'login.locked' ORDER BY id DESC LIMIT 1",
    );
    assert.deepEqual(rows, [{ subject: `phone:${key.subject.slice(0, 5)}*****${key.subject.slice(-3)}` }]);
    assert.equal(await attempt(key, { now: later(900_000) }), true);
  });

  /** A right attempt that is under way until `end` is called. */
  function heldAttempt(key: LockKey, now = START): { began: Promise<void>; answer: Promise<boolean>; end(): void } {
    let end = (): void => {};
    let answer: Promise<boolean> = Promise.resolve(false);
    const ended = new Promise<void>((resolve) => (end = resolve));
    const began = new Promise<void>((resolve, reject) => {
      const check = async () => {
        resolve();
        await ended;
        return true;
      };
      answer = attempt(key, { now, check });
      answer.catch(reject);
    });
    return { began, answer, end };
  }
});

/** Adds permits as other processes would, and returns them. */
async function addPermits({ db }: TestServer, { subject }: LockKey, { count, until }: { count: number; until: Date }): Promise<string[]> {
  const permits = Array.from({ length: count }, (_, index) => `${until.getTime()}:${String(index).padStart(10, '0')};`);
  const append = db.isMySql ? 'CONCAT(permits, :added)' : 'permits || :added';
  const row = { added: permits.join(''), subject };
  await execute(db, `UPDATE attempt_locks SET permits = ${append} WHERE subject = :subject AND project_id = 11`, row);
  return permits;
}
