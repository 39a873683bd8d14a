import type { Database } from './database.ts';
import { poolOf } from './statements/sequelize-internals.ts';

/** Resolves when the database answers within `deadlineMs`, by default a second, and rejects with the reason otherwise. */
export async function ping(db: Database, deadlineMs = 1_000): Promise<void> {
  await answerWithin(db.sequelize.query('SELECT 1', { transaction: null }), deadlineMs);
}

/** The answer of the database, unless it takes longer than `deadlineMs`. */
export async function answerWithin<T>(answer: Promise<T>, deadlineMs: number): Promise<T> {
  // it may fail after the deadline, when no caller is waiting
  answer.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${deadlineMs} ms.`)), deadlineMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The connections of the pool. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** null for an embedded database, which has no pool. */
export function connectionCounts(db: Database): ConnectionCounts | null {
  if (!db.isMySql) return null;
  const { using, available, waiting } = poolOf(db.sequelize);
  return { used: using, idle: available, waiting };
}
