import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute, isMySql, selectRows } from '../../server/platform/db/sql.ts';
import { ApiError } from '../../server/platform/errors.ts';
import { guardedGuess, type LockKey, liftLock, lockedSeconds } from '../../server/services/auth/attempt-locks.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { movableClock } from './support.ts';

const START = new Date('2026-06-01T12:00:00.000Z');
const ROUNDS = 20;
const SECOND = 1_000;
const wrong = async (): Promise<boolean> => false;
const right = async (): Promise<boolean> => true;

function later(ms: number): Date {
  return new Date(START.getTime() + ms);
}

describe('attempt locks', () => {
  const clock = movableClock(START);
  let server: TestServer;
  let names = 0;

  before(async () => {
    server = await startServer({ clock });
  });
  after(() => server.close());

  function newKey(): LockKey {
    names += 1;
    return { kind: 'password', projectId: 11, subject: `+96650${String(names).padStart(7, '0')}` };
  }

  async function fail(key: LockKey, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) assert.equal(await guardedGuess(key, START, wrong), false);
  }

  describe('one after the other', () => {
    it('answer false to the wrong guess that locks, and 429 from then on, to the right one too', async () => {
      const key = newKey();
      await fail(key, 5);
      assert.deepEqual(await refusalOf(guardedGuess(key, START, right)), [429, 'account_locked', 900]);
    });

    it('hold for 15 minutes to the millisecond, and no try prolongs them', async () => {
      const key = newKey();
      await fail(key, 5);
      assert.deepEqual(await refusalOf(guardedGuess(key, later(60_000), wrong)), [429, 'account_locked', 840]);
      assert.equal(await lockedSeconds(key, later(899_999)), 1);
      assert.deepEqual(await refusalOf(guardedGuess(key, later(899_999), right)), [429, 'account_locked', 1]);
      assert.equal(await lockedSeconds(key, later(900_000)), 0);
      assert.equal(await guardedGuess(key, later(900_000), right), true);
    });

    it('count anew after a lock', async () => {
      const key = newKey();
      await fail(key, 5);
      const now = later(900_000);
      for (let count = 0; count < 5; count += 1) assert.equal(await guardedGuess(key, now, wrong), false);
      assert.equal(await lockedSeconds(key, now), 900);
    });

    it('forget the count with a right guess, and with liftLock lock and count', async () => {
      const key = newKey();
      await fail(key, 4);
      assert.equal(await guardedGuess(key, START, right), true);
      await fail(key, 4);
      await liftLock(key);
      await fail(key, 5);
      await liftLock(key);
      assert.equal(await lockedSeconds(key, START), 0);
      await fail(key, 4);
      assert.equal(await guardedGuess(key, START, right), true);
    });

    it('belong to one key: another kind, project or subject is free', async () => {
      const key = newKey();
      await fail(key, 5);
      const others: LockKey[] = [
        { ...key, kind: 'otp' },
        { ...key, projectId: 12 },
        { ...key, subject: `${key.subject}0` },
      ];
      for (const other of others) assert.equal(await guardedGuess(other, START, right), true);
    });

    it('count nothing for a check that throws, and keep no permit for it', async () => {
      const key = newKey();
      for (let count = 0; count < 7; count += 1)
        await assert.rejects(
          guardedGuess(key, START, async () => {
            throw new Error('away');
          }),
          /away/,
        );
      assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
    });

    it('lock codes at the tenth wrong one', async () => {
      const key: LockKey = { ...newKey(), kind: 'otp' };
      await fail(key, 10);
      assert.deepEqual(await refusalOf(guardedGuess(key, START, right)), [429, 'otp_locked', 900]);
    });

    it('leave one audit row each, without the whole phone or username', async () => {
      const key: LockKey = { ...newKey(), requestId: 'request-of-the-lock' };
      const operator: LockKey = { kind: 'password', projectId: 0, subject: 'samira' };
      await fail(key, 5);
      await fail(operator, 5);
      const rows = await selectRows(
        "SELECT project_id AS projectId, action, actor, subject, request_id AS requestId FROM audit_log WHERE action = 'login.locked' ORDER BY id DESC LIMIT 2",
      );
      const masked = `phone:${key.subject.slice(0, 5)}*****${key.subject.slice(-3)}`;
      assert.deepEqual(rows, [
        { projectId: null, action: 'login.locked', actor: 'anonymous', subject: 'username:sa***', requestId: null },
        { projectId: 11, action: 'login.locked', actor: 'anonymous', subject: masked, requestId: 'request-of-the-lock' },
      ]);
    });
  });

  describe('side by side', () => {
    it(`run at most five checks of 100 wrong guesses, ${ROUNDS} times`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const key = newKey();
        let checks = 0;
        const answers = await Promise.all(
          Array.from({ length: 100 }, () =>
            outcomeOf(
              guardedGuess(key, START, async () => {
                checks += 1;
                await sleep(1);
                return false;
              }),
            ),
          ),
        );
        assert.equal(checks, 5);
        assert.deepEqual(tally(answers), { false: 5, 'account_locked 900': 95 });
        assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
      }
    });

    it(`let all of 20 right guesses through, ${ROUNDS} times`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const key = newKey();
        let running = 0;
        let most = 0;
        const answers = await Promise.all(
          Array.from({ length: 20 }, () =>
            outcomeOf(
              guardedGuess(key, START, async () => {
                running += 1;
                most = Math.max(most, running);
                await sleep(2);
                running -= 1;
                return true;
              }),
            ),
          ),
        );
        assert.deepEqual(tally(answers), { true: 20 });
        assert.ok(most <= 5, `${most} at once`);
        assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
      }
    });

    it(`let a right guess among four wrong ones through, ${ROUNDS} times`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const key = newKey();
        const guesses = [wrong, wrong, right, wrong, wrong];
        const answers = await Promise.all(guesses.map((check) => outcomeOf(guardedGuess(key, START, check))));
        assert.deepEqual(tally(answers), { false: 4, true: 1 });
        const { failures, permits } = await stateOf(key);
        assert.ok(failures <= 4 && permits === 0);
        // what was counted after the right one still counts
        await fail(key, 5 - failures);
        assert.equal(await lockedSeconds(key, START), 900);
      }
    });

    it('do not wait for the permits of a process that was killed longer than 5 s, whatever else is tried meanwhile', async () => {
      const key = newKey();
      await fail(key, 1);
      const startedAt = clock.now();
      await leavePermits(key, 3, new Date(startedAt.getTime() + 5 * SECOND));
      for (let second = 0; second < 5; second += 1) {
        assert.equal(await guardedGuess(key, START, right), true);
        await fail(key, 1);
        clock.advance(1);
      }
      // place for all that five failures leave: nothing of the killed process counts any more
      const guesses = Array.from({ length: 4 }, () => held(key));
      await Promise.all(guesses.map(({ began }) => began));
      for (const guess of guesses) guess.end();
      await Promise.all(guesses.map(({ answer }) => answer));
      assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
    });

    it('keep a permit for 5 s from when it was got, not from when the request came', async () => {
      const key = newKey();
      const slow = held(key, later(-60 * SECOND));
      await slow.began;
      const others = await leavePermits(key, 4, later(3_600 * SECOND));
      clock.advance(4.999);
      assert.deepEqual(await refusalOf(guardedGuess(key, START, right)), [503, 'unavailable', undefined]);
      clock.advance(0.001);
      assert.equal(await guardedGuess(key, START, right), true);
      slow.end();
      assert.equal(await slow.answer, true);
      assert.deepEqual(await stateOf(key), { failures: 0, permits: others.length });
    });

    it('return no permit but their own when theirs is void', async () => {
      const key = newKey();
      const slow = held(key);
      await slow.began;
      clock.advance(6);
      const others = Array.from({ length: 3 }, () => held(key));
      await Promise.all(others.map(({ began }) => began));
      slow.end();
      assert.equal(await slow.answer, true);
      assert.equal((await stateOf(key)).permits, 3);
      for (const guess of others) guess.end();
      await Promise.all(others.map(({ answer }) => answer));
      assert.deepEqual(await stateOf(key), { failures: 0, permits: 0 });
    });

    it('wait for a permit that another process holds', async () => {
      const key = newKey();
      await fail(key, 1);
      const [first, ...rest] = await leavePermits(key, 4, new Date(clock.now().getTime() + 5 * SECOND));
      const guess = guardedGuess(key, START, right);
      await sleep(60);
      await execute("UPDATE attempt_locks SET permits = REPLACE(permits, :first, '') WHERE subject = :subject AND project_id = 11", {
        first: String(first),
        subject: key.subject,
      });
      assert.equal(await guess, true);
      assert.deepEqual(await stateOf(key), { failures: 0, permits: rest.length });
    });
  });

  describe('of which fewer lock than before', () => {
    it('lock at once who has failed as often already, with an audit row, and end like any other', async () => {
      const key = newKey();
      await fail(key, 1);
      await execute('UPDATE attempt_locks SET failures = 7 WHERE subject = :subject AND project_id = 11', { subject: key.subject });
      assert.deepEqual(await refusalOf(guardedGuess(key, START, right)), [429, 'account_locked', 900]);
      assert.equal(await lockedSeconds(key, START), 900);
      const rows = await selectRows("SELECT subject FROM audit_log WHERE action = 'login.locked' ORDER BY id DESC LIMIT 1");
      assert.deepEqual(rows, [{ subject: `phone:${key.subject.slice(0, 5)}*****${key.subject.slice(-3)}` }]);
      assert.equal(await guardedGuess(key, later(900_000), right), true);
    });
  });

  /** A right guess that is under way until it is told to end. */
  function held(key: LockKey, now = START): { began: Promise<void>; answer: Promise<boolean>; end(): void } {
    let end = (): void => {};
    let answer: Promise<boolean> = Promise.resolve(false);
    const ended = new Promise<void>((resolve) => (end = resolve));
    const began = new Promise<void>((resolve, reject) => {
      answer = guardedGuess(key, now, async () => {
        resolve();
        await ended;
        return true;
      });
      answer.catch(reject);
    });
    return { began, answer, end };
  }
});

