import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareVersions, isStrictSemver, parseVersion, STRICT_SEMVER, type VersionNumber } from '../../../server/domain/version-number.ts';
import { costOf } from '../../support/cost.ts';
import { anyText } from '../../support/requests/any-text.ts';

const HUGE = '9'.repeat(40);
const LONGEST = `1.0.0-${'a'.repeat(58)}`;

/** The texts that phones send, and the versions they mean. */
const READABLE: readonly [name: string, sent: string, meant: string][] = [
  ['one part', '1', '1.0.0'],
  ['two parts', '1.0', '1.0.0'],
  ['four parts, the last 0', '1.2.3.0', '1.2.3'],
  ['a zero version', '0', '0.0.0.0'],
  ['a leading v', 'v1.2.3', '1.2.3'],
  ['a leading V', 'V1.2.3', '1.2.3'],
  ['leading zeros', '01.002.0003', '1.2.3'],
  ['parts of nothing but zeros', '1.000.00', '1.0.0'],
  ['leading zeros in a numeric prerelease part', '1.0.0-rc.01', '1.0.0-rc.1'],
  ['build metadata', '1.2.3+45', '1.2.3'],
  ['build metadata of several parts', '1.2.3+exp.sha-5114f85.007', '1.2.3'],
  ['build metadata after a prerelease', '1.2.3-beta.1+45', '1.2.3-beta.1'],
  ['hyphens inside build metadata only', '1.2.3+a-b', '1.2.3'],
  ['a prerelease of a short version', 'v2-rc.1', '2.0.0-rc.1'],
  ['a prerelease that holds hyphens', '1.0.0-a--b', '1.0.0-a--b'],
  ['64 characters', LONGEST, LONGEST],
];

const UNREADABLE: readonly [name: string, sent: string][] = [
  ['the empty text', ''],
  ['a blank', ' '],
  ['a blank in front', ' 1.0.0'],
  ['a blank behind', '1.0.0 '],
  ['a line break behind', '1.0.0\n'],
  ['a blank inside', '1.0.0 45'],
  ['a word', 'latest'],
  ['v alone', 'v'],
  ['two v', 'vv1.0.0'],
  ['v and a point', 'v.1'],
  ['five parts', '1.2.3.4.5'],
  ['an empty part', '1..2'],
  ['a point in front', '.1.2'],
  ['a point behind', '1.2.'],
  ['a minus sign', '-1.0.0'],
  ['a plus sign in front', '+1.0.0'],
  ['a letter in a part', '1.2x.3'],
  ['a wildcard', '1.x'],
  ['an exponent with a sign', '1e+5'],
  ['a comma', '1,0'],
  ['an empty prerelease', '1.0.0-'],
  ['an empty prerelease part', '1.0.0-a..b'],
  ['an underscore in the prerelease', '1.0.0-a_b'],
  ['empty build metadata', '1.0.0+'],
  ['two pieces of build metadata', '1.0.0+a+b'],
  ['Arabic digits', '١.٠.٠'],
  ['full-width digits', '１.０.０'],
  ['a NUL', '1.0.0\0'],
  ['65 characters', `${LONGEST}a`],
];

/** In each row every version is below all later ones. */
const ASCENDING: readonly [name: string, ...versions: string[]][] = [
  ['numbers by value', '2.9.0', '2.10.0', '2.100.0', '10.0.0'],
  ['the first part before the later ones', '1.9.9.9', '2', '2.0.0.1', '2.0.1', '2.1'],
  ['the fourth part', '1.2.3', '1.2.3.1', '1.2.3.10', '1.2.4'],
  [
    'the chain of semver.org',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
  ],
  ['a prerelease between two releases', '0.9.9', '1.0.0-0', '1.0.0', '1.0.1-0', '1.0.1'],
  ['a prerelease of a short version below the full one', '1.0-rc', '1', '1.0.0.1-rc', '1.0.0.1'],
  ['numeric prerelease parts below all others', '1.0.0-0', '1.0.0-99', '1.0.0--', '1.0.0-0a', '1.0.0-99a'],
  ['letters by ASCII', '1.0.0--', '1.0.0-A', '1.0.0-Z', '1.0.0-a', '1.0.0-z'],
  ['numbers beyond the precision of a float', '1.0.9007199254740992', '1.0.9007199254740993', `1.0.${HUGE}`, `1.0.1${'0'.repeat(40)}`],
  ['long prerelease numbers too', '1.0.0-9007199254740992', '1.0.0-9007199254740993', `1.0.0-${HUGE}`],
];

const STRICT = `0.0.0 1.2.3 10.20.30 1.0.${HUGE} 1.0.0-0 1.0.0-alpha 1.0.0-alpha.1 1.0.0-0a 1.0.0-00a 1.0.0-- 1.0.0-a-b 1.0.0+20130313144700
  1.0.0+001 1.0.0-beta+exp.sha.5114f85 1.0.0+a-b 1.1.2-prerelease+meta ${LONGEST}`.split(/\s+/);

const NOT_STRICT = `1 1.0 1.0.0.0 v1.0.0 V1.0.0 01.2.3 1.02.3 1.2.03 00.0.0 1.0.0- 1.0.0-01 1.0.0-a.00 1.0.0-a..b 1.0.0-.a 1.0.0-a. 1.0.0-+a
  1.0.0+ 1.0.0+a..b 1.0.0+a+b 1.0.0-a_b -1.0.0 1.0.x 1..0 1.0.0. ١.٠.٠ 1.0.0-é ${LONGEST}a`.split(/\s+/);

