import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkForUpdate,
  type DeviceInfo,
  prepareReleases,
  type Release,
  UnreadableVersion,
  type UpdateCheck,
  type VersionedApp,
  WrongPlatform,
} from '../../../server/domain/releases/update-check.ts';
import { compareVersions, parseVersion } from '../../../server/domain/version-number.ts';
import { costOf } from '../../support/cost.ts';
import { anyText } from '../../support/requests/any-text.ts';

type Refusal = typeof UnreadableVersion | typeof WrongPlatform;
type Row = [name: string, app: VersionedApp, releases: Release[], device: DeviceInfo, expected: UpdateCheck | Refusal];

const STORE = 'https://store.example/app';
const OTHER = 'https://store.example/other';
const BOTH: VersionedApp = { currentVersion: '0.0.0', currentVersionCode: 0, storeUrl: STORE, platform: 'both' };
const ANDROID: VersionedApp = { ...BOTH, platform: 'android' };
const IOS: VersionedApp = { ...BOTH, platform: 'ios' };
const OWN = (currentVersion: string): VersionedApp => ({ ...BOTH, currentVersion, currentVersionCode: 7 });
const FORCE = { isForce: true };
const REQUIRED = { status: 'update_required', updateAvailable: true, forceUpdate: true } as const;

const THREE = [r('1.0.0#10'), r('2.0.0#20'), r('3.0.0#30')];
const FORCED_BETWEEN = [r('1.0.0#10'), r('2.0.0#20', FORCE), r('3.0.0#30')];
const MINIMUM_BETWEEN = [r('1.0.0#10'), r('2.0.0#20', min('1.5.0')), r('3.0.0#30')];
const FORCED_MINIMUM = [r('1.0.0#10'), r('2.0.0#20', { ...FORCE, ...min('1.5.0') })];
/** A rollback: 2.0.0 was bad, so 1.9.0 was published again under a higher code. */
const ROLLBACK = [r('1.0.0#10'), r('2.0.0#20'), r('1.9.0#30')];
const FORCED_ROLLED_BACK = [r('1.0.0#10'), r('2.0.0#20', FORCE), r('1.9.0#30')];
const MINIMUM_ROLLED_BACK = [r('1.0.0#10'), r('2.0.0#20', min('2.0.0')), r('1.9.0#30')];

const ALL_FORCED = [r('1.0.0#10', FORCE), r('2.0.0#20', FORCE), r('3.0.0#30', FORCE)];
const FORCED_AGAINST_CODES = [r('2.0.0#20', FORCE), r('1.0.0#25', FORCE), r('3.0.0#30')];
const MINIMUM_RAISED = [r('2.0.0#20', min('1.0.0')), r('3.0.0#30', min('2.0.0'))];
const MINIMUM_LOWERED = [r('2.0.0#20', min('2.0.0')), r('3.0.0#30', min('1.0.0'))];
const MINIMUM_LOWERED_BY_ROLLBACK = [r('2.0.0#20', min('2.0.0')), r('1.9.0#30', min('1.0.0'))];
const MINIMUM_THEN_EMPTY = [r('2.0.0#20', min('1.5.0')), r('3.0.0#30', min(''))];
const MINIMUM_THEN_UNREADABLE = [r('2.0.0#20', min('1.5.0')), r('3.0.0#30', min('any'))];
const FORCED_THEN_MINIMUM = [r('2.0.0#20', FORCE), r('3.0.0#30', min('1.5.0'))];
const FORCED_THEN_UNREADABLE = [r('2.0.0#20', FORCE), r('two#25', FORCE), r('3.0.0#30')];
const WITH_NOTES = { storeUrl: OTHER, changelog: 'جديد' };
const LATEST_WITH_NOTES = [r('1.0.0#10'), r('2.0.0#20', WITH_NOTES)];
const FORCED_WITH_NOTES = [r('1.0.0#10'), r('2.0.0#20', { ...FORCE, ...WITH_NOTES })];
const OLDER_WITH_NOTES = [r('1.0.0#10', WITH_NOTES), r('2.0.0#20')];

