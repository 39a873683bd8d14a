// Raw SQL: the hot path of events; users are read with the lock on the app's row and written in one statement.
import type { Database } from '../../../../platform/db/database.ts';
import { addToCounters, forUpdate, selectRows } from '../../../../platform/db/statements/sql.ts';
import { HOUR_MS } from '../hours.ts';
import type { EventsOfApp, NewEvent } from '../new-event.ts';
import { buildPlace, placesOf } from './build-place.ts';
import type { SeenUser, UserAttributes } from './seen-user.ts';
import { countedPart, numberOf, type StoredUser } from './user-counts.ts';

/** The event type that reports a crash. */
const CRASH = 'app_crash';
const DAY_MS = 24 * HOUR_MS;

export type SeenUsers = ReadonlyMap<string, SeenUser>;

/** A user whose row changes, as it is and as it was; null for a new user. */
export interface Sighting {
  readonly key: string;
  readonly seen: SeenUser;
  readonly previous: SeenUser | null;
}

/** The key under which the sender of an event is counted; null for an event that tells neither user nor installation. */
function userKeyOf({ userId, installationId }: Pick<NewEvent, 'userId' | 'installationId'>): string | null {
  return userId ?? installationId;
}

/** The columns of a user; the app has a platform too. */
const STORED_USER = `last_seen_ms AS lastSeenMs, first_seen_ms AS firstSeenMs, installation_id AS installationId,
  analytics_users.platform AS platform, app_version AS appVersion, country, language,
  crashed_ms AS crashedMs, crashed_version AS crashedVersion, arrived_ms AS arrivedMs, is_known AS isKnown,
  is_crash_known AS isCrashKnown, counted_build AS countedBuild, counted_crash AS countedCrash`;

/** The state that the lock on the app's row protects. */
export interface Locked {
  readonly users: SeenUsers;
  /** Bytes that arrived today. A batch that another process commits while this one waits for the lock may be missing. */
  readonly usedBytes: number;
}

/** Locks the app's row and reads what the batch changes: one round trip, since other batches wait for the lock. */
export async function lockAndRead(db: Database, appId: number, { events, quota }: EventsOfApp): Promise<Locked> {
  const keys = events.map((event) => userKeyOf(event)).filter((key) => key !== null);
  const bytes = `SELECT SUM(n) FROM analytics_counts WHERE app_id = :appId AND kind = 'bytes' AND hour >= :fromHour AND hour < :untilHour`;
  const rows = await lockUsers<{ usedBytes: number | string | null }>(db, `(${bytes}) AS usedBytes`, {
    appId,
    keys,
    ...quota.hoursOfToday(),
  });
  return { users: usersIn(rows), usedBytes: Number(rows[0]?.usedBytes ?? 0) };
}

/** Locks the app's row and reads these users of it. */
export async function lockAndReadUsers(db: Database, appId: number, keys: readonly string[]): Promise<SeenUsers> {
  return usersIn(await lockUsers(db, 'apps.id AS appId', { appId, keys }));
}

