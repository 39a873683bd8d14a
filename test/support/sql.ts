import type { Database } from '../../server/platform/db/database.ts';
import {
  execute as executeGuarded,
  type RawOptions,
  type Replacements,
  selectRows as selectGuarded,
} from '../../server/platform/db/sql.ts';

const ALL: RawOptions = { acrossProjects: true };

/** The server's `selectRows` over the rows of all projects, which a test may look at. */
export function selectRows<T extends object>(db: Database, sql: string, values: Replacements = {}, options = ALL): Promise<T[]> {
  return selectGuarded(db, sql, values, options);
}

/** The server's `execute` on the rows of all projects. */
export function execute(db: Database, sql: string, values: Replacements = {}, options = ALL): Promise<number> {
  return executeGuarded(db, sql, values, options);
}
