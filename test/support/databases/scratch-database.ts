import pino from 'pino';
import { readConfig } from '../../../server/config/read-config.ts';
import type { DatabaseConfig } from '../../../server/config/types.ts';
import { createDatabase, type Database, type DatabaseOptions } from '../../../server/platform/db/database.ts';
import { freshDatabaseUrl } from '../engine.ts';

export const silent = pino({ level: 'silent' });

/** A `DATABASE_URL` as the server reads it. */
function databaseConfig(url: string): DatabaseConfig {
  return readConfig({ DATABASE_URL: url }).database;
}

/** An empty database on the engine of this run. The caller closes it. */
export async function openScratchDatabase(options: DatabaseOptions = {}): Promise<Database> {
  return openDatabaseAt(await freshDatabaseUrl(), options);
}

/** The database of a `DATABASE_URL`, with no log. The caller closes it. */
export function openDatabaseAt(url: string, options: DatabaseOptions = {}): Database {
  return createDatabase(databaseConfig(url), silent, options);
}
