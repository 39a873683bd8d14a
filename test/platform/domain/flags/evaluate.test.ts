import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lastOf, nextOf } from '../../../../server/domain/boundaries.ts';
import { type CompiledFlag, compileFlag, compileSegments, type FlagSource } from '../../../../server/domain/flags/compile.ts';
import { contextOf } from '../../../../server/domain/flags/context.ts';
import { evaluate, flagBoundaries } from '../../../../server/domain/flags/evaluate.ts';
import type { Evaluation } from '../../../../server/domain/flags/outcomes.ts';
import { type Condition, OPERATORS, type Rule, type SegmentRule, type Targeting } from '../../../../server/domain/flags/targeting.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const SEGMENTS: SegmentRule[] = [{ key: 'riyadh', conditions: [{ attribute: 'city', operator: 'in', values: ['Riyadh'] }] }];

function compile(flag: Partial<FlagSource> & { targeting: Targeting | null }): CompiledFlag {
  return compileFlag({ key: 'flag', isEnabled: true, valueType: 'boolean', config: null, ...flag }, compileSegments(SEGMENTS));
}

function evaluated(targeting: Targeting | null, context: Record<string, unknown> = {}, at = NOW): Evaluation {
  const flag = compile({ targeting });
  return evaluate(new Map([[flag.key, flag]]), flag, { context: contextOf(context), at });
}

const isOn = (rule: Partial<Rule>, context: Record<string, unknown> = {}): boolean =>
  evaluated({ rules: [{ id: 'r', ...rule }] }, context).isOn;
const fits = (condition: Condition, value: unknown): boolean =>
  isOn({ when: [condition] }, value === undefined ? {} : { [condition.attribute]: value });

