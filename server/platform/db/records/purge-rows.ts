// Raw SQL: rows of several tables are found without a lock and deleted by primary key, in small chunks.
import { type MayContinue, repeatChunks } from '../../concurrency/shared-work.ts';
import type { Database } from '../database.ts';
import { execute, type Replacements, selectRows } from '../statements/sql.ts';
import { acrossProjects } from '../tenancy/with-tenant.ts';

/** Rows that nothing reads any more, of a table with the primary key `id`. */
interface OldRows {
  readonly table: string;
  /** An SQL condition that an index carries; it must never contain user input. */
  readonly where: string;
  readonly values: Replacements;
}

const CHUNK = 500;

/** Deletes the rows of all projects, in chunks. A row that is used again meanwhile stays. */
export async function purgeRows(db: Database, { table, where, values }: OldRows, mayContinue: MayContinue): Promise<void> {
  await repeatChunks(mayContinue, CHUNK, async () => {
    const find = `SELECT id FROM ${table} WHERE ${where} LIMIT ${CHUNK}`;
    const ids = (await selectRows<{ id: number }>(acrossProjects(db), find, values)).map(({ id }) => id);
    if (ids.length > 0) await execute(acrossProjects(db), `DELETE FROM ${table} WHERE id IN (:ids) AND ${where}`, { ...values, ids });
    return ids.length;
  });
}
