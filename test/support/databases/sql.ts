import type { Database } from '../../../server/platform/db/database.ts';
import { execute as executeGuarded, type Replacements, selectRows as selectGuarded } from '../../../server/platform/db/statements/sql.ts';
import { acrossProjects } from '../../../server/platform/db/tenancy/with-tenant.ts';

/** Selects `total`, the deadlocks that InnoDB resolved since the server started. */
export const DEADLOCKS = "SELECT `COUNT` AS total FROM information_schema.INNODB_METRICS WHERE NAME = 'lock_deadlocks'";

/** The server's `selectRows` over the rows of all projects, which a test may look at. */
export function selectRows<T extends object>(db: Database, sql: string, values: Replacements = {}): Promise<T[]> {
  return selectGuarded(acrossProjects(db), sql, values);
}

/** The server's `execute` on the rows of all projects. */
export function execute(db: Database, sql: string, values: Replacements = {}): Promise<number> {
  return executeGuarded(acrossProjects(db), sql, values);
}
