import type { Database } from '../../../server/platform/db/database.ts';
import type { Replacements } from '../../../server/platform/db/statements/sql.ts';

type Intercept = (sql: string, send: () => Promise<unknown>, replacements: Replacements) => Promise<unknown>;

/** Passes each statement of the database, those of models too, through `intercept` while `work` runs. */
export async function interceptQueries<T>({ statements }: Database, intercept: Intercept, work: () => Promise<T>): Promise<T> {
  const original = statements.perform;
  const intercepted: typeof original = (sql, options, isRaw) => {
    const text = typeof sql === 'string' ? sql : sql.query;
    const replacements = (options.replacements ?? {}) as Replacements;
    return intercept(text, () => original.call(statements, sql, options, isRaw), replacements);
  };
  Object.assign(statements, { perform: intercepted });
  try {
    return await work();
  } finally {
    Object.assign(statements, { perform: original });
  }
}
