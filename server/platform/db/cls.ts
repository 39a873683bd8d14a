import { AsyncLocalStorage } from 'node:async_hooks';
import { Sequelize, type Transaction } from 'sequelize';

/** How far a transaction is: Sequelize sets `commit` or `rollback` when the statement of that name is sent. */
export function stateOf(transaction: object): 'open' | 'commit' | 'rollback' {
  const finished: unknown = Reflect.get(transaction, 'finished');
  return finished === 'commit' || finished === 'rollback' ? finished : 'open';
}

const stores = new AsyncLocalStorage<Map<string, unknown>>();
/** How much work that has a store is under way. */
let running = 0;

/**
 * Runs `work` where `contextValue` finds `value`, beside what the caller's context holds. Node 20 runs hooks for every promise of
 * the process once a storage was used, which costs reads from memory a tenth of their speed: with the last work that needs it the
 * storage is switched off.
 */
export function runWithValue<T>(key: string, value: unknown, work: () => Promise<T>): Promise<T> {
  return runInStore(new Map(stores.getStore()).set(key, value), work);
}

export function contextValue(key: string): unknown {
  return stores.getStore()?.get(key);
}

function runInStore<T>(store: Map<string, unknown>, work: () => T): T {
  running += 1;
  const result = stores.run(store, work);
  Promise.resolve(result).then(leave, leave);
  return result;
}

function leave(): void {
  running -= 1;
  if (running === 0) stores.disable();
}

/**
 * Lets every query find the transaction that it runs in. Sequelize forgets a transaction as soon as it is rolled back, also
 * when a deadlock made the server do it half-way; what is left of the work would then be committed statement by statement.
 * Here a transaction that was rolled back stays, and each further query in it is refused.
 */
const namespace = {
  run: (work: (context: unknown) => unknown) => runInStore(new Map(stores.getStore()), () => work(undefined)),
  bind: <F>(fn: F): F => fn,
  get: contextValue,
  set: (key: string, value: Transaction | null) => {
    const store = stores.getStore();
    const current = store?.get(key);
    if (value === null && typeof current === 'object' && current !== null && stateOf(current) === 'rollback') return value;
    store?.set(key, value);
    return value;
  },
};

// On the class, for every Sequelize of this process: there is no other way to hand it over.
Sequelize.useCLS(namespace);
