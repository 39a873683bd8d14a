import { unavailable } from '../../../platform/errors.ts';
import type { NewEvent } from './event-batch.ts';

const MAX_BATCH = 256;
/** One statement writes a batch, and MySQL accepts at most 16 MiB (`max_allowed_packet`). */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** Apps whose batches are written at the same time; below the pool's size, so that events never starve other work. */
const MAX_WRITERS = 4;
const MAX_WAITING = 5_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const MAX_WAIT_MS = 1_500;

interface Waiting {
  readonly event: NewEvent;
  readonly since: number;
  readonly bytes: number;
  resolve(isDuplicate: boolean): void;
  reject(error: unknown): void;
}

/** Commits the events of one app; resolves for each to whether it was a duplicate. */
type WriteBatch = (appId: number, events: readonly NewEvent[]) => Promise<boolean[]>;

/**
 * Coalesces event writes: events that arrive while a batch is being committed form the next batch, and each caller is answered after its
 * own row is committed. Batch size, concurrent batches, waiting bytes and waiting time are bounded.
 */
export class EventWriter {
  readonly #writeBatch: WriteBatch;
  /** By app, from its first waiting event until its last batch is written. */
  readonly #queues = new Map<number, Waiting[]>();
  readonly #ready: number[] = [];
  #writers = 0;
  #waitingCount = 0;
  #waitingBytes = 0;

  constructor(writeBatch: WriteBatch) {
    this.#writeBatch = writeBatch;
  }

  /** The number of events that wait to be committed. */
  get waiting(): number {
    return this.#waitingCount;
  }

  /**
   * Resolves when the event is committed: true when its `eventId` was stored before.
   * @throws ApiError 503 when too many events wait, or when the database does not accept them in time
   */
  record(appId: number, event: NewEvent): Promise<boolean> {
    const bytes = 256 + (event.eventData?.length ?? 0) * 2;
    if (this.#waitingCount >= MAX_WAITING || this.#waitingBytes + bytes > MAX_WAITING_BYTES) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.#enqueue(appId, { event, bytes, since: performance.now(), resolve, reject });
    });
  }

  #enqueue(appId: number, waiting: Waiting): void {
    this.#waitingCount += 1;
    this.#waitingBytes += waiting.bytes;
    const queue = this.#queues.get(appId);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    this.#queues.set(appId, [waiting]);
    this.#ready.push(appId);
    // after the requests that have arrived already, so that a burst forms one batch
    setImmediate(() => this.#startWriters());
  }

  #startWriters(): void {
    while (this.#writers < MAX_WRITERS) {
      const appId = this.#ready.shift();
      if (appId === undefined) return;
      this.#writers += 1;
      void this.#writeQueue(appId).finally(() => {
        this.#writers -= 1;
        this.#startWriters();
      });
    }
  }

  /** Writes one batch of the app, which queues again when more events have arrived. */
  async #writeQueue(appId: number): Promise<void> {
    const queue = this.#queues.get(appId) ?? [];
    const batch = takeBatch(queue);
    this.#discount(batch);
    await this.#write(appId, batch, queue);
    if (queue.length > 0) this.#ready.push(appId);
    else this.#queues.delete(appId);
  }

  async #write(appId: number, batch: readonly Waiting[], behind: Waiting[]): Promise<void> {
    const oldest = performance.now() - MAX_WAIT_MS;
    const inTime = batch.filter((waiting) => waiting.since >= oldest);
    for (const waiting of batch) if (waiting.since < oldest) waiting.reject(overloaded());
    if (inTime.length === 0) return;
    try {
      const events = inTime.map((waiting) => waiting.event);
      const duplicates = await this.#writeBatch(appId, events);
      inTime.forEach((waiting, index) => waiting.resolve(duplicates[index] === true));
    } catch (error) {
      // the database would probably fail the events behind this batch too, after they have waited as long
      const stranded = behind.splice(0);
      this.#discount(stranded);
      for (const waiting of [...inTime, ...stranded]) waiting.reject(error);
    }
  }

  #discount(waiting: readonly Waiting[]): void {
    this.#waitingCount -= waiting.length;
    this.#waitingBytes -= waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** At least one event, of any size. */
function takeBatch(queue: Waiting[]): Waiting[] {
  let count = 0;
  let bytes = 0;
  for (const waiting of queue) {
    bytes += waiting.bytes;
    if (count === MAX_BATCH || (count > 0 && bytes > MAX_BATCH_BYTES)) break;
    count += 1;
  }
  return queue.splice(0, count);
}

function overloaded(): Error {
  return unavailable('Too many events are waiting to be written. Try again in a moment.');
}
