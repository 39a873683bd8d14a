import { type AudienceQuestion, type Chance, type Judgement, Tally } from '../audience/tally.ts';
import type { EvaluationContext } from '../flags/context.ts';
import { parseVersion } from '../version-number.ts';
import { audienceOf, checkPhone, type Offers } from './offers.ts';
import { type PossiblePhone, PossiblePhones, textOf } from './possible-phones.ts';
import { type AnyRelease, earlierBuilds, isSame, type ReleaseChange } from './release-change.ts';
import { isNewer, platformOf, UnreadableVersion, WrongPlatform } from './update-check.ts';

/** The answer of the update check to a phone. */
interface Outcome {
  /** Whether it offers the release that changes. */
  readonly isOffered: boolean;
  readonly isForced: boolean;
}

interface Verdict extends Judgement {
  readonly forced: Chance;
  readonly older: Chance;
  readonly running: Chance;
}

const NO_OFFER: Outcome = { isOffered: false, isForced: false };

/** Asks to whom the update check offers a release, before a change and after it. */
export class ReleaseQuestion implements AudienceQuestion {
  readonly change: ReleaseChange;
  readonly needed: ReadonlySet<string>;
  /** Users whom the change forces to update. */
  readonly forced = new Tally();
  /** Users of a version that the release is newer than. */
  readonly older = new Tally();
  /** Users who run the release. */
  readonly running = new Tally();
  /** Users without a known installation. */
  readonly anonymous = new Tally();
  readonly #phones: PossiblePhones;
  readonly #verdicts = new Map<string, Verdict>();

  constructor(change: ReleaseChange) {
    this.change = change;
    this.#phones = new PossiblePhones(change);
    this.needed = neededBy(change, this.#phones.offers);
  }

  judge(context: EvaluationContext): Judgement {
    const verdict = this.#verdictOn(context);
    this.forced.add(verdict.forced);
    this.older.add(verdict.older);
    this.running.add(verdict.running);
    const isAnonymous = textOf(context, 'installationId') === null;
    this.anonymous.add({ may: isAnonymous, must: isAnonymous });
    return verdict;
  }

  /** Most users share their answers with many others. */
  #verdictOn(context: EvaluationContext): Verdict {
    const { before, after } = this.#phones.offers;
    const installationId = textOf(context, 'installationId');
    const phone = { platform: null, osVersion: null, installationId };
    const draws = installationId === null ? null : [audienceOf(before, phone), audienceOf(after, phone)];
    const name = JSON.stringify([textOf(context, 'platform'), textOf(context, 'appVersion'), draws]);
    const known = this.#verdicts.get(name);
    if (known !== undefined) return known;
    const verdict = this.#judgePhones(this.#phones.of(context));
    this.#verdicts.set(name, verdict);
    return verdict;
  }

  #judgePhones(phones: readonly PossiblePhone[]): Verdict {
    const { before, after } = this.change;
    const cases = phones.map((phone) => ({
      phone,
      was: outcomeOf(phone, phone.offers.before, before.subject),
      is: outcomeOf(phone, phone.offers.after, after.subject),
    }));
    const chance = (test: (one: (typeof cases)[number]) => boolean): Chance => ({ may: cases.some(test), must: cases.every(test) });
    const subject = after.subject ?? before.subject;
    return {
      matched: chance(({ is }) => is.isOffered),
      gains: chance(({ was, is }) => !was.isOffered && is.isOffered),
      loses: chance(({ was, is }) => was.isOffered && !is.isOffered),
      forced: chance(({ was, is }) => !was.isForced && is.isForced),
      older: chance(({ phone }) => subject !== null && isOlder(phone, subject)),
      running: chance(({ phone }) => subject !== null && isSame(phone.currentVersion, subject)),
    };
  }
}

/** The answer of the update check; a request that it refuses is offered nothing. */
function outcomeOf(phone: PossiblePhone, offers: Offers, subject: AnyRelease | null): Outcome {
  try {
    const platform = platformOf(offers.app.platform, phone.platform);
    const { offer, check } = checkPhone(offers, { ...phone, platform }, phone);
    const { latest } = offer;
    const isSubject = latest !== null && latest.versionCode === subject?.versionCode && latest.platform === subject.platform;
    return { isOffered: isSubject && check.updateAvailable, isForced: check.forceUpdate };
  } catch (error) {
    if (error instanceof WrongPlatform || error instanceof UnreadableVersion) return NO_OFFER;
    throw error;
  }
}

function isOlder({ currentVersion, versionCode }: PossiblePhone, subject: AnyRelease): boolean {
  const build = { version: parseVersion(subject.versionName), versionCode: subject.versionCode };
  return isNewer(build, { version: parseVersion(currentVersion ?? ''), versionCode });
}

/** The attributes that decide who is offered the release: none while it is not offered. */
function neededBy(change: ReleaseChange, { before, after }: { readonly before: Offers; readonly after: Offers }): Set<string> {
  const code = (change.after.subject ?? change.before.subject)?.versionCode ?? Infinity;
  const deciding = [...before.releases, ...after.releases].filter(({ versionCode, percent }) => versionCode >= code && percent > 0);
  const needed = new Set<string>();
  if (!deciding.some(({ versionCode }) => versionCode === code)) return needed;
  needed.add('appVersion');
  if (before.app.platform === 'both' && deciding.some(({ platform }) => platform !== null)) needed.add('platform');
  if (deciding.some(({ percent }) => percent < 100)) needed.add('installationId');
  if (deciding.some(({ minOs }) => minOs !== null)) needed.add('osVersion');
  if (earlierBuilds(change).length > 0) needed.add('versionCode');
  return needed;
}
