import type { Bulkhead } from '../../concurrency/bulkhead.ts';
import { ApiError, unavailable } from '../../errors.ts';
import type { Database } from '../database.ts';
import { OutcomeUnknownError } from '../statements/driver-error.ts';
import { toApiError } from '../statements/errors.ts';
import type { Batches } from './batches.ts';
import { inTransaction } from './transaction.ts';

const MAX_BATCH = 256;
/** One statement writes a batch, and MySQL accepts at most 16 MiB (`max_allowed_packet`). */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const MAX_WAITING = 5_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const MAX_WAIT_MS = 1_500;

interface Waiting<T, R> {
  readonly item: T;
  readonly since: number;
  readonly bytes: number;
  settle(result: R | ApiError): void;
  reject(error: unknown): void;
}

/**
 * Coalesces writes: items of one key that arrive while a batch is being committed form the next batch, and each caller is answered after
 * its own item is committed. Batch size, concurrent batches, waiting bytes and waiting time are bounded.
 */
export class BatchQueue<T, R> {
  readonly #db: Database;
  readonly #batches: Batches<T, R>;
  readonly #slots: Bulkhead;
  /** By key, from its first waiting item until its last batch is written. */
  readonly #queues = new Map<number, Waiting<T, R>[]>();
  #waitingCount = 0;
  #waitingBytes = 0;

  /** `slots` bounds the batches that are written at the same time; several queues may share it. */
  constructor(db: Database, batches: Batches<T, R>, slots: Bulkhead) {
    this.#db = db;
    this.#batches = batches;
    this.#slots = slots;
  }

  /** The number of items that wait to be committed. */
  get waiting(): number {
    return this.#waitingCount;
  }

  /**
   * Resolves to the result of the item when it is committed. Inside a transaction the item is written at once, as part of it.
   * @throws ApiError the refusal of this item; 503 when too many items wait, or when the database does not accept them in time
   */
  add(key: number, item: T): Promise<R> {
    if (this.#db.scopes.open() !== null) return this.#writeOne(key, item);
    const bytes = this.#batches.sizeOf(item);
    if (this.#waitingCount >= MAX_WAITING || this.#waitingBytes + bytes > MAX_WAITING_BYTES) return Promise.reject(this.#overloaded());
    return new Promise((resolve, reject) => {
      const settle = (result: R | ApiError): void => (result instanceof ApiError ? reject(result) : resolve(result));
      this.#enqueue(key, { item, bytes, since: performance.now(), settle, reject });
    });
  }

  #enqueue(key: number, waiting: Waiting<T, R>): void {
    this.#waitingCount += 1;
    this.#waitingBytes += waiting.bytes;
    const present = this.#queues.get(key);
    if (present !== undefined) {
      present.push(waiting);
      return;
    }
    const queue = [waiting];
    this.#queues.set(key, queue);
    // after the requests that have arrived already, so that a burst forms one batch
    setImmediate(() => void this.#drain(key, queue));
  }

  /** Writes batch after batch of one key; each waits in line with the batches of other keys. */
  async #drain(key: number, queue: Waiting<T, R>[]): Promise<void> {
    while (queue.length > 0) {
      let hasSlot = false;
      const waitingSinceStart = queue.length;
      const writeNext = (): Promise<void> => {
        hasSlot = true;
        return this.#writeNext(key, queue);
      };
      try {
        await this.#slots.run(writeNext);
      } catch (error) {
        // after a failed batch the database would probably fail the items behind it too; without a slot, only those that waited fail
        const failed = hasSlot ? queue.length : waitingSinceStart;
        for (const waiting of this.#discount(queue.splice(0, failed))) waiting.reject(unsent(error));
      }
    }
    this.#queues.delete(key);
  }

  async #writeNext(key: number, queue: Waiting<T, R>[]): Promise<void> {
    const batch = this.#discount(queue.splice(0, batchSize(queue)));
    const inTime = batch.filter(isInTime);
    for (const waiting of batch) if (!inTime.includes(waiting)) waiting.reject(this.#overloaded());
    if (inTime.length === 0) return;
    try {
      const items = inTime.map(({ item }) => item);
      const results = await this.#write(key, items);
      for (const [index, waiting] of inTime.entries()) waiting.settle(present(results[index]));
    } catch (error) {
      await this.#recover(key, inTime, error);
    }
  }

  /** One item may be the reason why its batch failed, so each is tried alone, until the database refuses all work. */
  async #recover(key: number, batch: readonly Waiting<T, R>[], error: unknown): Promise<void> {
    let failure = error;
    for (const waiting of batch) {
      if (batch.length > 1 && toApiError(failure) === null)
        await this.#writeOne(key, waiting.item).then(waiting.settle, (reason: unknown) => {
          failure = reason;
          waiting.reject(reason);
        });
      else waiting.reject(failure === error ? error : unsent(failure));
    }
    if (toApiError(failure) !== null) throw failure;
  }

  async #writeOne(key: number, item: T): Promise<R> {
    const [result] = await this.#write(key, [item]);
    if (result instanceof ApiError) throw result;
    return present(result);
  }

  /** Items with the same identity are written one after the other, all in one transaction. */
  #write(key: number, items: readonly T[]): Promise<(R | ApiError)[]> {
    const rounds = this.#roundsOf(items);
    return inTransaction(this.#db, async () => {
      const results = new Map<T, R | ApiError>();
      for (const round of rounds) {
        const written = await this.#batches.write(this.#db, key, round);
        for (const [index, item] of round.entries()) results.set(item, present(written[index]));
      }
      return items.map((item) => present(results.get(item)));
    });
  }

  #roundsOf(items: readonly T[]): T[][] {
    const rounds: T[][] = [];
    const roundsByIdentity = new Map<string, number>();
    for (const item of items) {
      const identity = this.#batches.identityOf?.(item) ?? null;
      const round = identity === null ? 0 : (roundsByIdentity.get(identity) ?? 0);
      if (identity !== null) roundsByIdentity.set(identity, round + 1);
      const others = rounds[round];
      if (others === undefined) rounds.push([item]);
      else others.push(item);
    }
    return rounds;
  }

  #discount(taken: Waiting<T, R>[]): Waiting<T, R>[] {
    this.#waitingCount -= taken.length;
    this.#waitingBytes -= taken.reduce((sum, { bytes }) => sum + bytes, 0);
    return taken;
  }

  #overloaded(): ApiError {
    return unavailable(`Too many ${this.#batches.name} are waiting to be written. Try again in a moment.`);
  }
}

/** The failure of an item for an item that was not sent with it. */
function unsent(failure: unknown): unknown {
  return failure instanceof OutcomeUnknownError ? unavailable(undefined, failure) : failure;
}

function isInTime({ since }: { readonly since: number }): boolean {
  return since >= performance.now() - MAX_WAIT_MS;
}

/** At least one item, of any size. */
function batchSize(queue: readonly { readonly bytes: number }[]): number {
  let count = 0;
  let bytes = 0;
  for (const waiting of queue) {
    bytes += waiting.bytes;
    if (count === MAX_BATCH || (count > 0 && bytes > MAX_BATCH_BYTES)) break;
    count += 1;
  }
  return count;
}

function present<R>(result: R | undefined): R {
  if (result === undefined) throw new Error('A batch was written without a result for each item.');
  return result;
}
