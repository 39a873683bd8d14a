// Raw SQL: the hot path of events; one multi-row INSERT, counters that move by relative updates, one lock on the app's row.
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, execute, forUpdate, selectRows } from '../../../platform/db/sql.ts';

/** A checked event, ready to be written. */
export interface NewEvent {
  readonly eventType: string;
  readonly userId: string | null;
  readonly platform: string | null;
  readonly appVersion: string | null;
  /** JSON text. */
  readonly eventData: string | null;
  readonly eventId: string | null;
  readonly occurredAt: Date;
  readonly createdAt: Date;
}

export const HOUR_MS = 3_600_000;

/** Kinds of hourly counters. `user` counts users by the hour in which they were last seen, so that a sum over hours counts each once. */
export const COUNT_KINDS = ['all', 'type', 'platform', 'version', 'user'] as const;
export type CountKind = (typeof COUNT_KINDS)[number];

export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}

/**
 * Writes events of one app and adds to its counters. Call it in a transaction. The app's row is locked first: batches of several processes follow
 * each other, so that no count is lost and no deadlock can arise. Returns for each event whether it was a duplicate: its `eventId` is stored
 * already, or occurs earlier in the batch.
 */
export async function writeEvents(db: Database, appId: number, events: readonly NewEvent[]): Promise<boolean[]> {
  const before = await lockAndReadUsers(db, appId, events);
  const seen = await existingIds(db, appId, events);
  const duplicates = events.map((event) => isRepeat(event, seen));
  const fresh = events.filter((_, index) => duplicates[index] === false);
  if (fresh.length === 0) return duplicates;
  await insertEvents(db, appId, fresh);
  const counts = countValues(fresh);
  await moveUsers(db, appId, { before, now: lastSeenIn(fresh) }, counts);
  await addCounts(db, appId, counts);
  return duplicates;
}

/** Locks the app's row and reads when the users of the batch were last seen: one round trip, since other batches wait for the lock. */
async function lockAndReadUsers(db: Database, appId: number, events: readonly NewEvent[]): Promise<Map<string, number>> {
  const userIds = [...lastSeenIn(events).keys()];
  const sql = `SELECT user_id, last_seen_ms FROM apps
    LEFT JOIN analytics_users ON analytics_users.app_id = apps.id AND user_id IN (:userIds) WHERE apps.id = :appId${forUpdate(db)}`;
  // no user has an empty id; an empty list would be invalid SQL
  const rows = await selectRows<{ user_id: string | null; last_seen_ms: number }>(db, sql, { appId, userIds: ['', ...userIds] });
  return new Map(rows.flatMap(({ user_id, last_seen_ms }) => (user_id === null ? [] : [[user_id, Number(last_seen_ms)]])));
}

async function existingIds(db: Database, appId: number, events: readonly NewEvent[]): Promise<Set<string>> {
  const ids = events.flatMap((event) => event.eventId ?? []);
  if (ids.length === 0) return new Set();
  const sql = 'SELECT event_id FROM analytics_events WHERE app_id = :appId AND event_id IN (:ids)';
  const rows = await selectRows<{ event_id: string }>(db, sql, { appId, ids });
  return new Set(rows.map((row) => row.event_id));
}

/** Adds the id to `seen`, so that a repeat within the batch is found too. */
function isRepeat(event: NewEvent, seen: Set<string>): boolean {
  if (event.eventId === null) return false;
  if (seen.has(event.eventId)) return true;
  seen.add(event.eventId);
  return false;
}

async function insertEvents(db: Database, appId: number, events: readonly NewEvent[]): Promise<void> {
  const sql = `INSERT INTO analytics_events
    (app_id, event_type, user_id, platform, app_version, event_data, event_id, occurred_at, created_at) VALUES :values`;
  const values = events.map((event) => [
    appId,
    event.eventType,
    event.userId,
    event.platform,
    event.appVersion,
    event.eventData,
    event.eventId,
    event.occurredAt,
    event.createdAt,
  ]);
  await execute(db, sql, { values });
}

/** Changes of the hourly counters by kind, hour and value. */
class Counts {
  readonly #changes = new Map<string, { kind: CountKind; hour: number; value: string; n: number }>();

  add(kind: CountKind, hour: number, value: string, n = 1): void {
    const key = `${kind} ${hour} ${value}`;
    const change = this.#changes.get(key);
    if (change === undefined) this.#changes.set(key, { kind, hour, value, n });
    else change.n += n;
  }

  list(): { kind: CountKind; hour: number; value: string; n: number }[] {
    return [...this.#changes.values()].filter((change) => change.n !== 0);
  }
}

function countValues(events: readonly NewEvent[]): Counts {
  const counts = new Counts();
  for (const event of events) {
    const hour = hourOf(event.occurredAt.getTime());
    counts.add('all', hour, '');
    counts.add('type', hour, event.eventType);
    counts.add('platform', hour, event.platform ?? '');
    counts.add('version', hour, event.appVersion ?? '');
  }
  return counts;
}

async function addCounts(db: Database, appId: number, counts: Counts): Promise<void> {
  const rows = counts.list().map((change) => ({ app_id: appId, ...change }));
  await addToCounters(db, { table: 'analytics_counts', key: ['app_id', 'kind', 'hour', 'value'], add: ['n'] }, rows);
}

function lastSeenIn(events: readonly NewEvent[]): Map<string, number> {
  const lastSeen = new Map<string, number>();
  for (const { userId, occurredAt } of events) {
    if (userId !== null) lastSeen.set(userId, Math.max(lastSeen.get(userId) ?? 0, occurredAt.getTime()));
  }
  return lastSeen;
}

/** The time at which each user was last seen, in milliseconds: as stored before the batch, and in the batch. */
interface Sightings {
  readonly before: ReadonlyMap<string, number>;
  readonly now: ReadonlyMap<string, number>;
}

/** Moves each user to the hour in which the user was last seen; a late event moves no user back. */
async function moveUsers(db: Database, appId: number, { before, now }: Sightings, counts: Counts): Promise<void> {
  const moved = [...now].filter(([userId, ms]) => ms > (before.get(userId) ?? -1));
  for (const [userId, ms] of moved) {
    const previous = before.get(userId);
    if (previous !== undefined) counts.add('user', hourOf(previous), '', -1);
    counts.add('user', hourOf(ms), '');
  }
  const rows = moved.map(([userId, ms]) => ({ app_id: appId, user_id: userId, last_seen_ms: ms }));
  await addToCounters(db, { table: 'analytics_users', key: ['app_id', 'user_id'], add: [], set: ['last_seen_ms'] }, rows);
}
