// Raw SQL: one statement for each table compares its counters with the counted rows.
import type { Database } from '../database.ts';
import { addToCounters, execute, type SqlValue, selectRows } from '../statements/sql.ts';
import { acrossProjects, type Tenants, withTenant } from '../tenancy/with-tenant.ts';
import { inTransaction } from '../transactions/transaction.ts';
import type { ProjectBackfill } from './backfill.ts';

/** A counter that differs from the number of counted rows. */
export interface Drift {
  /** The column, such as `posts.votes_count`. */
  readonly counter: string;
  /** The row that holds the counter, such as `project_id=11 id=7`. */
  readonly row: string;
  /** The stored value. */
  readonly kept: number;
  /** The correct value, from counting the rows. */
  readonly counted: number;
}

export type Key = Readonly<Record<string, SqlValue>>;

/** The rows that a `StoredSum` counts, as the parts of a SELECT with GROUP BY. */
export interface Source {
  readonly from: string;
  readonly where?: string;
  /** An SQL expression for each key column of the `StoredSum`. A column that is left out has the same name in `from`. */
  readonly key: Readonly<Record<string, string>>;
  /** The columns to group by. Default: the expressions of `key`. */
  readonly groupBy?: readonly string[];
  /** An SQL aggregate for each value column of the `StoredSum`. For a column that is left out, this source counts 0. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether the source can have rows for this key. Default: true for every key. */
  counts?(key: Key): boolean;
}

/** One table with counters, and the way to count them again. */
export interface StoredSum {
  readonly table: string;
  /** How a report of progress calls it. Default: the table. */
  readonly name?: string;
  /** The columns of the table's key. */
  readonly key: readonly string[];
  /** The columns that are counters. */
  readonly values: readonly string[];
  /** Counters that are wrong only when they are lower than the number of rows, because deletions of rows do not lower them. */
  readonly floors?: readonly string[];
  /** An SQL condition on the rows of the table that are compared. Default: all rows. */
  readonly keptWhere?: string;
  readonly sources: readonly Source[];
  /** The name of a column: a counter is then the sum of its rows, one for each slot, and a repair changes slot 0. Default: no slots. */
  readonly slot?: string;
  /** Whether the table holds records, such as posts: the remaining comments and votes of a deleted record are then ignored. */
  readonly ofRecords?: boolean;
  /**
   * Takes the locks that writers of this key take, in the same order, and creates a missing counter row. Resolves to false when the record
   * was deleted.
   */
  lock(db: Database, key: Key): Promise<boolean>;
}

/** A sum whose counters have slots. */
export type SlottedSum = StoredSum & { readonly slot: string };

interface Difference {
  readonly key: Key;
  readonly drifts: readonly Drift[];
}

/** The most rows with differences that are held in memory at once. */
const DRIFT_LIMIT = 2_000;

const NO_KEY: Key = {};

/** The result for one table, or for one column. */
export interface RecountStep {
  /** Such as `posts` or `posts.trending`. */
  readonly name: string;
  /** The number of counters that were compared. */
  readonly compared: number;
  /** The counters that differed, from at most about 2,000 rows. */
  readonly drifts: readonly Drift[];
}

export interface RecountOptions {
  /** Whether differences are corrected. */
  readonly repair: boolean;
  /** Called after each table or column. */
  onStep?(step: RecountStep): void;
}

/**
 * Compares every counter with the counted rows, table by table. It may run while the server writes: a table is compared in one statement,
 * which sees one state of the database, and a repair counts again under the locks that writers take.
 */
export async function recountSums(db: Database, sums: readonly StoredSum[], { repair, onStep }: RecountOptions): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const sum of sums) {
    const drifts = repair ? await repairDrifts(db, sum) : (await findDifferences(db, sum)).flatMap((difference) => difference.drifts);
    onStep?.({ name: sum.name ?? sum.table, compared: await sizeOf(db, sum), drifts });
    found.push(...drifts);
  }
  return found;
}

async function repairDrifts(db: Database, sum: StoredSum): Promise<Drift[]> {
  const reported: Drift[] = [];
  for (;;) {
    const differences = await findDifferences(db, sum);
    let repaired = 0;
    for (const { key } of differences) {
      const drifts = await inTransaction(db, () => repairRow(db, sum, key));
      if (reported.length < DRIFT_LIMIT) reported.push(...drifts);
      repaired += drifts.length;
    }
    // a full list without any repair: under the locks no difference was left, and further rounds might never end
    if (differences.length < DRIFT_LIMIT || repaired === 0) return reported;
  }
}

async function sizeOf(db: Database, { table, values, keptWhere }: StoredSum): Promise<number> {
  const where = whereOf(keptWhere === undefined ? [] : [keptWhere]);
  const [row] = await selectRows<{ size: number }>(acrossProjects(db), `SELECT COUNT(*) AS size FROM ${table}${where}`);
  return Number(row?.size) * values.length;
}

async function repairRow(db: Database, sum: StoredSum, key: Key): Promise<readonly Drift[]> {
  if (!(await sum.lock(db, key))) return [];
  const [difference] = await findDifferences(db, sum, key);
  if (difference === undefined) return [];
  const { table, values, slot } = sum;
  if (slot !== undefined) return addDifferences(db, { ...sum, slot }, [difference]);
  const counted = Object.fromEntries(difference.drifts.map((drift) => [drift.counter.slice(table.length + 1), drift.counted]));
  const changes = values.filter((column) => column in counted).map((column) => `${column} = :${column}`);
  await execute(tenantOf(db, key), `UPDATE ${table} SET ${changes.join(', ')} WHERE ${equalTo(sum.key)}`, { ...key, ...counted });
  return difference.drifts;
}

