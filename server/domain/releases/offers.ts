import { compareVersions, parseVersion, type VersionNumber } from '../version-number.ts';
import { isIncluded, percentAt, type Rollout, stepTimes } from './rollout.ts';
import {
  checkForUpdate,
  type DeviceInfo,
  isNewer,
  type PreparedApp,
  prepareReleases,
  type Release,
  type UpdateCheck,
  type VersionedApp,
} from './update-check.ts';

export type Platform = 'android' | 'ios';

export interface Notes {
  en?: string | null;
  ar?: string | null;
}

/** An active release as its app stores it. */
export interface StoredRelease extends Release, Rollout {
  /** null for both. */
  readonly platform: Platform | null;
  readonly forceAfter: Date | null;
  readonly priority: number;
  readonly minOsVersion: string | null;
  readonly notes: Notes | null;
  readonly remindAfterHours: number;
}

/** A release at one time. */
export interface StagedRelease extends StoredRelease {
  readonly percent: number;
  readonly minOs: VersionNumber | null;
  readonly version: VersionNumber | null;
}

/** The part of a request that decides which releases are offered; null for everything that it does not tell. */
export interface Phone {
  readonly platform: UpdateCheck['platform'];
  readonly osVersion: VersionNumber | null;
  readonly installationId: string | null;
}

/** The releases of an app at one time, prepared for every group of phones that asked. */
export interface Offers {
  readonly app: OfferingApp;
  /** Neither halted nor inactive; the highest code first. */
  readonly releases: readonly StagedRelease[];
  readonly partial: readonly StagedRelease[];
  /** The different minimums of the operating system. */
  readonly osVersions: readonly VersionNumber[];
  /** Whether phones get nothing when no release is for them: otherwise the version that the app itself names. */
  readonly hasReleases: boolean;
  readonly byAudience: Map<string, Offer>;
}

export interface OfferingApp extends VersionedApp {
  readonly slug: string;
}

/** The release that one group of phones is offered, and what follows from the others that fit them. */
export interface Offer {
  readonly check: PreparedApp;
  /** null when the app has no release for them. */
  readonly latest: StagedRelease | null;
  /** The offered releases that become forced, the earliest first. */
  readonly deadlines: readonly StagedRelease[];
  readonly rollout: { readonly percent: number; readonly included: boolean };
}

const MAX_AUDIENCES = 500;

/** Prepares the active releases of an app for a time in milliseconds since 1970. */
export function prepareOffers(app: OfferingApp, stored: readonly StoredRelease[], at: number): Offers {
  const releases = stored
    .filter(({ haltedAt }) => haltedAt === null)
    .map((release) => stagedAt(release, at))
    .toSorted((a, b) => b.versionCode - a.versionCode);
  const osVersions = releases.map(({ minOs }) => minOs).filter((version) => version !== null);
  return {
    app,
    releases,
    partial: releases.filter(({ percent }) => percent < 100),
    osVersions: osVersions.filter((version, index) => osVersions.findIndex((other) => compareVersions(other, version) === 0) === index),
    hasReleases: stored.length > 0,
    byAudience: new Map(),
  };
}

/** The times at which offers change by themselves. */
export function offerBoundaries(stored: readonly StoredRelease[]): number[] {
  return stored.flatMap((release) => [...stepTimes(release), release.forceAfter?.getTime() ?? Infinity]);
}

/** The newest release that has reached everybody by its steps, when it is newer than the version that the app itself names. */
export function newestForAll({ app, releases }: Offers): StagedRelease | null {
  const newest = releases.find(({ percent }) => percent >= 100);
  return newest !== undefined && newest.steps.length > 0 && newest.versionCode > app.currentVersionCode ? newest : null;
}

/** Names the group of phones that get the same offer. */
export function audienceOf({ app, partial, osVersions }: Offers, { platform, osVersion, installationId }: Phone): string {
  const os = osVersion === null ? '*' : osVersions.filter((minimum) => compareVersions(minimum, osVersion) <= 0).length;
  const bits = partial.map((release) => (isIncluded(release.percent, saltOf(app, release), installationId) ? '1' : '0'));
  return `${platform ?? ''}/${os}/${bits.join('')}`;
}

/** The offer to a group of phones, of which `phone` is one. */
export function offerTo(offers: Offers, audience: string, phone: Phone): Offer {
  const known = offers.byAudience.get(audience);
  if (known !== undefined) return known;
  if (offers.byAudience.size >= MAX_AUDIENCES) offers.byAudience.clear();
  const made = makeOffer(offers, phone);
  offers.byAudience.set(audience, made);
  return made;
}

/** The offer to a phone, and whether it is an update for the installed build. @throws WrongPlatform, UnreadableVersion */
export function checkPhone(offers: Offers, phone: Phone, device: DeviceInfo): { offer: Offer; check: UpdateCheck } {
  const offer = offerTo(offers, audienceOf(offers, phone), phone);
  return { offer, check: checkForUpdate(offer.check, device) };
}

function makeOffer({ app, releases, hasReleases }: Offers, phone: Phone): Offer {
  const ofPlatform = releases.filter(({ platform }) => platform === null || platform === phone.platform);
  const offered = ofPlatform.filter((release) => isOffered(app, release, phone));
  const check = prepareReleases(app, offered);
  const [newest] = ofPlatform;
  return {
    // a phone that no release is for must not be sent to the store
    check: offered.length === 0 && hasReleases ? { ...check, latest: null, offersNothing: true } : check,
    latest: offered[0] ?? null,
    deadlines: offered.filter(({ forceAfter }) => forceAfter !== null).toSorted((a, b) => Number(a.forceAfter) - Number(b.forceAfter)),
    rollout: { percent: newest?.percent ?? 100, included: newest === undefined || newest === offered[0] },
  };
}

function isOffered(app: OfferingApp, release: StagedRelease, { osVersion, installationId }: Phone): boolean {
  const { minOs, percent } = release;
  if (minOs !== null && osVersion !== null && compareVersions(minOs, osVersion) > 0) return false;
  return isIncluded(percent, saltOf(app, release), installationId);
}

/** The earliest time from which a phone is forced to update; null when no newer release that it is offered has one. */
export function deadlineOf({ deadlines }: Offer, device: Parameters<typeof isNewer>[1]): Date | null {
  return deadlines.find(({ version, versionCode }) => isNewer({ version, versionCode }, device))?.forceAfter ?? null;
}

function saltOf({ slug }: OfferingApp, { versionCode }: StagedRelease): string {
  return `${slug}/${versionCode}`;
}

function stagedAt(release: StoredRelease, at: number): StagedRelease {
  const isForce = release.isForce || (release.forceAfter !== null && release.forceAfter.getTime() <= at);
  return {
    ...release,
    isForce,
    percent: percentAt(release, at),
    minOs: release.minOsVersion === null ? null : parseVersion(release.minOsVersion),
    version: parseVersion(release.versionName),
  };
}
