import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type CompiledFlag, compileFlag, compileSegments } from '../../../../server/domain/flags/compile.ts';
import { contextOf } from '../../../../server/domain/flags/context.ts';
import { type CompiledFlags, evaluate } from '../../../../server/domain/flags/evaluate.ts';
import { attributesOf, possibleAnswersOf } from '../../../../server/domain/flags/possible-answers.ts';
import type { Condition, Requirement, Rule, Targeting } from '../../../../server/domain/flags/targeting.ts';
import { warningsOf } from '../../../../server/domain/flags/warnings.ts';

const AT = Date.parse('2026-11-23T12:00:00Z');
const SEGMENTS = compileSegments([{ key: 'saudi', conditions: [{ attribute: 'country', operator: 'in', values: ['SA'] }] }]);

function flagOf(key: string, targeting: Targeting | null, isEnabled = true): CompiledFlag {
  return compileFlag({ key, isEnabled, valueType: 'boolean', config: null, targeting }, SEGMENTS);
}

function appOf(...flags: readonly CompiledFlag[]): CompiledFlags {
  return new Map(flags.map((flag) => [flag.key, flag]));
}

function possible(targeting: Targeting, context: Record<string, unknown>, parent: CompiledFlag = flagOf('parent', null)): string {
  const flag = flagOf('flag', targeting);
  const { mayBeOn, mayBeOff } = possibleAnswersOf(appOf(flag, parent), flag, { context: contextOf(context), at: AT });
  return mayBeOn && mayBeOff ? 'either' : mayBeOn ? 'on' : 'off';
}

const when = (attribute: string, ...values: string[]): Condition[] => [{ attribute, operator: 'in', values }];

