// Raw SQL: the event of a running minute is found and changed by its key, whatever its project is.
import { OutgoingEvent } from '../../../models/platform/OutgoingEvent.ts';
import { MAX_SKEW_MS } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/records/insert-rows.ts';
import { execute, selectRows } from '../db/statements/sql.ts';
import { acrossProjects } from '../db/tenancy/with-tenant.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import { deliverEvents, newEventId } from './deliver.ts';
import { dataOf } from './event-data.ts';
import type { EventTypeName } from './types.ts';

/** An event that the audit log does not have. */
export interface NewEvent {
  readonly projectId: number | null;
  readonly type: EventTypeName;
  /** Such as `review:12`. */
  readonly subject: string;
  /** That of the subject after the write. */
  readonly revision: number | null;
  /** As in the audit log: `user:8d1f…`, `operator:7` or `anonymous`. */
  readonly actor: string;
  /** Ids, `before` and `after`; the type says what the event carries of it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Records events in the caller's transaction, those that an active webhook wants. For no other it sends a statement. */
export async function recordOutgoing(db: Database, events: readonly NewEvent[]): Promise<void> {
  const wanted = await wantedOf(db, events);
  if (wanted.length > 0) await inTransaction(db, () => insertEvents(db, wanted));
}

/**
 * Records events of subjects that change often: the first of a minute is sent at once, the last one after the end of the minute. The
 * rows of the subjects must be locked.
 */
export async function recordInMinute(db: Database, events: readonly NewEvent[]): Promise<void> {
  const wanted = await wantedOf(db, events);
  if (wanted.length > 0) await inTransaction(db, () => writeMinutes(db, wanted));
}

const MINUTE_MS = 60_000;
/** Longer than the transactions that begin in the minute, and than clocks of processes may differ. */
const GRACE_MS = MAX_SKEW_MS + 3_000;

interface Timed {
  readonly minuteKey?: string;
  readonly dueAt?: Date;
}

async function wantedOf(db: Database, events: readonly NewEvent[]): Promise<NewEvent[]> {
  const wanted: NewEvent[] = [];
  for (const event of events) if ((await db.subscriptions.wantedBy(event.type, event.projectId)).length > 0) wanted.push(event);
  return wanted;
}

async function insertEvents(db: Database, events: readonly (NewEvent & Timed)[]): Promise<void> {
  const rows = events.map(({ projectId, type, subject, revision, actor, data, at: createdAt, minuteKey = null }) => ({
    projectId,
    type,
    subject,
    revision,
    actor,
    minuteKey,
    createdAt,
    data: JSON.stringify(dataOf(type, data)),
  }));
  const stored = await insertRows(db, db.model(OutgoingEvent), rows);
  const now = new Date(Math.max(...events.map(({ at }) => at.getTime())));
  const recorded = stored.map(({ id, type, projectId }, index) => {
    const dueAt = events[index]?.dueAt;
    return { eventId: newEventId(), source: 'event' as const, sourceId: id, type, projectId, ...(dueAt === undefined ? {} : { dueAt }) };
  });
  await deliverEvents(db, recorded, now);
}

async function writeMinutes(db: Database, events: readonly NewEvent[]): Promise<void> {
  // the minute of the write: that of the request may have been sent by now
  const minute = Math.floor(db.clock.now().getTime() / MINUTE_MS);
  const keyed = events.map((event) => ({ event, minute }));
  const keyOf = ({ event, minute }: (typeof keyed)[number]): string => `${event.subject} ${minute}`;
  const keys = keyed.flatMap((one) => [keyOf(one), `${keyOf(one)} end`]);
  const sql = 'SELECT minute_key AS minuteKey FROM outgoing_events WHERE minute_key IN (:keys)';
  const rows = await selectRows<{ minuteKey: string }>(acrossProjects(db), sql, { keys });
  const known = new Set(rows.map(({ minuteKey }) => minuteKey));
  const added: (NewEvent & Timed)[] = [];
  for (const one of keyed) {
    const [first, last] = [keyOf(one), `${keyOf(one)} end`];
    if (!known.has(first)) added.push({ ...one.event, minuteKey: first });
    else if (known.has(last)) await replaceLast(db, one.event, last);
    else added.push({ ...one.event, minuteKey: last, dueAt: new Date((one.minute + 1) * MINUTE_MS + GRACE_MS) });
  }
  if (added.length > 0) await insertEvents(db, added);
}

async function replaceLast(db: Database, { type, revision, actor, data, at }: NewEvent, minuteKey: string): Promise<void> {
  await execute(
    acrossProjects(db),
    'UPDATE outgoing_events SET revision = :revision, actor = :actor, data = :data, created_at = :at WHERE minute_key = :minuteKey',
    { revision, actor, data: JSON.stringify(dataOf(type, data)), at, minuteKey },
  );
}
