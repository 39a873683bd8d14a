import assert from 'node:assert/strict';
import { afterSend, type SendState, secondsAfter, secondsToWait } from '../../server/services/auth/cooldown.ts';

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
    ['lets the first code go at once', null, 0, 0],
    ['waits a minute for the second', sent(1), 0, 60],
    ['counts the minute down', sent(1), 30, 30],
    ['rounds up', sent(1), 59.001, 1],
    ['never rounds to 0', sent(1), 59.999, 1],
    ['is over to the millisecond', sent(1), 60, 0],
    ['waits five minutes for the third', sent(2), 0, 300],
    ['lets the third go after them', sent(2), 300, 0],
    ['waits a day for the fourth', sent(3), 0, 86_400],
    ['lets the fourth go after it', sent(3), 86_400, 0],
    ['waits a day for each one after', sent(9), 1, 86_399],
    ['is forgotten after 48 hours', sent(9), 172_800, 0],
    ['survives a clock that lags behind', sent(1), -5, 65],
  ];
  for (const [title, state, seconds, expected] of cases) {
    it(title, () => assert.equal(secondsToWait(state, WAITS, later(seconds)), expected));
  }

  it('goes by the waits that are configured, the last one for all that follow', () => {
    assert.deepEqual(
      [1, 2, 3].map((sends) => secondsToWait(sent(sends), [0, 7], LAST)),
      [7, 7, 7],
    );
    assert.equal(secondsToWait(sent(5), [0], LAST), 0);
  });

  it('starts anew after 48 hours, even within a longer wait', () => {
    const waits = [0, 400_000];
    assert.equal(secondsToWait(sent(1), waits, later(172_799.999)), 227_201);
    assert.equal(secondsToWait(sent(1), waits, later(172_800)), 0);
    assert.deepEqual(afterSend(sent(1), later(172_800)), { sends: 1, lastSentAt: later(172_800) });
    assert.deepEqual(afterSend(sent(1), later(172_799)), { sends: 2, lastSentAt: later(172_799) });
  });

  it('tells the wait that a send brings', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((sends) => secondsAfter(sends, WAITS)),
      [60, 300, 86_400, 86_400],
    );
    assert.deepEqual(afterSend(null, LAST), sent(1));
  });
});
