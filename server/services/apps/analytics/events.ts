import { validationError } from '../../platform/errors.ts';
import { HOUR_MS, type NewEvent } from './event-batch.ts';
import { recordEvent } from './event-writer.ts';
import { findSnapshot } from './snapshots.ts';

/** What a client reports (spec, Event body; contract §4, Events). */
export interface ReportedEvent {
  eventType: string;
  userId?: string | null;
  platform?: 'android' | 'ios' | null;
  appVersion?: string | null;
  eventData?: Record<string, unknown> | null;
  eventId?: string | null;
  occurredAt?: Date | null;
}

/** An event of a batch as its check left it: the event, or why it is none. */
export type CheckedEvent = { readonly event: ReportedEvent } | { readonly error: string };

export interface Outcome {
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  /** Why it was rejected. */
  readonly error?: string;
}

/** How long a client may hold an event back, in milliseconds. */
const OLDEST_MS = 7 * 24 * HOUR_MS;
const TOO_OLD = 'occurredAt must be at most 7 days ago';

/**
 * Records one event.
 * @throws ApiError 404 `app_not_found`, 400 for one that is too old, 503 when it could not be committed.
 */
export async function reportEvent(slug: string, event: ReportedEvent, now: Date): Promise<{ isDuplicate: boolean }> {
  const { snapshot } = await findSnapshot(slug);
  if (isTooOld(event, now)) throw validationError([{ field: 'occurredAt', message: TOO_OLD }]);
  const isDuplicate = await recordEvent(snapshot.app.id, toNewEvent(event, now));
  return { isDuplicate };
}

/**
 * Records the good events of a batch; they share the commits of everybody else's, and what one meets does not stop the others.
 * @throws ApiError 404 `app_not_found`; 503 when not one could be committed, so that the client sends them all again.
 */
export async function reportEvents(slug: string, checked: readonly CheckedEvent[], now: Date): Promise<Outcome[]> {
  const { snapshot } = await findSnapshot(slug);
  const failures: unknown[] = [];
  const report = async (entry: CheckedEvent): Promise<Outcome> => {
    if ('error' in entry) return { status: 'rejected', error: entry.error };
    if (isTooOld(entry.event, now)) return { status: 'rejected', error: TOO_OLD };
    try {
      return { status: (await recordEvent(snapshot.app.id, toNewEvent(entry.event, now))) ? 'duplicate' : 'accepted' };
    } catch (error) {
      failures.push(error);
      return { status: 'rejected', error: 'could not be recorded right now; send it again' };
    }
  };
  const outcomes = await Promise.all(checked.map(report));
  if (failures.length > 0 && outcomes.every((outcome) => outcome.status === 'rejected')) throw failures[0];
  return outcomes;
}

function isTooOld(event: ReportedEvent, now: Date): boolean {
  return event.occurredAt instanceof Date && event.occurredAt.getTime() < now.getTime() - OLDEST_MS;
}

/** A clock that runs ahead is not believed: the future becomes now. */
function toNewEvent(event: ReportedEvent, now: Date): NewEvent {
  const occurredAt = event.occurredAt && event.occurredAt < now ? event.occurredAt : now;
  return {
    eventType: event.eventType,
    userId: event.userId ?? null,
    platform: event.platform ?? null,
    appVersion: event.appVersion ?? null,
    eventData: event.eventData ? JSON.stringify(event.eventData) : null,
    eventId: event.eventId?.toLowerCase() ?? null,
    occurredAt,
    createdAt: now,
  };
}
