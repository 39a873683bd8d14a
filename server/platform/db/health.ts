import type { Sequelize } from 'sequelize';

const PATIENCE_MS = 1000;

/** Resolves when the database answers within a second, and rejects with the reason otherwise. */
export async function ping(sequelize: Sequelize): Promise<void> {
  const answer = sequelize.query('SELECT 1', { transaction: null });
  // the answer may come, or fail, when nobody waits any more
  answer.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