const NOT_STRICT_WITH_BLANKS = ['', ' ', ' 1.0.0', '1.0.0 ', '1.0.0\n', '1.0.0\n1.0.0', '1.0.0 45'];

const HOSTILE: readonly [name: string, text: string][] = [
  ['10^4 digits', '1'.repeat(10_000)],
  ['10^4 zeros', '0'.repeat(10_000)],
  ['10^4 points', '.'.repeat(10_000)],
  ['5,000 prerelease parts', `1.0.0-${'a.'.repeat(5_000)}a`],
  ['5,000 prerelease parts and a wrong end', `1.0.0-${'a.'.repeat(5_000)}!`],
  ['a numeric prerelease of 50 kB and a wrong end', `1.0.0-${'1'.repeat(50_000)}!`],
  ['zeros as a prerelease of 50 kB', `1.0.0-${'0'.repeat(50_000)}`],
  ['50 kB of hyphens and a wrong end', `1.0.0${'-'.repeat(50_000)}!`],
  ['25,000 numeric parts and a wrong end', `1.0.0-${'1.'.repeat(25_000)}!`],
  ['build metadata of 50 kB and a wrong end', `1.0.0+${'a.'.repeat(25_000)}!`],
];

describe('parseVersion', () => {
  for (const [name, sent, meant] of READABLE) {
    it(`reads ${name}: ${sent}`, () => assert.equal(compareVersions(read(sent), read(meant)), 0));
  }
  for (const [name, sent] of UNREADABLE) {
    it(`does not read ${name}: ${JSON.stringify(sent)}`, () => assert.equal(parseVersion(sent), null));
  }
  it('reads every strict semantic version', () => {
    fc.assert(fc.property(versionText, (text) => !isStrictSemver(text) || parseVersion(text) !== null));
  });
});

describe('compareVersions', () => {
  for (const [name, ...versions] of ASCENDING) {
    it(`orders ${name}: ${versions.join(' < ')}`, () => {
      for (const [i, left] of versions.entries()) {
        for (const [j, right] of versions.entries()) {
          assert.equal(compareVersions(read(left), read(right)), Math.sign(i - j), `${left} and ${right}`);
        }
      }
    });
  }
  it('compares prerelease parts by case too', () => assert.notEqual(compareVersions(read('1.0.0-RC'), read('1.0.0-rc')), 0));

  it('is a total order of versions', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        assert.equal(compareVersions(a, a), 0);
        assert.equal(compareVersions(a, b) + compareVersions(b, a), 0);
        assert.ok([-1, 0, 1].includes(compareVersions(a, b)));
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) assert.ok(compareVersions(a, c) <= 0);
        if (compareVersions(a, b) === 0) assert.equal(compareVersions(a, c), compareVersions(b, c));
      }),
      { numRuns: 2_000 },
    );
  });
  it('compares parts of any length as numbers', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 28n), fc.bigInt(0n, 10n ** 28n), (a, b) => {
        const expected = a < b ? -1 : a > b ? 1 : 0;
        assert.equal(compareVersions(read(`1.${a}`), read(`1.0${b}`)), expected);
        assert.equal(compareVersions(read(`1-x.${a}`), read(`1-x.${b}`)), expected);
      }),
    );
  });
});

describe('isStrictSemver', () => {
  for (const text of STRICT) it(`accepts ${text}`, () => assert.equal(isStrictSemver(text), true));
  for (const text of [...NOT_STRICT, ...NOT_STRICT_WITH_BLANKS])
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(isStrictSemver(text), false));
  it('keeps no state between calls', () => assert.deepEqual([STRICT_SEMVER.flags, STRICT_SEMVER.lastIndex], ['', 0]));
});

describe('hostile version texts', () => {
  for (const [name, text] of HOSTILE) {
    it(`are refused within 5 ms: ${name}`, () => {
      assert.equal(parseVersion(text), null);
      assert.equal(isStrictSemver(text), false);
      assert.ok(costOf(() => parseVersion(text)) <= 5);
      assert.ok(costOf(() => isStrictSemver(text)) <= 5);
      assert.ok(costOf(() => STRICT_SEMVER.test(text)) <= 5, 'the pattern alone, for callers that do not limit the length');
    });
  }
  it('never throw, whatever they contain', () => {
    const anything = fc.oneof(fc.string(), anyText());
    fc.assert(fc.property(anything, (text) => parseVersion(text) === null || text.length <= 64));
  });
});

// few different values, so that equal and nearly equal versions are frequent
const part = fc.constantFrom('0', '1', '2', '10', '010', HUGE.slice(0, 12));
const identifier = fc.constantFrom('0', '1', '01', '10', 'a', 'A', 'rc', '-', '0a');
const parts = fc.array(part, { minLength: 1, maxLength: 4 });
const identifiers = fc.array(identifier, { maxLength: 3 });
const versionText = fc
  .tuple(fc.constantFrom('', 'v'), parts, identifiers, fc.constantFrom('', '+1', '+b.2'))
  .map(([v, numbers, pre, build]) => `${v}${numbers.join('.')}${pre.length > 0 ? `-${pre.join('.')}` : ''}${build}`)
  .filter((text) => text.length <= 64);
const version = versionText.map(read);

function read(text: string): VersionNumber {
  const parsed = parseVersion(text);
  assert.ok(parsed, `${text} is readable`);
  return parsed;
}
