import pino from 'pino';
import type { Sequelize } from 'sequelize';
import { readConfig } from '../../server/config/read-config.ts';
import type { DatabaseConfig } from '../../server/config/types.ts';
import { openDatabase } from '../../server/platform/db/connection.ts';
import { useDatabase } from '../../server/platform/db/database.ts';
import { freshDatabaseUrl } from './engine.ts';

export const silent = pino({ level: 'silent' });

/** A `DATABASE_URL` as the server reads it. */
export function databaseConfig(url: string): DatabaseConfig {
  return readConfig({ DATABASE_URL: url }).database;
}

/** An empty database on the engine of this run, made the database of the process. The caller closes it. */
export async function openScratchDatabase(): Promise<Sequelize> {
  const sequelize = openDatabase(databaseConfig(await freshDatabaseUrl()), silent);
  useDatabase(sequelize);
  return sequelize;
}
