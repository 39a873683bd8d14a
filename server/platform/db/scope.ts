import { contextValue, runWithValue } from './cls.ts';

/** One run of a transaction's work, seen by everything that it calls. */
export interface Scope {
  readonly isSnapshot: boolean;
  /** What waits for the commit, in order. */
  readonly afterCommit: (() => void | Promise<void>)[];
  /** False before the transaction has begun and after it has ended. */
  isOpen: boolean;
}

const KEY = 'scope';

/** The transaction that the caller is part of. Work that outlives its transaction, like a timer, is part of none. */
export function openScope(): Scope | null {
  const scope = contextValue(KEY) as Scope | undefined;
  return scope?.isOpen === true ? scope : null;
}

export function inOpenTransaction(): boolean {
  return openScope() !== null;
}

export function runInScope<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  return runWithValue(KEY, scope, work);
}