/** As other processes leave them, under way or killed. */
async function leavePermits({ subject }: LockKey, count: number, until: Date): Promise<string[]> {
  const permits = Array.from({ length: count }, (_, index) => `${until.getTime()}:${String(index).padStart(10, '0')};`);
  const append = isMySql() ? 'CONCAT(permits, :left)' : 'permits || :left';
  const row = { left: permits.join(''), subject };
  await execute(`UPDATE attempt_locks SET permits = ${append} WHERE subject = :subject AND project_id = 11`, row);
  return permits;
}

async function stateOf({ kind, projectId, subject }: LockKey): Promise<{ failures: number; permits: number }> {
  const [row] = await selectRows<{ failures: number; permits: string }>(
    'SELECT failures, permits FROM attempt_locks WHERE kind = :kind AND project_id = :projectId AND subject = :subject',
    { kind, projectId, subject },
  );
  assert.ok(row !== undefined);
  return { failures: row.failures, permits: row.permits.split(';').length - 1 };
}

async function refusalOf(promise: Promise<unknown>): Promise<[number, string, number | undefined]> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, 'is refused');
  return [error.status, error.code, error.extras.availableIn];
}

async function outcomeOf(guess: Promise<boolean>): Promise<string> {
  try {
    return String(await guess);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.code} ${error.extras.availableIn ?? ''}`;
  }
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
