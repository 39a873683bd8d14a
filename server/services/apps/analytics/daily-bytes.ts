import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import { type ApiError, throttled } from '../../../platform/errors.ts';

const DAY_MS = 86_400_000;
const HOURS_OF_DAY = 24;
/** The bytes of an event beside its data. */
const EVENT_BYTES = 200;
const MAX_APPS = 1_000;

/** The bytes of an event with this data, as the quota counts them. */
export function bytesOf(eventData: string | null): number {
  return EVENT_BYTES + (eventData === null ? 0 : Buffer.byteLength(eventData));
}

/** The bytes that an app may still send today. */
export interface Room {
  /** Takes the bytes of an event, or returns the refusal: 429 until midnight of UTC. */
  take(bytes: number): ApiError | null;
}

/**
 * The bytes of events that each app may send in a day of UTC (`EVENTS_DAILY_BYTES`). The hourly sums are stored with the events, so every
 * process and every restart knows them. The last event that is accepted may exceed the quota.
 */
export class DailyBytes {
  readonly #limit: number;
  readonly #clock: Clock;
  /** The day on which an app used up its quota: its next events are refused without the database. */
  readonly #usedUpOn = new LRUCache<number, number>({ max: MAX_APPS });

  /** `limit` 0 is no limit. */
  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** The refusal of every event of an app that has used up its quota, as far as this process knows; else null. */
  refusalOf(appId: number): ApiError | null {
    return this.#usedUpOn.get(appId) === this.#today() ? this.#refusal() : null;
  }

  /** Hours since 1970, the last one exclusive. */
  hoursOfToday(): { fromHour: number; untilHour: number } {
    const fromHour = this.#today() * HOURS_OF_DAY;
    return { fromHour, untilHour: fromHour + HOURS_OF_DAY };
  }

  /** The room of an app that has sent `used` bytes today. */
  roomAfter(appId: number, used: number): Room {
    let left = this.#limit === 0 ? Number.POSITIVE_INFINITY : this.#limit - used;
    const take: Room['take'] = (bytes) => {
      if (left <= 0) {
        this.#usedUpOn.set(appId, this.#today());
        return this.#refusal();
      }
      left -= bytes;
      return null;
    };
    return { take };
  }

  #today(): number {
    return Math.floor(this.#clock.now().getTime() / DAY_MS);
  }

  #refusal(): ApiError {
    const leftMs = (this.#today() + 1) * DAY_MS - this.#clock.now().getTime();
    return throttled(leftMs / 1000, 'throttled', 'The app has used up its events of the day.');
  }
}
