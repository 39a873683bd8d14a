import { loadEnvironment } from '../config/load-env-file.ts';
import { readConfig } from '../config/read-config.ts';
import { createDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrations/migrate.ts';
import { createLogger } from '../platform/observe/logger.ts';
import { messageOf } from './on-database.ts';

/** Runs the pending migrations and ends. For images, which lack the development dependencies that `npm run db:migrate` needs. */

process.exitCode = await run();

/** Resolves to the exit code. */
async function run(): Promise<number> {
  try {
    const ran = await migrateDatabase();
    process.stdout.write(ran.length === 0 ? 'No migration was pending.\n' : ran.map((name) => `ran ${name}\n`).join(''));
    return 0;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

async function migrateDatabase(): Promise<string[]> {
  const { log } = createLogger('silent');
  const db = createDatabase(readConfig(loadEnvironment()).database, log);
  try {
    return await migrate(db, log);
  } finally {
    await db.close();
  }
}
