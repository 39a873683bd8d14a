import { type BuildCode, compareCodes } from '../build-code.ts';
import { compareVersions, parseVersion, type VersionNumber } from '../version-number.ts';

/** An active published version of the app. */
export interface Release {
  versionName: string;
  versionCode: number;
  minVersion: string | null;
  isForce: boolean;
  storeUrl: string | null;
  changelog: string | null;
}

export interface VersionedApp {
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

/** The values that a device reports; null for each that it does not report. An empty version counts as null. */
export interface DeviceInfo {
  currentVersion: string | null;
  platform: UpdateCheck['platform'];
  /** The code of the installed build, which decides between builds of one version. */
  versionCode?: BuildCode | null;
}

/** The installed build as releases are compared with it; null for each part that is not known. */
export interface Device {
  readonly version: VersionNumber | null;
  readonly versionCode: BuildCode | null;
}

/** The place of a release in the order of releases. */
interface Build {
  readonly version: VersionNumber | null;
  readonly versionCode: number;
}

/** The part of an app and its releases that a check compares. */
export interface PreparedApp {
  readonly platform: VersionedApp['platform'];
  readonly offer: Readonly<Offer>;
  readonly latest: VersionNumber | null;
  readonly minimum: VersionNumber | null;
  /** The forced release with the highest name, and the highest code of one. */
  readonly highestForced: Build | null;
  readonly highestForcedCode: number;
  /** Whether the app has releases, but none that is for these devices. */
  readonly offersNothing: boolean;
}

/** The version of the device cannot be parsed. */
export class UnreadableVersion extends Error {
  override readonly name = 'UnreadableVersion';

  constructor() {
    super('must be a version such as 1.4.2: 1 to 4 numbers, an optional prerelease and build, at most 64 characters');
  }
}

/** The app does not exist on the platform of the device. */
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
 * Reduces an app and its active releases, in any order, to the values that {@link checkForUpdate} compares, so that a check costs the same
 * for one release and for thousands. The release with the highest code is the latest; without releases the app's own fields count, and
 * nothing is forced. Old rows may hold texts that are not versions: such a name is never newer, such a minimum counts as not set.
 */
export function prepareReleases(app: VersionedApp, releases: readonly Release[]): PreparedApp {
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
    highestForcedCode: Math.max(0, ...releases.filter(({ isForce }) => isForce).map(({ versionCode }) => versionCode)),
    offersNothing: false,
  };
}

/**
 * The answer to a device of this version (docs/reference/update-check.md). An update is available when the latest release, which has the
 * highest code, has a newer name than the device's version. Only then can it be forced: after a rollback, published under a higher code
 * and a lower name, a forced release or a minimum may be above the latest, and the device could not install what it is forced to.
 * @throws WrongPlatform, UnreadableVersion, checked in this order; both mean a 400
 */
export function checkForUpdate(prepared: PreparedApp, device: DeviceInfo): UpdateCheck {
  const platform = platformOf(prepared.platform, device.platform);
  const currentVersion = device.currentVersion || null;
  const verdict = judge(prepared, deviceOf(device));
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

function judge(prepared: PreparedApp, device: Device): Verdict {
  const { latest, minimum, offer, offersNothing } = prepared;
  if (device.version === null && device.versionCode === null) return UNKNOWN;
  if (offersNothing || !isNewer({ version: latest, versionCode: offer.latestVersionCode }, device)) return UP_TO_DATE;
  // a minimum is a name: a code cannot be compared with it
  if (minimum !== null && device.version !== null && compareVersions(minimum, device.version) > 0) return BELOW_MINIMUM;
  return isForced(prepared, device) ? FORCED_RELEASE : NEWER_RELEASE;
}

function isForced({ highestForced, highestForcedCode }: PreparedApp, device: Device): boolean {
  if (device.version === null) return isNewer({ version: null, versionCode: highestForcedCode }, device);
  return highestForced !== null && isNewer(highestForced, device);
}

/** Names decide. The code decides between builds of one name, and alone when the device tells no name. */
export function isNewer(candidate: Build, { version, versionCode }: Device): boolean {
  if (version === null) return versionCode !== null && compareCodes(candidate.versionCode, versionCode) > 0;
  if (candidate.version === null) return false;
  const order = compareVersions(candidate.version, version);
  return order > 0 || (order === 0 && versionCode !== null && compareCodes(candidate.versionCode, versionCode) > 0);
}

/** @throws UnreadableVersion */
export function deviceOf({ currentVersion, versionCode = null }: DeviceInfo): Device {
  return { version: currentVersion ? readVersion(currentVersion) : null, versionCode };
}

function readVersion(text: string): VersionNumber {
  const version = parseVersion(text);
  if (version === null) throw new UnreadableVersion();
  return version;
}

/** @throws WrongPlatform */
export function platformOf(app: VersionedApp['platform'], device: DeviceInfo['platform']): UpdateCheck['platform'] {
  if (app === 'both') return device;
  if (device !== null && device !== app) throw new WrongPlatform();
  return app;
}

function minimumInEffect(newestFirst: readonly Release[]): string | null {
  const setter = newestFirst.find(({ minVersion }) => minVersion !== null && parseVersion(minVersion) !== null);
  return setter?.minVersion ?? null;
}

/** A forced release is newer than a device with a name if and only if the one with the highest name is, and of those the highest code. */
function highestForced(releases: readonly Release[]): PreparedApp['highestForced'] {
  let highest: PreparedApp['highestForced'] = null;
  for (const { isForce, versionName, versionCode } of releases) {
    const version = isForce ? parseVersion(versionName) : null;
    if (version !== null && (highest === null || isNewer({ version, versionCode }, highest))) highest = { version, versionCode };
  }
  return highest;
}
