import type { DailyBytes } from './daily-bytes.ts';

/** A checked event, ready to be written. */
export interface NewEvent {
  readonly eventType: string;
  readonly userId: string | null;
  readonly installationId: string | null;
  readonly country: string | null;
  readonly language: string | null;
  readonly platform: string | null;
  readonly appVersion: string | null;
  /** JSON text. */
  readonly eventData: string | null;
  readonly eventId: string | null;
  readonly occurredAt: Date;
  readonly createdAt: Date;
  /** When the release of its version was published, in milliseconds since 1970; null when the app has no such release. */
  readonly releasedMs: number | null;
}

export interface EventsOfApp {
  readonly events: readonly NewEvent[];
  readonly quota: DailyBytes;
}