const CASES: Record<string, Row[]> = {
  'the latest is the highest code': [
    ['an older version', BOTH, THREE, ask('1.0.0'), available('1.0.0', '3.0.0#30')],
    ['the last but one', BOTH, THREE, ask('2.0.0'), available('2.0.0', '3.0.0#30')],
    ['the latest itself', BOTH, THREE, ask('3.0.0'), upToDate('3.0.0', '3.0.0#30')],
    ['older than all', BOTH, THREE, ask('0.0.1'), available('0.0.1', '3.0.0#30')],
    ['a version never published', BOTH, THREE, ask('2.5.0'), available('2.5.0', '3.0.0#30')],
    ['newer than all', BOTH, THREE, ask('99.0.0'), upToDate('99.0.0', '3.0.0#30')],
    ['releases in reverse', BOTH, THREE.toReversed(), ask('1.0.0'), available('1.0.0', '3.0.0#30')],
    ['codes compared as numbers', BOTH, [r('2.0.0#100'), r('1.0.0#99')], ask('1.0.0'), available('1.0.0', '2.0.0#100')],
    ['one release, older', BOTH, [r('1.0.0#1')], ask('0.9.0'), available('0.9.0', '1.0.0#1')],
    ['the app’s own fields do not matter', OWN('9.0.0'), THREE, ask('3.0.0'), upToDate('3.0.0', '3.0.0#30')],
    ['a hotfix under the same name is not newer', BOTH, [r('1.0.0#1'), r('1.0.0#2')], ask('1.0.0'), upToDate('1.0.0', '1.0.0#2')],
  ],
  'names are ordered as versions': [
    ['2.10.0 above 2.9.0', BOTH, [r('2.10.0#30')], ask('2.9.0'), available('2.9.0', '2.10.0#30')],
    ['2.9.0 not above 2.10.0', BOTH, [r('2.9.0#30')], ask('2.10.0'), upToDate('2.10.0', '2.9.0#30')],
    ['1.0 is 1.0.0', BOTH, [r('1.0.0#10')], ask('1.0'), upToDate('1.0', '1.0.0#10')],
    ['1 is 1.0.0', BOTH, [r('1.0.0#10')], ask('1'), upToDate('1', '1.0.0#10')],
    ['1.0.0.0 is 1.0.0', BOTH, [r('1.0.0#10')], ask('1.0.0.0'), upToDate('1.0.0.0', '1.0.0#10')],
    ['a fourth part counts', BOTH, [r('1.0.0#10')], ask('1.0.0.1'), upToDate('1.0.0.1', '1.0.0#10')],
    ['a leading v, echoed as sent', BOTH, [r('1.0.0#10')], ask('v0.9'), available('v0.9', '1.0.0#10')],
    ['leading zeros', BOTH, [r('1.2.3#10')], ask('01.02.03'), upToDate('01.02.03', '1.2.3#10')],
    ['a prerelease below its release', BOTH, [r('2.0.0#20')], ask('2.0.0-rc.1'), available('2.0.0-rc.1', '2.0.0#20')],
    ['a release above its prerelease', BOTH, [r('2.0.0-rc.1#20')], ask('2.0.0'), upToDate('2.0.0', '2.0.0-rc.1#20')],
    ['rc.10 above rc.9', BOTH, [r('2.0.0-rc.10#20')], ask('2.0.0-rc.9'), available('2.0.0-rc.9', '2.0.0-rc.10#20')],
    ['the phone’s build metadata', BOTH, [r('1.0.0#10')], ask('1.0.0+45'), upToDate('1.0.0+45', '1.0.0#10')],
    ['the release’s build metadata', BOTH, [r('1.0.0+46#10')], ask('1.0.0+45'), upToDate('1.0.0+45', '1.0.0+46#10')],
    ['numbers beyond a float', BOTH, [r(`1.0.${2 ** 53}1#10`)], ask(`1.0.${2 ** 53}0`), available(`1.0.${2 ** 53}0`, `1.0.${2 ** 53}1#10`)],
  ],
  'a forced release': [
    ['that is the latest', BOTH, [r('1.0.0#10'), r('2.0.0#20', FORCE)], ask('1.0.0'), forced('1.0.0', '2.0.0#20')],
    ['is not escaped by skipping it', BOTH, FORCED_BETWEEN, ask('1.0.0'), forced('1.0.0', '3.0.0#30')],
    ['does not bind who has it', BOTH, FORCED_BETWEEN, ask('2.0.0'), available('2.0.0', '3.0.0#30')],
    ['does not bind who is past it', BOTH, FORCED_BETWEEN, ask('2.0.1'), available('2.0.1', '3.0.0#30')],
    ['does not bind who has the latest', BOTH, FORCED_BETWEEN, ask('3.0.0'), upToDate('3.0.0', '3.0.0#30')],
    ['never binds 99.0.0', BOTH, [r('2.0.0#20', FORCE)], ask('99.0.0'), upToDate('99.0.0', '2.0.0#20')],
    ['binds its own prereleases', BOTH, FORCED_BETWEEN, ask('2.0.0-rc.1'), forced('2.0.0-rc.1', '3.0.0#30')],
    ['does not bind another build of itself', BOTH, FORCED_BETWEEN, ask('2.0.0+9'), available('2.0.0+9', '3.0.0#30')],
    ['among several, the newest counts', BOTH, ALL_FORCED, ask('2.5.0'), forced('2.5.0', '3.0.0#30')],
    ['among several, none newer', BOTH, FORCED_AGAINST_CODES, ask('2.0.0'), available('2.0.0', '3.0.0#30')],
    ['among several, the highest name counts', BOTH, FORCED_AGAINST_CODES, ask('1.5.0'), forced('1.5.0', '3.0.0#30')],
    ['for 2.9.0 when 2.10.0 is forced', BOTH, [r('2.10.0#10', FORCE), r('3.0.0#20')], ask('2.9.0'), forced('2.9.0', '3.0.0#20')],
  ],
  'a minimum': [
    ['that is not met', BOTH, MINIMUM_BETWEEN, ask('1.4.9'), below('1.4.9', '3.0.0#30', min('1.5.0'))],
    ['that is just met', BOTH, MINIMUM_BETWEEN, ask('1.5.0'), available('1.5.0', '3.0.0#30', min('1.5.0'))],
    ['that is just met, written short', BOTH, MINIMUM_BETWEEN, ask('1.5'), available('1.5', '3.0.0#30', min('1.5.0'))],
    ['that is exceeded', BOTH, MINIMUM_BETWEEN, ask('2.0.0'), available('2.0.0', '3.0.0#30', min('1.5.0'))],
    ['is shown to who is up to date', BOTH, MINIMUM_BETWEEN, ask('3.0.0'), upToDate('3.0.0', '3.0.0#30', min('1.5.0'))],
    ['is not met by its prerelease', BOTH, MINIMUM_BETWEEN, ask('1.5.0-rc.1'), below('1.5.0-rc.1', '3.0.0#30', min('1.5.0'))],
    ['as high as the latest', BOTH, [r('2.0.0#20', min('2.0.0'))], ask('1.9.9'), below('1.9.9', '2.0.0#20', min('2.0.0'))],
    ['compared as a version', BOTH, [r('3.0.0#30', min('2.10.0'))], ask('2.9.0'), below('2.9.0', '3.0.0#30', min('2.10.0'))],
    ['raised by a newer release', BOTH, MINIMUM_RAISED, ask('1.5.0'), below('1.5.0', '3.0.0#30', min('2.0.0'))],
    ['lowered by a newer release', BOTH, MINIMUM_LOWERED, ask('1.5.0'), available('1.5.0', '3.0.0#30', min('1.0.0'))],
    ['set by code, not by name', BOTH, MINIMUM_LOWERED_BY_ROLLBACK, ask('1.5.0'), available('1.5.0', '1.9.0#30', min('1.0.0'))],
    ['of an empty text is none', BOTH, MINIMUM_THEN_EMPTY, ask('1.0.0'), below('1.0.0', '3.0.0#30', min('1.5.0'))],
  ],
  'a minimum and a forced release': [
    ['below_minimum wins', BOTH, FORCED_MINIMUM, ask('1.4.0'), below('1.4.0', '2.0.0#20', min('1.5.0'))],
    ['the minimum met, still forced', BOTH, FORCED_MINIMUM, ask('1.5.0'), forced('1.5.0', '2.0.0#20', min('1.5.0'))],
    ['neither for the latest', BOTH, FORCED_MINIMUM, ask('2.0.0'), upToDate('2.0.0', '2.0.0#20', min('1.5.0'))],
    ['below_minimum wins over another’s force', BOTH, FORCED_THEN_MINIMUM, ask('1.0.0'), below('1.0.0', '3.0.0#30', min('1.5.0'))],
    ['the other’s force, the minimum met', BOTH, FORCED_THEN_MINIMUM, ask('1.5.0'), forced('1.5.0', '3.0.0#30', min('1.5.0'))],
  ],
  'a rollback release': [
    ['is offered to older phones', BOTH, ROLLBACK, ask('1.0.0'), available('1.0.0', '1.9.0#30')],
    ['is not offered to the bad version', BOTH, ROLLBACK, ask('2.0.0'), upToDate('2.0.0', '1.9.0#30')],
    ['is up to date itself', BOTH, ROLLBACK, ask('1.9.0'), upToDate('1.9.0', '1.9.0#30')],
    ['forces no device to a version that is not latest', BOTH, FORCED_ROLLED_BACK, ask('1.9.5'), upToDate('1.9.5', '1.9.0#30')],
    ['does not trap who just took it', BOTH, FORCED_ROLLED_BACK, ask('1.9.0'), upToDate('1.9.0', '1.9.0#30')],
    ['keeps the force for who can update', BOTH, FORCED_ROLLED_BACK, ask('1.8.0'), forced('1.8.0', '1.9.0#30')],
    ['does not lock out below the minimum', BOTH, MINIMUM_ROLLED_BACK, ask('1.9.0'), upToDate('1.9.0', '1.9.0#30', min('2.0.0'))],
    ['keeps the minimum for who can update', BOTH, MINIMUM_ROLLED_BACK, ask('1.8.0'), below('1.8.0', '1.9.0#30', min('2.0.0'))],
  ],
  'an app without active releases': [
    ['its own version newer', OWN('1.2.0'), [], ask('1.0.0'), available('1.0.0', '1.2.0#7')],
    ['its own version the same', OWN('1.2.0'), [], ask('1.2.0'), upToDate('1.2.0', '1.2.0#7')],
    ['its own version older', OWN('1.2.0'), [], ask('1.3.0'), upToDate('1.3.0', '1.2.0#7')],
    ['just registered', BOTH, [], ask('1.0.0'), upToDate('1.0.0', '0.0.0#0')],
    ['nothing known of the phone', OWN('1.2.0'), [], ask(null), unknown(null, '1.2.0#7')],
    ['a platform', { ...OWN('1.2.0'), platform: 'ios' }, [], ask('1.0.0', 'ios'), available('1.0.0', '1.2.0#7', { platform: 'ios' })],
  ],
  'a currentVersion that is missing or unreadable': [
    ['missing', BOTH, FORCED_MINIMUM, ask(null), unknown(null, '2.0.0#20', min('1.5.0'))],
    ['empty', BOTH, FORCED_MINIMUM, ask(''), unknown(null, '2.0.0#20', min('1.5.0'))],
    ['missing, the platform given', IOS, FORCED_BETWEEN, ask(null, 'ios'), unknown(null, '3.0.0#30', { platform: 'ios' })],
    ['a word', BOTH, FORCED_MINIMUM, ask('latest'), UnreadableVersion],
    ['a blank', BOTH, FORCED_MINIMUM, ask(' '), UnreadableVersion],
    ['a blank in front', BOTH, FORCED_MINIMUM, ask(' 1.0.0'), UnreadableVersion],
    ['a blank where a plus sign was', BOTH, FORCED_MINIMUM, ask('1.0.0 45'), UnreadableVersion],
    ['five parts', BOTH, FORCED_MINIMUM, ask('1.2.3.4.5'), UnreadableVersion],
    ['null as a word', BOTH, FORCED_MINIMUM, ask('null'), UnreadableVersion],
    ['65 characters', BOTH, FORCED_MINIMUM, ask('1'.repeat(65)), UnreadableVersion],
    ['10^4 characters', BOTH, FORCED_MINIMUM, ask('1'.repeat(10_000)), UnreadableVersion],
    ['a word, without releases', BOTH, [], ask('latest'), UnreadableVersion],
  ],
  'the platform': [
    ['absent, the app on both', BOTH, THREE, ask('1.0.0'), available('1.0.0', '3.0.0#30', { platform: null })],
    ['absent, the app on android', ANDROID, THREE, ask('1.0.0'), available('1.0.0', '3.0.0#30', { platform: 'android' })],
    ['absent, the app on ios', IOS, THREE, ask('3.0.0'), upToDate('3.0.0', '3.0.0#30', { platform: 'ios' })],
    ['android of both', BOTH, THREE, ask('1.0.0', 'android'), available('1.0.0', '3.0.0#30', { platform: 'android' })],
    ['ios of both', BOTH, THREE, ask('1.0.0', 'ios'), available('1.0.0', '3.0.0#30', { platform: 'ios' })],
    ['android of android', ANDROID, THREE, ask('1.0.0', 'android'), available('1.0.0', '3.0.0#30', { platform: 'android' })],
    ['ios of android', ANDROID, THREE, ask('1.0.0', 'ios'), WrongPlatform],
    ['android of ios', IOS, THREE, ask('1.0.0', 'android'), WrongPlatform],
    ['not the app’s, nothing known of the phone', IOS, THREE, ask(null, 'android'), WrongPlatform],
    ['not the app’s and an unreadable version', IOS, THREE, ask('latest', 'android'), WrongPlatform],
    ['not the app’s, without releases', IOS, [], ask('1.0.0', 'android'), WrongPlatform],
  ],
  'store link and changelog': [
    ['the latest’s own', BOTH, [r('2.0.0#20', { storeUrl: OTHER })], ask('1.0.0'), available('1.0.0', '2.0.0#20', { storeUrl: OTHER })],
    ['not an older version’s', BOTH, OLDER_WITH_NOTES, ask('0.9.0'), available('0.9.0', '2.0.0#20')],
    ['an empty link is none', BOTH, [r('2.0.0#20', { storeUrl: '' })], ask('1.0.0'), available('1.0.0', '2.0.0#20')],
    ['no link anywhere', { ...BOTH, storeUrl: '' }, THREE, ask('1.0.0'), available('1.0.0', '3.0.0#30', { storeUrl: '' })],
    ['and the notes of the latest', BOTH, LATEST_WITH_NOTES, ask('1.0.0'), available('1.0.0', '2.0.0#20', WITH_NOTES)],
    ['also when forced', BOTH, FORCED_WITH_NOTES, ask('1.0.0'), forced('1.0.0', '2.0.0#20', WITH_NOTES)],
    ['also when up to date', BOTH, FORCED_WITH_NOTES, ask('2.0.0'), upToDate('2.0.0', '2.0.0#20', WITH_NOTES)],
    ['also when unknown', BOTH, LATEST_WITH_NOTES, ask(null), unknown(null, '2.0.0#20', WITH_NOTES)],
  ],
  'old data that is not a version': [
    ['the app’s own version', OWN('spring edition'), [], ask('1.0.0'), upToDate('1.0.0', 'spring edition#7')],
    ['the app’s own version, empty', OWN(''), [], ask('1.0.0'), upToDate('1.0.0', '#7')],
    ['the latest’s name', BOTH, [r('1.0.0#10'), r('two#20', FORCE)], ask('0.1.0'), upToDate('0.1.0', 'two#20')],
    ['a forced name', BOTH, [r('two#20', FORCE), r('3.0.0#30')], ask('1.0.0'), available('1.0.0', '3.0.0#30')],
    ['a forced name beside a readable one', BOTH, FORCED_THEN_UNREADABLE, ask('1.0.0'), forced('1.0.0', '3.0.0#30')],
    ['a minimum: the next one holds', BOTH, MINIMUM_THEN_UNREADABLE, ask('1.0.0'), below('1.0.0', '3.0.0#30', min('1.5.0'))],
    ['the only minimum', BOTH, [r('3.0.0#30', min('any'))], ask('1.0.0'), available('1.0.0', '3.0.0#30')],
  ],
};

