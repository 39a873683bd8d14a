import { QueryTypes } from 'sequelize';
import type { Database } from '../database.ts';
import type { Tenants } from '../tenancy/with-tenant.ts';
import type { RawStatement, Statements } from './statement.ts';
import type { Replacements, SqlValue } from './values.ts';

export type { Replacements, SqlValue };

/** A table of counters: `key` finds the row, the columns `add` grow by the given values, the columns `set` are replaced. */
export interface Counters {
  readonly table: string;
  readonly key: readonly string[];
  readonly add: readonly string[];
  readonly set?: readonly string[];
}

/** For the end of a SELECT in a transaction: locks the rows it finds. SQLite has one writer at a time and no such clause. */
export function forUpdate(db: Database): string {
  return db.isMySql ? ' FOR UPDATE' : '';
}

/**
 * After the name of a table whose rows a statement locks by id. MySQL could otherwise choose a secondary index, whose entries it locks
 * before the rows, and deadlock with statements that lock the rows first.
 */
export function byPrimaryKey(db: Database): string {
  return db.isMySql ? ' FORCE INDEX (PRIMARY)' : '';
}

/** The length of a column's text in characters, which `LENGTH` counts in bytes on MySQL. */
export function lengthOf(db: Database, column: string): string {
  return `${db.isMySql ? 'CHAR_LENGTH' : 'LENGTH'}(${quote(column)})`;
}

/**
 * The rows of a SELECT with `:name` in place of values. SQLite returns dates as text and booleans as 0 and 1: see `asDate`.
 * @throws Error when it reads a tenant's table without `withTenant` or `acrossProjects`
 */
export async function selectRows<T extends object>(target: Database | Tenants, sql: string, values: Replacements = {}): Promise<T[]> {
  return statementsOf(target).run<QueryTypes.SELECT, T>(QueryTypes.SELECT, { sql, values, projectId: projectOf(target) });
}

/**
 * Runs a statement with `:name` in place of values and resolves to the number of rows that it wrote. MySQL does not count a
 * row whose values stay the same, SQLite does: 0 never means that there is no such row.
 * @throws Error when it writes a tenant's table without `withTenant` or `acrossProjects`, unless it inserts rows that name their projects
 */
export async function execute(target: Database | Tenants, sql: string, values: Replacements = {}): Promise<number> {
  // Sequelize returns a plain number on both engines only for this type
  return statementsOf(target).run(QueryTypes.BULKDELETE, { sql, values, projectId: projectOf(target) });
}

function statementsOf(target: Database | Tenants): Statements {
  return 'projectId' in target ? target.db.statements : target.statements;
}

function projectOf(target: Database | Tenants): RawStatement['projectId'] {
  return 'projectId' in target ? target.projectId : undefined;
}

/** A date from a raw row: MySQL returns a Date, SQLite its text. */
export function asDate(value: Date | string): Date {
  return value instanceof Date ? value : new Date(value);
}

/**
 * Adds to counters, in one statement for all rows; a missing row starts from 0. Every row names all columns of `counters`. Rows are
 * sorted by key, so that two of these at once do not deadlock.
 */
export async function addToCounters(db: Database, counters: Counters, rows: readonly Readonly<Record<string, SqlValue>>[]): Promise<void> {
  if (rows.length === 0) return;
  const { table, key, add, set = [] } = counters;
  const columns = [...key, ...set, ...add];
  const values = rows.map((row) => columns.map((column) => row[column] ?? null)).sort(byColumns(key.length));
  const updates = [
    ...add.map((name) => `${quote(name)} = ${quote(name)} + ${incoming(db, name)}`),
    ...set.map((name) => `${quote(name)} = ${incoming(db, name)}`),
  ];
  const onDuplicate = db.isMySql ? 'ON DUPLICATE KEY UPDATE' : `ON CONFLICT (${key.map(quote).join(', ')}) DO UPDATE SET`;
  await execute(db, `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES :values ${onDuplicate} ${updates.join(', ')}`, {
    values,
  });
}

/** Replaces the row with this key, or adds one. */
export async function replaceRow(
  db: Database,
  table: string,
  key: readonly string[],
  row: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  const set = Object.keys(row).filter((column) => !key.includes(column));
  await addToCounters(db, { table, key, add: [], set }, [row]);
}

/** Adds the row unless one with its key exists, which stays as it is. Either way it is locked until the transaction ends. */
export function ensureRow(db: Database, table: string, key: readonly string[], row: Readonly<Record<string, SqlValue>>): Promise<void> {
  return ensureRows(db, table, key, [row]);
}

/**
 * `ensureRow` for several rows in one statement, two of which may have the same key: the first is kept. All name the same columns. Rows are
 * inserted and locked in their order, so callers that lock several of the same rows need the same order.
 */
export async function ensureRows(
  db: Database,
  table: string,
  key: readonly string[],
  rows: readonly Readonly<Record<string, SqlValue>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const [first = ''] = key;
  const unchanged = `${quote(first)} = ${quote(table)}.${quote(first)}`;
  const onDuplicate = db.isMySql ? 'ON DUPLICATE KEY UPDATE' : `ON CONFLICT (${key.map(quote).join(', ')}) DO UPDATE SET`;
  const values = rows.map((row) => columns.map((column) => row[column] ?? null));
  await execute(db, `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES :values ${onDuplicate} ${unchanged}`, {
    values,
  });
}

/** The value of the column that the statement brings. */
function incoming(db: Database, column: string): string {
  return db.isMySql ? `VALUES(${quote(column)})` : `excluded.${quote(column)}`;
}

function quote(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of a table or a column.`);
  return `\`${name}\``;
}

/** The order of the index, in which other statements lock rows: numbers by value, texts by code unit. */
function byColumns(count: number): (left: SqlValue[], right: SqlValue[]) => number {
  return (left, right) => {
    const column = left.slice(0, count).findIndex((value, index) => value !== right[index]);
    return column < 0 ? 0 : compare(left[column] ?? null, right[column] ?? null);
  };
}

function compare(left: SqlValue, right: SqlValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
}
