// Raw SQL: the hot path of events; one multi-row INSERT, counters that move by relative updates, one lock on the app's row.
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, execute, selectRows } from '../../../platform/db/statements/sql.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { bytesOf, type Room } from './daily-bytes.ts';
import { hourOf } from './hours.ts';
import type { EventsOfApp, NewEvent } from './new-event.ts';
import { lockAndRead, type Sighting, sightingsIn, writeUsers } from './users/seen-users.ts';
import { countsOfUser } from './users/user-counts.ts';

/**
 * Kinds of hourly counters. `user` counts users by the hour in which they were last seen, so that a sum over hours counts each once.
 * `version_user` does the same by the version that was last seen; `known_user` and `known_crash` by the version that was last seen and that
 * last crashed, for users whom the guard counts; `build_user` and `build_crash` do so for all users, by platform and version. `bytes`
 * counts what arrived in an hour, for the quota of the day.
 */
const WRITTEN_KINDS = [
  'all',
  'type',
  'platform',
  'version',
  'user',
  'version_user',
  'known_user',
  'known_crash',
  'build_user',
  'build_crash',
  'bytes',
] as const;
export type CountKind = (typeof WRITTEN_KINDS)[number];
/** `crash_user` is of servers of the release before. */
export const STORED_KINDS = [...WRITTEN_KINDS, 'crash_user'] as const;

/**
 * Writes events of one app and adds to its counters. Call it in a transaction. The app's row is locked first: batches of several processes
 * follow each other, so that no count is lost and no deadlock can arise. Returns for each event whether it was a duplicate (its `eventId`
 * is stored already, or occurs earlier in the batch), or its refusal when the quota of the day is used up.
 */
export async function writeEvents(db: Database, appId: number, { events, quota }: EventsOfApp): Promise<(boolean | ApiError)[]> {
  const { users, usedBytes } = await lockAndRead(db, appId, { events, quota });
  const seen = await existingIds(db, appId, events);
  const room = quota.roomAfter(appId, usedBytes);
  const results = events.map((event) => judge(event, seen, room));
  const fresh = events.filter((_, index) => results[index] === false);
  if (fresh.length === 0) return results;
  await insertEvents(db, appId, fresh);
  const counts = countValues(fresh);
  const sightings = sightingsIn(users, fresh);
  countUsers(sightings, counts);
  await writeUsers(db, appId, sightings);
  await addCounts(db, appId, counts);
  return results;
}

async function existingIds(db: Database, appId: number, events: readonly NewEvent[]): Promise<Set<string>> {
  const ids = events.flatMap((event) => event.eventId ?? []);
  if (ids.length === 0) return new Set();
  const sql = 'SELECT event_id FROM analytics_events WHERE app_id = :appId AND event_id IN (:ids)';
  const rows = await selectRows<{ event_id: string }>(db, sql, { appId, ids });
  return new Set(rows.map((row) => row.event_id));
}

/** Whether the event is stored already or occurs earlier in the batch; its refusal when the quota does not allow it. */
function judge({ eventId, eventData }: NewEvent, seen: Set<string>, room: Room): boolean | ApiError {
  if (eventId !== null && seen.has(eventId)) return true;
  const refusal = room.take(bytesOf(eventData));
  if (refusal !== null) return refusal;
  if (eventId !== null) seen.add(eventId);
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
    counts.add('bytes', hourOf(event.createdAt.getTime()), '', bytesOf(event.eventData));
  }
  return counts;
}

async function addCounts(db: Database, appId: number, counts: Counts): Promise<void> {
  const rows = counts.list().map((change) => ({ app_id: appId, ...change }));
  await addToCounters(db, { table: 'analytics_counts', key: ['app_id', 'kind', 'hour', 'value'], add: ['n'] }, rows);
}

/** Moves each user from the counts of its former row to those of its present row. */
function countUsers(sightings: readonly Sighting[], counts: Counts): void {
  for (const { seen, previous } of sightings) {
    for (const { kind, hour, value } of previous === null ? [] : countsOfUser(previous)) counts.add(kind, hour, value, -1);
    for (const { kind, hour, value } of countsOfUser(seen)) counts.add(kind, hour, value);
  }
}