describe('checkForUpdate', () => {
  for (const [group, rows] of Object.entries(CASES)) {
    describe(group, () => {
      for (const [name, app, releases, device, expected] of rows) {
        it(`answers ${typeof expected === 'function' ? expected.name : expected.status} for ${name}`, () => {
          const check = () => checkForUpdate(prepareReleases(app, Object.freeze(releases)), device);
          if (typeof expected === 'function') assert.throws(check, expected);
          else assert.deepEqual(check(), expected);
        });
      }
    });
  }

  it('returns the fields in the documented order', () => {
    const verdict = 'status updateAvailable forceUpdate reason currentVersion';
    const offer = 'latestVersion latestVersionCode minVersion storeUrl changelog platform';
    assert.equal(Object.keys(checkForUpdate(prepareReleases(BOTH, THREE), ask('1.0.0'))).join(' '), `${verdict} ${offer}`);
  });

  it('answers several devices from one preparation', () => {
    const prepared = prepareReleases(BOTH, FORCED_BETWEEN);
    Object.assign(checkForUpdate(prepared, ask('1.0.0')), { forceUpdate: false, latestVersion: 'tampered' });
    assert.deepEqual(checkForUpdate(prepared, ask('3.0.0')), upToDate('3.0.0', '3.0.0#30'));
    assert.deepEqual(checkForUpdate(prepared, ask('1.0.0')), forced('1.0.0', '3.0.0#30'));
  });

  it('does not quote an unreadable version in its message', () => {
    assert.throws(
      () => checkForUpdate(prepareReleases(BOTH, []), ask('<script>')),
      (error) => !String(error).includes('script'),
    );
  });
});

