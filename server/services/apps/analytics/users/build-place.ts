import { versionKey } from '../../../../domain/version-number.ts';
import { hourOf } from '../hours.ts';
import type { SeenUser } from './seen-user.ts';

/** A build, as phones report it. */
export interface Build {
  readonly platform: string | null;
  readonly version: string;
}

/** A build in `analytics_counts`: `ios:1.2.0`, or `:1.2.0` without a platform. One text for all spellings of a version. */
export function buildValue({ platform, version }: Build): string {
  return `${platform ?? ''}:${versionKey(version)}`;
}

/** A build that was seen at a time, as `analytics_users` stores it: hour, platform and version, such as `493021:ios:1.2.0`. */
export function buildPlace(ms: number, build: Build): string {
  return `${hourOf(ms)}:${buildValue(build)}`;
}

export function hourOfPlace(place: string): number {
  return Number(place.slice(0, place.indexOf(':')));
}

export function valueOfPlace(place: string): string {
  return place.slice(place.indexOf(':') + 1);
}

type Placed = Pick<SeenUser, 'lastSeenMs' | 'platform' | 'appVersion' | 'crashedMs' | 'crashedVersion' | 'countedCrash'>;

/** Where a user belongs now. A stored place of the same crash is right, because only it knows the platform of the crash. */
export function placesOf(user: Placed): Pick<SeenUser, 'countedBuild' | 'countedCrash'> {
  const { lastSeenMs, platform, appVersion: version } = user;
  return { countedBuild: version === null ? null : buildPlace(lastSeenMs, { platform, version }), countedCrash: crashPlace(user) };
}

function crashPlace({ crashedMs, crashedVersion: version, platform, countedCrash }: Placed): string | null {
  if (crashedMs === null || version === null) return null;
  const isSame = countedCrash !== null && isOf(countedCrash, crashedMs, version);
  return isSame ? countedCrash : buildPlace(crashedMs, { platform, version });
}

function isOf(place: string, ms: number, version: string): boolean {
  const value = valueOfPlace(place);
  return hourOfPlace(place) === hourOf(ms) && value.slice(value.indexOf(':') + 1) === versionKey(version);
}
