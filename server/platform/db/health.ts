import type { Database } from './database.ts';

const DEADLINE_MS = 1000;

/** Resolves when the database answers within a second, and rejects with the reason otherwise. */
export async function ping(db: Database): Promise<void> {
  const answer = db.sequelize.query('SELECT 1', { transaction: null });
  // it may fail after the deadline, when no caller is waiting
  answer.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${DEADLINE_MS} ms.`)), DEADLINE_MS);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
