import { LRUCache } from 'lru-cache';

/** The words that a table follows. */
const TABLE_WORDS = new Set(['from', 'join', 'into', 'update', 'using', 'table', 'truncate']);
/** Words that may follow before the table. */
const MODIFIERS = new Set(['or', 'ignore', 'replace', 'rollback', 'low_priority', 'table', 'if', 'exists', 'lateral']);

const INSERTED_COLUMNS = /^\s*(?:insert|replace)\b[^(]*\(([^)]*)\)/i;

/** The facts about tenants in the text of a statement; values are never part of it. */
interface Facts {
  /** A tenant's table that it reads or writes. */
  readonly table: string | undefined;
  /** `project_id` is in a condition, or among the columns that it inserts. */
  readonly namesProject: boolean;
  /** It compares with `:projectId`. */
  readonly bindsProject: boolean;
  /** It only inserts rows, which name their projects. */
  readonly bringsProjects: boolean;
}

/**
 * The tables whose rows belong to a project. A raw statement on one of them is bound to a project by `withTenant`, or inserts rows that
 * name theirs. The second line is a tripwire for forgetfulness, no proof: the text must name `project_id`, which it may do for one of two
 * tables.
 */
export class TenantTables {
  readonly #tables = new Set<string>();
  readonly #facts = new LRUCache<string, Facts>({ max: 1_000 });

  add(table: string): void {
    this.#tables.add(table.toLowerCase());
  }

  has(table: string): boolean {
    return this.#tables.has(table.toLowerCase());
  }

  /** `isBound`: the statement was given to `withTenant`. @throws Error when it is on a tenant's table but names or binds no project */
  check(sql: string, isBound: boolean): void {
    const { table, namesProject, bindsProject, bringsProjects } = this.#factsOf(sql);
    if (table === undefined) return;
    if (!namesProject) throw new Error(`A statement on ${table} names no project_id; if it means all projects, use acrossProjects.`);
    if (isBound ? !bindsProject : !bringsProjects)
      throw new Error(`A statement on ${table} is bound to no project: use withTenant, and compare project_id with :projectId.`);
  }

  #factsOf(sql: string): Facts {
    const known = this.#facts.get(sql);
    if (known !== undefined) return known;
    const text = withoutLiterals(sql);
    const [table, ...others] = tablesOf(text).filter((name) => this.#tables.has(name));
    const facts = {
      table,
      namesProject: namesProject(text),
      bindsProject: /(?<![\w:]):projectId\b/.test(text),
      bringsProjects: others.length === 0 && INSERTED_COLUMNS.test(text),
    };
    this.#facts.set(sql, facts);
    return facts;
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
  const insert = INSERTED_COLUMNS.exec(sql);
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