describe('the possible answers of a flag', () => {
  it('is certain where the known attributes decide', () => {
    const rules: Rule[] = [
      { id: 'a', when: when('plan', 'gold'), segments: ['saudi'] },
      { id: 'b', when: when('platform', 'ios') },
    ];
    assert.equal(possible({ rules }, { country: 'EG', platform: 'ios' }), 'on');
    assert.equal(possible({ rules }, { country: 'EG', platform: 'android' }), 'off');
    assert.equal(possible({ rules }, { country: 'SA', platform: 'ios' }), 'on');
    assert.equal(possible({ rules }, { country: 'SA', platform: 'android' }), 'either');
    assert.equal(possible({ rules }, {}), 'either');
  });

  it('leaves a percentage open without the value that decides it', () => {
    const percent = (percentage: number, context: object) =>
      possible({ rules: [{ id: 'r', percentage, salt: 'gr1' }] }, context as Record<string, unknown>);
    assert.deepEqual(
      [0, 50, 100].map((percentage) => percent(percentage, {})),
      ['off', 'either', 'on'],
    );
    assert.deepEqual(
      [72, 73].map((percentage) => percent(percentage, { installationId: '123' })),
      ['off', 'on'],
    );
  });

  it('is off for a rule with an unknown segment', () => {
    assert.equal(possible({ rules: [{ id: 'r', segments: ['none'] }] }, {}), 'off');
  });

  it('follows the requirements of the flag', () => {
    const child: Targeting = { rules: [{ id: 'r' }], requires: [{ flag: 'parent' }] };
    const saudi = flagOf('parent', { rules: [{ id: 'r', segments: ['saudi'] }] });
    assert.deepEqual(
      [{}, { country: 'SA' }, { country: 'EG' }].map((context) => possible(child, context, saudi)),
      ['either', 'on', 'off'],
    );
    assert.equal(possible(child, {}, flagOf('other', null)), 'off');
    assert.equal(possible({ ...child, requires: [{ flag: 'parent', on: false }] }, { country: 'SA' }, saudi), 'off');
  });

  it('contains every answer that the missing attributes allow', () => {
    const attribute = fc.constantFrom('platform', 'country', 'plan', 'targetingKey');
    const value = fc.constantFrom('a', 'b', 'c');
    const condition = fc.record({
      attribute,
      operator: fc.constantFrom('in' as const, 'starts_with' as const),
      values: fc.array(value, { minLength: 1, maxLength: 2 }),
      not: fc.boolean(),
    });
    const rule = fc.record({
      id: fc.constant('r'),
      when: fc.array(condition, { maxLength: 2 }),
      percentage: fc.constantFrom(0, 30, 60, 100),
      stickiness: attribute,
    });
    const targeting = fc.record({
      variants: fc.constantFrom(
        [],
        [true, false].map((on) => ({ key: `${on}`, value: on, weight: 1 })),
      ),
      rules: fc.array(rule, { maxLength: 3 }),
      otherwise: fc.constantFrom('off' as const, {}),
    });
    const requires = fc.constantFrom<Requirement[]>(
      [],
      [{ flag: 'parent' }],
      [{ flag: 'parent', on: false }],
      [{ flag: 'parent', variants: ['true'] }],
    );
    const context = fc.record({ platform: value, country: value, plan: value, targetingKey: value }, { requiredKeys: [] });
    fc.assert(
      fc.property(targeting, targeting, requires, context, fc.subarray(['platform', 'country', 'plan', 'targetingKey']), (...args) => {
        const [own, ofParent, required, full, known] = args;
        const flag = flagOf('flag', { ...own, requires: required });
        const flags = appOf(flag, flagOf('parent', ofParent));
        const some = Object.fromEntries(Object.entries(full).filter(([name]) => known.includes(name)));
        const { isOn } = evaluate(flags, flag, { context: contextOf(full), at: AT });
        const { mayBeOn, mayBeOff } = possibleAnswersOf(flags, flag, { context: contextOf(some), at: AT });
        assert.ok(isOn ? mayBeOn : mayBeOff);
        const needed = attributesOf(flags, flag, AT);
        const isKnown = [...needed].every((name) => contextOf(some).has(name));
        assert.ok(!(isKnown && mayBeOn && mayBeOff), 'what is known decides');
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the warnings about a flag', () => {
  const warnings = (targeting: Targeting | null, isEnabled = true, ...others: CompiledFlag[]): string[] => {
    const flag = flagOf('new', targeting, isEnabled);
    return warningsOf(appOf(flag, ...others), flag, AT);
  };

  it('are absent for a flag without a surprise', () => {
    assert.deepEqual(warnings(null), []);
    assert.deepEqual(warnings({ rules: [{ id: 'r', segments: ['saudi'] }, { id: 's' }] }), []);
  });

  it('name a flag that is off and why', () => {
    assert.deepEqual(warnings({ rules: [] }, false), ['The flag new is off, so nobody gets it.']);
    assert.deepEqual(warnings({ rules: [] }), ['The flag new has neither rules nor otherwise, so nobody gets it.']);
    assert.deepEqual(warnings({ rules: [{ id: 'r' }], startAt: '2026-12-01T00:00:00.000Z' }), [
      'The flag new is off until 2026-12-01T00:00:00.000Z.',
    ]);
    assert.deepEqual(warnings({ rules: [{ id: 'r' }], requires: [{ flag: 'old' }] }, true, flagOf('old', null, false)), [
      'The flag new requires old, which is off, so nobody gets it.',
    ]);
  });

  it('name rules that can never match', () => {
    const shadowed: Targeting = { rules: [{ id: 'all' }, { id: 'r1', segments: ['saudi'] }], otherwise: {} };
    assert.deepEqual(warnings(shadowed), [
      'The rule r1 can never match: the earlier rule all takes everybody.',
      'otherwise is never served: the rule all takes everybody.',
    ]);
    assert.deepEqual(warnings({ rules: [{ id: 'none', percentage: 0 }] }), ['The rule none can never match: it includes 0 %.']);
    const later = [{ at: '2026-12-01T00:00:00.000Z', rule: 'none', percentage: 5 }];
    assert.deepEqual(warnings({ rules: [{ id: 'none', percentage: 0 }], steps: later }), []);
  });

  it('name the attribute that a percentage needs', () => {
    const rules: Rule[] = [
      { id: 'a', percentage: 10 },
      { id: 'b', percentage: 10, stickiness: 'plan' },
    ];
    assert.deepEqual(
      warnings({ rules }).map((text) => /needs (\w+)/.exec(text)?.[1]),
      ['installationId', 'plan'],
    );
  });
});