/** The users of an app after `after` in the order of their keys, at most `limit`. */
export async function readUsersAfter(
  db: Database,
  appId: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<SeenUsers> {
  const sql = `SELECT user_id AS userKey, ${STORED_USER} FROM analytics_users
    WHERE app_id = :appId AND user_id > :after ORDER BY user_id LIMIT :limit`;
  return usersIn(await selectRows<KeyedUser>(db, sql, { appId, after, limit }));
}

interface KeyedUser extends StoredUser {
  /** null in the row of an app without any of the users. */
  readonly userKey: string | null;
}

function lockUsers<T extends object>(
  db: Database,
  also: string,
  { keys, ...values }: { readonly appId: number; readonly keys: readonly string[]; readonly [name: string]: number | readonly string[] },
): Promise<(KeyedUser & T)[]> {
  const sql = `SELECT user_id AS userKey, ${STORED_USER}, ${also} FROM apps
    LEFT JOIN analytics_users ON analytics_users.app_id = apps.id AND user_id IN (:keys) WHERE apps.id = :appId${forUpdate(db)}`;
  // no user has an empty id; an empty list would be invalid SQL
  return selectRows<KeyedUser & T>(db, sql, { ...values, keys: ['', ...new Set(keys)] });
}

function usersIn(rows: readonly KeyedUser[]): SeenUsers {
  return new Map(rows.flatMap(({ userKey, ...row }): [string, SeenUser][] => (userKey === null ? [] : [[userKey, seenUserOf(row)]])));
}

/** A row of a server of the release before has no first time: it counts from the last. */
function seenUserOf(row: StoredUser): SeenUser {
  return { ...row, ...countedPart(row), firstSeenMs: Number(row.firstSeenMs ?? row.lastSeenMs), arrivedMs: numberOf(row.arrivedMs) };
}

/** The users that the events change. An event that is older than the last one of its user changes nothing. */
export function sightingsIn(before: SeenUsers, events: readonly NewEvent[]): Sighting[] {
  const seen = new Map<string, SeenUser>();
  for (const event of events) {
    const key = userKeyOf(event);
    if (key === null) continue;
    const previous = seen.get(key) ?? before.get(key);
    const next = afterEvent(previous, event);
    if (next !== previous) seen.set(key, next);
  }
  return [...seen].map(([key, user]) => ({ key, seen: user, previous: before.get(key) ?? null }));
}

function afterEvent(previous: SeenUser | undefined, event: NewEvent): SeenUser {
  const ms = event.occurredAt.getTime();
  const isLate = previous !== undefined && ms < previous.lastSeenMs;
  const arrivedMs = previous === undefined ? event.createdAt.getTime() : previous.arrivedMs;
  const isKnown = isKnownFor(event, arrivedMs);
  const crash = crashAfter(previous, event, isKnown);
  if (isLate && ms >= previous.firstSeenMs && crash.crashedMs === previous.crashedMs) return previous;
  // an attribute that the latest event does not tell keeps its last value
  const attributes = isLate ? previous : attributesOf(event, previous);
  const user = {
    ...attributes,
    ...crash,
    arrivedMs,
    isKnown: isLate ? previous.isKnown : isKnown || (event.appVersion === null && previous?.isKnown === true),
    firstSeenMs: Math.min(ms, previous?.firstSeenMs ?? ms),
    lastSeenMs: Math.max(ms, previous?.lastSeenMs ?? ms),
  };
  return { ...user, ...placesOf(user) };
}

/** A crash is often reported at the next start of the app, so it counts by its own time. */
function crashAfter(
  previous: SeenUser | undefined,
  { eventType, appVersion, platform, occurredAt }: NewEvent,
  isKnown: boolean,
): Pick<SeenUser, 'crashedMs' | 'crashedVersion' | 'isCrashKnown' | 'countedCrash'> {
  const ms = occurredAt.getTime();
  if (eventType === CRASH && appVersion !== null && ms > (previous?.crashedMs ?? -1)) {
    const build = { platform: platform ?? previous?.platform ?? null, version: appVersion };
    return { crashedMs: ms, crashedVersion: appVersion, isCrashKnown: isKnown, countedCrash: buildPlace(ms, build) };
  }
  return {
    crashedMs: previous?.crashedMs ?? null,
    crashedVersion: previous?.crashedVersion ?? null,
    isCrashKnown: previous?.isCrashKnown ?? false,
    countedCrash: previous?.countedCrash ?? null,
  };
}

/**
 * Whether the guard of a release counts the sender of an event: it is easy to invent users, so the server must have heard of the user
 * before the release was published, or for a day.
 */
function isKnownFor({ createdAt, releasedMs }: NewEvent, arrivedMs: number | null): boolean {
  if (arrivedMs === null) return true;
  return (releasedMs !== null && arrivedMs < releasedMs) || createdAt.getTime() - arrivedMs >= DAY_MS;
}

function attributesOf(event: NewEvent, previous: SeenUser | undefined): UserAttributes {
  return {
    installationId: event.installationId ?? previous?.installationId ?? null,
    platform: event.platform ?? previous?.platform ?? null,
    appVersion: event.appVersion ?? previous?.appVersion ?? null,
    country: event.country ?? previous?.country ?? null,
    language: event.language ?? previous?.language ?? null,
  };
}

const COLUMNS = [
  ...['last_seen_ms', 'first_seen_ms', 'installation_id', 'platform', 'app_version', 'country', 'language'],
  ...['crashed_ms', 'crashed_version', 'arrived_ms', 'is_known', 'is_crash_known'],
  ...['counted_build', 'counted_crash'],
];

/** Stores the users as they are now. Call it with the app's row locked. */
export async function writeUsers(db: Database, appId: number, sightings: readonly Sighting[]): Promise<void> {
  const rows = sightings.map(({ key, seen }) => ({
    app_id: appId,
    user_id: key,
    last_seen_ms: seen.lastSeenMs,
    first_seen_ms: seen.firstSeenMs,
    installation_id: seen.installationId,
    platform: seen.platform,
    app_version: seen.appVersion,
    country: seen.country,
    language: seen.language,
    crashed_ms: seen.crashedMs,
    crashed_version: seen.crashedVersion,
    arrived_ms: seen.arrivedMs,
    is_known: seen.isKnown,
    is_crash_known: seen.isCrashKnown,
    counted_build: seen.countedBuild,
    counted_crash: seen.countedCrash,
  }));
  await addToCounters(db, { table: 'analytics_users', key: ['app_id', 'user_id'], add: [], set: COLUMNS }, rows);
}