describe('checkForUpdate with random releases', () => {
  it('agrees with a literal version of its rules', () => {
    fc.assert(
      fc.property(releaseList, phone, (releases, sent) => assert.deepEqual(verdict(releases, sent), literally(releases, sent))),
      RUNS,
    );
  });
  it('forces only an available update, with consistent fields', () => {
    fc.assert(
      fc.property(releaseList, phone, (releases, sent) => {
        const { status, updateAvailable, forceUpdate, reason } = checkForUpdate(prepareReleases(BOTH, releases), ask(sent));
        assert.ok(!forceUpdate || updateAvailable);
        assert.equal(status, forceUpdate ? 'update_required' : updateAvailable ? 'update_available' : 'up_to_date');
        assert.equal(forceUpdate, reason === 'below_minimum' || reason === 'forced_release');
        assert.equal(updateAvailable, reason !== 'none');
      }),
      RUNS,
    );
  });
  it('never demands more of a newer device', () => {
    const severity = ['none', 'newer_release', 'forced_release', 'below_minimum'];
    fc.assert(
      fc.property(releaseList, phone, phone, (releases, one, two) => {
        const [older, newer] = isNewer(one, two) ? [two, one] : [one, two];
        assert.ok(severity.indexOf(verdict(releases, newer)) <= severity.indexOf(verdict(releases, older)));
      }),
      RUNS,
    );
  });
  it('asks nothing after the offered update', () => {
    fc.assert(
      fc.property(releaseList, phone, (releases, sent) => {
        const { latestVersion } = checkForUpdate(prepareReleases(BOTH, releases), ask(sent));
        assert.equal(verdict(releases, latestVersion), 'none');
      }),
      RUNS,
    );
  });
  it('does not depend on the order of releases', () => {
    fc.assert(
      fc.property(releaseList, phone, (releases, sent) => {
        const answer = (list: Release[]) => checkForUpdate(prepareReleases(BOTH, list), ask(sent));
        assert.deepEqual(answer(releases.toReversed()), answer(releases));
      }),
      RUNS,
    );
  });
  it('throws only its own errors for any input', () => {
    const text = fc.oneof(fc.string(), anyText(), phone);
    fc.assert(
      fc.property(text, text, text, text, (own, name, minVersion, sent) => {
        const prepared = prepareReleases(OWN(own), [{ ...r('1.0.0#1', FORCE), versionName: name, minVersion }]);
        try {
          checkForUpdate(prepared, ask(sent));
        } catch (error) {
          assert.ok(error instanceof UnreadableVersion);
        }
      }),
      RUNS,
    );
  });
});

