import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nextOf } from '../../../../server/domain/boundaries.ts';
import { adviceFor, languageOf } from '../../../../server/domain/releases/advice.ts';
import {
  audienceOf,
  type OfferingApp,
  offerBoundaries,
  offerTo,
  type Phone,
  prepareOffers,
  type StoredRelease,
} from '../../../../server/domain/releases/offers.ts';
import { isIncluded, percentAt } from '../../../../server/domain/releases/rollout.ts';
import { checkForUpdate, deviceOf } from '../../../../server/domain/releases/update-check.ts';
import { compareVersions, parseVersion } from '../../../../server/domain/version-number.ts';

const AT = Date.parse('2026-03-10T12:00:00.000Z');
const DAY = 86_400_000;
const APP: OfferingApp = { slug: 'shop', platform: 'both', currentVersion: '9.9.9', currentVersionCode: 999, storeUrl: '' };
const RUNS = { numRuns: 1_000 };

function release(name: string, versionCode: number, fields: Partial<StoredRelease> = {}): StoredRelease {
  const content = { minVersion: null, isForce: false, storeUrl: null, changelog: null, platform: null, forceAfter: null, notes: null };
  const rollout = { rolloutPercent: 100, steps: [], haltedAt: null, priority: 0, minOsVersion: null, remindAfterHours: 72 };
  return { versionName: name, versionCode, ...content, ...rollout, ...fields };
}

interface Ask {
  readonly currentVersion?: string | null;
  readonly versionCode?: number | null;
  readonly platform?: Phone['platform'];
  readonly os?: string;
  readonly id?: string;
}

function ask(releases: readonly StoredRelease[], { currentVersion = null, versionCode = null, platform = null, os, id }: Ask, at = AT) {
  const offers = prepareOffers(APP, releases, at);
  const phone = { platform, osVersion: os === undefined ? null : parseVersion(os), installationId: id ?? null };
  const offer = offerTo(offers, audienceOf(offers, phone), phone);
  const info = { platform, currentVersion, versionCode };
  const check = checkForUpdate(offer.check, info);
  return { check, latest: offer.latest, advice: adviceFor(offer, check, { ...deviceOf(info), language: 'en' }) };
}

const names = ['1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.1.0', '3.0.0'];
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2 });
const someRelease = fc.record({
  isForce: fc.boolean(),
  minVersion: optional(fc.constantFrom(...names)),
  platform: optional(fc.constantFrom('android' as const, 'ios' as const)),
  rolloutPercent: fc.constantFrom(0, 1, 30, 70, 100),
  haltedAt: optional(fc.constant(new Date(AT - DAY))),
  minOsVersion: optional(fc.constantFrom('9', '12', '16.2')),
  forceAfter: optional(fc.constantFrom(new Date(AT - DAY), new Date(AT), new Date(AT + DAY))),
  priority: fc.integer({ min: 0, max: 5 }),
});
const releaseLists = fc
  .array(someRelease, { minLength: 1, maxLength: 6 })
  .map((list) => list.map((fields, i) => release(names[i] ?? '9.0.0', i + 1, fields)));
const asks = fc.record({
  currentVersion: fc.constantFrom('0.9', ...names),
  platform: optional(fc.constantFrom('android' as const, 'ios' as const)),
  os: fc.constantFrom('8', '9', '13', '17'),
  id: fc.uuid(),
});

/** The releases that the rules of docs/reference/update-check.md offer, written literally. */
function literally(releases: readonly StoredRelease[], { platform, os = '', id = '' }: Ask): StoredRelease[] {
  const [system] = [parseVersion(os)];
  return releases.filter((one) => {
    const minimum = one.minOsVersion === null ? null : parseVersion(one.minOsVersion);
    const runs = minimum === null || system === null || compareVersions(minimum, system) <= 0;
    const isOfPlatform = one.platform === null || one.platform === platform;
    return one.haltedAt === null && isOfPlatform && runs && isIncluded(percentAt(one, AT), `shop/${one.versionCode}`, id);
  });
}