/**
 * A writer commits its rows together with its slot, so the difference stays the same while others write, and no lock on their slots is
 * needed.
 */
async function addDifferences(
  db: Database,
  { table, key, values, slot }: SlottedSum,
  differences: readonly Difference[],
): Promise<readonly Drift[]> {
  const zeros = Object.fromEntries(values.map((column) => [column, 0]));
  const rows = differences.map((difference) => {
    const missing = difference.drifts.map(({ counter, kept, counted }) => [counter.slice(table.length + 1), counted - kept]);
    return { ...zeros, ...difference.key, ...Object.fromEntries(missing), [slot]: 0 };
  });
  await addToCounters(db, { table, key: [...key, slot], add: values }, rows);
  return differences.flatMap(({ drifts }) => drifts);
}

/**
 * Repairs all counters of a project that have slots, from one count of the rows. The lock of `sum` must keep other repairs of the project
 * out. Resolves to the number of repaired counters.
 */
async function repairProject(db: Database, sum: SlottedSum, projectId: number): Promise<number> {
  let repaired = 0;
  for (;;) {
    const differences = await inTransaction(db, async () => {
      const project = { project_id: projectId };
      await sum.lock(db, project);
      const found = await findDifferences(db, sum, project);
      await addDifferences(db, sum, found);
      return found;
    });
    repaired += differences.flatMap(({ drifts }) => drifts).length;
    if (differences.length < DRIFT_LIMIT) return repaired;
  }
}

/** Counts what was written before the release that has these counters, and what servers of the release before write beside it. */
export function sumBackfill(sum: SlottedSum): ProjectBackfill {
  return { name: sum.name ?? sum.table, start: 0, eachProject: (db, projectId) => repairProject(db, sum, projectId) };
}

/** Sums the kept and the counted numbers by key over one UNION, so that a key is also found when only one of the two sides has it. */
async function findDifferences(db: Database, sum: StoredSum, only?: Key): Promise<Difference[]> {
  const sources = sum.sources.filter((source) => only === undefined || source.counts?.(only) !== false);
  const sides = [keptSide(sum, only), ...sources.map((source) => countedSide(sum, source, only))];
  const both = sum.values.map((_, index) => `SUM(kept_${index}) AS kept_${index}, SUM(counted_${index}) AS counted_${index}`);
  const differs = sum.values.map((column, index) => `SUM(kept_${index}) ${isFloor(sum, column) ? '<' : '<>'} SUM(counted_${index})`);
  const key = sum.key.join(', ');
  const rows = await selectRows<Record<string, SqlValue>>(
    only === undefined ? acrossProjects(db) : tenantOf(db, only),
    `SELECT ${key}, ${both.join(', ')} FROM (${sides.join(' UNION ALL ')}) sides GROUP BY ${key}
     HAVING (${differs.join(' OR ')})${sum.ofRecords === true ? ' AND SUM(is_kept) > 0' : ''} ORDER BY ${key} LIMIT ${DRIFT_LIMIT}`,
    only ?? NO_KEY,
  );
  return rows.map((row) => toDifference(sum, row));
}

function keptSide({ table, key, values, keptWhere }: StoredSum, only?: Key): string {
  const numbers = values.map((column, index) => `${column} AS kept_${index}, 0 AS counted_${index}`);
  const where = [keptWhere, only && equalTo(Object.keys(only))].filter((part) => part !== undefined);
  return `SELECT ${key.join(', ')}, ${numbers.join(', ')}, 1 AS is_kept FROM ${table}${whereOf(where)}`;
}

function countedSide(sum: StoredSum, { from, where, key, groupBy, values }: Source, only?: Key): string {
  const numbers = sum.values.map((column) => `0, ${values[column] ?? '0'}`);
  const columns = sum.key.map((column) => key[column] ?? column);
  const narrowed =
    only &&
    Object.keys(only)
      .map((column) => `${key[column] ?? column} = ${nameOf(column)}`)
      .join(' AND ');
  const conditions = [where, narrowed].filter((part) => part !== undefined);
  return `SELECT ${columns.join(', ')}, ${numbers.join(', ')}, 0 FROM ${from}${whereOf(conditions)} GROUP BY ${(groupBy ?? columns).join(', ')}`;
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.map((condition) => `(${condition})`).join(' AND ')}`;
}

function equalTo(columns: readonly string[]): string {
  return columns.map((column) => `${column} = ${nameOf(column)}`).join(' AND ');
}

/** The name of the value with which a statement compares a key column. */
function nameOf(column: string): string {
  return column === 'project_id' ? ':projectId' : `:${column}`;
}

/** The project of a key. Counters of apps name none. */
export function tenantOf(db: Database, key: Key): Tenants {
  return 'project_id' in key ? withTenant(db, Number(key['project_id'])) : acrossProjects(db);
}

function isFloor({ floors = [] }: StoredSum, column: string): boolean {
  return floors.includes(column);
}

function toDifference(sum: StoredSum, row: Record<string, SqlValue>): Difference {
  const { table, key, values } = sum;
  const numbers = values.map((column, index) => ({
    counter: `${table}.${column}`,
    row: key.map((name) => `${name}=${String(row[name])}`).join(' '),
    kept: Number(row[`kept_${index}`]),
    counted: Number(row[`counted_${index}`]),
  }));
  return {
    key: Object.fromEntries(key.map((name) => [name, row[name] ?? null])),
    drifts: numbers.filter(({ kept, counted }, index) => (isFloor(sum, values[index] ?? '') ? kept < counted : kept !== counted)),
  };
}
