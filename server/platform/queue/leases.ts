// Raw SQL: queues with leases, claimed by compare-and-set.
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { byPrimaryKey, execute, type Replacements, selectRows } from '../db/statements/sql.ts';
import { acrossProjects } from '../db/tenancy/with-tenant.ts';
import { IS_DUE, type Retries } from './retries.ts';

/**
 * A table of rows that any number of processes work on. It has the columns `id`, `due_at` and `lease`. A claim moves `due_at` by the length
 * of a lease: a row whose process died is due again then, and is worked on at least once.
 */
export interface LeaseTable {
  readonly name: string;
  /** The columns that a claim reads, as SQL. */
  readonly columns: string;
  /** SQL condition: the row has not ended. */
  readonly isWaiting: string;
  /** The changes of a claim besides the lease, as SQL. */
  readonly changes: string;
  /** Longer than any attempt. After this another process takes over the rows of one that died. */
  readonly leaseMs: number;
  readonly retries: Retries;
}

export interface Leased {
  readonly id: number;
  readonly lease: string;
}

/** Claims the rows that no other process has claimed meanwhile, in the order of `ids`. */
export async function claimRows<Row extends { id: number }>(
  db: Database,
  { name, columns, isWaiting, changes, leaseMs, retries }: LeaseTable,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<(Row & Leased)[]> {
  if (ids.length === 0) return [];
  const lease = randomUUID();
  await execute(
    acrossProjects(db),
    `UPDATE ${name}${byPrimaryKey(db)} SET lease = :lease, due_at = :until, ${changes} WHERE id IN (:ids) AND ${isWaiting} AND ${IS_DUE}`,
    { ids: [...ids], lease, until: new Date(now.getTime() + leaseMs), ...retries.dueBounds(now) },
  );
  const sql = `SELECT ${columns} FROM ${name} WHERE id IN (:ids) AND lease = :lease`;
  const rows = await selectRows<Row>(acrossProjects(db), sql, { ids: [...ids], lease });
  const order = new Map(ids.map((id, index) => [id, index]));
  return rows.map((row) => ({ ...row, lease })).sort((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0));
}

/** Changes claimed rows and returns them, unless their lease expired and another process has claimed them. `changes` is SQL. */
export async function settleRows(
  db: Database,
  { name }: LeaseTable,
  { rows, changes, values }: { rows: readonly Leased[]; changes: string; values: Replacements },
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  await execute(
    acrossProjects(db),
    `UPDATE ${name}${byPrimaryKey(db)} SET ${changes}, lease = NULL WHERE id IN (:ids) AND lease = :lease`,
    {
      ...values,
      ids: rows.map(({ id }) => id),
      lease: first.lease,
    },
  );
}