describe('the evaluation of a flag', () => {
  it('hashes the first 256 characters of a value', () => {
    const context = (userId: string) => ({ userId });
    const rule = { stickiness: 'userId', percentage: 50 };
    const long = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(256, 'x'));
    for (const id of long) assert.equal(isOn(rule, context(`${id}y`)), isOn(rule, context(id)), id);
    const differ = Array.from({ length: 100 }, (_, index) => isOn(rule, context(`${index}`.padStart(256, 'x'))));
    assert.equal(new Set(differ).size, 2);
  });

  it('compares several values as each of them', () => {
    const values = ['3', '1.5', '2', 'x', '007', '0.0'];
    const actual = ['1', '1.5', '1.50', '1.5.0', '2', '2.5', '3', '7', '7.0', '8', '0', '0.0.0', 'y'];
    for (const attribute of ['x', 'versionCode'])
      for (const operator of OPERATORS.filter((name) => /^(?:num|version)_/.test(name)))
        for (const value of actual) {
          const each = values.some((one) => fits({ attribute, operator, values: [one] }, value));
          assert.equal(fits({ attribute, operator, values }, value), each, `${attribute} ${value} ${operator}`);
        }
    const days = ['2026-02-01', '2026-01-01', 'never'];
    for (const operator of ['date_after', 'date_before'] as const)
      for (const day of ['2025-12-31', '2026-01-01', '2026-01-15', '2026-02-01', '2026-02-02']) {
        const each = days.some((one) => fits({ attribute: 'x', operator, values: [one] }, day));
        assert.equal(fits({ attribute: 'x', operator, values: days }, day), each, `${day} ${operator}`);
      }
  });

  it('compares each operator with the values', () => {
    const cases: readonly (readonly [Condition['operator'], Condition['values'], readonly unknown[], readonly unknown[]])[] = [
      ['in', ['a', 5, true], ['a', 5, '5', true, 'true'], ['A', '', 6, false]],
      ['starts_with', ['ab', 'x'], ['abc', 'x'], ['ABC', 'cab']],
      ['ends_with', ['@a.sa'], ['u@a.sa'], ['a.sa']],
      ['contains', ['عر'], ['شعر', `${'a'.repeat(99)}عر`], ['ش', 'ع'.repeat(99), 'ر'.repeat(99)]],
      ['num_eq', [1, '2'], [1, '2.0', '1e0'], ['one', 3, true, '', '0x1', 'NaN']],
      ['num_gt', [5], [5.1, '6'], [5, '4']],
      ['num_gte', [5], [5, 6], [4]],
      ['num_lt', ['5'], [4, '-1'], [5]],
      ['num_lte', [5], [5, 4], [6]],
      ['date_after', ['2026-01-31T20:00:00Z'], ['2026-01-31T21:00:00.5Z', '2026-02-01'], ['2026-01-31T20:00:00Z', 'tomorrow', 5]],
      [
        'date_before',
        ['2026-01-31', '2027-02-30'],
        ['2026-01-30T23:59:59Z', '2026-01-30T23:59:59'],
        ['2026-01-31', '2026-01-31T00:00', '2026-13-01', '2025-02-29', '2025-02-30T10:00:00Z', '2027-02-01'],
      ],
      ['version_eq', ['1.0'], ['1.0.0', 'v1.0', 1], ['1.0.1', 'one']],
      ['version_gt', ['2.9.0'], ['2.10.0'], ['2.9.0', '2.9.0-beta']],
      ['version_gte', ['2.9.0'], ['2.9'], ['2.8.9', true]],
      ['version_lt', ['2.9.0'], ['2.9.0-beta'], ['2.9']],
      ['version_lte', ['2.9.0'], ['2.9'], ['2.9.1']],
    ];
    assert.deepEqual(
      cases.map(([operator]) => operator),
      [...OPERATORS],
    );
    for (const [operator, values, good, bad] of cases) {
      const condition = { attribute: 'x', operator, values };
      for (const value of good) assert.equal(fits(condition, value), true, `${operator} ${value}`);
      for (const value of [...bad, undefined, null, {}, ['a']]) assert.equal(fits(condition, value), false, `${operator} ${value}`);
      for (const value of [...bad, undefined, null, {}])
        assert.equal(fits({ ...condition, not: true }, value), true, `not ${operator} ${value}`);
      for (const value of good) assert.equal(fits({ ...condition, not: true }, value), false, `not ${operator} ${value}`);
    }
  });

  it('ignores case where the condition says so', () => {
    for (const operator of ['in', 'starts_with', 'ends_with', 'contains'] as const)
      assert.equal(fits({ attribute: 'x', operator, values: ['ÄB'], ignoreCase: true }, 'äb'), true, operator);
  });

  it('lets an operator of a later release fit no one', () => {
    for (const not of [false, true])
      assert.equal(fits({ attribute: 'x', operator: 'regex_match' as Condition['operator'], values: ['.'], not }, 'a'), false);
  });

  it('joins conditions and segments of a rule with and', () => {
    const rule = { when: [{ attribute: 'platform', operator: 'in' as const, values: ['ios'] }], segments: ['riyadh'] };
    assert.equal(isOn(rule, { platform: 'ios', city: 'Riyadh' }), true);
    assert.equal(isOn(rule, { platform: 'ios', city: 'Jeddah' }), false);
    assert.equal(isOn(rule, { platform: 'android', city: 'Riyadh' }), false);
    assert.equal(isOn({ segments: ['unknown'] }), false);
  });

  it('takes the first rule whose conditions and percentage fit', () => {
    const targeting: Targeting = {
      variants: ['a', 'b', 'c'].map((key) => ({ key, value: true, weight: 1 })),
      rules: [
        { id: '1', when: [{ attribute: 'x', operator: 'in', values: ['1'] }], percentage: 0, serve: 'a' },
        { id: '2', when: [{ attribute: 'x', operator: 'in', values: ['1', '2'] }], serve: 'b' },
      ],
      otherwise: { serve: 'c' },
    };
    const served = (x: string) => evaluated(targeting, { x, targetingKey: 'k' }).variant?.key;
    assert.deepEqual([served('1'), served('2'), served('3')], ['b', 'b', 'c']);
  });

  it('turns off a flag whose rules fit no one', () => {
    assert.equal(evaluated({ rules: [] }).isOn, false);
    assert.equal(evaluated({ rules: [], otherwise: 'off' }).isOn, false);
    assert.equal(evaluated({ rules: [], otherwise: {} }).isOn, true);
    assert.equal(evaluated(null).isOn, true);
  });

  it('keeps the rules of a disabled flag without effect', () => {
    const flag = compile({ isEnabled: false, targeting: { rules: [{ id: 'r' }], otherwise: {} } });
    assert.equal(evaluate(new Map(), flag, { context: contextOf({}), at: NOW }).isOn, false);
  });

  it('gives the reason of the part that decided', () => {
    const reason = (rule: Partial<Rule>, variants = 0) =>
      evaluated(
        {
          variants: Array.from({ length: variants }, (_, index) => ({ key: `v${index}`, value: true, weight: 1 })),
          rules: [{ id: 'r', ...rule }],
        },
        { targetingKey: 'k' },
      ).reason;
    assert.deepEqual([reason({}), reason({ percentage: 100 }), reason({ serve: 'v0' }, 2)], Array(3).fill('TARGETING_MATCH'));
    assert.deepEqual(
      [
        reason({ percentage: 99, salt: 'x' }),
        reason({}, 2),
        reason(
          {
            serve: {
              split: [
                { variant: 'v0', weight: 1 },
                { variant: 'v1', weight: 1 },
              ],
            },
          },
          2,
        ),
      ],
      Array(3).fill('SPLIT'),
    );
    assert.deepEqual(
      [reason({ percentage: 0 }), evaluated(null).reason, evaluated({ rules: [], otherwise: {} }).reason],
      Array(3).fill('STATIC'),
    );
  });

  it('includes no one below 100 percent without a stickiness value', () => {
    for (const context of [{}, { userId: 'u' }, { targetingKey: '' }]) {
      assert.equal(isOn({ percentage: 99 }, context), false);
      assert.equal(isOn({ percentage: 100 }, context), true);
    }
    assert.equal(isOn({ percentage: 99, stickiness: 'userId', salt: 'gr1' }, { userId: '123' }), true);
  });

  it('takes the installation for the targeting key', () => {
    const rule = { percentage: 73, salt: 'gr1' };
    assert.equal(isOn(rule, { installationId: '123' }), true);
    assert.equal(isOn({ ...rule, percentage: 72 }, { installationId: '123' }), false);
    assert.equal(isOn({ when: [{ attribute: 'installationId', operator: 'in', values: ['k'] }] }, { targetingKey: 'k' }), true);
  });

  it('serves the first weighty variant without a stickiness value', () => {
    const variants = [0, 0, 3, 4].map((weight, index) => ({ key: `v${index}`, value: index, weight }));
    assert.equal(evaluated({ variants, rules: [{ id: 'r' }] }).variant?.key, 'v2');
    assert.equal(evaluated({ variants, rules: [], otherwise: {} }).variant?.key, 'v2');
  });

  it('turns a boolean flag off by a variant of false', () => {
    const targeting: Targeting = { variants: [{ key: 'no', value: false, weight: 1 }], rules: [{ id: 'r' }] };
    assert.deepEqual([evaluated(targeting).isOn, evaluated(targeting).variant?.key], [false, 'no']);
  });

  describe('requirements', () => {
    const parent = (targeting: Targeting | null, isEnabled = true) => compile({ key: 'parent', isEnabled, targeting });
    const child = (requirement: object, ...parents: CompiledFlag[]): boolean => {
      const flag = compile({ targeting: { rules: [{ id: 'r' }], requires: [{ flag: 'parent', ...requirement }] } });
      return evaluate(new Map([...parents, flag].map((one) => [one.key, one])), flag, { context: contextOf({}), at: NOW }).isOn;
    };

    it('need the parent on, off or at a variant', () => {
      const variants = [{ key: 'a', value: true, weight: 1 }];
      assert.deepEqual([child({}, parent(null)), child({ on: false }, parent(null))], [true, false]);
      assert.deepEqual([child({}, parent(null, false)), child({ on: false }, parent(null, false))], [false, true]);
      assert.equal(child({ variants: ['a'] }, parent({ variants, rules: [{ id: 'r' }] })), true);
      assert.equal(child({ variants: ['b'] }, parent({ variants, rules: [{ id: 'r' }] })), false);
      assert.equal(child({ variants: ['a'] }, parent(null)), false);
    });

    it('are not met by unknown parents or grandparents', () => {
      for (const on of [true, false]) {
        assert.equal(child({ on }), false);
        assert.equal(child({ on }, parent({ rules: [], requires: [{ flag: 'flag' }] })), false);
      }
    });
  });

  describe('over time', () => {
    const start = NOW + 1_000;
    const targeting: Targeting = {
      rules: [{ id: 'r', percentage: 0, salt: 'gr1' }],
      startAt: new Date(start).toISOString(),
      stopAt: new Date(start + 5_000).toISOString(),
      // not in their order
      steps: [
        { at: new Date(start + 3_000).toISOString(), rule: 'r', percentage: 0 },
        { at: new Date(start + 2_000).toISOString(), rule: 'r', percentage: 73 },
        { at: new Date(start + 1_000).toISOString(), rule: 'r', percentage: 72 },
        { at: new Date(start + 4_000).toISOString(), rule: 'r', percentage: 100 },
        { at: new Date(start + 500).toISOString(), rule: 'other', percentage: 100 },
      ],
    };
    const on = (at: number) => evaluated(targeting, { targetingKey: '123' }, at).isOn;

    it('starts, steps and stops to the millisecond', () => {
      const times = [0, 1_000, 1_999, 2_000, 2_999, 3_000, 3_999, 4_000, 4_999, 5_000];
      assert.deepEqual(
        times.map((time) => on(start + time)),
        [false, false, false, true, true, false, false, true, true, false],
      );
      assert.equal(evaluated({ ...targeting, rules: [{ id: 'r' }] }, {}, start - 1).isOn, false);
      assert.equal(evaluated({ ...targeting, rules: [{ id: 'r' }] }, {}, start).isOn, true);
    });

    it('names each next boundary, and none at the end', () => {
      const boundaries = flagBoundaries([compile({ targeting }), compile({ targeting: null })]);
      const seen: number[] = [];
      for (let at = nextOf(boundaries, NOW); at !== null; at = nextOf(boundaries, at)) {
        seen.push(at - start);
        assert.equal(lastOf(boundaries, NOW, at), at);
      }
      assert.deepEqual(seen, [0, 1_000, 2_000, 3_000, 4_000, 5_000]);
      assert.deepEqual([lastOf(boundaries, NOW, start - 1), lastOf(boundaries, NOW, start + 99_000)], [NOW, start + 5_000]);
    });
  });

  describe('for any input', () => {
    const anyText = fc.string({ unit: 'binary' });

    it('never loses a person when a rollout widens', () => {
      fc.assert(
        fc.property(
          anyText,
          anyText.filter((text) => text !== ''),
          (salt, targetingKey) => {
            const steps = [0, 1, 2, 5, 10, 20, 50, 99, 100].map((percentage) => isOn({ percentage, salt }, { targetingKey }));
            assert.deepEqual(steps, steps.toSorted());
            assert.deepEqual([steps[0], steps.at(-1)], [false, true]);
          },
        ),
      );
    });

    it('serves exactly one variant of positive weight', () => {
      const weights = fc.array(fc.nat(100), { minLength: 1, maxLength: 20 }).filter((all) => all.some((weight) => weight > 0));
      fc.assert(
        fc.property(weights, anyText, (all, targetingKey) => {
          const variants = all.map((weight, index) => ({ key: `v${index}`, value: index, weight }));
          const { variant } = evaluated({ variants, rules: [{ id: 'r' }] }, { targetingKey });
          assert.ok(variant !== null && variant.weight > 0);
          assert.deepEqual(evaluated({ variants, rules: [{ id: 'r' }] }, { targetingKey }).variant, variant);
        }),
      );
    });

    it('never throws, whatever the context and the rule hold', () => {
      const scalar = fc.oneof(anyText, fc.double(), fc.boolean(), fc.constantFrom('1.0.0', '2026-01-01', '__proto__'));
      const condition = fc.record({
        attribute: fc.constantFrom('a', '__proto__', 'constructor', 'targetingKey'),
        operator: fc.constantFrom(...OPERATORS, 'regex' as Condition['operator']),
        values: fc.array(scalar, { maxLength: 5 }),
        not: fc.boolean(),
        ignoreCase: fc.boolean(),
      });
      const context = fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', 'targetingKey'), fc.oneof(scalar, fc.anything()));
      fc.assert(
        fc.property(fc.array(condition, { maxLength: 3 }), context, fc.integer({ min: 0, max: 100 }), (when, attributes, percentage) => {
          assert.equal(typeof evaluated({ rules: [{ id: 'r', when, percentage, stickiness: 'a' }] }, attributes).isOn, 'boolean');
        }),
        { numRuns: 1_000 },
      );
    });
  });
});