describe('checkForUpdate under load', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => r(`1.${i}.0#${i + 1}`, { isForce: i % 3 === 0, minVersion: `1.${i >> 1}.0` }));
  const prepared = prepareReleases(BOTH, many);

  it('answers 1,000 devices of 5,000 releases within 50 ms', () => {
    assert.ok(
      costOf(() => {
        for (let i = 0; i < 1_000; i++) checkForUpdate(prepared, ask(`1.${i}.3`));
      }) <= 50,
    );
  });
  it('prepares 5,000 releases within 50 ms', () => assert.ok(costOf(() => prepareReleases(BOTH, many)) <= 50));
  const HOSTILE = { '10^4 digits': '1'.repeat(10_000), '5,000 parts': `1.0.0-${'a.'.repeat(5_000)}!`, '10^6 zeros': '0'.repeat(1_000_000) };
  for (const [name, sent] of Object.entries(HOSTILE)) {
    it(`refuses ${name} within 5 ms`, () => {
      assert.ok(costOf(() => assert.throws(() => checkForUpdate(prepared, ask(sent)), UnreadableVersion)) <= 5);
    });
    it(`ignores a release of ${name} within 5 ms`, () => {
      const hostile = [r('1.0.0#1'), { ...r('1.0.0#2', FORCE), versionName: sent, minVersion: sent }];
      assert.ok(costOf(() => checkForUpdate(prepareReleases(OWN(sent), hostile), ask('0.1.0'))) <= 5);
    });
  }
});

