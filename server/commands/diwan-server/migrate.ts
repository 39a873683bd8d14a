import { readConfig } from '../../config/read-config.ts';
import type { Environment } from '../../config/types.ts';
import { createDatabase } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrations/migrate.ts';
import { createLogger } from '../../platform/observe/logger.ts';

/** Runs the pending migrations. Images need it, because they lack the development dependencies of sequelize-cli. */
export async function migrateDatabase(environment: Environment): Promise<number> {
  const { log } = createLogger('silent');
  const db = createDatabase(readConfig(environment).database, log);
  try {
    const ran = await migrate(db, log);
    process.stdout.write(ran.length === 0 ? 'No migration was pending.\n' : ran.map((name) => `ran ${name}\n`).join(''));
    return 0;
  } finally {
    await db.close();
  }
}
