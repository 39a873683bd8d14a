import type { Database } from '../db/database.ts';

/** An event that leaves the server. Its JSON is at most 20 kB, with no phone, e-mail address, code, token or password. */
export interface OutgoingEvent {
  /** `evt_…`, the same at every webhook and in every try. */
  readonly id: string;
  readonly type: string;
  /** When it happened, in ISO 8601. */
  readonly timestamp: string;
  /** null for an event of the platform. */
  readonly projectId: number | null;
  /** Such as `review:12`. */
  readonly subject: string;
  /** Grows with each change of the subject; null for a subject without one. */
  readonly revision: number | null;
  /** As the audit log names it, such as `operator:7`. */
  readonly actor: string;
  /** Ids, `before` and `after`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The row that an event is read from: one of `audit_log`, or one of `outgoing_events`. */
export type EventSource = 'audit' | 'event';

/** An event that has been recorded in this transaction. */
export interface RecordedEvent {
  /** From `newEventId`. */
  readonly eventId: string;
  readonly source: EventSource;
  /** The id of its row. */
  readonly sourceId: number;
  readonly type: string;
  /** null for an event of the platform. */
  readonly projectId: number | null;
  /** When it is sent first; at once by default. */
  readonly dueAt?: Date;
}

export type EventReference = Pick<RecordedEvent, 'eventId' | 'source' | 'sourceId'>;

/**
 * Reads events from their rows, all at once, by their ids: the same in every try. An event is missing when its row is gone, and null when
 * only a newer release knows its type. Texts of `TextReaders` are not part of it.
 */
export type EventReader = (db: Database, references: readonly EventReference[]) => Promise<ReadonlyMap<string, OutgoingEvent | null>>;

/**
 * The texts of an event's subject that people wrote, read from the live rows: null for a text that was erased, hidden or deleted. For
 * webhooks with `content` alone.
 */
export type TextReader = (db: Database, event: OutgoingEvent) => Promise<EventTexts>;

export type EventTexts = Readonly<Record<string, string | null>>;

/** Services register a reader for the first word of a subject, such as `review`. */
export type TextReaders = Readonly<Record<string, TextReader>>;
