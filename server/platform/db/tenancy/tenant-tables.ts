import { LRUCache } from 'lru-cache';
import type { Model, ModelStatic } from 'sequelize';

/** The words that a table follows. */
const TABLE_WORDS = new Set(['from', 'join', 'into', 'update', 'using', 'table', 'truncate']);
/** Words that may follow before the table. */
const MODIFIERS = new Set(['or', 'ignore', 'replace', 'rollback', 'low_priority', 'table', 'if', 'exists', 'lateral']);

/**
 * The tables whose rows belong to a project: a raw statement on one of them must name `project_id` in a condition or among the columns
 * that it inserts. A statement on two of them that names it for one is accepted: this is a tripwire for forgetfulness, no proof.
 */
export class TenantTables {
  readonly #tables = new Set<string>();
  /** Statements that passed, by their text; values are never part of it. */
  readonly #passed = new LRUCache<string, true>({ max: 1_000 });

  add(model: ModelStatic<Model>): void {
    const table = model.getTableName();
    this.#tables.add((typeof table === 'string' ? table : table.tableName).toLowerCase());
  }

  has(table: string): boolean {
    return this.#tables.has(table.toLowerCase());
  }

  /** @throws Error when the statement reads or writes a tenant's table without naming `project_id` */
  check(sql: string): void {
    if (this.#passed.get(sql) === true) return;
    const text = withoutLiterals(sql);
    const table = namesProject(text) ? undefined : tablesOf(text).find((name) => this.#tables.has(name));
    if (table !== undefined)
      throw new Error(`A statement on ${table} names no project_id; if it means all projects, pass acrossProjects: true.`);
    this.#passed.set(sql, true);
  }
}

/** The tables that a statement reads or writes, in lower case. */
function tablesOf(sql: string): string[] {
  const tokens = [...sql.toLowerCase().matchAll(/\w+|[(),.]/g)].map(([token]) => token);
  return tokens.flatMap((_, index) => (leadsToTable(tokens, index) ? tablesAt(tokens, index + 1) : []));
}

/** `ON DUPLICATE KEY UPDATE` and `FOR UPDATE` lead to columns and options. */
function leadsToTable(tokens: readonly string[], index: number): boolean {
  if (!TABLE_WORDS.has(tokens[index] ?? '')) return false;
  return tokens[index] !== 'update' || !['key', 'for', 'do'].includes(tokens[index - 1] ?? '');
}

/** The table at `start`, and those that follow it after a comma. A bracket begins a subquery, whose tables have a FROM before them. */
function tablesAt(tokens: readonly string[], start: number): string[] {
  let at = start;
  while (MODIFIERS.has(tokens[at] ?? '')) at += 1;
  // the table behind its schema
  while (tokens[at + 1] === '.') at += 2;
  const name = tokens[at];
  if (name === undefined || !/^\w/.test(name)) return [];
  const comma = tokens.slice(at + 1, at + 4).indexOf(',');
  const isList = comma >= 0 && tokens.slice(at + 1, at + 1 + comma).every((token) => /^\w/.test(token));
  return isList ? [name, ...tablesAt(tokens, at + comma + 2)] : [name];
}

/** A column of an INSERT, or part of a condition. In a list of selected columns the name limits nothing. */
function namesProject(sql: string): boolean {
  const insert = /^\s*(?:insert|replace)\b[^(]*\(([^)]*)\)/i.exec(sql);
  if (insert !== null) return hasProject(insert[1] ?? '');
  const conditions = sql.search(/\b(?:where|on|using)\b/i);
  return conditions >= 0 && hasProject(sql.slice(conditions));
}

function hasProject(sql: string): boolean {
  return /\bproject_id\b/i.test(sql);
}

/** Nothing in a text or a comment names a table or a project. */
function withoutLiterals(sql: string): string {
  return sql.replace(/'(?:[^'\\]|\\.|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, "''");
}
