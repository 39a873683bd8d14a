import type { EvaluationContext } from '../flags/context.ts';
import { parseVersion, type VersionNumber } from '../version-number.ts';
import { type Offers, type Platform, prepareOffers } from './offers.ts';
import { earlierBuilds, isSame, type ReleaseChange, type ReleaseSide } from './release-change.ts';
import { percentAt } from './rollout.ts';

/** The offers to a phone before a change and after it. */
export interface OfferedBoth {
  readonly before: Offers;
  readonly after: Offers;
}

/** Everything that a phone may tell the update check. */
export interface PossiblePhone {
  readonly platform: Platform | null;
  readonly currentVersion: string | null;
  readonly versionCode: number | null;
  readonly osVersion: VersionNumber | null;
  readonly installationId: string | null;
  readonly offers: OfferedBoth;
}

/** A version that every release is newer than. */
const LOWEST = '0';

/** The phones that a user may have, as far as the known attributes allow. */
export class PossiblePhones {
  readonly offers: OfferedBoth;
  readonly #change: ReleaseChange;
  readonly #drawn: readonly OfferedBoth[];
  readonly #osVersions: readonly (VersionNumber | null)[];
  readonly #builds: readonly number[];

  constructor(change: ReleaseChange) {
    const { before, after, at } = change;
    this.#change = change;
    this.offers = { before: offersOf(before, at), after: offersOf(after, at) };
    this.#drawn = drawsOf(change);
    const minimums = [...this.offers.before.osVersions, ...this.offers.after.osVersions];
    this.#osVersions = minimums.length === 0 ? [null] : [parseVersion(LOWEST), ...minimums];
    this.#builds = earlierBuilds(change);
  }

  of(context: EvaluationContext): PossiblePhone[] {
    const installationId = textOf(context, 'installationId');
    const drawn = installationId === null ? this.#drawn : [this.offers];
    return this.#platformsOf(context).flatMap((platform) =>
      this.#buildsOf(context).flatMap((build) =>
        this.#osVersions.flatMap((osVersion) => drawn.map((offers) => ({ platform, osVersion, installationId, offers, ...build }))),
      ),
    );
  }

  #platformsOf(context: EvaluationContext): (Platform | null)[] {
    const known = textOf(context, 'platform');
    if (known === 'android' || known === 'ios') return [known];
    return this.#change.after.app.platform === 'both' ? ['android', 'ios', null] : [null];
  }

  #buildsOf(context: EvaluationContext): Pick<PossiblePhone, 'currentVersion' | 'versionCode'>[] {
    const known = textOf(context, 'appVersion');
    if (known === null) return [null, LOWEST].map((currentVersion) => ({ currentVersion, versionCode: null }));
    const subject = this.#change.after.subject ?? this.#change.before.subject;
    const codes = subject !== null && isSame(known, subject) ? this.#builds : [];
    return [null, ...codes].map((versionCode) => ({ currentVersion: known, versionCode }));
  }
}

/** null when it is not stored. */
export function textOf(context: EvaluationContext, attribute: string): string | null {
  const value = context.get(attribute);
  return value === undefined || value === '' ? null : String(value);
}

/**
 * The offers to a phone whose installation is not known: it may be among the first percents of the release that changes or not, and of the
 * other releases too. Its draw is the same before and after, so a percent that grows takes the release from no one.
 */
function drawsOf({ before, after, at }: ReleaseChange): OfferedBoth[] {
  const reached = [before, after].map(({ subject }) => (subject === null ? 0 : percentAt(subject, at)));
  const draws = [...new Set([1, ...reached.map((percent) => percent + 1)])].filter((draw) => draw <= 100);
  const isPartial = [...before.releases, ...after.releases].some((release) => percentAt(release, at) % 100 !== 0);
  if (!isPartial) return [{ before: offersOf(before, at), after: offersOf(after, at) }];
  return draws.flatMap((draw) =>
    [1, 100].map((other) => ({ before: offersOf(before, at, { draw, other }), after: offersOf(after, at, { draw, other }) })),
  );
}

/** The draws of a phone: for the release that changes, and for each other one. */
interface Draws {
  readonly draw: number;
  readonly other: number;
}

function offersOf({ app, releases, subject }: ReleaseSide, at: number, draws?: Draws): Offers {
  const active = releases.filter(({ isActive }) => isActive);
  if (draws === undefined) return prepareOffers(app, active, at);
  const decided = active.map((release) => {
    const draw = release === subject ? draws.draw : draws.other;
    return { ...release, steps: [], rolloutPercent: draw <= percentAt(release, at) ? 100 : 0 };
  });
  return prepareOffers(app, decided, at);
}
