import type { DatabaseConfig } from './config/types.ts';
import { openDatabase } from './platform/db/connection.ts';
import { useDatabase } from './platform/db/database.ts';
import { pendingMigrations } from './platform/db/migrate.ts';
import { createLogger } from './platform/logger.ts';

/**
 * Runs the work of a command on the database of the server, which may be running too, and lets go of it. `deadlineMs` as in
 * `openDatabase`. @throws Error when migrations are pending
 */
export async function onDatabase<T>(config: DatabaseConfig, work: () => Promise<T>, options?: { deadlineMs: null }): Promise<T> {
  const database = openDatabase(config, createLogger('silent').log, options);
  useDatabase(database);
  try {
    const pending = await pendingMigrations(database);
    if (pending.length > 0) throw new Error(`Run the migrations first (npm run db:migrate); pending: ${pending.join(', ')}`);
    return await work();
  } finally {
    await database.close();
  }
}

/** What a command says of a failure, on standard error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
