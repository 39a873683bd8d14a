import { QueryTypes } from 'sequelize';
import { database } from './database.ts';

/** A value that can be put in place of `:name`; a list becomes `1, 2, 3`, a list of lists `(1, 2), (3, 4)`. */
export type SqlValue = string | number | boolean | Date | Buffer | null;
export type Replacements = Readonly<Record<string, SqlValue | readonly SqlValue[] | readonly (readonly SqlValue[])[]>>;

/** The rows of a table that hold sums: `key` finds the row, `add` is added to what it holds, `set` replaces it. */
export interface Counters {
  readonly table: string;
  readonly key: readonly string[];
  readonly add: readonly string[];
  readonly set?: readonly string[];
}

export function isMySql(): boolean {
  return database().getDialect() === 'mysql';
}

/** For the end of a SELECT in a transaction: locks the rows it finds. SQLite has one writer anyway, and no such words. */
export function forUpdate(): string {
  return isMySql() ? ' FOR UPDATE' : '';
}

/**
 * For the end of a SELECT in a transaction: locks the rows it finds and passes over those that others have locked, so that each row
 * of a queue is taken by one. On SQLite the transaction itself keeps the others away.
 */
export function skipLocked(): string {
  return isMySql() ? ' FOR UPDATE SKIP LOCKED' : '';
}

/** The length of a column's text in characters, which `LENGTH` counts in bytes on MySQL. */
export function lengthOf(column: string): string {
  return `${isMySql() ? 'CHAR_LENGTH' : 'LENGTH'}(${quote(column)})`;
}

/** The rows of a SELECT with `:name` in place of values. SQLite hands dates out as text and booleans as 0 and 1: see `asDate`. */
export async function selectRows<T extends object>(sql: string, replacements: Replacements = {}): Promise<T[]> {
  return database().query<T>(sql, { type: QueryTypes.SELECT, replacements: prepared(replacements) });
}

/**
 * Runs a statement with `:name` in place of values and resolves to the number of rows that it wrote. MySQL does not count a
 * row whose values stay the same, SQLite does: 0 never means that there is no such row.
 */
export async function execute(sql: string, replacements: Replacements = {}): Promise<number> {
  // the one type for which Sequelize hands out a plain number whatever the statement and the engine
  return database().query(sql, { type: QueryTypes.BULKDELETE, replacements: prepared(replacements) });
}

/** A date from a raw row: MySQL hands out a Date, SQLite the text it keeps. */
export function asDate(value: Date | string): Date {
  return value instanceof Date ? value : new Date(value);
}

/**
 * Adds to sums, in one statement for all rows; a row that is not there starts from 0. Every row names all columns of
 * `counters`. Rows go in the order of their keys, so that two of these at once do not deadlock.
 */
export async function addToCounters(counters: Counters, rows: readonly Readonly<Record<string, SqlValue>>[]): Promise<void> {
  if (rows.length === 0) return;
  const { table, key, add, set = [] } = counters;
  const columns = [...key, ...set, ...add];
  const values = rows.map((row) => columns.map((column) => row[column] ?? null)).sort(byColumns(key.length));
  const updates = [
    ...add.map((name) => `${quote(name)} = ${quote(name)} + ${incoming(name)}`),
    ...set.map((name) => `${quote(name)} = ${incoming(name)}`),
  ];
  const onDuplicate = isMySql() ? 'ON DUPLICATE KEY UPDATE' : `ON CONFLICT (${key.map(quote).join(', ')}) DO UPDATE SET`;
  await execute(`INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES :values ${onDuplicate} ${updates.join(', ')}`, {
    values,
  });
}

/** Writes a row in the place of the one with its key, or as a new one. */
export async function replaceRow(table: string, key: readonly string[], row: Readonly<Record<string, SqlValue>>): Promise<void> {
  const set = Object.keys(row).filter((column) => !key.includes(column));
  await addToCounters({ table, key, add: [], set }, [row]);
}

/** Makes the row unless one with its key is there, which stays as it is. Either way it is locked until the transaction ends. */
export function ensureRow(table: string, key: readonly string[], row: Readonly<Record<string, SqlValue>>): Promise<void> {
  return ensureRows(table, key, [row]);
}

/** `ensureRow` for several rows in one statement, two of which may have the same key: the first is kept. All name the same columns. */
export async function ensureRows(
  table: string,
  key: readonly string[],
  rows: readonly Readonly<Record<string, SqlValue>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const [first = ''] = key;
  const unchanged = `${quote(first)} = ${quote(table)}.${quote(first)}`;
  const onDuplicate = isMySql() ? 'ON DUPLICATE KEY UPDATE' : `ON CONFLICT (${key.map(quote).join(', ')}) DO UPDATE SET`;
  const values = rows.map((row) => columns.map((column) => row[column] ?? null));
  await execute(`INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES :values ${onDuplicate} ${unchanged}`, { values });
}

/** What the statement brings for the column, as against what the row has. */
function incoming(column: string): string {
  return isMySql() ? `VALUES(${quote(column)})` : `excluded.${quote(column)}`;
}

function quote(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of a table or a column.`);
  return `\`${name}\``;
}

function byColumns(count: number): (left: SqlValue[], right: SqlValue[]) => number {
  const keyOf = (row: SqlValue[]) => row.slice(0, count).map(String).join('\0');
  return (left, right) => (keyOf(left) < keyOf(right) ? -1 : 1);
}

function prepared(replacements: Replacements): Record<string, unknown> {
  return Object.fromEntries(Object.entries(replacements).map(([name, value]) => [name, withDates(value)]));
}

/** Sequelize drops the milliseconds of a date in raw SQL for MySQL; SQLite compares the text that models write. */
function withDates(value: Replacements[string]): unknown {
  if (value instanceof Date) return sqlDate(value);
  return Array.isArray(value) ? value.map(withDates) : value;
}

function sqlDate(date: Date): string {
  const text = date.toISOString().replace('T', ' ').slice(0, -1);
  return isMySql() ? text : `${text} +00:00`;
}
