import { unavailable } from '../errors.ts';

/** One reader of a shared answer. */
export interface SharedRead<V> {
  /** Waits for what the read needs, such as a slot, then calls `begin`. It is called for one reader of a batch. */
  enter(begin: () => Promise<V>): Promise<V>;
  /** Reads the answer. It must not depend on the reader. */
  load(): Promise<V>;
  /** Whether the reader still waits for the answer. */
  isWanted(): boolean;
}

/** The readers that get one answer. */
interface Batch<V> {
  /** For each reader, whether it still waits. */
  readonly wants: (() => boolean)[];
  readonly answer: Promise<V>;
}

/** Behind a read that takes longer, the next one begins beside it, so that one stuck connection does not hold up all readers. */
const MOST_WAIT_MS = 100;

/**
 * Equal reads that wait at the same time share one answer. A read joins a batch only before the batch begins to load: later ones join the
 * next batch, which begins when the current one has ended. No answer is therefore older than the arrival of its reader, and none is kept.
 */
export class SharedReads<V> {
  /** The batches that have not begun, by key. */
  readonly #gathering = new Map<string, Batch<V>>();
  /** The answers that are being loaded; of several with one key, the one that began last. */
  readonly #loading = new Map<string, Promise<V>>();

  /** The number of batches, for tests: without readers there are none. */
  get size(): number {
    return this.#gathering.size + this.#loading.size;
  }

  /** Whether there is a batch with this key, so that a further read costs next to nothing. */
  has(key: string): boolean {
    return this.#gathering.has(key) || this.#loading.has(key);
  }

  /** Resolves to the answer for `key`, loaded after this call; rejects as its load or its `enter` does. */
  read(key: string, read: SharedRead<V>): Promise<V> {
    const open = this.#gathering.get(key);
    if (open !== undefined) {
      open.wants.push(read.isWanted);
      return open.answer;
    }
    const wants = [read.isWanted];
    const answer = this.#run(key, wants, read);
    this.#gathering.set(key, { wants, answer });
    return answer;
  }

  async #run(key: string, wants: Batch<V>['wants'], read: SharedRead<V>): Promise<V> {
    const current = this.#loading.get(key);
    if (current !== undefined) await endOf(current);
    // reads that arrived in the same turn of the event loop join too
    await new Promise<void>((resolve) => setImmediate(resolve));
    const begin = (): Promise<V> => {
      this.#gathering.delete(key);
      if (!wants.some((isWanted) => isWanted())) throw unavailable('The request took too long. Try again in a moment.');
      return this.#load(key, read);
    };
    try {
      return await read.enter(begin);
    } finally {
      // a batch that was refused before it began
      if (this.#gathering.get(key)?.wants === wants) this.#gathering.delete(key);
    }
  }

  async #load(key: string, read: SharedRead<V>): Promise<V> {
    const loaded = read.load();
    this.#loading.set(key, loaded);
    try {
      return await loaded;
    } finally {
      if (this.#loading.get(key) === loaded) this.#loading.delete(key);
    }
  }
}

/** Resolves when the promise is settled, at the latest after `MOST_WAIT_MS`. */
function endOf(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MOST_WAIT_MS);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
