import { initModels, TENANT_TABLES } from '../../models/index.ts';
import type { DatabaseConfig } from '../config/types.ts';
import { createDatabase, type Database } from '../platform/db/database.ts';
import { pendingMigrations } from '../platform/db/migrations/migrate.ts';
import { createLogger } from '../platform/observe/logger.ts';

/**
 * Runs the work of a command on the server's database and closes it; the server may be running. `deadlineMs` is that of `createDatabase`.
 * @throws Error when migrations are pending
 */
export async function onDatabase<T>(
  config: DatabaseConfig,
  work: (db: Database) => Promise<T>,
  options?: { deadlineMs: null },
): Promise<T> {
  const db = createDatabase(config, createLogger('silent').log, { ...options, initModels, tenantTables: TENANT_TABLES });
  try {
    const pending = await pendingMigrations(db);
    if (pending.length > 0) throw new Error(`${pending.length} migrations are pending: run npx diwan-server migrate first.`);
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The message that a command prints on standard error when it fails. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
