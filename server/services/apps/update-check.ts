import { compareVersions, parseVersion, type VersionNumber } from '../../platform/version-number.ts';

/** An active published version of the app. */
export interface Release {
  versionName: string;
  versionCode: number;
  minVersion: string | null;
  isForce: boolean;
  storeUrl: string | null;
  changelog: string | null;
}

export interface AppFacts {
  currentVersion: string;
  currentVersionCode: number;
  storeUrl: string;
  platform: 'android' | 'ios' | 'both';
}

export interface UpdateCheck {
  status: 'up_to_date' | 'update_available' | 'update_required' | 'unknown';
  updateAvailable: boolean;
  forceUpdate: boolean;
  reason: 'none' | 'newer_release' | 'forced_release' | 'below_minimum';
  currentVersion: string | null;
  latestVersion: string;
  latestVersionCode: number;
  minVersion: string | null;
  storeUrl: string;
  changelog: string | null;
  platform: 'android' | 'ios' | null;
}

/** What the phone said about itself; null is what it left out, and an empty version counts as left out. */
export interface Asked {
  currentVersion: string | null;
  platform: UpdateCheck['platform'];
}

/** All that a check needs of an app and its releases, however many there are. */
export interface PreparedApp {
  readonly platform: AppFacts['platform'];
  readonly offer: Readonly<Offer>;
  readonly latest: VersionNumber | null;
  readonly minimum: VersionNumber | null;
  readonly highestForced: VersionNumber | null;
}

/** The phone's version cannot be read. */
export class UnreadableVersion extends Error {
  override readonly name = 'UnreadableVersion';

  constructor() {
    super('must be a version such as 1.4.2: 1 to 4 numbers, an optional prerelease and build, at most 64 characters');
  }
}

/** The app does not exist on the platform asked for. */
export class WrongPlatform extends Error {
  override readonly name = 'WrongPlatform';

  constructor() {
    super('must be a platform of this app');
  }
}

type Offer = Pick<UpdateCheck, 'latestVersion' | 'latestVersionCode' | 'minVersion' | 'storeUrl' | 'changelog'>;
type Verdict = Readonly<Pick<UpdateCheck, 'status' | 'updateAvailable' | 'forceUpdate' | 'reason'>>;

const UNKNOWN: Verdict = { status: 'unknown', updateAvailable: false, forceUpdate: false, reason: 'none' };
const UP_TO_DATE: Verdict = { status: 'up_to_date', updateAvailable: false, forceUpdate: false, reason: 'none' };
const NEWER_RELEASE: Verdict = { status: 'update_available', updateAvailable: true, forceUpdate: false, reason: 'newer_release' };
const FORCED_RELEASE: Verdict = { status: 'update_required', updateAvailable: true, forceUpdate: true, reason: 'forced_release' };
const BELOW_MINIMUM: Verdict = { status: 'update_required', updateAvailable: true, forceUpdate: true, reason: 'below_minimum' };

/**
 * Boils an app and its active releases, in any order, down to what {@link checkForUpdate} compares, so that a check costs
 * the same for one release and for thousands. The highest code is the latest release; without any the app's own fields are,
 * and nothing is forced. Old rows may hold texts that are no versions: such a name is newer than nothing, such a minimum
 * counts as not set. Never throws.
 */
export function prepareReleases(app: AppFacts, releases: readonly Release[]): PreparedApp {
  const newestFirst = releases.toSorted((a, b) => b.versionCode - a.versionCode);
  const latest = newestFirst[0];
  const minVersion = minimumInEffect(newestFirst);
  return {
    platform: app.platform,
    offer: {
      latestVersion: latest?.versionName ?? app.currentVersion,
      latestVersionCode: latest?.versionCode ?? app.currentVersionCode,
      minVersion,
      storeUrl: latest?.storeUrl || app.storeUrl,
      changelog: latest?.changelog ?? null,
    },
    latest: parseVersion(latest?.versionName ?? app.currentVersion),
    minimum: minVersion === null ? null : parseVersion(minVersion),
    highestForced: highestForced(releases),
  };
}

/**
 * What a phone of this version is told (contract §4). An update is available when the latest release, the one with the
 * highest code, has a name newer than the phone's. Only then can it be forced: a rollback published under a higher code and
 * a lower name may leave a forced release or a minimum above the latest, and forcing a phone to what it cannot get would
 * lock it out. Throws {@link WrongPlatform} and {@link UnreadableVersion}, in this order; both are the caller's 400.
 */
export function checkForUpdate(prepared: PreparedApp, asked: Asked): UpdateCheck {
  const platform = platformOf(prepared.platform, asked.platform);
  const currentVersion = asked.currentVersion || null;
  const verdict = currentVersion === null ? UNKNOWN : judge(prepared, readVersion(currentVersion));
  const { status, updateAvailable, forceUpdate, reason } = verdict;
  const { latestVersion, latestVersionCode, minVersion, storeUrl, changelog } = prepared.offer;
  // field by field: spreading both makes the whole check ten times slower
  return {
    status,
    updateAvailable,
    forceUpdate,
    reason,
    currentVersion,
    latestVersion,
    latestVersionCode,
    minVersion,
    storeUrl,
    changelog,
    platform,
  };
}

function judge(prepared: PreparedApp, current: VersionNumber): Verdict {
  if (!isNewer(prepared.latest, current)) return UP_TO_DATE;
  if (isNewer(prepared.minimum, current)) return BELOW_MINIMUM;
  if (isNewer(prepared.highestForced, current)) return FORCED_RELEASE;
  return NEWER_RELEASE;
}

function isNewer(candidate: VersionNumber | null, current: VersionNumber): boolean {
  return candidate !== null && compareVersions(candidate, current) > 0;
}

function readVersion(text: string): VersionNumber {
  const version = parseVersion(text);
  if (version === null) throw new UnreadableVersion();
  return version;
}

function platformOf(app: AppFacts['platform'], asked: Asked['platform']): UpdateCheck['platform'] {
  if (app === 'both') return asked;
  if (asked !== null && asked !== app) throw new WrongPlatform();
  return app;
}

function minimumInEffect(newestFirst: readonly Release[]): string | null {
  const setter = newestFirst.find(({ minVersion }) => minVersion !== null && parseVersion(minVersion) !== null);
  return setter?.minVersion ?? null;
}

/** Some forced release is newer than a phone exactly when the one with the highest name is. */
function highestForced(releases: readonly Release[]): VersionNumber | null {
  return releases
    .filter((release) => release.isForce)
    .map((release) => parseVersion(release.versionName))
    .reduce<VersionNumber | null>((highest, version) => {
      if (highest === null || version === null) return highest ?? version;
      return compareVersions(version, highest) > 0 ? version : highest;
    }, null);
}
