import { versionKey } from '../../../../domain/version-number.ts';
import { hourOf } from '../hours.ts';
import { hourOfPlace, valueOfPlace } from './build-place.ts';
import type { SeenUser } from './seen-user.ts';

/** As the drivers return it: large numbers may be texts, and booleans numbers. */
type Stored<T> = {
  readonly [K in keyof T]: T[K] extends boolean ? boolean | number | null : T[K] extends number | null ? T[K] | string : T[K];
};

/** A row of `analytics_users`. */
export type StoredUser = Stored<SeenUser>;

/** The part of a user that decides where the user is counted. */
export type CountedUser = Pick<
  SeenUser,
  'lastSeenMs' | 'appVersion' | 'crashedMs' | 'crashedVersion' | 'isKnown' | 'isCrashKnown' | 'countedBuild' | 'countedCrash'
>;

/** The same part of a row. */
export function countedPart(row: Stored<CountedUser>): CountedUser {
  const { appVersion, crashedVersion, countedBuild, countedCrash } = row;
  const flags = { isKnown: Number(row.isKnown) === 1, isCrashKnown: Number(row.isCrashKnown) === 1 };
  const times = { lastSeenMs: Number(row.lastSeenMs), crashedMs: numberOf(row.crashedMs) };
  return { ...times, ...flags, appVersion, crashedVersion, countedBuild, countedCrash };
}

/** MySQL returns large numbers as text. */
export function numberOf(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}

/** Where a user is counted: a kind, the hour of the last sighting or crash, and a value. */
export interface UserCount {
  readonly kind: 'user' | 'version_user' | 'known_user' | 'known_crash' | 'build_user' | 'build_crash';
  readonly hour: number;
  readonly value: string;
}

/** The hourly counts that contain a user. */
export function countsOfUser(user: CountedUser): UserCount[] {
  const { lastSeenMs, appVersion, crashedMs, crashedVersion, isKnown, isCrashKnown } = user;
  const hour = hourOf(lastSeenMs);
  const counts: UserCount[] = [{ kind: 'user', hour, value: '' }];
  if (appVersion !== null) counts.push({ kind: 'version_user', hour, value: appVersion });
  if (appVersion !== null && isKnown) counts.push({ kind: 'known_user', hour, value: versionKey(appVersion) });
  if (crashedMs !== null && crashedVersion !== null && isCrashKnown)
    counts.push({ kind: 'known_crash', hour: hourOf(crashedMs), value: versionKey(crashedVersion) });
  return [...counts, ...buildCountsOf(user)];
}

/** The same for builds, from the places of the user: a server of the release before moves a user without them. */
export function buildCountsOf({ countedBuild, countedCrash }: Pick<CountedUser, 'countedBuild' | 'countedCrash'>): UserCount[] {
  const counts: UserCount[] = [];
  if (countedBuild !== null) counts.push({ kind: 'build_user', hour: hourOfPlace(countedBuild), value: valueOfPlace(countedBuild) });
  if (countedCrash !== null) counts.push({ kind: 'build_crash', hour: hourOfPlace(countedCrash), value: valueOfPlace(countedCrash) });
  return counts;
}
