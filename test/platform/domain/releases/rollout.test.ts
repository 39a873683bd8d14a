import assert from 'node:assert/strict';
import fc from 'fast-check';
import { percentOf } from '../../../../server/domain/flags/murmur3.ts';
import { isIncluded, percentAt, planned, type Rollout, resumed, stepFaults } from '../../../../server/domain/releases/rollout.ts';

const NOW = new Date('2026-03-10T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FOR_ALL: Rollout = { rolloutPercent: 100, steps: [], haltedAt: null };
const later = (ms: number) => new Date(NOW.getTime() + ms);
const step = (ms: number, percent: number) => ({ at: later(ms).toISOString(), percent });
const at = (rollout: Rollout, ms: number) => percentAt(rollout, NOW.getTime() + ms);
const RUNS = { numRuns: 500 };
const percents = fc.integer({ min: 0, max: 100 });
const times = fc.uniqueArray(fc.integer({ min: 1, max: 30 * 24 }), { maxLength: 7 });
const rollouts = fc.tuple(percents, times, fc.array(percents, { minLength: 7, maxLength: 7 })).map(([first, hours, levels]): Rollout => {
  const rising = [first, ...levels].toSorted((a, b) => a - b);
  const sorted = hours.toSorted((a, b) => a - b);
  return { rolloutPercent: rising[0] ?? 0, steps: sorted.map((hour, i) => step(hour * HOUR, rising[i + 1] ?? 100)), haltedAt: null };
});

describe('a rollout', () => {
  it('includes by the hash of app, code and installation', () => {
    assert.equal(percentOf('shop/42', 'inst-1'), percentOf('shop/42', 'inst-1'));
    for (const id of ['inst-1', 'inst-2', 'مستخدم'])
      for (const percent of [0, 1, 50, 99]) assert.equal(isIncluded(percent, 'shop/42', id), percentOf('shop/42', id) <= percent);
    assert.equal(isIncluded(99, 'shop/42', null), false);
    assert.equal(isIncluded(100, 'shop/42', null), true);
  });

  it('never leaves a phone out that was in', () => {
    fc.assert(
      fc.property(rollouts, fc.uuid(), (rollout, id) => {
        assert.deepEqual(stepFaults(rollout), []);
        let wasIn = false;
        for (let hour = 0; hour <= 31 * 24; hour += 5) {
          const isIn = isIncluded(at(rollout, hour * HOUR), 'shop/1', id);
          assert.ok(isIn || !wasIn);
          wasIn = isIn;
        }
      }),
      RUNS,
    );
  });

  it('reaches about its percent of the phones', () => {
    for (const percent of [1, 10, 50]) {
      let included = 0;
      for (let n = 0; n < 20_000; n += 1) if (isIncluded(percent, 'shop/7', `installation-${n}`)) included += 1;
      assert.ok(Math.abs(included / 200 - percent) < 1, `${included} of 20,000 for ${percent} %`);
    }
  });

  it('takes the preset of seven steps a day apart', () => {
    const rollout = planned(FOR_ALL, { steps: 'appstore' }, NOW);
    assert.equal(at(rollout, -1), 0);
    const reached = [1, 2, 5, 10, 20, 50, 100].map((percent, day) => [at(rollout, day * DAY), at(rollout, (day + 1) * DAY - 1), percent]);
    for (const [begin, end, percent] of reached) assert.deepEqual([begin, end], [percent, percent]);
  });

  it('continues the preset above the percent it has reached', () => {
    const { steps } = planned({ ...FOR_ALL, rolloutPercent: 10 }, { steps: 'appstore' }, NOW);
    assert.deepEqual(
      steps.map(({ percent }) => percent),
      [20, 50, 100],
    );
  });

  it('keeps the percent when its steps are removed', () => {
    const running: Rollout = { rolloutPercent: 0, steps: [step(-DAY, 5), step(DAY, 50)], haltedAt: null };
    assert.deepEqual(planned(running, { steps: null }, NOW), { rolloutPercent: 5, steps: [], haltedAt: null });
    assert.deepEqual(planned(running, { rolloutPercent: 30 }, NOW), { rolloutPercent: 30, steps: [], haltedAt: null });
    assert.deepEqual(planned(running, { steps: [step(HOUR, 20)] }, NOW).rolloutPercent, 5);
    assert.deepEqual(planned(running, { steps: [step(HOUR, 2)] }, NOW).rolloutPercent, 0);
  });

  it('stops while halted and moves the steps on', () => {
    fc.assert(
      fc.property(rollouts, fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 700 }), (rollout, haltHour, hours) => {
        const halted = { ...rollout, haltedAt: later(haltHour * HOUR) };
        const end = haltHour + hours;
        assert.equal(at(halted, end * HOUR), at(rollout, haltHour * HOUR));
        const again = resumed(halted, later(end * HOUR));
        for (const more of [0, 1, 24, 100, 1_000]) assert.equal(at(again, (end + more) * HOUR), at(rollout, (haltHour + more) * HOUR));
      }),
      RUNS,
    );
  });

  it('refuses steps that fall or are out of order', () => {
    const fields = (rolloutPercent: number, steps: Rollout['steps']) => stepFaults({ rolloutPercent, steps }).map(({ field }) => field);
    assert.deepEqual(fields(0, [step(1, 10), step(2, 10), step(3, 20)]), []);
    assert.deepEqual(fields(0, [step(1, 10), step(2, 5)]), ['steps[1].percent']);
    assert.deepEqual(fields(0, [step(2, 10), step(2, 20)]), ['steps[1].at']);
    assert.deepEqual(fields(30, [step(1, 10)]), ['steps[0].percent']);
  });
});
