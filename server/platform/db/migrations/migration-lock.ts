import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { QueryTypes, type Sequelize, Transaction } from 'sequelize';
import { openDatabase, settingsOf } from './connection.ts';
import { isCollision } from './driver-error.ts';

/** Long enough for the migrations of another process that starts at the same time. */
const PATIENCE_SECONDS = 120;
const SQLITE_PAUSE_MS = 100;

/**
 * Runs `work` while no other process does the same on this database; others wait for up to two minutes, then throw. The
 * lock goes when its holder dies. MySQL: a named lock, kept by a connection of its own. SQLite: a transaction on a small file
 * beside the database.
 */
export async function withMigrationLock<T>(sequelize: Sequelize, work: () => Promise<T>): Promise<T> {
  const { config, log } = settingsOf(sequelize);
  const lockConfig = config.engine === 'mysql' ? config : { ...config, path: `${config.path}.lock` };
  const locks = openDatabase(lockConfig, log, { deadlineMs: null });
  try {
    const holder = config.engine === 'mysql' ? await takeNamedLock(locks) : await takeFileLock(locks);
    try {
      return await work();
    } finally {
      // on SQLite this gives the lock back, on MySQL it goes with the connection: if that is gone already, so is the lock
      await holder.rollback().catch(() => {});
    }
  } finally {
    await locks.close();
  }
}

/** The transaction does nothing but hold the connection that the lock belongs to. */
async function takeNamedLock(locks: Sequelize): Promise<Transaction> {
  const transaction = await locks.transaction();
  // names are shared by all databases of the server and limited to 64 characters
  const name = `diwan-migrate-${createHash('sha256').update(locks.getDatabaseName()).digest('hex').slice(0, 32)}`;
  const [row] = await locks.query<{ taken: number | null }>('SELECT GET_LOCK(:name, :seconds) AS taken', {
    type: QueryTypes.SELECT,
    replacements: { name, seconds: PATIENCE_SECONDS },
    transaction,
  });
  if (row?.taken === 1) return transaction;
  await transaction.rollback();
  throw new Error(`Another process is migrating this database for more than ${PATIENCE_SECONDS} seconds.`);
}

async function takeFileLock(locks: Sequelize): Promise<Transaction> {
  const lastTry = performance.now() + PATIENCE_SECONDS * 1000;
  for (;;) {
    try {
      return await locks.transaction({ type: Transaction.TYPES.EXCLUSIVE });
    } catch (error) {
      if (!isCollision(error) || performance.now() > lastTry) throw error;
      await sleep(SQLITE_PAUSE_MS);
    }
  }
}
