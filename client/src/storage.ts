import { DiwanError } from './errors.ts';
import { chain, type Env, isPromise, type KeyValueStorage, type MaybePromise } from './platform/env.ts';

/**
 * Reads and writes the storage of the app. A value that the storage refuses is kept in memory until the app ends, and reported once.
 * Writes of an asynchronous storage run one after the other.
 */
export class SafeStorage {
  private readonly memory = new Map<string, string | null>();
  private readonly storage: KeyValueStorage;
  private readonly prefix: string;
  private readonly env: Env;
  private last: PromiseLike<unknown> | null = null;
  private hasFailed = false;

  constructor(storage: KeyValueStorage, prefix: string, env: Env) {
    this.storage = storage;
    this.prefix = prefix;
    this.env = env;
  }

  get(key: string): MaybePromise<string | null> {
    return this.inTurn(() => {
      const kept = this.memory.get(key);
      if (kept !== undefined) return kept;
      return this.attempt<string | null>(
        () => chain(this.storage.getItem(this.prefix + key), (value) => value ?? null),
        () => null,
      );
    });
  }

  /** The value of a key that holds JSON; null where it holds none, or something else. */
  getJson<T>(key: string, isValid: (value: unknown) => value is T): MaybePromise<T | null> {
    return chain(this.get(key), (text) => {
      try {
        const value: unknown = text === null ? null : JSON.parse(text);
        return isValid(value) ? value : null;
      } catch {
        return null;
      }
    });
  }

  set(key: string, value: string | null): MaybePromise<void> {
    return this.inTurn(() => this.write(key, value));
  }

  /** Replaces the value by one that depends on it, with no other write between. */
  edit(key: string, change: (value: string | null) => string | null): MaybePromise<void> {
    return this.inTurn(() => {
      const kept = this.memory.get(key);
      const read = (): MaybePromise<string | null> => chain(this.storage.getItem(this.prefix + key), (value) => value ?? null);
      const before = kept === undefined ? this.attempt(read, () => null) : kept;
      return chain(before, (value) => this.write(key, change(value)));
    });
  }

  private write(key: string, value: string | null): MaybePromise<void> {
    const name = this.prefix + key;
    return this.attempt<void>(
      () =>
        chain(value === null ? this.storage.removeItem(name) : this.storage.setItem(name, value), () => {
          this.memory.delete(key);
        }),
      () => void this.memory.set(key, value),
    );
  }

  /** Runs at once while nothing is under way. */
  private inTurn<T>(work: () => MaybePromise<T>): MaybePromise<T> {
    const result = this.last === null ? work() : this.last.then(work);
    if (!isPromise(result)) return result;
    const done = (): void => {
      if (this.last === turn) this.last = null;
    };
    const turn: PromiseLike<unknown> = result.then(done, done);
    this.last = turn;
    return result;
  }

  private attempt<T>(work: () => MaybePromise<T>, otherwise: () => T): MaybePromise<T> {
    const fail = (): T => {
      if (!this.hasFailed)
        this.env.onError(
          new DiwanError({
            status: 0,
            code: 'storage',
            action: 'contact_support',
            message: 'The storage refused a read or a write: the data is kept in memory until the app ends.',
          }),
        );
      this.hasFailed = true;
      return otherwise();
    };
    try {
      const result = work();
      return isPromise(result) ? result.then(undefined, fail) : result;
    } catch {
      return fail();
    }
  }
}
