import type { ApiError } from '../../errors.ts';
import type { Database } from '../database.ts';

/** In bytes. */
const OTHER_COLUMNS = 512;

/** How the items of one kind are written together. */
export interface Batches<T, R> {
  /** Names the items in messages, such as `events`. */
  readonly name: string;
  /** The bytes that the item takes in memory, about as many as in the statement. */
  sizeOf(item: T): number;
  /** The thing that the item changes: `write` never gets two items on one thing, so the second finds what the first wrote. null: none. */
  identityOf?(item: T): string | null;
  /**
   * Writes items of one key in the transaction that is open, and resolves to their results in order: an ApiError refuses its item alone.
   */
  write(db: Database, key: number, items: readonly T[]): Promise<readonly (R | ApiError)[]>;
}

/** The time of a batch: when its latest item was created. */
export function latestOf(items: readonly { readonly createdAt: Date }[]): Date {
  return new Date(Math.max(...items.map(({ createdAt }) => createdAt.getTime())));
}

/** The size of an item with these texts: at most two bytes for each character, and a share for its other columns. */
export function textSize(...texts: readonly (string | null | undefined)[]): number {
  return texts.reduce((bytes, text) => bytes + (text?.length ?? 0) * 2, OTHER_COLUMNS);
}
