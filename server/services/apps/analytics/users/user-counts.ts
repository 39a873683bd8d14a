import { versionKey } from '../../../../domain/version-number.ts';
import { hourOf } from '../hours.ts';
import type { SeenUser } from './seen-user.ts';

/** As the drivers return it: large numbers may be texts, and booleans numbers. */
type Stored<T> = {
  readonly [K in keyof T]: T[K] extends boolean ? boolean | number | null : T[K] extends number | null ? T[K] | string : T[K];
};

/** A row of `analytics_users`. */
export type StoredUser = Stored<SeenUser>;

/** The part of a user that decides where the user is counted. */
export type CountedUser = Pick<SeenUser, 'lastSeenMs' | 'appVersion' | 'crashedMs' | 'crashedVersion' | 'isKnown' | 'isCrashKnown'>;

/** The same part of a row. */
export function countedPart({
  lastSeenMs,
  crashedMs,
  isKnown,
  isCrashKnown,
  appVersion,
  crashedVersion,
}: Stored<CountedUser>): CountedUser {
  const flags = { isKnown: Number(isKnown) === 1, isCrashKnown: Number(isCrashKnown) === 1 };
  return { lastSeenMs: Number(lastSeenMs), appVersion, crashedMs: numberOf(crashedMs), crashedVersion, ...flags };
}

/** MySQL returns large numbers as text. */
export function numberOf(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}

/** Where a user is counted: a kind, the hour of the last sighting or crash, and a value. */
export interface UserCount {
  readonly kind: 'user' | 'version_user' | 'known_user' | 'known_crash';
  readonly hour: number;
  readonly value: string;
}

/** The hourly counts that contain a user. */
export function countsOfUser({ lastSeenMs, appVersion, crashedMs, crashedVersion, isKnown, isCrashKnown }: CountedUser): UserCount[] {
  const hour = hourOf(lastSeenMs);
  const counts: UserCount[] = [{ kind: 'user', hour, value: '' }];
  if (appVersion !== null) counts.push({ kind: 'version_user', hour, value: appVersion });
  if (appVersion !== null && isKnown) counts.push({ kind: 'known_user', hour, value: versionKey(appVersion) });
  if (crashedMs !== null && crashedVersion !== null && isCrashKnown)
    counts.push({ kind: 'known_crash', hour: hourOf(crashedMs), value: versionKey(crashedVersion) });
  return counts;
}
