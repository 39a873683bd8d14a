import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'sequelize';
import type { Deadline } from '../../concurrency/deadline.ts';
import { stateOf } from '../statements/sequelize-internals.ts';

/** Parallel work may still send statements after the transaction failed; no request lasts longer. */
const LATE_STATEMENTS_MS = 30_000;

/** A request or one attempt of a transaction, visible to everything that its work calls. */
export interface Scope {
  /** The time that the request may take; null for work in the background. */
  readonly deadline: Deadline | null;
  readonly isSnapshot: boolean;
  /** Hooks that wait for the commit, in order. */
  readonly afterCommit: (() => void | Promise<void>)[];
  /** null until the transaction has begun, and for a request. */
  transaction: Transaction | null;
  /** False before the transaction has begun and after it has ended. */
  isOpen: boolean;
  /** Whether a statement of it has written rows. */
  hasWritten: boolean;
  /** The number that `TransactionScopes.number` gave it; null if it never asked. */
  number: number | null;
}

/** A scope without an open transaction. */
export function newScope(isSnapshot: boolean, deadline: Deadline | null): Scope {
  return { deadline, isSnapshot, afterCommit: [], transaction: null, isOpen: false, hasWritten: false, number: null };
}

/** Tells each statement of one database which request and transaction it belongs to, without a parameter in every function. */
export class TransactionScopes {
  readonly #storage = new AsyncLocalStorage<Scope>();
  readonly #numbers = new Set<number>();
  #running = 0;

  /** Runs `work` inside `scope`. */
  run<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    const result = this.#storage.run(scope, work);
    const end = (): void => this.#end();
    result.then(end, () => (scope.transaction === null ? end() : setTimeout(end, LATE_STATEMENTS_MS).unref()));
    return result;
  }

  /** Runs the work of a request: when the deadline is over, its statements are refused. */
  runUntil<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
    return this.run(newScope(false, deadline), work);
  }

  /** Runs work that a request needs but that is not its effect, without the deadline and the transaction of the request. */
  runApart<T>(work: () => Promise<T>): Promise<T> {
    return this.run(newScope(false, null), work);
  }

  /** The deadline of the caller's request. */
  deadline(): Deadline | null {
    return this.#storage.getStore()?.deadline ?? null;
  }

  /** The lowest number that no other open transaction of this database holds; the caller's keeps it to its end. */
  number(): number {
    const scope = this.open();
    if (scope === null) return 0;
    if (scope.number === null) {
      scope.number = 0;
      while (this.#numbers.has(scope.number)) scope.number += 1;
      this.#numbers.add(scope.number);
    }
    return scope.number;
  }

  /** Call it when the transaction has ended on the server, so that its locks are free. */
  releaseNumber(scope: Scope): void {
    if (scope.number !== null) this.#numbers.delete(scope.number);
  }

  /** Notes that the caller's transaction has written rows. */
  markWritten(): void {
    const scope = this.open();
    if (scope !== null) scope.hasWritten = true;
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
