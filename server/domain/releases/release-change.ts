import { compareVersions, parseVersion } from '../version-number.ts';
import type { OfferingApp, StoredRelease } from './offers.ts';

/** A release of an app, active or not. */
export interface AnyRelease extends StoredRelease {
  readonly isActive: boolean;
}

/** An app before or after a change of one of its releases. */
export interface ReleaseSide {
  readonly app: OfferingApp;
  readonly releases: readonly AnyRelease[];
  /** The release that changes; null before it is published. */
  readonly subject: AnyRelease | null;
}

export interface ReleaseChange {
  readonly before: ReleaseSide;
  readonly after: ReleaseSide;
  /** The time of the update checks, in milliseconds since 1970. */
  readonly at: number;
}

/** The codes of earlier builds of the version that changes. The version of a phone does not tell which of them it runs. */
export function earlierBuilds({ before, after }: ReleaseChange): number[] {
  const subject = after.subject ?? before.subject;
  if (subject === null) return [];
  const builds = after.releases.filter(({ versionName, versionCode }) => versionCode < subject.versionCode && isSame(versionName, subject));
  return builds.map(({ versionCode }) => versionCode);
}

/** Whether a text is the version of a release. */
export function isSame(text: string | null, { versionName }: Pick<AnyRelease, 'versionName'>): boolean {
  const [a, b] = [parseVersion(text ?? ''), parseVersion(versionName)];
  return a !== null && b !== null && compareVersions(a, b) === 0;
}
