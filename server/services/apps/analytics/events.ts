import { versionKey } from '../../../domain/version-number.ts';
import { ApiError, throttled, validationError } from '../../../platform/errors.ts';
import type { AppSnapshot } from '../app-snapshot.ts';
import type { Apps } from '../apps-service.ts';
import { bytesOf } from './daily-bytes.ts';
import { HOUR_MS } from './hours.ts';
import type { NewEvent } from './new-event.ts';

/** One event as a client reports it. */
export interface ReportedEvent {
  eventType: string;
  userId?: string | null;
  installationId?: string | null;
  country?: string | null;
  language?: string | null;
  platform?: 'android' | 'ios' | null;
  appVersion?: string | null;
  eventData?: Record<string, unknown> | null;
  eventId?: string | null;
  occurredAt?: Date | null;
}

/** An event of a batch after validation: the event, or the reason why it is invalid. */
export type CheckedEvent = { readonly event: NewEvent } | { readonly error: string };

export interface Outcome {
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  /** The reason, when it was rejected. */
  readonly error?: string;
  /** Whether the same event may be accepted later. Absent when it never will be. */
  readonly retryable?: true;
}

/** The events of one request. */
export interface EventsOfRequest {
  readonly checked: readonly CheckedEvent[];
  /** How many of them the rate limits allow; those after them are rejected. */
  readonly allowed: number;
}

/** The event of a request, and the seconds for which the limit of bytes refuses it; 0 when it does not. */
export interface LimitedEvent {
  readonly event: NewEvent;
  readonly waitSeconds: number;
}

/** How long a client may delay an event, in milliseconds. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
const TOO_OLD = 'occurredAt must be at most 7 days ago';

/** The bytes of an event that may be recorded, as the limit of an address and the quota of the day count them; 0 for others. */
export function bytesToCount(entry: CheckedEvent): number {
  return 'error' in entry || isTooOld(entry.event) ? 0 : bytesOf(entry.event.eventData);
}

/**
 * Records one event.
 * @throws ApiError 404 `app_not_found`, 400 for an event that is too old, 429 when the address has sent too many bytes or the app has used
 *   up its quota of the day, 503 when the event could not be committed
 */
export async function reportEvent(apps: Apps, slug: string, { event, waitSeconds }: LimitedEvent): Promise<{ isDuplicate: boolean }> {
  const { snapshot } = await apps.snapshots.find(slug);
  if (isTooOld(event)) throw validationError([{ field: 'occurredAt', message: TOO_OLD }]);
  if (waitSeconds > 0) {
    apps.events.onRefusal('rate_limit');
    throw throttled(waitSeconds);
  }
  return { isDuplicate: await record(apps, snapshot, event) };
}

/**
 * Records the valid events of a batch. They share commits with the events of other requests, and each has its own outcome.
 * @throws ApiError 404 `app_not_found`; 503 when none could be committed, so that the client sends all of them again
 */
export async function reportEvents(apps: Apps, slug: string, { checked, allowed }: EventsOfRequest): Promise<Outcome[]> {
  const { snapshot } = await apps.snapshots.find(slug);
  const failures: unknown[] = [];
  const report = async (entry: CheckedEvent, index: number): Promise<Outcome> => {
    if ('error' in entry) return { status: 'rejected', error: entry.error };
    if (isTooOld(entry.event)) return { status: 'rejected', error: TOO_OLD };
    if (index >= allowed) {
      apps.events.onRefusal('rate_limit');
      return rejectedForNow('too many events or bytes; send it again after the window of the rate limit');
    }
    try {
      return { status: (await record(apps, snapshot, entry.event)) ? 'duplicate' : 'accepted' };
    } catch (error) {
      if (isOverQuota(error)) return rejectedForNow(error.message);
      failures.push(error);
      return rejectedForNow('could not be recorded now; send it again');
    }
  };
  const outcomes = await Promise.all(checked.map(report));
  if (failures.length > 0 && outcomes.every((outcome) => outcome.status === 'rejected')) throw failures[0];
  return outcomes;
}

/** Resolves to whether the event was a duplicate. */
async function record(apps: Apps, { app, publishedMs }: AppSnapshot, event: NewEvent): Promise<boolean> {
  const { queue, quota, onRefusal } = apps.events;
  try {
    const refusal = quota.refusalOf(app.id);
    if (refusal !== null) throw refusal;
    const { appVersion } = event;
    const releasedMs = appVersion === null || publishedMs.size === 0 ? null : (publishedMs.get(versionKey(appVersion)) ?? null);
    return await queue.add(app.id, releasedMs === null ? event : { ...event, releasedMs });
  } catch (error) {
    onRefusal(isOverQuota(error) ? 'daily_bytes' : 'unavailable');
    throw error;
  }
}

function isOverQuota(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

function rejectedForNow(error: string): Outcome {
  return { status: 'rejected', error, retryable: true };
}

function isTooOld({ occurredAt, createdAt }: NewEvent): boolean {
  return occurredAt.getTime() < createdAt.getTime() - MAX_AGE_MS;
}

/** The event as it is written. A client's clock may be ahead: a time in the future becomes now. */
export function toNewEvent(event: ReportedEvent, now: Date): NewEvent {
  const occurredAt = event.occurredAt && event.occurredAt < now ? event.occurredAt : now;
  return {
    eventType: event.eventType,
    userId: event.userId ?? null,
    installationId: event.installationId ?? null,
    country: event.country ?? null,
    language: event.language ?? null,
    platform: event.platform ?? null,
    appVersion: event.appVersion ?? null,
    eventData: event.eventData ? JSON.stringify(event.eventData) : null,
    eventId: event.eventId?.toLowerCase() ?? null,
    occurredAt,
    createdAt: now,
    releasedMs: null,
  };
}
