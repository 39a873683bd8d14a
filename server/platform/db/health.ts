import type { Database } from './database.ts';

/** Resolves when the database answers within `deadlineMs`, by default a second, and rejects with the reason otherwise. */
export async function ping(db: Database, deadlineMs = 1_000): Promise<void> {
  const answer = db.sequelize.query('SELECT 1', { transaction: null });
  // it may fail after the deadline, when no caller is waiting
  answer.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${deadlineMs} ms.`)), deadlineMs);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
