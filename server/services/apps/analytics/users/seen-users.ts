// Raw SQL: the hot path of events; users are read with the lock on the app's row and written in one statement.
import type { Database } from '../../../../platform/db/database.ts';
import { addToCounters, forUpdate, selectRows } from '../../../../platform/db/statements/sql.ts';
import { HOUR_MS } from '../hours.ts';
import type { EventsOfApp, NewEvent } from '../new-event.ts';
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

/** The state that the lock on the app's row protects. */
export interface Locked {
  readonly users: SeenUsers;
  /** Bytes that arrived today. A batch that another process commits while this one waits for the lock may be missing. */
  readonly usedBytes: number;
}

/** Locks the app's row and reads what the batch changes: one round trip, since other batches wait for the lock. */
export async function lockAndRead(db: Database, appId: number, { events, quota }: EventsOfApp): Promise<Locked> {
  const keys = new Set(events.map((event) => userKeyOf(event)).filter((key) => key !== null));
  const bytes = `SELECT SUM(n) FROM analytics_counts WHERE app_id = :appId AND kind = 'bytes' AND hour >= :fromHour AND hour < :untilHour`;
  const sql = `SELECT user_id AS userKey, last_seen_ms AS lastSeenMs, first_seen_ms AS firstSeenMs, installation_id AS installationId,
      analytics_users.platform AS platform, app_version AS appVersion, country, language,
      crashed_ms AS crashedMs, crashed_version AS crashedVersion, arrived_ms AS arrivedMs, is_known AS isKnown,
      is_crash_known AS isCrashKnown, (${bytes}) AS usedBytes FROM apps
    LEFT JOIN analytics_users ON analytics_users.app_id = apps.id AND user_id IN (:keys) WHERE apps.id = :appId${forUpdate(db)}`;
  // no user has an empty id; an empty list would be invalid SQL
  const values = { appId, keys: ['', ...keys], ...quota.hoursOfToday() };
  const rows = await selectRows<StoredUser & { userKey: string | null; usedBytes: number | string | null }>(db, sql, values);
  const users = rows.flatMap(({ userKey, usedBytes: _, ...row }): [string, SeenUser][] =>
    userKey === null ? [] : [[userKey, seenUserOf(row)]],
  );
  return { users: new Map(users), usedBytes: Number(rows[0]?.usedBytes ?? 0) };
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
  return {
    ...attributes,
    ...crash,
    arrivedMs,
    isKnown: isLate ? previous.isKnown : isKnown || (event.appVersion === null && previous?.isKnown === true),
    firstSeenMs: Math.min(ms, previous?.firstSeenMs ?? ms),
    lastSeenMs: Math.max(ms, previous?.lastSeenMs ?? ms),
  };
}

/** A crash is often reported at the next start of the app, so it counts by its own time. */
function crashAfter(
  previous: SeenUser | undefined,
  { eventType, appVersion, occurredAt }: NewEvent,
  isKnown: boolean,
): Pick<SeenUser, 'crashedMs' | 'crashedVersion' | 'isCrashKnown'> {
  const ms = occurredAt.getTime();
  if (eventType === CRASH && appVersion !== null && ms > (previous?.crashedMs ?? -1))
    return { crashedMs: ms, crashedVersion: appVersion, isCrashKnown: isKnown };
  return {
    crashedMs: previous?.crashedMs ?? null,
    crashedVersion: previous?.crashedVersion ?? null,
    isCrashKnown: previous?.isCrashKnown ?? false,
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
  }));
  await addToCounters(db, { table: 'analytics_users', key: ['app_id', 'user_id'], add: [], set: COLUMNS }, rows);
}
