import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type CompiledFlag, compileFlag } from '../../../../server/domain/flags/compile.ts';
import { sharedList } from '../../../../server/domain/flags/conditions.ts';
import { contextOf } from '../../../../server/domain/flags/context.ts';
import { flagQuestion } from '../../../../server/domain/flags/reach.ts';
import type { Targeting } from '../../../../server/domain/flags/targeting.ts';
import { SearchedText, soughtOf } from '../../../../server/domain/flags/text-search.ts';
import { evaluateFlags } from '../../../../server/services/apps/flags/evaluate-flags.ts';

const AT = Date.parse('2026-11-23T12:00:00Z');

describe('the evaluation of all flags of an app', () => {
  let asked = 0;
  // a segment that counts how often it is tested
  const counting = sharedList([
    {
      attribute: 'city',
      test: () => {
        asked += 1;
        return false;
      },
    },
  ]);
  const segments = new Map([['counted', counting]]);
  const flagOf = (key: string, targeting: Targeting): CompiledFlag =>
    compileFlag({ key, isEnabled: true, valueType: 'boolean', config: null, targeting }, segments);
  const appOf = (flags: readonly CompiledFlag[]) => new Map(flags.map((flag) => [flag.key, flag]));
  const rules = Array.from({ length: 50 }, (_, index) => ({ id: `r${index}`, segments: ['counted', 'counted'] }));

  beforeEach(() => {
    asked = 0;
  });

  it('tests a segment once for all of its rules', () => {
    const flags = appOf(Array.from({ length: 20 }, (_, index) => flagOf(`f${index}`, { rules })));
    evaluateFlags({ flags, at: AT }, contextOf({ city: 'Riyadh' }));
    assert.equal(asked, 1);
    evaluateFlags({ flags, at: AT }, contextOf({ city: 'Jeddah' }));
    assert.equal(asked, 2);
  });

  it('evaluates a required flag once for all of its children', () => {
    // its own conditions are no segment, so each evaluation of the flag tests them
    const own = compileFlag(
      { key: 'parent', isEnabled: true, valueType: 'boolean', config: null, targeting: { rules: [{ id: 'r' }] } },
      segments,
    );
    const [rule] = own.rules;
    assert.ok(rule !== undefined);
    const fits = () => {
      asked += 1;
      return true;
    };
    const parent = { ...own, rules: [{ ...rule, fits }] };
    const children = Array.from({ length: 100 }, (_, index) =>
      flagOf(`c${index}`, { rules: [{ id: 'r' }], requires: [{ flag: 'parent' }, { flag: 'parent', on: true }] }),
    );
    const answers = evaluateFlags({ flags: appOf([parent, ...children]), at: AT }, contextOf({}));
    assert.ok(answers.every(({ isOn }) => isOn));
    assert.ok(asked <= 2, `${asked} evaluations: one for the children, one for the flag itself`);
  });

  it('asks a segment once for each user measured', () => {
    const flags = appOf(Array.from({ length: 20 }, (_, index) => flagOf(`f${index}`, { rules })));
    const keys = [...flags.keys()];
    const question = flagQuestion({ before: flags, after: flags, keys, altered: new Set(keys), at: AT });
    question.judge(contextOf({ city: 'Riyadh' }));
    assert.equal(asked, 1);
  });
});

describe('the search for many texts in one', () => {
  it('finds what includes finds, and nothing else', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ع', '\ud83d', '\ude00'), maxLength: 80 });
    fc.assert(
      fc.property(letters, fc.array(letters, { maxLength: 10 }), fc.nat(80), fc.nat(80), (text, others, from, to) => {
        const searched = new SearchedText(text);
        for (const part of [...others, text, text.slice(Math.min(from, to), Math.max(from, to))])
          assert.equal(searched.contains(soughtOf(part)), text.includes(part), `${part} in ${text}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('costs no more for hard texts than for easy', () => {
    const text = `${'a'.repeat(512)}b${'a'.repeat(511)}`;
    const searched = new SearchedText(text);
    const hard = Array.from({ length: 20_000 }, (_, index) => soughtOf(`${'a'.repeat(90)}${index}${'a'.repeat(90)}`));
    const before = process.cpuUsage();
    assert.ok(hard.every((part) => !searched.contains(part)));
    const { user } = process.cpuUsage(before);
    // a scan for each of them takes 60 ms and more
    assert.ok(user < 40_000, `${user} microseconds`);
  });
});