const RUNS = { numRuns: 500 };
const phone = fc.constantFrom('0.9.0', '1.0.0-rc.1', '1.0', 'v1.0.1', '1.2.0', '1.10.0', '2.0.0-a', '2.0.0+7', '2.0.0.1', '3');
const published = fc.constantFrom('1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0-a', '2.0.0', '2.0.0+8', '2.1.0');
const releaseList = fc
  .array(fc.tuple(published, fc.boolean(), fc.option(published)), { minLength: 1, maxLength: 6 })
  .map((list) => list.map(([name, isForce, minVersion], i) => r(`${name}#${i + 1}`, { isForce, minVersion })));

/** The rules of docs/reference/update-check.md, written literally and without regard for speed. */
function literally(releases: Release[], current: string): UpdateCheck['reason'] {
  const newestFirst = releases.toSorted((a, b) => b.versionCode - a.versionCode);
  const minVersion = newestFirst.find((release) => release.minVersion !== null)?.minVersion ?? '0';
  if (!isNewer(newestFirst[0]?.versionName ?? '0', current)) return 'none';
  if (isNewer(minVersion, current)) return 'below_minimum';
  return releases.some((release) => release.isForce && isNewer(release.versionName, current)) ? 'forced_release' : 'newer_release';
}

function verdict(releases: Release[], current: string): UpdateCheck['reason'] {
  return checkForUpdate(prepareReleases(BOTH, releases), ask(current)).reason;
}