describe('the offer to a phone', () => {
  it('is the highest code of those that fit it', () => {
    fc.assert(
      fc.property(releaseLists, asks, (releases, phone) => {
        assert.equal(ask(releases, phone).latest?.versionCode, literally(releases, phone).at(-1)?.versionCode);
      }),
      RUNS,
    );
  });

  it('forces only to a release that the phone is offered', () => {
    fc.assert(
      fc.property(releaseLists, asks, (releases, phone) => {
        const { check } = ask(releases, phone);
        const offered = literally(releases, phone);
        if (offered.length === 0) assert.deepEqual([check.updateAvailable, check.forceUpdate], [false, false]);
        if (!check.updateAvailable) return;
        assert.ok(offered.some(({ versionName }) => versionName === check.latestVersion));
        const causes = offered.filter((one) => one.isForce || one.minVersion !== null || Number(one.forceAfter ?? Infinity) <= AT);
        assert.ok(!check.forceUpdate || causes.length > 0);
      }),
      RUNS,
    );
  });

  it('never forces a system that is too old for all', () => {
    const releases = [
      release('1.0.0', 1, { minOsVersion: '9' }),
      release('2.0.0', 2, { minOsVersion: '10', isForce: true, minVersion: '2.0.0' }),
    ];
    const { check, advice } = ask(releases, { currentVersion: '0.5', os: '8' });
    assert.deepEqual(
      [check.status, check.minVersion, advice.mode, advice.rollout],
      ['up_to_date', null, 'none', { percent: 100, included: false }],
    );
    assert.equal(ask(releases, { currentVersion: '0.5', os: '9' }).check.latestVersion, '1.0.0');
    for (const os of ['10', 'unknown']) assert.equal(ask(releases, { currentVersion: '0.5', os }).check.reason, 'below_minimum');
  });

  it('counts minimum and force only where it is offered', () => {
    const releases = [release('1.0.0', 1), release('2.0.0', 2, { rolloutPercent: 50, isForce: true, minVersion: '2.0.0' })];
    const ids = Array.from({ length: 50 }, (_, n) => `phone-${n}`);
    const forced = ids.filter((id) => ask(releases, { currentVersion: '1.0.0', id }).check.forceUpdate);
    assert.deepEqual(
      forced,
      ids.filter((id) => isIncluded(50, 'shop/2', id)),
    );
    assert.ok(forced.length > 10 && forced.length < 40);
    assert.equal(ask(releases, { currentVersion: '1.0.0' }).check.status, 'up_to_date');
    assert.equal(ask(releases, { currentVersion: '0.9.0' }).check.status, 'update_available');
  });

  it('needs a known platform for a release of one', () => {
    const releases = [release('1.0.0', 1), release('2.0.0', 2, { platform: 'ios' })];
    assert.equal(ask(releases, { currentVersion: '1.0.0' }).check.status, 'up_to_date');
    assert.equal(ask(releases, { currentVersion: '1.0.0', platform: 'android' }).check.status, 'up_to_date');
    assert.equal(ask(releases, { currentVersion: '1.0.0', platform: 'ios' }).check.latestVersion, '2.0.0');
  });

  it('is forced from the time of its deadline', () => {
    const releases = [release('1.0.0', 1), release('1.5.0', 2, { forceAfter: new Date(AT) }), release('2.0.0', 3)];
    const before = ask(releases, { currentVersion: '1.0.0' }, AT - 1);
    assert.deepEqual(
      [before.check.forceUpdate, before.advice.forceAfter, before.advice.remindAfterHours],
      [false, new Date(AT).toISOString(), 72],
    );
    const then = ask(releases, { currentVersion: '1.0.0' }, AT);
    assert.deepEqual([then.check.reason, then.advice.mode, then.advice.remindAfterHours], ['forced_release', 'immediate', 0]);
    assert.equal(ask(releases, { currentVersion: '1.5.0' }, AT).advice.forceAfter, null);
  });

  it('maps priority and force to a mode, and forbids snoozing', () => {
    fc.assert(
      fc.property(releaseLists, asks, (releases, phone) => {
        const { check, advice, latest } = ask(releases, phone);
        const unforced = ['soft', 'soft', 'soft', 'flexible', 'flexible', 'immediate'][latest?.priority ?? 0];
        assert.equal(advice.mode, check.forceUpdate ? 'immediate' : check.updateAvailable ? unforced : 'none');
        assert.equal(advice.remindAfterHours, check.forceUpdate ? 0 : 72);
      }),
      RUNS,
    );
  });

  it('lets the code decide between builds of one name', () => {
    const releases = [release('1.0.0', 1), release('1.0.0', 2, { isForce: true })];
    assert.equal(ask(releases, { currentVersion: '1.0.0', versionCode: 1 }).check.reason, 'forced_release');
    assert.equal(ask(releases, { currentVersion: '1.0.0', versionCode: 2 }).check.status, 'up_to_date');
    assert.equal(ask(releases, { currentVersion: '1.0.0' }).check.status, 'up_to_date');
    assert.equal(ask(releases, { currentVersion: '2.0.0', versionCode: 1 }).check.status, 'up_to_date');
    assert.equal(ask(releases, { versionCode: 1 }).check.reason, 'forced_release');
    assert.equal(ask(releases, { versionCode: 2 }).check.status, 'up_to_date');
  });

  it('shares one preparation among phones of one audience', () => {
    const offers = prepareOffers(APP, [release('1.0.0', 1, { rolloutPercent: 50 }), release('0.9.0', 0, { minOsVersion: '9' })], AT);
    const phones = Array.from({ length: 1_000 }, (_, n) => ({
      platform: null,
      osVersion: parseVersion(String(n % 20)),
      installationId: `i-${n}`,
    }));
    for (const phone of phones) offerTo(offers, audienceOf(offers, phone), phone);
    assert.equal(offers.byAudience.size, 4);
  });

  it('names the next time at which it changes', () => {
    const step = (ms: number) => ({ at: new Date(AT + ms).toISOString(), percent: 50 });
    const stepped = release('1.0.0', 1, { rolloutPercent: 0, steps: [step(-DAY), step(DAY), step(2 * DAY)] });
    const next = (releases: StoredRelease[], at = AT) => nextOf(offerBoundaries(releases), at);
    assert.equal(next([stepped]), AT + DAY);
    assert.equal(next([stepped], AT + 2 * DAY), null);
    assert.equal(next([{ ...stepped, haltedAt: new Date(AT) }]), null);
    assert.equal(next([stepped, release('2.0.0', 2, { forceAfter: new Date(AT + 1) })]), AT + 1);
  });
});

