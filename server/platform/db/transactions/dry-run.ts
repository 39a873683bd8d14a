import type { Database } from '../database.ts';
import { inTransaction } from './transaction.ts';

/** Carries a result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('This transaction is rolled back on purpose.');
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction and rolls it back, so that nothing is written and no `afterCommit` hook runs. Resolves to what `work` found.
 * @throws what `work` throws
 */
export async function dryRun<T>(db: Database, work: () => Promise<T>): Promise<T> {
  // joined, the writes would be kept
  if (db.scopes.open() !== null) throw new Error('A dry run needs a transaction of its own.');
  try {
    return await inTransaction(db, async () => {
      throw new RolledBack(await work());
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}
