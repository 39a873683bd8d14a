import { LRUCache } from 'lru-cache';
import { type Context, projectIdOf } from '../../../platform/context.ts';
import { requireAuthorId } from '../authors.ts';

/** Numbers that the lists of one kind may hold in a process: about 8 MB. */
const MAX_NUMBERS = 1_000_000;
/** The size of an entry beside its numbers. */
const ENTRY_NUMBERS = 200;
/** Bounds the error when one of two changes adds a row of a blocked author and the other removes one of another author. */
const MAX_AGE_MS = 10_000;

interface Remembered<V> {
  readonly state: string;
  readonly blocks: string;
  readonly value: V;
}

/** A list of a caller with blocks. */
export interface MemoKey {
  /** The list with its filters. */
  readonly list: readonly unknown[];
  /** The counters of the list, which change with its rows. */
  readonly state: string;
  /** The value of `readCaller`, read before the list: a block that is added meanwhile makes the value invalid. */
  readonly blocks: string;
}

/**
 * Remembers for a short time what blocked authors wrote in a list, while the counters of the list and the caller's blocks stay the same. To
 * read it looks up every blocked author, which takes longer than the page itself, and a caller who reads page after page needs it each
 * time.
 */
export class BlockedMemo<V> {
  readonly #lists: LRUCache<string, Remembered<V>>;

  /** `sizeOf` returns the numbers that a value holds. */
  constructor(sizeOf: (value: V) => number) {
    const sizeCalculation = ({ value }: Remembered<V>): number => ENTRY_NUMBERS + sizeOf(value);
    this.#lists = new LRUCache({ maxSize: MAX_NUMBERS, ttl: MAX_AGE_MS, sizeCalculation });
  }

  /** The remembered value if it is still valid, else the value that `read` returns. */
  async readThrough(ctx: Context, { list, state, blocks }: MemoKey, read: () => Promise<V>): Promise<V> {
    const key = JSON.stringify([projectIdOf(ctx), requireAuthorId(ctx), ...list]);
    const known = this.#lists.get(key);
    if (known?.state === state && known.blocks === blocks) return known.value;
    const value = await read();
    this.#lists.set(key, { state, blocks, value });
    return value;
  }
}
