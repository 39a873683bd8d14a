import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { QueryTypes, type Sequelize, Transaction } from 'sequelize';
import { createDatabase, type Database } from '../database.ts';
import { isCollision } from '../statements/driver-error.ts';

/** Long enough for the migrations of another process that starts at the same time. */
const LOCK_WAIT_SECONDS = 120;
const SQLITE_PAUSE_MS = 100;

/**
 * Runs `work` while no other process does the same on this database; others wait for up to two minutes, then throw. The lock ends
 * with its holder. MySQL: a named lock on an extra connection. SQLite: a transaction on a small file in the folder of the database.
 */
export async function withMigrationLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const { config, log } = db;
  const lockConfig = config.engine === 'mysql' ? config : { ...config, path: `${config.path}.lock` };
  const locks = createDatabase(lockConfig, log, { deadlineMs: null });
  try {
    const holder = config.engine === 'mysql' ? await takeNamedLock(locks.sequelize) : await takeFileLock(locks.sequelize);
    try {
      return await work();
    } finally {
      // on SQLite this releases the lock; on MySQL the lock ends with the connection, which may be closed already
      await holder.rollback().catch(() => {});
    }
  } finally {
    await locks.close();
  }
}

/** The transaction does nothing but hold the connection that the lock belongs to. */
async function takeNamedLock(locks: Sequelize): Promise<Transaction> {
  const transaction = await locks.transaction();
  // shared by all databases of the server, limited to 64 characters; a database may have several spellings (lower_case_table_names)
  const database = locks.getDatabaseName().toLowerCase();
  const name = `diwan-migrate-${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
  const [row] = await locks.query<{ taken: number | null }>('SELECT GET_LOCK(:name, :seconds) AS taken', {
    type: QueryTypes.SELECT,
    replacements: { name, seconds: LOCK_WAIT_SECONDS },
    transaction,
  });
  if (row?.taken === 1) return transaction;
  await transaction.rollback();
  throw new Error(`Another process is migrating this database for more than ${LOCK_WAIT_SECONDS} seconds.`);
}

async function takeFileLock(locks: Sequelize): Promise<Transaction> {
  const lastTry = performance.now() + LOCK_WAIT_SECONDS * 1000;
  for (;;) {
    try {
      return await locks.transaction({ type: Transaction.TYPES.EXCLUSIVE });
    } catch (error) {
      if (!isCollision(error) || performance.now() > lastTry) throw error;
      await sleep(SQLITE_PAUSE_MS);
    }
  }
}