describe('the notes of an offer', () => {
  it('are in the language of the phone, else the other', () => {
    for (const [tag, language] of [
      ['ar', 'ar'],
      ['ar-SA', 'ar'],
      ['AR_eg', 'ar'],
      ['arn', 'en'],
      ['en', 'en'],
      ['fr', 'en'],
      ['', 'en'],
      [undefined, 'en'],
    ] as const)
      assert.equal(languageOf(tag), language, String(tag));
    const shown = (notes: StoredRelease['notes'], language: 'en' | 'ar') => {
      const offers = prepareOffers(APP, [release('1.0.0', 1, { notes })], AT);
      const phone = { platform: null, osVersion: null, installationId: null };
      const offer = offerTo(offers, audienceOf(offers, phone), phone);
      const advice = adviceFor(offer, checkForUpdate(offer.check, { platform: null, currentVersion: '0.1' }), {
        version: null,
        versionCode: null,
        language,
      });
      return [advice.notes, advice.language, advice.dir];
    };
    assert.deepEqual(shown({ en: 'New', ar: 'جديد' }, 'ar'), ['جديد', 'ar', 'rtl']);
    assert.deepEqual(shown({ en: 'New', ar: 'جديد' }, 'en'), ['New', 'en', 'ltr']);
    assert.deepEqual(shown({ ar: 'جديد' }, 'en'), ['جديد', 'ar', 'rtl']);
    assert.deepEqual(shown(null, 'ar'), [null, 'ar', 'rtl']);
  });
});
