import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import type { AppSnapshot } from './app-snapshot.ts';
import type { Snapshots } from './snapshots.ts';

/** The part of a snapshot that shows whether it is outdated. */
interface Seen {
  readonly revision: number;
  readonly position: number;
  readonly nextBoundaryAt: number | null;
}

interface Change {
  readonly id: number;
  readonly data: string;
}

/** The open streams of the process by topic. */
export interface Feed {
  /** Whether all places are taken. */
  readonly isFull: boolean;
  hasReaders(topic: string): boolean;
  publish(topic: string, change: Change): void;
  /** Ends the streams of a topic that no longer exists. */
  endTopic(topic: string): void;
}

interface ChangeStreamsDeps {
  readonly snapshots: Snapshots;
  readonly clock: Clock;
  readonly feed: Feed;
}

/** A stream to open: the present state, and the one that its client has seen. */
interface ChangeStream {
  readonly topic: string;
  readonly latest: Change;
  readonly since: number | null;
}

/** The streams that report that an app has changed. Their clients then fetch what they show. */
export class ChangeStreams {
  readonly #snapshots: Snapshots;
  readonly #clock: Clock;
  readonly #feed: Feed;
  /** The reported state of each app with streams. */
  readonly #seen = new Map<string, Seen>();

  constructor({ snapshots, clock, feed }: ChangeStreamsDeps) {
    this.#snapshots = snapshots;
    this.#clock = clock;
    this.#feed = feed;
    snapshots.afterPoll(() => this.#report());
  }

  /** Whether a client that comes now would get a stream. */
  get hasPlace(): boolean {
    return !this.#feed.isFull;
  }

  /**
   * A stream of an active app, for a client that has seen the position `since`.
   * @throws ApiError as `Snapshots.find`
   */
  async follow(slug: string, since: number | null): Promise<ChangeStream> {
    const { snapshot } = await this.#snapshots.find(slug);
    if (!this.#seen.has(slug)) this.#seen.set(slug, seenOf(snapshot));
    return { topic: slug, latest: changeOf(snapshot), since };
  }

  async #report(): Promise<void> {
    const now = this.#clock.now().getTime();
    for (const [slug, seen] of this.#seen) {
      if (!this.#feed.hasReaders(slug)) this.#seen.delete(slug);
      else if (this.#isOutdated(slug, seen, now)) await this.#reportApp(slug, seen);
    }
  }

  #isOutdated(slug: string, { revision, nextBoundaryAt }: Seen, now: number): boolean {
    return this.#snapshots.revisionOf(slug) !== revision || (nextBoundaryAt !== null && now >= nextBoundaryAt);
  }

  async #reportApp(slug: string, seen: Seen): Promise<void> {
    try {
      const { snapshot } = await this.#snapshots.find(slug);
      const present = seenOf(snapshot);
      this.#seen.set(slug, present);
      if (present.revision !== seen.revision || present.position !== seen.position) this.#feed.publish(slug, changeOf(snapshot));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      this.#seen.delete(slug);
      this.#feed.endTopic(slug);
    }
  }
}

function seenOf({ app, position, nextBoundaryAt }: AppSnapshot): Seen {
  return { revision: app.revision, position, nextBoundaryAt };
}

/** The message of OpenFeature's ADR-0008. `etag` and `lastModified` only keep caches from answering the client's next read. */
function changeOf({ position }: AppSnapshot): Change {
  const message = { type: 'refetchEvaluation', etag: `"r${position}"`, lastModified: Math.floor(position / 1000) };
  return { id: position, data: JSON.stringify(message) };
}
