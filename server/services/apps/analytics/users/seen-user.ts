/** The last known attributes of a user; null where no event has one. */
export interface UserAttributes {
  readonly installationId: string | null;
  readonly platform: string | null;
  readonly appVersion: string | null;
  readonly country: string | null;
  readonly language: string | null;
}

/** A row of `analytics_users`. Its key is the id of the user, or that of the installation for events without a user. */
export interface SeenUser extends UserAttributes {
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** The time and version of the latest crash that names its version. */
  readonly crashedMs: number | null;
  readonly crashedVersion: string | null;
  /** When the server first heard of the user, by its own clock; null for rows from before this was stored. */
  readonly arrivedMs: number | null;
  /** Whether the guard counts the user for the version, and for the version of the crash. */
  readonly isKnown: boolean;
  readonly isCrashKnown: boolean;
  /** Where the counts of builds contain the user (`build-place.ts`): since the last event, and since the last crash. */
  readonly countedBuild: string | null;
  readonly countedCrash: string | null;
}
