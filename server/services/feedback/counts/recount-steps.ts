import { execute, type Replacements, type SqlValue, selectRows } from './sql.ts';
import { inTransaction } from './transaction.ts';

/** A kept number that does not equal its rows. */
export interface Drift {
  /** Where it is kept, as `posts.votes_count`. */
  readonly counter: string;
  /** Which row, as `project_id=11 id=7`. */
  readonly row: string;
  readonly kept: number;
  readonly counted: number;
}

export type Key = Readonly<Record<string, SqlValue>>;

/** Rows that are counted: a grouped SELECT without its WHERE. */
export interface Source {
  readonly from: string;
  readonly where?: string;
  /** What each key column of the sum is here. */
  readonly key: Readonly<Record<string, string>>;
  /** The columns to group by, where `key` holds more than columns. */
  readonly groupBy?: readonly string[];
  /** What is counted for each column of the sum: an aggregate; a column that is not named gets nothing from here. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether it can hold rows of that key, where not every source does. */
  counts?(key: Key): boolean;
}

/** Numbers that are kept of rows, in columns of one table. */
export interface Sum {
  readonly table: string;
  /** The columns that find a row of it. */
  readonly key: readonly string[];
  readonly values: readonly string[];
  /** Which rows of the table are looked at; all when not given. */
  readonly keptWhere?: string;
  readonly sources: readonly Source[];
  /** The numbers stand in records of their own: what is counted for a record that is not there counts nowhere. */
  readonly ofRecords?: boolean;
  /**
   * Takes the locks that the writers of this key take, in their order, and makes the row unless it is there; false for a record that
   * is gone.
   */
  lock(key: Key): Promise<boolean>;
}

interface Difference {
  readonly key: Key;
  readonly drifts: readonly Drift[];
}

/** How many rows of a sum that differ are held at once. */
const DRIFT_LIMIT = 2_000;

/** What was found in one place. */
export interface RecountStep {
  /** A table, or a column of one. */
  readonly name: string;
  /** How many numbers are kept there. */
  readonly compared: number;
  /** Those that did not equal their rows: the first ones, of 2,000 rows or a few more. */
  readonly drifts: readonly Drift[];
}

export interface RecountOptions {
  /** Puts right what differs. */
  readonly repair: boolean;
  /** Called after each table. */
  onStep?(step: RecountStep): void;
}

/**
 * Counts everything anew, one table after the other, and tells what differs. Each table is compared by one statement, which sees one
 * state of the database; a repair counts each row again under the locks that its writers take. So both may run beside them.
 */
export async function recountSums(sums: readonly Sum[], { repair, onStep }: RecountOptions): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const sum of sums) {
    const drifts = repair ? await repairDrifts(sum) : (await findDifferences(sum)).flatMap((difference) => difference.drifts);
    onStep?.({ name: sum.table, compared: await sizeOf(sum), drifts });
    found.push(...drifts);
  }
  return found;
}

async function repairDrifts(sum: Sum): Promise<Drift[]> {
  const told: Drift[] = [];
  for (;;) {
    const differences = await findDifferences(sum);
    let repaired = 0;
    for (const { key } of differences) {
      const drifts = await inTransaction(() => repairRow(sum, key));
      if (told.length < DRIFT_LIMIT) told.push(...drifts);
      repaired += drifts.length;
    }
    // none may be left to repair of many that were found: their writers were at work
    if (differences.length < DRIFT_LIMIT || repaired === 0) return told;
  }
}

async function sizeOf({ table, values }: Sum): Promise<number> {
  const [row] = await selectRows<{ size: number }>(`SELECT COUNT(*) AS size FROM ${table}`);
  return Number(row?.size) * values.length;
}

async function repairRow(sum: Sum, key: Key): Promise<readonly Drift[]> {
  if (!(await sum.lock(key))) return [];
  const [difference] = await findDifferences(sum, key);
  if (difference === undefined) return [];
  const { table, values } = sum;
  const counted = Object.fromEntries(difference.drifts.map((drift) => [drift.counter.slice(table.length + 1), drift.counted]));
  const changes = values.filter((column) => column in counted).map((column) => `${column} = :${column}`);
  await execute(`UPDATE ${table} SET ${changes.join(', ')} WHERE ${equalTo(sum.key)}`, { ...key, ...counted });
  return difference.drifts;
}

/** Kept and counted numbers are laid below each other and added up by key, so that a row missing on either side is found too. */
async function findDifferences(sum: Sum, only?: Key): Promise<Difference[]> {
  const sources = sum.sources.filter((source) => only === undefined || source.counts?.(only) !== false);
  const sides = [keptSide(sum, only), ...sources.map((source) => countedSide(sum, source, only))];
  const both = sum.values.map((_, index) => `SUM(kept_${index}) AS kept_${index}, SUM(counted_${index}) AS counted_${index}`);
  const differs = sum.values.map((_, index) => `SUM(kept_${index}) <> SUM(counted_${index})`).join(' OR ');
  const key = sum.key.join(', ');
  const rows = await selectRows<Record<string, SqlValue>>(
    `SELECT ${key}, ${both.join(', ')} FROM (${sides.join(' UNION ALL ')}) sides GROUP BY ${key}
     HAVING (${differs})${sum.ofRecords === true ? ' AND SUM(is_kept) > 0' : ''} ORDER BY ${key} LIMIT ${DRIFT_LIMIT}`,
    (only ?? {}) as Replacements,
  );
  return rows.map((row) => toDifference(sum, row));
}

function keptSide({ table, key, values, keptWhere }: Sum, only?: Key): string {
  const numbers = values.map((column, index) => `${column} AS kept_${index}, 0 AS counted_${index}`);
  const where = [keptWhere, only && equalTo(key)].filter((part) => part !== undefined);
  return `SELECT ${key.join(', ')}, ${numbers.join(', ')}, 1 AS is_kept FROM ${table}${whereOf(where)}`;
}

function countedSide(sum: Sum, { from, where, key, groupBy, values }: Source, only?: Key): string {
  const numbers = sum.values.map((column) => `0, ${values[column] ?? '0'}`);
  const columns = sum.key.map((column) => key[column] as string);
  const narrowed = only && sum.key.map((column) => `${key[column]} = :${column}`).join(' AND ');
  const conditions = [where, narrowed].filter((part) => part !== undefined);
  return `SELECT ${columns.join(', ')}, ${numbers.join(', ')}, 0 FROM ${from}${whereOf(conditions)} GROUP BY ${(groupBy ?? columns).join(', ')}`;
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.map((condition) => `(${condition})`).join(' AND ')}`;
}

function equalTo(columns: readonly string[]): string {
  return columns.map((column) => `${column} = :${column}`).join(' AND ');
}

function toDifference({ table, key, values }: Sum, row: Record<string, SqlValue>): Difference {
  const numbers = values.map((column, index) => ({
    counter: `${table}.${column}`,
    row: key.map((name) => `${name}=${String(row[name])}`).join(' '),
    kept: Number(row[`kept_${index}`]),
    counted: Number(row[`counted_${index}`]),
  }));
  return {
    key: Object.fromEntries(key.map((name) => [name, row[name] ?? null])),
    drifts: numbers.filter(({ kept, counted }) => kept !== counted),
  };
}
