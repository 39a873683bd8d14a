import type { Database } from '../../../server/platform/db/database.ts';

type Intercept = (sql: string, send: () => Promise<unknown>) => Promise<unknown>;

/** Passes each statement of the database through `intercept` while `work` runs. */
export async function interceptQueries({ sequelize }: Database, intercept: Intercept, work: () => Promise<unknown>): Promise<void> {
  const original = sequelize.query;
  const intercepted = (...args: Parameters<typeof original>): Promise<unknown> => {
    const [sql] = args;
    return intercept(typeof sql === 'string' ? sql : sql.query, () => original.apply(sequelize, args));
  };
  Object.assign(sequelize, { query: intercepted });
  try {
    await work();
  } finally {
    Object.assign(sequelize, { query: original });
  }
}
