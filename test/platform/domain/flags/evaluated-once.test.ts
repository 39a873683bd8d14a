import assert from 'node:assert/strict';
import fc from 'fast-check';
import { flagQuestion } from '../../../../server/domain/flags/audience.ts';
import { type CompiledFlag, compileFlag } from '../../../../server/domain/flags/compile.ts';
import { sharedList } from '../../../../server/domain/flags/conditions/conditions.ts';
import { SearchedText, soughtOf } from '../../../../server/domain/flags/conditions/text-search.ts';
import { contextOf } from '../../../../server/domain/flags/context.ts';
import type { Targeting } from '../../../../server/domain/flags/targeting.ts';
import { prepareOffers } from '../../../../server/domain/releases/offers.ts';
import { renewed } from '../../../../server/services/apps/app-snapshot.ts';
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

describe('the snapshot of an app', () => {
  it('reads its flags once however many boundaries passed', () => {
    let reads = 0;
    class CountedFlags extends Map<string, CompiledFlag> {
      override values() {
        reads += 1;
        return super.values();
      }
    }
    const steps = Array.from({ length: 40 }, (_, index) => ({ at: new Date(AT + index).toISOString(), rule: 'r', percentage: index }));
    const source = { key: 'f', isEnabled: true, valueType: 'boolean', config: null } as const;
    const flag = compileFlag({ ...source, targeting: { rules: [{ id: 'r' }], steps } }, new Map());
    const app = { ...({ id: 1, slug: 's', name: 's', platform: 'both', packageName: 'p', storeUrl: '' } as const), revision: AT - 1 };
    const contents = {
      app: { ...app, currentVersion: '1.0.0', currentVersionCode: 1, isActive: true },
      releases: [],
      publishedMs: new Map(),
      windows: [],
      flags: new CountedFlags([['f', flag]]),
      isTargeted: true,
    };
    const times = { offers: prepareOffers(contents.app, [], AT), at: AT - 1, position: AT - 1, nextBoundaryAt: AT };
    const { snapshot } = renewed({ revision: AT - 1, snapshot: { ...contents, ...times } }, new Date(AT + 30));
    assert.deepEqual([reads, snapshot.position, snapshot.nextBoundaryAt], [1, AT + 30, AT + 31]);
  });
});

describe('the search for many texts in one', () => {
  const one = (text: string) => soughtOf([text])[0] ?? assert.fail();

  it('finds what includes finds, and nothing else', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ع', '\ud83d', '\ude00'), maxLength: 80 });
    fc.assert(
      fc.property(letters, fc.array(letters, { maxLength: 10 }), fc.nat(80), fc.nat(80), (text, others, from, to) => {
        const searched = new SearchedText(text);
        for (const part of [...others, text, text.slice(Math.min(from, to), Math.max(from, to)), text.slice(from), text.slice(0, to)]) {
          assert.equal(searched.contains(one(part)), text.includes(part), `${part} in ${text}`);
          assert.equal(searched.startsWith(one(part)), text.startsWith(part), `${part} begins ${text}`);
          assert.equal(searched.endsWith(one(part)), text.endsWith(part), `${part} ends ${text}`);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('compares equal texts of a condition once', () => {
    assert.deepEqual(
      soughtOf(['a', 'b', 'a']).map(({ text }) => text),
      ['a', 'b'],
    );
  });

  it('scans no text for a value that differs', () => {
    const hard = Array.from({ length: 1_000 }, (_, index) => `${'a'.repeat(90)}${index}${'a'.repeat(90)}`);
    // equal for every factor when a hash is a remainder by a power of two
    const swapped = (text: string) => text.replace(/[ab]/g, (sign) => (sign === 'a' ? 'b' : 'a'));
    const morse = Array.from({ length: 7 }).reduce((text: string) => text + swapped(text), 'a');
    const cases: [text: string, operator: 'contains' | 'startsWith' | 'endsWith', texts: readonly string[]][] = [
      [`${'a'.repeat(512)}b${'a'.repeat(511)}`, 'contains', hard],
      [`x${'a'.repeat(1_000)}x`, 'startsWith', Array.from({ length: 190 }, (_, index) => 'a'.repeat(9 + index))],
      [`x${'a'.repeat(1_000)}x`, 'endsWith', Array.from({ length: 190 }, (_, index) => 'a'.repeat(9 + index))],
      [`${'c'.repeat(400)}${morse}`, 'contains', [swapped(morse)]],
    ];
    for (const [text, operator, texts] of cases) {
      const searched = new SearchedText(text);
      const values = soughtOf(texts);
      assert.equal(
        scansIn(() => assert.ok(values.every((value) => !searched[operator](value)))),
        0,
        operator,
      );
    }
  });
});

/** Counts comparisons of texts sign by sign. */
function scansIn(act: () => void): number {
  const { includes, startsWith, endsWith } = String.prototype;
  let scans = 0;
  const counted = <T extends unknown[]>(scan: (this: string, ...given: T) => boolean) =>
    function (this: string, ...given: T): boolean {
      scans += 1;
      return scan.apply(this, given);
    };
  Object.assign(String.prototype, { includes: counted(includes), startsWith: counted(startsWith), endsWith: counted(endsWith) });
  try {
    act();
  } finally {
    Object.assign(String.prototype, { includes, startsWith, endsWith });
  }
  return scans;
}
