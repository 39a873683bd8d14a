// Raw SQL: one statement adds the same number to the counters of several rows by relative updates.
import type { Database } from '../../../platform/db/database.ts';
import { byPrimaryKey, execute } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';

interface RowCounters {
  readonly table: 'comments' | 'posts';
  /** Each of them changes by the same number. */
  readonly columns: readonly string[];
}

/** Adds to counters of records, which are locked or whose thread is: `added` has the number for each id. `updatedAt` does not change. */
export async function incrementRows(
  db: Database,
  projectId: number,
  { table, columns }: RowCounters,
  added: ReadonlyMap<number, number>,
): Promise<void> {
  const idsByNumber = new Map<number, number[]>();
  for (const [id, number] of added) if (number !== 0) idsByNumber.set(number, [...(idsByNumber.get(number) ?? []), id]);
  const changes = columns.map((column) => `${column} = ${column} + :number`).join(', ');
  for (const [number, ids] of idsByNumber) {
    const sql = `UPDATE ${table}${byPrimaryKey(db)} SET ${changes} WHERE project_id = :projectId AND id IN (:ids)`;
    await execute(withTenant(db, projectId), sql, { number, ids });
  }
}
