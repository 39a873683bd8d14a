import { LRUCache } from 'lru-cache';
import type { Sequelize } from 'sequelize';

/** Puts escaped values in place of `:name`. Each statement is parsed once: there are few statements, and many values. */
export class StatementTemplates {
  readonly #sequelize: Sequelize;
  /** Text and names in turn. */
  readonly #parsed = new LRUCache<string, readonly string[]>({ max: 1_000 });

  constructor(sequelize: Sequelize) {
    this.#sequelize = sequelize;
  }

  /** @throws Error when a name has no value */
  format(sql: string, values: object): string {
    const parts = this.#parsed.get(sql) ?? parse(sql);
    this.#parsed.set(sql, parts);
    return parts.map((part, index) => (index % 2 === 0 ? part : this.#escape(part, Reflect.get(values, part)))).join('');
  }

  #escape(name: string, value: string | undefined): string {
    if (value === undefined) throw new Error(`The statement has no value for :${name}.`);
    return this.#sequelize.escape(value);
  }
}

/** A literal or a comment holds no names. */
function parse(sql: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: text, 1: name, index } of sql.matchAll(
    /'(?:[^'\\]|\\.|'')*'|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w:]):([a-z]\w*)/gi,
  )) {
    if (name === undefined) continue;
    parts.push(sql.slice(start, index), name);
    start = index + text.length;
  }
  return [...parts, sql.slice(start)];
}
