import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute, selectRows } from '../../server/platform/db/sql.ts';
import { ApiError } from '../../server/platform/errors.ts';
import { guardedGuess, type LockKey, liftLock, lockedSeconds } from '../../server/services/auth/attempt-locks.ts';
import { startServer, type TestServer } from '../support/server.ts';

const START = new Date('2026-06-01T12:00:00.000Z');
const ROUNDS = 20;
const wrong = async (): Promise<boolean> => false;
const right = async (): Promise<boolean> => true;

function later(ms: number): Date {
  return new Date(START.getTime() + ms);
}

describe('attempt locks', () => {
  let server: TestServer;
  let names = 0;

  before(async () => {
    server = await startServer({ clock: { now: () => START } });
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
      assert.deepEqual(await stateOf(key), { failures: 0, pending: 0 });
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
        assert.deepEqual(await stateOf(key), { failures: 0, pending: 0 });
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
        assert.deepEqual(await stateOf(key), { failures: 0, pending: 0 });
      }
    });

    it(`let a right guess among four wrong ones through, ${ROUNDS} times`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const key = newKey();
        const guesses = [wrong, wrong, right, wrong, wrong];
        const answers = await Promise.all(guesses.map((check) => outcomeOf(guardedGuess(key, START, check))));
        assert.deepEqual(tally(answers), { false: 4, true: 1 });
        const { failures, pending } = await stateOf(key);
        assert.ok(failures <= 4 && pending === 0);
        // what was counted after the right one still counts
        await fail(key, 5 - failures);
        assert.equal(await lockedSeconds(key, START), 900);
      }
    });

    it('do not wait for the permits of a process that was killed longer than 5 s', async () => {
      const key = newKey();
      await fail(key, 1);
      await execute('UPDATE attempt_locks SET pending = 4, pending_until = :until WHERE subject = :subject AND project_id = 11', {
        until: later(5_000),
        subject: key.subject,
      });
      assert.deepEqual(await refusalOf(guardedGuess(key, later(4_999), right)), [503, 'unavailable', undefined]);
      assert.equal(await guardedGuess(key, later(5_000), right), true);
      assert.deepEqual(await stateOf(key), { failures: 0, pending: 0 });
    });

    it('wait for a permit that another process holds', async () => {
      const key = newKey();
      await fail(key, 1);
      const holding = { until: later(5_000), subject: key.subject };
      await execute('UPDATE attempt_locks SET pending = 4, pending_until = :until WHERE subject = :subject AND project_id = 11', holding);
      const guess = guardedGuess(key, START, right);
      await sleep(60);
      await execute('UPDATE attempt_locks SET pending = 3 WHERE subject = :subject AND project_id = 11', { subject: key.subject });
      assert.equal(await guess, true);
      assert.deepEqual(await stateOf(key), { failures: 0, pending: 3 });
    });
  });
});

async function stateOf({ kind, projectId, subject }: LockKey): Promise<{ failures: number; pending: number }> {
  const [row] = await selectRows<{ failures: number; pending: number }>(
    'SELECT failures, pending FROM attempt_locks WHERE kind = :kind AND project_id = :projectId AND subject = :subject',
    { kind, projectId, subject },
  );
  assert.ok(row !== undefined);
  return row;
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