function isNewer(candidate: string, current: string): boolean {
  const [a, b] = [parseVersion(candidate), parseVersion(current)];
  assert.ok(a && b);
  return compareVersions(a, b) > 0;
}

/** `r('2.0.0#20')` is version 2.0.0 of code 20. */
function r(label: string, rest: Partial<Release> = {}): Release {
  const { name, code } = split(label);
  return { versionName: name, versionCode: code, minVersion: null, isForce: false, storeUrl: null, changelog: null, ...rest };
}

function min<T extends string | null>(minVersion: T): { minVersion: T } {
  return { minVersion };
}

function ask(currentVersion: string | null, platform: DeviceInfo['platform'] = null): DeviceInfo {
  return { currentVersion, platform };
}

function split(label: string): { name: string; code: number } {
  const at = label.lastIndexOf('#');
  return { name: label.slice(0, at), code: Number(label.slice(at + 1)) };
}

function answer(current: string | null, latest: string, rest: Partial<UpdateCheck>): UpdateCheck {
  const { name, code } = split(latest);
  const verdict = { status: 'unknown', updateAvailable: false, forceUpdate: false, reason: 'none' } as const;
  const offer = { latestVersion: name, latestVersionCode: code, minVersion: null, storeUrl: STORE, changelog: null };
  return { ...verdict, currentVersion: current, ...offer, platform: null, ...rest };
}

function unknown(current: null, latest: string, rest: Partial<UpdateCheck> = {}): UpdateCheck {
  return answer(current, latest, rest);
}

function upToDate(current: string, latest: string, rest: Partial<UpdateCheck> = {}): UpdateCheck {
  return answer(current, latest, { status: 'up_to_date', ...rest });
}

function available(current: string, latest: string, rest: Partial<UpdateCheck> = {}): UpdateCheck {
  return answer(current, latest, { status: 'update_available', updateAvailable: true, reason: 'newer_release', ...rest });
}

function forced(current: string, latest: string, rest: Partial<UpdateCheck> = {}): UpdateCheck {
  return answer(current, latest, { ...REQUIRED, reason: 'forced_release', ...rest });
}

function below(current: string, latest: string, rest: Partial<UpdateCheck> = {}): UpdateCheck {
  return answer(current, latest, { ...REQUIRED, reason: 'below_minimum', ...rest });
}
