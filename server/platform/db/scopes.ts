import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'sequelize';

/** Parallel work may still send statements after the transaction failed; no request lasts longer. */
const LATE_STATEMENTS_MS = 30_000;

/** One attempt of a transaction, visible to everything that its work calls. */
export interface Scope {
  readonly isSnapshot: boolean;
  /** Hooks that wait for the commit, in order. */
  readonly afterCommit: (() => void | Promise<void>)[];
  /** null until the transaction has begun. */
  transaction: Transaction | null;
  /** False before the transaction has begun and after it has ended. */
  isOpen: boolean;
}

/** How far a transaction is: Sequelize sets `commit` or `rollback` when it sends that statement. */
export function stateOf(transaction: object): 'open' | 'commit' | 'rollback' {
  const finished: unknown = Reflect.get(transaction, 'finished');
  return finished === 'commit' || finished === 'rollback' ? finished : 'open';
}

/** Tells each statement of one database which transaction it belongs to, without a parameter in every function. */
export class TransactionScopes {
  readonly #storage = new AsyncLocalStorage<Scope>();
  #running = 0;

  /** Runs `work` inside `scope`. */
  run<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    const result = this.#storage.run(scope, work);
    const end = (): void => this.#end();
    result.then(end, () => setTimeout(end, LATE_STATEMENTS_MS).unref());
    return result;
  }

  /** The transaction of the caller. Work that outlives its transaction, such as a timer, belongs to none. */
  open(): Scope | null {
    const scope = this.#storage.getStore();
    return scope?.isOpen === true ? scope : null;
  }

  /**
   * The transaction that a statement joins. A transaction that was rolled back stays: Sequelize then refuses each further statement,
   * which would otherwise be committed on its own.
   */
  transaction(): Transaction | null {
    const scope = this.#storage.getStore();
    if (scope === undefined || scope.transaction === null) return null;
    return scope.isOpen || stateOf(scope.transaction) === 'rollback' ? scope.transaction : null;
  }

  /** Node 20 runs hooks for every promise while a storage is in use, which costs reads from memory a tenth of their speed. */
  #end(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#storage.disable();
  }
}
