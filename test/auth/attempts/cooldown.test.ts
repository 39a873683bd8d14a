import assert from 'node:assert/strict';
import { afterSend, type SendState, secondsAfter, secondsToWait } from '../../../server/services/auth/otp/cooldown-tiers.ts';

const WAITS = [0, 60, 300, 86_400];
const LAST = new Date('2026-06-01T12:00:00.000Z');

function later(seconds: number): Date {
  return new Date(LAST.getTime() + seconds * 1000);
}

function sent(sends: number): SendState {
  return { sends, lastSentAt: LAST };
}

describe('the cooldown', () => {
  const cases: readonly [string, SendState | null, number, number][] = [
    ['allows the first code at once', null, 0, 0],
    ['waits a minute for the second code', sent(1), 0, 60],
    ['counts the seconds of the wait down', sent(1), 30, 30],
    ['rounds the wait up to a second', sent(1), 59.001, 1],
    ['never rounds a wait down to 0', sent(1), 59.999, 1],
    ['ends the wait to the millisecond', sent(1), 60, 0],
    ['waits five minutes for the third code', sent(2), 0, 300],
    ['allows the third code after five minutes', sent(2), 300, 0],
    ['waits a day for the fourth code', sent(3), 0, 86_400],
    ['allows the fourth code after a day', sent(3), 86_400, 0],
    ['waits a day for every later code', sent(9), 1, 86_399],
    ['resets the tiers after 48 hours', sent(9), 172_800, 0],
    ['waits one step when the clock lags behind', sent(1), -5, 60],
    ['waits one step when the clock was a year ahead', sent(2), -31_536_000, 300],
  ];
  for (const [title, state, seconds, expected] of cases) {
    it(title, () => assert.equal(secondsToWait(state, WAITS, later(seconds)), expected));
  }

  it('uses the last configured wait for all later sends', () => {
    assert.deepEqual(
      [1, 2, 3].map((sends) => secondsToWait(sent(sends), [0, 7], LAST)),
      [7, 7, 7],
    );
    assert.equal(secondsToWait(sent(5), [0], LAST), 0);
  });

  it('starts again after 48 hours, even within a longer wait', () => {
    const waits = [0, 400_000];
    assert.equal(secondsToWait(sent(1), waits, later(172_799.999)), 227_201);
    assert.equal(secondsToWait(sent(1), waits, later(172_800)), 0);
    assert.deepEqual(afterSend(sent(1), later(172_800)), { sends: 1, lastSentAt: later(172_800) });
    assert.deepEqual(afterSend(sent(1), later(172_799)), { sends: 2, lastSentAt: later(172_799) });
  });

  it('returns the wait after the next send', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((sends) => secondsAfter(sends, WAITS)),
      [60, 300, 86_400, 86_400],
    );
    assert.deepEqual(afterSend(null, LAST), sent(1));
  });
});
